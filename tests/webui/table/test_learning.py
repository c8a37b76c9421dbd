"""Learning the cubes: the guided tilts lead to the set that lies on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.icecult.learn import script
from engine.icecult.board import SLOTS
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import parse_action, perform
from engine.icecult.state import State
from tests.webui.making import PLAYERS, Page, parts_for
from webui.app import Parts
from webui.icecult.learning import CubeLearning


def looks() -> list[dict[str, dict[str, str | None]]]:
    """What is on top at every step of the series, with the standard set."""
    state, out = State.setup(), []
    for word in (None, *script()):
        state = state if word is None else perform(state, parse_action(word))
        tops = STANDARD_SET.tops(state.cubes)
        out.append({slot: top.to_json() for slot, top in zip(SLOTS, tops, strict=True) if top})
    return out


def test_the_whole_series_by_hand_gives_the_set_and_new_matches_use_it(tmp_path: Path) -> None:
    made = parts_for(tmp_path / "m.sqlite")
    page = Page(made)
    assert page.get("/api/learn").get_json()["begun"] is False
    for tops in looks():
        answer = page.post("/api/learn/enter", {"tops": tops}).get_json()
        assert answer["problems"] == []
    assert answer["finished"] is True
    learned = CubeSet.from_json(made.learning.saved)
    assert [learned.tops((pose,) * 4) for pose in ("UN", "SU", "EN")] == [
        STANDARD_SET.tops((pose,) * 4) for pose in ("UN", "SU", "EN")
    ]
    page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}})
    assert made.desk.table().match.equipment == learned
    made.desk.clear()
    made.store.close()
    assert CubeLearning(tmp_path / "m.set.json").saved == made.learning.saved
    page.post("/api/learn/forget")
    assert CubeLearning(tmp_path / "m.set.json").saved is None


def test_a_wrong_look_is_told_and_not_learned(parts: Parts) -> None:
    page = Page(parts)
    first, second = looks()[:2]
    wrong = first | {"NW": {"symbol": "circle", "facing": None}}
    answer = page.post("/api/learn/enter", {"tops": wrong}).get_json()
    assert answer["problems"] == [{"key": "arc", "slot": "NW", "corner": "SE"}]
    page.post("/api/learn/enter", {"tops": first})
    assert page.get("/api/learn").get_json()["next"] == script()[0]
    answer = page.post("/api/learn/enter", {"tops": first}).get_json()
    assert {problem["key"] for problem in answer["problems"]} == {"again"}
    assert page.post("/api/learn/enter", {"tops": second}).get_json()["step"] == 1
    assert page.post("/api/learn/restart").get_json()["begun"] is False


@pytest.mark.parametrize(
    "tops", [None, {}, {"NW": 1}, dict.fromkeys(SLOTS), {slot: {"symbol": "red", "facing": "NW"} for slot in SLOTS}]
)
def test_looks_that_make_no_sense_are_refused(parts: Parts, tops: object) -> None:
    assert Page(parts).post("/api/learn/enter", {"tops": tops}).status_code == 400


def test_a_camera_must_be_set_up_before_it_can_look(parts: Parts) -> None:
    answer = Page(parts).post("/api/learn/look")
    assert (answer.status_code, "find the board first" in answer.get_json()["error"]) == (409, True)


def test_a_set_file_that_is_broken_is_set_aside_and_does_not_block_the_start(tmp_path: Path) -> None:
    path = tmp_path / "m.set.json"
    path.write_text('{"cubes": {"NW"')
    assert CubeLearning(path).saved is None
    assert not path.exists()
    assert (tmp_path / "m.set.json.unreadable").read_text() == '{"cubes": {"NW"'
