"""Learning sets: the guided series on random sets, and from any tilts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from calibration.icecult.defaults import load_set, standard_set
from calibration.icecult.learn import ARC_AT_HOME, HOME, TILTS, GuidedSeries, LearnError, SetLearner, rolled, script
from engine.core.errors import IcekeeperError
from engine.icecult.cube import FACES, CubeSet, Top, print_of
from webui.cli import main

SLOTS = ("NW", "NE", "SE", "SW")
_NEXT = {"U": "NESW", "D": "NESW", "N": "UEDW", "E": "UNDS", "S": "UEDW", "W": "UNDS"}


def random_set(seed: int) -> CubeSet:
    """A set with the arcs in their circle and everything else anywhere."""
    rng, cubes = random.Random(seed), {}
    for slot in SLOTS:
        symbols = ["red", "yellow", "green", "blue", "circle"]
        rng.shuffle(symbols)
        faces = {"U": print_of(HOME, Top("arc", ARC_AT_HOME[slot]))}
        for face, symbol in zip(FACES[1:], symbols, strict=True):
            faces[face] = symbol if symbol == "circle" else f"{symbol}>{rng.choice(_NEXT[face])}"
        cubes[slot] = faces
    return CubeSet.from_json({"spaces": 5, "cubes": cubes})


def tops(equipment: CubeSet, poses: dict[str, str]) -> dict[str, Top | None]:
    return {slot: equipment.cube(slot).top(poses[slot]) for slot in SLOTS}


def looks(equipment: CubeSet) -> list[dict[str, Top | None]]:
    """What a person who follows the script shows."""
    poses = dict.fromkeys(SLOTS, HOME)
    out = [tops(equipment, poses)]
    for tilt in script():
        poses = rolled(poses, tilt)
        out.append(tops(equipment, poses))
    return out


def test_ten_tilts_show_all_faces_and_two_check() -> None:
    poses, seen = dict.fromkeys(SLOTS, HOME), {(slot, "U") for slot in SLOTS}
    for number, tilt in enumerate(script(), 1):
        poses = rolled(poses, tilt)
        seen |= {(slot, pose[0]) for slot, pose in poses.items()}
        assert (len(seen) == 24) == (number >= 10)
    assert len(script()) == 12


@pytest.mark.parametrize("seed", range(20))
def test_the_guided_series_learns_any_set(seed: int) -> None:
    equipment, series = random_set(seed), GuidedSeries()
    for look in looks(equipment):
        assert series.look(look) == []
    assert series.finished
    assert series.learner.missing == []
    assert CubeSet.from_json(series.learner.set_json()).cubes == equipment.cubes


def test_the_series_notices_what_was_not_done() -> None:
    equipment, series = random_set(99), GuidedSeries()
    shown = looks(equipment)
    assert "must show its arc" in str(series.look(shown[1])[0])
    assert series.look(shown[0]) == []
    assert "again" in str(series.look(shown[0])[0])  # no tilt was made
    assert "cannot be read" in str(series.look({**shown[1], "NE": None})[0])
    other = {**shown[1], "SW": Top("circle", None)}
    assert "should not have moved" in str(series.look(other)[0])
    assert series.look(shown[1]) == []
    assert series.step == 1


def test_a_tilt_the_wrong_way_is_found_at_the_latest_by_the_check() -> None:
    equipment, caught = random_set(7), 0
    wrong = {"n": "s", "s": "n", "e": "w", "w": "e"}
    for at in range(len(script())):
        poses, series = dict.fromkeys(SLOTS, HOME), GuidedSeries()
        problems = series.look(tops(equipment, poses))
        for number, tilt in enumerate(script()):
            poses = rolled(poses, tilt[0] + wrong[tilt[1]] if number == at else tilt)
            problems = problems or series.look(tops(equipment, poses))
        caught += bool(problems)
    assert caught == len(script())


def test_the_set_up_position_begins_the_series_again() -> None:
    equipment, series = random_set(99), GuidedSeries()
    shown = looks(equipment)
    poses = rolled(rolled(dict.fromkeys(SLOTS, HOME), "Ns"), "Nn")  # the first tilt went the wrong way
    for look in (shown[0], tops(equipment, rolled(dict.fromkeys(SLOTS, HOME), "Ns"))):
        assert series.look(look) == []
    assert series.look(tops(equipment, poses)) == []  # which is the set-up position again
    assert (series.step, series.begun) == (0, True)
    for look in shown[1:]:
        assert series.look(look) == []
    assert CubeSet.from_json(series.learner.set_json()).cubes == equipment.cubes


def test_a_symbol_that_a_cube_bears_twice_is_doubted_once_and_told() -> None:
    data = random_set(4).to_json()
    data["cubes"]["NE"]["D"] = data["cubes"]["NE"]["S"].split(">")[0] + ">E"
    equipment, series, doubts = CubeSet.from_json(data), GuidedSeries(), 0
    for look in looks(equipment):
        if problems := series.look(look):
            doubts += 1
            assert "cube NE shows" in str(problems[0])
            assert series.doubtful
            assert series.look(look) == []  # shown a second time, it is meant
    assert (series.finished, doubts) == (True, 1)
    assert CubeSet.from_json(series.learner.set_json()).cubes == equipment.cubes
    assert series.learner.twice == [("NE", data["cubes"]["NE"]["S"].split(">")[0])]


def test_a_cube_that_cannot_be_read_stays_open_until_it_can() -> None:
    equipment, series = random_set(6), GuidedSeries()
    shown = looks(equipment)
    assert series.look(shown[0]) == []
    covered = {**shown[1], "NE": None}
    assert "cube NE cannot be read" in str(series.look(covered)[0])
    assert series.look(covered, insists=True) == []
    assert series.step == 1
    assert ("NE", "S") in series.learner.missing
    assert series.look(shown[1]) == []  # the same step with the cube in view
    assert series.step == 1
    assert ("NE", "S") not in series.learner.missing
    for look in shown[2:]:
        assert series.look(look) == []
    assert series.learner.missing == []
    assert series.look(shown[0]) == []  # what comes after the end is no part of it
    assert series.finished


def test_corner_layouts_are_told_as_they_stand() -> None:
    series = GuidedSeries(corners=True)
    series.look(looks(random_set(1))[0])
    assert series.instruction == "tilt the cubes in the north and east together to the north-east (Nn)"


def test_random_tilts_teach_the_set_and_conflicts_are_told() -> None:
    equipment, rng, learner = random_set(3), random.Random(1), SetLearner()
    poses = dict.fromkeys(SLOTS, HOME)
    for _ in range(200):
        poses = rolled(poses, rng.choice(TILTS))
        for slot, top in tops(equipment, poses).items():
            assert top is not None
            assert learner.observe(slot, poses[slot], top.symbol, top.facing) is None
    learned = CubeSet.from_json(learner.set_json())
    for slot in SLOTS:
        for pose_up in ("UN", "DN", "NU", "EN", "SU", "WN"):
            assert learned.cube(slot).top(pose_up) == equipment.cube(slot).top(pose_up)
    conflict = learner.observe("NW", "UN", "circle", None)
    assert conflict is not None
    assert "cube NW, face U" in str(conflict)
    assert learner.cube("NW")["U"] == "arc:SE"  # one misreading does not overturn many sightings
    with pytest.raises(LearnError, match="expected a place"):
        learner.observe("XX", "UN", "circle", None)
    with pytest.raises(LearnError, match="expected a tilt"):
        rolled(poses, "Ne")


def test_faces_not_seen_stay_open_and_known_ones_are_kept() -> None:
    learner = SetLearner({"spaces": 5, "cubes": {"NE": {"U": "arc:SW", "D": None}}})
    data = learner.set_json()
    assert data["cubes"]["NE"] == {"U": "arc:SW", **dict.fromkeys("DNESW")}
    assert len(learner.missing) == 23


def test_standard_set_is_valid_and_bad_files_are_refused(tmp_path: Path) -> None:
    assert CubeSet.from_json(standard_set()).name == "standard"
    for text, words in (("{", "expected a set"), ("[]", '"cubes"')):
        (tmp_path / "set.json").write_text(text)
        with pytest.raises(IcekeeperError, match=words):
            load_set(tmp_path / "set.json")
    with pytest.raises(IcekeeperError, match="cannot read"):
        load_set(tmp_path / "none.json")


def _lines(equipment: CubeSet) -> list[dict[str, Any]]:
    return [{"cubes": {s: None if t is None else t.to_json() for s, t in look.items()}} for look in looks(equipment)]


def test_the_command_learns_from_observations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "seen.jsonl", tmp_path / "set.json"
    source.write_text("\n".join(json.dumps(line) for line in _lines(random_set(5))))
    assert main(["learn-set", "--observations", str(source), "--out", str(out)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["complete"] is True
    assert CubeSet.from_json(json.loads(out.read_text())).cubes == random_set(5).cubes


def test_the_command_says_where_the_series_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "seen.jsonl", tmp_path / "set.json"
    lines = _lines(random_set(5))
    source.write_text("\n".join(json.dumps(line) for line in [lines[0], lines[0]]))
    assert main(["learn-set", "--observations", str(source), "--out", str(out)]) == 1
    assert "stopped after 0 tilts" in capsys.readouterr().err
    source.write_text('{"cubes": 3}')
    assert main(["learn-set", "--observations", str(source), "--out", str(out)]) == 1
    assert main(["learn-set", "photo.jpg"]) == 1
    assert "--table" in capsys.readouterr().err
    assert main(["learn-set"]) == 0
    assert "tilt NW and NE together to the north" in capsys.readouterr().out
