"""The house: imports point one way, the engine is pure, the command starts light."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("engine", "coach", "calibration", "vision", "webui", "workshop")
FORBIDDEN_IN_ENGINE = {
    "os",
    "io",
    "pathlib",
    "time",
    "datetime",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "tempfile",
}
FORBIDDEN_CALLS = {"open", "input", "exec", "eval", "__import__"}


def modules(package: str) -> list[Path]:
    """Every source file of a package."""
    return sorted((ROOT / package).rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    """A source file, parsed once for all tests; none of it is rubbish, and looking for some takes longer."""
    gc.disable()
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    finally:
        gc.freeze()
        gc.enable()


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All that a source file consists of, gone through once for all tests."""
    return tuple(ast.walk(tree(file)))


@cache
def imports(file: Path) -> tuple[str, ...]:
    """Dotted names of all that a file imports, wherever in it: lazily, or for a type checker alone, too."""
    out: list[str] = []
    for node in nodes(file):
        if isinstance(node, ast.Import):
            out += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = ".".join(file.relative_to(ROOT).parts[: -node.level]) if node.level else ""
            base = ".".join(part for part in (inside, node.module) if part)
            out += (base, *(f"{base}.{alias.name}" for alias in node.names))
    return tuple(out)


def defined(file: Path) -> set[str]:
    """What others may import from a source file: whatever it binds outside its functions and classes."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree(file)]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            else:
                waiting.append(node)
    return found


OURS = (*LAYERS, "bench", "tests")


@cache
def offered(dotted: str) -> set[str]:
    """What may be imported from a module or a folder of ours."""
    home = ROOT.joinpath(*dotted.split("."))
    if home.with_suffix(".py").is_file():
        return defined(home.with_suffix(".py"))
    return {each.stem for each in home.iterdir()} if home.is_dir() else set()


def test_whatever_tests_import_is_there() -> None:
    """Types are checked in all else; a test would only tell when it runs."""
    froms = ((f, n) for f in modules("tests") for n in nodes(f) if isinstance(n, ast.ImportFrom) and n.module)
    wrong = [
        f"{file.relative_to(ROOT)}: {node.module}.{alias.name}"
        for file, node in froms
        for alias in node.names
        if str(node.module).split(".")[0] in OURS and alias.name not in offered(str(node.module))
    ]
    assert not wrong


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_one_way(layer: str) -> None:
    above = set(LAYERS[LAYERS.index(layer) + 1 :]) | {"tests", "bench"}
    wrong = [
        f"{f.relative_to(ROOT)}: {name}" for f in modules(layer) for name in imports(f) if name.split(".")[0] in above
    ]
    assert not wrong


def test_engine_uses_the_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names - FORBIDDEN_IN_ENGINE | {"engine"}
    wrong = [f"{f.name}: {name}" for f in modules("engine") for name in imports(f) if name.split(".")[0] not in allowed]
    assert not wrong


def test_engine_opens_no_files() -> None:
    for file in modules("engine"):
        calls = {n.func.id for n in nodes(file) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        assert not calls & FORBIDDEN_CALLS, file


def test_the_coach_stands_beside_the_table() -> None:
    """It knows the rules and nothing else, and only the product asks it."""
    allowed = sys.stdlib_module_names | {"engine", "coach", "numpy"}
    assert not [f for f in modules("coach") for name in imports(f) if name.split(".")[0] not in allowed]
    others = [*modules("calibration"), *modules("vision")]
    assert not [f for f in others for name in imports(f) if name.split(".")[0] == "coach"]


def test_the_page_starts_without_the_coach() -> None:
    code = "import sys; import webui.wiring; print([m for m in sys.modules if m.split('.')[0] == 'coach'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_reader_never_looks_at_what_makes_pictures() -> None:
    readers = [f for f in modules("vision") if "sim" not in f.relative_to(ROOT).parts]
    wrong = [
        f"{f.relative_to(ROOT)}: {name}"
        for f in [*readers, *modules("calibration")]
        for name in imports(f)
        if name.startswith(("vision.sim", "vision.icecult.sim"))
    ]
    assert not wrong


GAME_ROOMS = {game.folder for game in GAMES.values()}


def games_named(file: Path) -> set[str]:
    """The games whose rooms a file imports."""
    return {part for name in imports(file) for part in name.split(".")[1:2] if part in GAME_ROOMS}


def module_name(file: Path) -> str:
    """The dotted name of a source file."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def graph() -> dict[str, set[str]]:
    """Which module imports which, of all that is shipped or measured."""
    files = {module_name(file): file for layer in (*LAYERS, "bench") for file in modules(layer)}
    return {name: {each for each in imports(file) if each in files and each != name} for name, file in files.items()}


