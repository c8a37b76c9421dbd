"""Evidence of one rest: fused readings, what a misfit costs, JSON both ways."""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe, sight_of
from vision.icecult.belief.prices import STANDARD
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.belief.views.fusing import plain
from vision.icecult.belief.views.readings import fits
from vision.icecult.observation import Observation

START = State.setup()


def test_the_true_state_costs_nothing() -> None:
    sight = sight_of([observe(START), observe(START)])
    assert sight.cost(START, STANDARD_SET) == 0
    assert sight.misreads(START, STANDARD_SET) == ()


def test_what_is_hidden_fits_anything() -> None:
    seen = observe(START) | {"hidden": ["NW", "N1", "start"], "start": None}
    seen["cubes"]["NW"] = None
    seen["paths"]["N"][0] = None
    sight = sight_of([seen])
    moved = State(("SU", *START.cubes[1:]), (("r", "", "", "", ""), *START.paths[1:]), START.start[1:], START.goal, "r")
    assert sight.cost(moved, STANDARD_SET) == 0
    assert {"NW", "N1"} <= set(sight.unseen())


def test_doubts_do_not_add_up_and_certainties_do() -> None:
    """Two equal pawns seen from above look like one in every picture: ten pictures tell no more than one."""

    def evidence(confidence: float, pictures: int, place: str) -> float:
        seen = observe(START)
        seen["confidences"] = dict.fromkeys(seen["confidences"], confidence) | {place: confidence}
        return sight_of([seen] * pictures, held_s=2.0).readings(place).top_score

    for confidence in (0.5, 0.78, 0.9):
        assert evidence(confidence, 10, "W1") == evidence(confidence, 1, "W1")
    assert evidence(0.97, 10, "W1") == pytest.approx(STANDARD.held_most * evidence(0.97, 1, "W1"), abs=0.01)
    assert evidence(0.9, 10, "W1") < evidence(0.94, 10, "W1") < evidence(0.97, 10, "W1")
    assert evidence(0.78, 10, "start") > evidence(0.78, 1, "start"), "loose pawns are in sight now and then"


def told(place: str, *pictures: tuple[dict[str, float], float]) -> dict[Any, float]:
    """The evidence at a place by pictures that say how likely each value is, and how likely it is out of sight."""
    base = Observation.from_json(observe(START))
    seen = [
        replace(base, readings={place: tuple((v, math.log(p)) for v, p in likely.items())}, unseen={place: unseen})
        for likely, unseen in pictures
    ]
    return dict(CultView.of(seen).readings(place).scores)


def test_the_evidence_of_values_is_how_much_likelier_one_is_than_the_other() -> None:
    (scores,) = [told("N1", ({"rg": 0.7, "r": 0.2}, 0.0))]
    assert scores["rg"] - scores["r"] == pytest.approx(math.log(0.7 / 0.2), abs=0.01)
    assert scores["rg"] == pytest.approx(math.log(0.7 / 0.1), abs=0.01), "any other value has a tenth at most"
    assert told("NW", ({"red>N": 0.9, "arc:SE": 0.06}, 0.0)).keys() == {("red", "N"), ("arc", "SE")}


def test_what_is_likely_out_of_sight_says_little_and_a_picture_in_which_it_is_in_sight_all() -> None:
    plainly, hardly = ({"rg": 0.99}, 0.0), ({"rg": 0.99}, 0.9)
    assert told("N1", hardly).get("rg", 0.0) < 0.2 * told("N1", plainly)["rg"]
    assert told("N1", ({"rg": 0.99}, 1.0)) == {}
    assert told("N1", plainly, ({"b": 0.9}, 1.0)) == told("N1", plainly)


def test_likely_values_add_up_over_pictures_where_they_are_in_no_doubt() -> None:
    sure, doubtful = ({"rg": 0.99}, 0.0), ({"rg": 0.7, "r": 0.3}, 0.0)
    assert told("N1", sure, sure, sure)["rg"] > 1.5 * told("N1", sure)["rg"]
    assert told("N1", doubtful, doubtful, doubtful) == told("N1", doubtful)


