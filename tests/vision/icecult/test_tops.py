"""The cubes' tops, where the block was measured wrongly."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from tests.vision.icecult.frames import load, true_profile
from vision.icecult.observation import PATHS
from vision.icecult.read.cubes import cube_class, read_top
from vision.icecult.read.networks import log_softmax
from vision.icecult.read.observer import PLACES, Observer
from vision.icecult.read.stacks import Guess, guesses, mixed


@pytest.mark.parametrize("name", ["1050_easy", "1089_easy", "1158_easy"])
@pytest.mark.parametrize("up_mm", [-8.0, 8.0])
def test_a_block_measured_too_high_or_too_low_is_read_all_the_same(name: str, up_mm: float) -> None:
    bgr, truth = load(name)
    exact = true_profile(truth)
    height = exact.geometry["base_height"] + up_mm
    seen = Observer(exact.changed(geometry={**exact.geometry, "base_height": height})).read(bgr)
    got = {slot: (cube.symbol, cube.facing) for slot, cube in seen.cubes.items() if cube is not None}
    assert got == {slot: (top["symbol"], top["facing"]) for slot, top in truth["observation"]["cubes"].items()}


def test_guesses_of_several_rises_are_as_sure_as_they_agree() -> None:
    low = [Guess("rrr", 0.99), Guess("rr", 0.01)]
    high = [Guess("rr", 0.98), Guess("rrr", 0.02)]
    assert mixed([(1.0, low)]) == low
    best, other = mixed([(0.6, low), (0.4, high)])
    assert (best.text, other.text) == ("rrr", "rr")
    assert best.weight == pytest.approx(0.602)
    assert best.weight + other.weight == pytest.approx(1.0)


def test_a_hand_that_may_hide_a_pawn_hides_none_in_plain_view() -> None:
    bgr, truth = load("1089_easy")
    observer = Observer(true_profile(truth))
    seen = observer.evidence(bgr)
    empty = [f"{p}{k}" for p in PATHS for k, t in enumerate(truth["observation"]["paths"][p], 1) if t == ""][-1]
    at = PLACES.index(empty)
    assert observer.low_in_sight[at] == 1, "the block hides nothing of it"
    levels = log_softmax(np.array([[1.0, -1.5, -1.5, -1.5, -1.5]] + [[9.0, 0.0, 0.0, 0.0, 0.0]] * 11), 1)
    stacks = [guesses(levels) if k == at else options for k, options in enumerate(seen.stacks)]
    doubtful = dataclasses.replace(seen, stacks=stacks, hand=1.0, beside=[])
    for plain, hidden in ((0.95, False), (0.5, True)):
        view = np.where(np.arange(len(PLACES)) == at, plain, seen.plain)
        read = observer.decide(dataclasses.replace(doubtful, plain=view))
        assert (empty in read.hidden) is hidden


def test_a_space_behind_the_block_may_hold_a_pawn_that_is_missing() -> None:
    bgr, truth = load("1089_easy")
    observer = Observer(true_profile(truth))
    seen = observer.evidence(bgr)
    empty = [f"{p}{k}" for p in PATHS for k, t in enumerate(truth["observation"]["paths"][p], 1) if t == ""][-1]
    at = np.arange(len(PLACES)) == PLACES.index(empty)
    lacking = dataclasses.replace(seen, beside=seen.beside[1:])
    for bare, low, pawns, hidden in (
        (0.94, 0.1, lacking, True),
        (0.94, 0.1, seen, False),
        (0.94, 1.0, lacking, False),
        (0.99, 0.1, lacking, False),
    ):
        observer.low_in_sight = np.where(at, low, 1.0)
        stacks = [
            [Guess("", bare), Guess("b", 1 - bare)] if here else s for here, s in zip(at, seen.stacks, strict=True)
        ]
        read = observer.decide(dataclasses.replace(pawns, stacks=stacks))
        assert (empty in read.hidden) is hidden, (bare, low)


def test_a_stack_hardly_in_view_may_stand_on_a_pawn_that_is_missing() -> None:
    bgr, truth = load("1089_easy")
    observer = Observer(true_profile(truth))
    seen = observer.evidence(bgr)
    filled = {f"{p}{k}": t for p in PATHS for k, t in enumerate(truth["observation"]["paths"][p], 1) if t}
    place, text = next(iter(filled.items()))
    view = np.where(np.arange(len(PLACES)) == PLACES.index(place), 0.05, seen.plain)
    assert observer.decide(dataclasses.replace(seen, plain=view)).space(place) == text, "no pawn is missing"
    lacking = dataclasses.replace(seen, plain=view, beside=[])
    read = observer.decide(lacking)
    assert place in read.hidden
    assert str(read.space(place)).endswith(text[-1])


def test_a_top_names_what_else_it_may_be_and_not_the_same_thing_twice() -> None:
    probabilities = np.full(37, 1e-6)
    for symbol, facing, share in (("yellow", "N", 0.5), ("yellow", "N", 0.2), ("green", "N", 0.3)):
        probabilities[cube_class(symbol, facing, False) + (share == 0.2)] = share
    top = read_top(np.log(probabilities), plain=1.0, diagonal=False)
    assert top is not None
    assert (str(top), str(top.rival)) == ("yellow>N", "green>N")