def side_by_side() -> dict[str, dict[str, set[str]]]:
    """Folder -> which of the modules and folders in it import which; a folder imports what anything under it does."""
    out: dict[str, dict[str, set[str]]] = {}
    for name, named in graph().items():
        for other in named:
            own, its = name.split("."), other.split(".")
            shared = next(k for k, (one, another) in enumerate(zip(own, its, strict=False)) if one != another)
            out.setdefault(".".join(own[:shared]), {}).setdefault(own[shared], set()).add(its[shared])
    return out


def circle(siblings: dict[str, set[str]]) -> list[str]:
    """A way from one of them back to itself; none where there is no circle."""
    try:
        TopologicalSorter(siblings).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_nothing_imports_in_a_circle() -> None:
    """Neither do modules, nor folders as wholes, on any floor."""
    assert {folder: found for folder, siblings in side_by_side().items() if (found := circle(siblings))} == {}


MOST_MODULES = 13
MOST_COMMANDS = 20  # each is called by its name: `python -m bench.NAME`
MOST_LINES = 350
MOST_PAGE_LINES = 250


def test_rooms_stay_small() -> None:
    folders = {file.parent for top in (*LAYERS, "tests") for file in modules(top)}
    crowded = {folder: len([f for f in folder.glob("*.py") if f.name != "__init__.py"]) for folder in folders}
    assert {str(folder): count for folder, count in crowded.items() if count > MOST_MODULES} == {}
    assert len([f for f in (ROOT / "bench").glob("*.py") if f.name != "__init__.py"]) <= MOST_COMMANDS
    shell = ROOT / "webui" / "static"
    scripts = {folder: len(list(folder.glob("*.js"))) for folder in shell.rglob("*") if folder.is_dir()}
    assert {str(folder): count for folder, count in scripts.items() if count > MOST_MODULES} == {}
    styles = {folder: len(list(folder.glob("*.css"))) for folder in (shell / "css").glob("*/")}
    assert {str(folder): count for folder, count in styles.items() if count > MOST_MODULES} == {}


def test_files_stay_short() -> None:
    files = [f for top in (*LAYERS, "tests", "bench") for f in modules(top)]
    files += [*(ROOT / "webui" / "static").rglob("*.js"), *(ROOT / "tests" / "scripts").glob("*.js")]
    long = {str(f.relative_to(ROOT)): len(f.read_text(encoding="utf-8").splitlines()) for f in files}
    assert {name: lines for name, lines in long.items() if lines > MOST_LINES} == {}


def test_what_a_page_is_made_of_stays_shorter_still() -> None:
    files = [f for kind in ("js", "css") for f in (ROOT / "webui" / "static").rglob(f"*.{kind}")]
    long = {str(f.relative_to(ROOT)): len(f.read_text(encoding="utf-8").splitlines()) for f in files}
    assert {name: lines for name, lines in long.items() if lines > MOST_PAGE_LINES} == {}


def test_no_game_imports_another() -> None:
    for layer in LAYERS:
        for file in modules(layer):
            room = set(file.relative_to(ROOT).parts) & GAME_ROOMS
            assert not room or games_named(file) <= room, file


def test_common_code_imports_no_game() -> None:
    common = [f for layer in LAYERS for f in modules(layer) if not set(f.relative_to(ROOT).parts) & GAME_ROOMS]
    assert [str(f.relative_to(ROOT)) for f in common if games_named(f)] == ["engine/games.py"]


