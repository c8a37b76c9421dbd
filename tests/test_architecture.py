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

    for name in COMMANDS:
        stem = name.replace("-", "_") + ("_" if name == "import" else "")
        assert (ROOT / "webui" / "commands" / f"{stem}.py").exists(), name
