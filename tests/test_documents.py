"""The pages for those who work on the house say what is so: rooms, files, commands and names that they name exist."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.test_architecture import LAYERS, ROOT

HOUSE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MOST_ROOMS, MOST_NAMES = 7, 20
PICTURE = re.findall(r"^    ( *)([\w.]+/?) +(.*)$", HOUSE.partition("\n## ")[0], re.M)
NAMES = re.findall(r"^\| (?!known as|---)(.*?) \| (.*?) \| `(.*?)` \|$", HOUSE, re.M)


def floors() -> dict[Path, list[tuple[Path, str]]]:
    """Every room of the first floor, with what is drawn in it and what is said there."""
    out: dict[Path, list[tuple[Path, str]]] = {}
    for indent, name, said in PICTURE:
        here = list(out)[-1] if indent else ROOT / name
        out.setdefault(here, []).append((here / name if indent else here, said))
    return out


def test_the_first_floor_is_drawn_whole_and_has_few_rooms() -> None:
    packages = {file.parent for file in ROOT.glob("*/__init__.py")} - {ROOT / "tests"}
    assert set(floors()) == packages == {ROOT / name for name in (*LAYERS, "bench")}
    assert len(packages) <= MOST_ROOMS


def test_the_second_floor_is_drawn_as_it_is() -> None:
    for floor, rooms in floors().items():
        assert [str(room) for room, _ in rooms if not room.exists()] == []
        named = {room.name for room, _ in rooms} | {name for _, said in rooms for name in re.findall(r"(\w+)/", said)}
        assert {file.parent.name for file in floor.glob("*/__init__.py") if floor.name != "bench"} <= named
        assert named <= {room.name for room in floor.rglob("*")} | {floor.name}


@pytest.mark.parametrize("page", [HOUSE, CONTRIBUTING], ids=["architecture", "contributing"])
def test_files_and_commands_that_are_named_exist(page: str) -> None:
    paths = re.findall(r"(?<![\w/<])((?:[\w-]+/)+[\w-]+\.(?:py|md|js|toml))\b", page)
    inside = (ROOT, ROOT / "webui", ROOT / "webui" / "static")
    assert [path for path in paths if not any((top / path).exists() for top in inside)] == []
    assert [name for name in re.findall(r"python -m ([\w.]+)", page) if find_spec(name) is None] == []
    targets = re.findall(r"(?:make|\|) ([a-z]+(?:-[a-z]+)*)(?= +[|#])", page) if page is CONTRIBUTING else []
    assert [name for name in targets if not re.search(rf"^{name}:", MAKEFILE, re.M)] == []


def test_known_names_are_few_and_stand_in_the_code() -> None:
    assert 0 < len(NAMES) <= MOST_NAMES
    for known, here, where in NAMES:
        code = (ROOT / where).read_text(encoding="utf-8")
        assert [name for name in re.findall(r"`(.*?)`", here) if name not in code] == [], known


def test_a_page_for_newcomers_stays_a_page() -> None:
    assert len(HOUSE.splitlines()) <= 120
