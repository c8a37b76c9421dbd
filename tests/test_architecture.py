"""The house: imports point one way, the engine is pure, the command starts light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("engine", "calibration", "vision", "webui")
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


def imports(file: Path) -> Iterator[str]:
    """Dotted names of all modules a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = ".".join(file.relative_to(ROOT).parts[: -node.level]) if node.level else ""
            yield ".".join(part for part in (inside, node.module) if part)


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
        calls = {
            n.func.id
            for n in ast.walk(ast.parse(file.read_text()))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        assert not calls & FORBIDDEN_CALLS, file


def test_the_reader_never_looks_at_what_makes_pictures() -> None:
    makers = ("vision.icecult.lab", "vision.icecult.sim")
    readers = [f for f in modules("vision") if not {"lab", "sim", "train"} & set(f.relative_to(ROOT).parts)]
    wrong = [
        f"{f.relative_to(ROOT)}: {name}"
        for f in [*readers, *modules("calibration")]
        for name in imports(f)
        if name.startswith(makers)
    ]
    assert not wrong


GAME_ROOMS = {"icecult", "igluiglu"}
BOUND = {
    "calibration/lens.py", "calibration/profile.py",
    "webui/app.py", "webui/commands/", "webui/present/picture.py", "webui/referee/", "webui/routes/", "webui/table/",
    "webui/terminal.py",
}  # fmt: skip
"""Common rooms in which the one game that a camera can watch is still known by name; the list may only grow shorter."""


def games_named(file: Path) -> set[str]:
    """The games whose rooms a file imports."""
    return {part for name in imports(file) for part in name.split(".")[1:2] if part in GAME_ROOMS}


def test_no_game_imports_another() -> None:
    for layer in LAYERS:
        for file in modules(layer):
            room = set(file.relative_to(ROOT).parts) & GAME_ROOMS
            assert not room or games_named(file) <= room, file


def test_common_code_imports_no_game() -> None:
    common = [f for layer in LAYERS for f in modules(layer) if not set(f.relative_to(ROOT).parts) & GAME_ROOMS]
    wrong = [str(f.relative_to(ROOT)) for f in common if games_named(f) and f != ROOT / "engine" / "games.py"]
    assert [name for name in wrong if not name.startswith(tuple(BOUND))] == []


def test_the_rooms_behind_the_page_know_no_flask() -> None:
    rooms = [ROOT / "webui" / name for name in ("referee", "record", "table", "present", "icecult", "igluiglu")]
    files = [file for room in rooms for file in room.rglob("*.py")]
    assert not [f for f in files if any(name.split(".")[0] in ("flask", "werkzeug") for name in imports(f))]


@pytest.mark.parametrize("layer", LAYERS)
def test_package_files_are_docstrings_only(layer: str) -> None:
    for file in (ROOT / layer).rglob("__init__.py"):
        body = ast.parse(file.read_text()).body
        assert len(body) == 1, file
        assert ast.get_docstring(ast.parse(file.read_text())), file


def test_every_test_folder_is_a_package() -> None:
    assert not [f.parent for f in (ROOT / "tests").rglob("test_*.py") if not (f.parent / "__init__.py").exists()]


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
    from webui.cli import COMMANDS

    for name, (room, _) in COMMANDS.items():
        stem = name.replace("-", "_") + ("_" if name == "import" else "")
        assert (ROOT / "webui" / "commands" / room / f"{stem}.py").exists(), name