def test_one_wrong_picture_is_outvoted() -> None:
    wrong = observe(START)
    wrong["paths"]["E"][2] = "g"
    sight = sight_of([wrong, observe(START), observe(START)])
    assert sight.paths[1][2].best == ""
    assert sight.cost(START, STANDARD_SET) < 1


def test_a_misfit_is_bounded_unless_it_was_certain_before_and_has_stood() -> None:
    wrong = observe(START, noise=Noise(confidence=0.9999))
    wrong["paths"]["E"][2] = "g"
    short, long = sight_of([wrong] * 12), sight_of([wrong] * 12, held_s=1.0)
    assert short.cost(START, STANDARD_SET) == STANDARD.misread_most
    assert long.standing_on({"E3": ""}).cost(START, STANDARD_SET) == STANDARD.firm_most
    assert short.standing_on({"E3": ""}).cost(START, STANDARD_SET) == STANDARD.misread_most


def test_a_cube_that_is_read_surely_and_for_long_is_not_misread() -> None:
    seen = observe(START, noise=Noise(confidence=0.9999))
    rolled = replace(START, cubes=("SU", *START.cubes[1:]))
    assert sight_of([seen] * 12).cost(rolled, STANDARD_SET) == STANDARD.misread_most
    assert sight_of([seen] * 12, held_s=1.0).cost(rolled, STANDARD_SET) == STANDARD.firm_most
    unsure = observe(START, noise=Noise(confidence=0.85))
    assert sight_of([unsure] * 12, held_s=1.0).cost(rolled, STANDARD_SET) < 9.0


def test_a_pawn_too_many_must_be_in_nearly_every_picture() -> None:
    seen, more = observe(START), observe(START) | {"extra": "b"}
    assert sight_of([more] * 9 + [seen]).extra == "b"
    assert sight_of([more] * 4 + [seen] * 2).extra == ""
    assert CultView.from_json(sight_of([more]).to_json()).extra == "b"


def test_the_lower_part_of_a_stack_may_be_anything() -> None:
    assert fits("?rg", "rg")
    assert fits("?rg", "ybrg")
    assert not fits("?rg", "gr")
    assert not fits("rg", "yrg")


def test_json_reads_back() -> None:
    rng = random.Random(3)
    seen = [observe(START, noise=Noise(0.1, 0.2, 0.9), rng=rng) for _ in range(4)]
    sight = sight_of(seen, 0.75)
    again = CultView.from_json(sight.to_json())
    assert again.to_json() == sight.to_json()
    other = replace(START, cubes=("SU", *START.cubes[1:]))
    assert again.cost(other, STANDARD_SET) == sight.cost(other, STANDARD_SET)


def test_one_picture_is_enough_where_every_place_was_read_surely() -> None:
    assert _plain(observe(START))
    doubtful = observe(START)
    doubtful["confidences"]["E3"] = 0.9
    assert not _plain(doubtful)
    covered = observe(START)
    covered["cubes"]["SW"] = None
    assert not _plain(covered)
    assert _plain(observe(START) | {"start": None, "hidden": ["start"]})


def test_a_place_that_is_hidden_as_before_is_not_waited_for() -> None:
    seen = observe(START) | {"hidden": ["S1"]}
    seen["paths"]["S"][0] = None
    del seen["confidences"]["S1"]
    assert not _plain(seen)
    assert _plain(seen, {"S1", "NE"})
    assert not _plain(seen, {"S2"})
    seen["confidences"]["E3"] = 0.9
    assert not _plain(seen, {"S1"})
    assert not _plain(observe(START) | {"hidden": ["W2"]})


def _plain(picture: dict[str, Any], usual: Collection[str] = ()) -> bool:
    return plain(Observation.from_json(picture), usual)
