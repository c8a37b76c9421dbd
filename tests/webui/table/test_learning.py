"""Learning the cubes: the guided tilts lead to the set that lies on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.icecult.certainty import PAWN_KEYS
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.learn import script
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.sized import KEYS
from engine.icecult.board import SLOTS
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import parse_action, perform
from engine.icecult.state import State
from engine.icecult.words.phrases import LANGUAGES
from tests.calibration.scenes import some_profile
from tests.webui.making import PLAYERS, Page, parts_for
from vision.table_eye import TableEye
from webui.icecult.learning import CubeLearning
from webui.parts import Parts


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


def test_where_paths_leave_through_the_corners_the_tilts_are_named_as_the_block_stands(tmp_path: Path) -> None:
    made = parts_for(tmp_path / "m.sqlite")
    made.learning.keep(KeptSet.of(some_profile(corners=True)))
    page = Page(made)
    assert (page.post("/api/learn/restart").get_json()["layout"], script()[0]) == ("corners", "Nn")
    told = page.post("/api/learn/enter", {"tops": looks()[0]}).get_json()["turned"]
    assert told["en"] == "Tilt the north and east cubes together to the north-east."
    assert told["de"] == "Die Eisblöcke im Norden und im Osten zusammen nach Nordosten kippen."
    assert set(told) == set(LANGUAGES)
    made.store.close()
    again = CubeLearning(tmp_path / "m.set.json")  # as the page begins on another evening
    assert (again.state()["layout"], again.restart(corners=False)["layout"]) == ("corners", "sides")


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


def laid() -> TableProfile:
    """A board that was measured, on which nobody has measured the pawns."""
    profile = some_profile()
    sure = dict.fromkeys(KEYS, 0.9) | dict.fromkeys(PAWN_KEYS, 0.2)
    return profile.changed(sizes={key: {"mm": profile.geometry[key], "sure": value} for key, value in sure.items()})


def watching(parts: Parts, profile: TableProfile, simulated: bool = False) -> TableEye[TableProfile]:
    """The eye that a match with this profile is watched with."""
    eye = parts.desk.eye(profile, None, simulated)
    assert isinstance(eye, TableEye)
    return eye


def test_pawns_that_are_measured_while_playing_are_known_from_then_on(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "m.sqlite")
    parts.learning.keep(KeptSet.of(laid()))
    rise = {"mm": 9.0, "sure": 0.9}
    watching(parts, laid()).measured(laid().sized({"stack_pitch": rise}))
    assert watching(parts, laid()).profile.geometry["stack_pitch"] == 9.0
    assert CubeLearning(tmp_path / "m.set.json").kept.sizes["stack_pitch"] == rise
    parts.store.close()


def test_what_is_measured_of_another_set_or_of_a_virtual_table_is_not_kept(parts: Parts) -> None:
    parts.learning.keep(KeptSet.of(laid()))
    before = parts.learning.kept
    other = laid().sized({"cube_edge": {"mm": 31.0, "sure": 0.9}, "stack_pitch": {"mm": 9.0, "sure": 0.9}})
    watching(parts, other).measured(other)
    watching(parts, laid(), simulated=True).measured(laid().sized({"stack_pitch": {"mm": 9.0, "sure": 0.9}}))
    assert parts.learning.kept == before
    parts.learning.keep(KeptSet.of(laid().sized({"stack_pitch": {"mm": 9.0, "sure": 0.9}})))
    assert (
        watching(parts, other.sized({"stack_pitch": {"mm": 12.0, "sure": 0.2}})).profile.geometry["stack_pitch"] == 12.0
    )
    assert watching(parts, laid(), simulated=True).profile == laid()


def test_a_set_that_cannot_be_written_while_playing_does_not_end_the_match(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    learning = CubeLearning(tmp_path / "gone" / "m.set.json")
    learning.kept = KeptSet.of(laid())
    learning.measured(laid().sized({"stack_pitch": {"mm": 9.0, "sure": 0.9}}))
    assert learning.kept.sizes["stack_pitch"]["mm"] == 9.0  # known as long as the page is open
    assert "cannot write the set" in caplog.text
