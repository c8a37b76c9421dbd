"""docs/ADDING-A-GAME.md done step by step: in a copy of the house, with its code, by its own doors."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "ADDING-A-GAME.md").read_text(encoding="utf-8")
TOY = ROOT / "tests" / "toy"
ROOMS = ("engine", "calibration", "vision", "webui")
STEPS = re.findall(r"^## (\d+)\. (.+)\n\n(?:(?!^## ).*\n)+", PAGE, re.M)
BLOCKS = re.findall(r"^```python\n# (\S+)\n(.*?)^```", PAGE, re.M | re.S)
RULES = "one_way or circle or standard_library or no_files or no_game or docstrings or stay"
"""Of what holds the house together: the tests that look at the rooms of every game."""


def moved_in(text: str) -> str:
    """A file of the toy as it reads in a house of which it is a part."""
    return re.sub(r"tests\.toy\.(\w+)", r"\1.toy", text)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product with the toy's rooms in it, and its line in `engine/games.py`."""
    house = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(ROOT / room, house / room, ignore=shutil.ignore_patterns("__pycache__", "static", "templates"))
        shutil.copytree(TOY / room, house / room / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    for file in house.glob("*/toy/*.py"):
        file.write_text(moved_in(file.read_text(encoding="utf-8")), encoding="utf-8")
    games = house / "engine" / "games.py"
    games.write_text(on_offer(games.read_text(encoding="utf-8")), encoding="utf-8")
    (house / "tests").mkdir()
    for name in ("__init__.py", "test_architecture.py"):
        shutil.copy(ROOT / "tests" / name, house / "tests" / name)
    steps = moved_in((TOY / "steps.py").read_text(encoding="utf-8"))
    (house / "tests" / "test_steps.py").write_text(steps, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", house)
    return house


def on_offer(games: str) -> str:
    """`engine/games.py` with the toy in it, as step 2 writes it."""
    (lines,) = (code for file, code in BLOCKS if file == "engine/games.py")
    imported, line = lines.strip().split("\n\n")
    before = re.search(r"^GAMES: .*$", games, re.M)
    assert before is not None
    return games.replace(before[0], line).replace("\n\nGAMES", f"\n{imported}\n\nGAMES")


def ran(house: Path, *asked: str) -> str:
    """What pytest says in that house; failing where it fails."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-vv", *asked]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_every_step_does_what_it_says(house: Path) -> None:
    said = ran(house, "tests/test_steps.py")
    passed = [int(number) for number in re.findall(r"::test_step_(\d+)_\w+ PASSED", said)]
    assert passed == [int(number) for number, _ in STEPS] == list(range(1, 12))


def test_a_house_with_one_more_game_is_still_in_order(house: Path) -> None:
    assert "passed" in ran(house, "tests/test_architecture.py", "-k", RULES)


def test_the_page_shows_the_code_that_runs() -> None:
    assert len({file for file, _ in BLOCKS}) >= 9
    for file, code in BLOCKS:
        room, *inside = Path(file).parts
        if inside[0] == "toy":
            text = moved_in((TOY / room / inside[1]).read_text(encoding="utf-8"))
            parts = [part.strip("\n") for part in re.split(r"^ *# \.\.\.$", code, flags=re.M)]
            assert [part for part in parts if part not in text] == [], file


def test_every_step_shows_code_and_names_files_that_exist() -> None:
    for part in re.split(r"^## (?=\d)", PAGE, flags=re.M)[1:]:
        assert "```python\n# " in part, part.splitlines()[0]
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", PAGE)
    assert [n for n in named if not (ROOT / n).exists() and not (TOY / n.replace("/toy/", "/")).exists()] == []
