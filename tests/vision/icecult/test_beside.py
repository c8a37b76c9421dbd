"""Stacks beside the paths: at the start and beyond the tips."""

from __future__ import annotations

import pytest

from calibration.icecult.geometry import make_geometry
from tests.vision.icecult.frames import load, true_profile
from vision.icecult.read.beside import places, read_as, there
from vision.icecult.read.joint import undoubted
from vision.icecult.read.observer import Observer
from vision.icecult.read.pawns import Spot, on_a_path
from vision.icecult.read.stacks import Guess

PAWN = [Guess("r", 0.9), Guess("", 0.1)]
FAINT = [Guess("r", 0.3), Guess("", 0.7)]


@pytest.mark.parametrize("name", ["1004_hard", "1020_easy", "1070_hard", "1215_easy"])
def test_stacks_at_the_start_and_in_the_goals_are_read(name: str) -> None:
    bgr, truth = load(name)
    read, want = Observer(true_profile(truth)).read(bgr), truth["observation"]
    assert (read.start, dict(read.goal)) == (want["start"], want["goal"])


def test_a_foot_is_found_once() -> None:
    geometry = make_geometry()
    foot, twice, other = Spot((90, 90), "start", PAWN), Spot((98, 95), "start", FAINT), Spot((90, 130), "start", PAWN)
    head, on_path = Spot((90, 160), "start", PAWN, rides=True), Spot((0, 130), "start", PAWN)
    assert places([twice, foot, head, on_path, other], geometry.values) == [foot, other]


def test_what_stands_on_a_space_is_not_beside_it() -> None:
    values = make_geometry().values
    assert on_a_path((0, 130), values)
    assert not on_a_path((40, 130), values)
    assert not on_a_path((0, 400), values), "beyond the tip is the goal"


def test_a_stack_is_as_sure_as_it_looks_and_as_its_foot_was_found() -> None:
    stacks = [Guess("rg", 0.6), Guess("r", 0.2), Guess("", 0.2)]
    found, faint = (read_as(Spot((90, 90), "start", options), stacks) for options in (PAWN, FAINT))
    assert found.options[0].text == faint.options[0].text == "rg"
    assert there(faint) < 0.8 < there(found)
    assert sum(guess.weight for guess in found.options) == pytest.approx(1.0)


def test_a_place_that_looks_filled_is_no_pawn_where_hardly_a_foot_was_found() -> None:
    """A tall stack behind it fills the picture of an empty place."""
    faint = Spot((90, 90), "start", [Guess("b", 0.2), Guess("", 0.8)])
    assert there(read_as(faint, [Guess("b", 0.95), Guess("", 0.05)])) < 0.5


def test_nothing_is_in_doubt_when_every_pawn_is_plainly_seen() -> None:
    plain = [[Guess(colour * 5, 0.99)] for colour in "rygb"]
    assert undoubted(plain)
    assert not undoubted([*plain, [Guess("r", 0.9)]]), "one too many"
    assert undoubted([*plain[:3], [Guess("bbbbb", 0.6), Guess("bbbb", 0.4)]]), "they are all there"
    assert not undoubted([*plain[:3], [Guess("bbbb", 0.6), Guess("bbbbb", 0.4)]])
