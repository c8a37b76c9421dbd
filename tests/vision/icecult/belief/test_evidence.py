"""Evidence of one rest: fused readings, what a misfit costs, JSON both ways."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.icecult.cube import STANDARD_SET
from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe
from vision.icecult.belief.evidence import FIRM_MOST, Sight, plain
from vision.icecult.belief.readings import MOST, fits

START = State.setup()


def test_the_true_state_costs_nothing() -> None:
    sight = Sight.of([observe(START), observe(START)])
    assert sight.cost(START, STANDARD_SET) == 0
    assert sight.misreads(START, STANDARD_SET) == ()


def test_what_is_hidden_fits_anything() -> None:
    seen = observe(START) | {"hidden": ["NW", "N1", "start"], "start": None}
    seen["cubes"]["NW"] = None
    seen["paths"]["N"][0] = None
    sight = Sight.of([seen])
    moved = State(("SU", *START.cubes[1:]), (("r", "", "", "", ""), *START.paths[1:]), START.start[1:], START.goal, "r")
    assert sight.cost(moved, STANDARD_SET) == 0
    assert {"NW", "N1"} <= set(sight.unseen())


def test_one_wrong_picture_is_outvoted() -> None:
    wrong = observe(START)
    wrong["paths"]["E"][2] = "g"
    sight = Sight.of([wrong, observe(START), observe(START)])
    assert sight.paths[1][2].best == ""
    assert sight.cost(START, STANDARD_SET) < 1


def test_a_misfit_is_bounded_unless_it_was_certain_before_and_has_stood() -> None:
    wrong = observe(START, noise=Noise(confidence=0.9999))
    wrong["paths"]["E"][2] = "g"
    short, long = Sight.of([wrong] * 12), Sight.of([wrong] * 12, held_s=1.0)
    assert short.cost(START, STANDARD_SET) == MOST
    assert long.standing_on({"E3": ""}).cost(START, STANDARD_SET) == FIRM_MOST
    assert short.standing_on({"E3": ""}).cost(START, STANDARD_SET) == MOST


def test_a_cube_that_is_read_surely_and_for_long_is_not_misread() -> None:
    seen = observe(START, noise=Noise(confidence=0.9999))
    rolled = replace(START, cubes=("SU", *START.cubes[1:]))
    assert Sight.of([seen] * 12).cost(rolled, STANDARD_SET) == MOST
    assert Sight.of([seen] * 12, held_s=1.0).cost(rolled, STANDARD_SET) == FIRM_MOST
    unsure = observe(START, noise=Noise(confidence=0.85))
    assert Sight.of([unsure] * 12, held_s=1.0).cost(rolled, STANDARD_SET) < 9.0


def test_a_pawn_too_many_must_be_in_nearly_every_picture() -> None:
    seen, more = observe(START), observe(START) | {"extra": "b"}
    assert Sight.of([more] * 9 + [seen]).extra == "b"
    assert Sight.of([more] * 4 + [seen] * 2).extra == ""
    assert Sight.from_json(Sight.of([more]).to_json()).extra == "b"


def test_the_lower_part_of_a_stack_may_be_anything() -> None:
    assert fits("?rg", "rg")
    assert fits("?rg", "ybrg")
    assert not fits("?rg", "gr")
    assert not fits("rg", "yrg")


def test_json_reads_back() -> None:
    rng = random.Random(3)
    seen = [observe(START, noise=Noise(0.1, 0.2, 0.9), rng=rng) for _ in range(4)]
    sight = Sight.of(seen, 0.75)
    again = Sight.from_json(sight.to_json())
    assert again.to_json() == sight.to_json()
    other = replace(START, cubes=("SU", *START.cubes[1:]))
    assert again.cost(other, STANDARD_SET) == sight.cost(other, STANDARD_SET)


def test_one_picture_is_enough_where_every_place_was_read_surely() -> None:
    assert plain(observe(START))
    doubtful = observe(START)
    doubtful["confidences"]["E3"] = 0.9
    assert not plain(doubtful)
    covered = observe(START)
    covered["cubes"]["SW"] = None
    assert not plain(covered)
    assert plain(observe(START) | {"start": None, "hidden": ["start"]})


def test_a_place_that_is_hidden_as_before_is_not_waited_for() -> None:
    seen = observe(START) | {"hidden": ["S1"]}
    seen["paths"]["S"][0] = None
    del seen["confidences"]["S1"]
    assert not plain(seen)
    assert plain(seen, {"S1", "NE"})
    assert not plain(seen, {"S2"})
    seen["confidences"]["E3"] = 0.9
    assert not plain(seen, {"S1"})
    assert not plain(observe(START) | {"hidden": ["W2"]})