PIECES = re.compile(r"cube|pawn|tilt|inuit|igloo|harpoon|glacier|kayak|\bfox", re.IGNORECASE)
SHIPPED = ("engine", "coach", "calibration", "vision", "webui")


def test_common_code_speaks_of_no_game_s_pieces() -> None:
    """In names, sentences and comments alike: what only one game has is said in that game's folder."""
    common = [f for top in SHIPPED for f in modules(top) if not set(f.relative_to(ROOT).parts) & GAME_ROOMS]
    lines = [(f, at, line) for f in common for at, line in enumerate(f.read_text(encoding="utf-8").splitlines(), 1)]
    assert [f"{f.relative_to(ROOT)}:{at}: {line.strip()}" for f, at, line in lines if PIECES.search(line)] == []


def test_the_rooms_behind_the_page_know_no_flask() -> None:
    rooms = [
        ROOT / "webui" / name
        for name in ("play", "watch", "referee", "record", "table", "present", "icecult", "igluiglu")
    ]
    files = [file for room in rooms for file in room.rglob("*.py")]
    assert not [f for f in files if any(name.split(".")[0] in ("flask", "werkzeug") for name in imports(f))]


@pytest.mark.parametrize("layer", LAYERS)
def test_package_files_are_docstrings_only(layer: str) -> None:
    for file in (ROOT / layer).rglob("__init__.py"):
        body = tree(file).body
        assert len(body) == 1, file
        assert ast.get_docstring(tree(file)), file


def test_every_test_folder_is_a_package() -> None:
    assert not [f.parent for f in (ROOT / "tests").rglob("test_*.py") if not (f.parent / "__init__.py").exists()]


def pauses(file: Path) -> list[int]:
    """The lines on which a file sleeps, or waits for an event that nobody can know of."""
    calls = [node for node in nodes(file) if isinstance(node, ast.Call)]
    waits = [c for c in calls if getattr(c.func, "attr", getattr(c.func, "id", "")) in ("sleep", "wait")]
    return [call.lineno for call in waits if re.search(r"(^|\.)sleep$|Event\(\)\.wait$", ast.unparse(call.func))]


def test_no_test_sleeps() -> None:
    """Whoever waits does so until something is so: `tests/waiting.py`."""
    assert {str(f.relative_to(ROOT)): lines for f in modules("tests") if (lines := pauses(f))} == {}
    assert not [f for f in (ROOT / "tests" / "scripts").glob("*.js") if "setTimeout" in f.read_text(encoding="utf-8")]


NOT_THE_REAL_PARTS = {"mock", "Mock", "MagicMock", "skip", "skipif", "xfail", "importorskip"}


def names(file: Path) -> set[str]:
    """Every name that stands in a file."""
    found = (getattr(node, kind, None) for node in nodes(file) for kind in ("attr", "id", "name"))
    return {part for name in found if isinstance(name, str) for part in name.split(".")}


def test_nothing_is_mocked_or_skipped() -> None:
    assert {f.name: found for f in modules("tests") if (found := names(f) & NOT_THE_REAL_PARTS)} == {}


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from webui.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('cv2', 'flask', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "icekeeper COMMAND --help" in done.stdout


def test_every_command_has_its_module() -> None:
    from webui.commands.parsers import COMMANDS

    for name, (room, _) in COMMANDS.items():
        stem = name.replace("-", "_") + ("_" if name == "import" else "")
        assert (ROOT / "webui" / "commands" / room / f"{stem}.py").exists(), name


def test_every_watched_game_says_which_commands_it_offers() -> None:
    from webui.commands.camera.brought import brought_by
    from webui.commands.parsers import CAMERA, COMMANDS
    from webui.play.sight import sight_if_any

    names = {name for name, (room, _) in COMMANDS.items() if room == CAMERA}
    for game in (game for game in GAMES.values() if sight_if_any(game.name) is not None):
        assert {"calibrate", "read", "watch"} <= set(brought_by(game.name).helps) <= names
