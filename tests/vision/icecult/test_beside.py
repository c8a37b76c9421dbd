"""Stacks beside the paths: at the start and beyond the tips."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.icecult.geometry import make_geometry
from tests.vision.icecult.frames import load, true_profile
from tests.vision.icecult.test_bands import rows
from vision.icecult.observation import in_order
from vision.icecult.read.aim import Aim
from vision.icecult.read.beside import closer, not_behind, places, read_as, read_beside, there, with_bands
from vision.icecult.read.joint import undoubted
from vision.icecult.read.networks import pawn_heat
from vision.icecult.read.observer import Observer
from vision.icecult.read.pawns import Spot, find_spots, on_a_path
from vision.icecult.read.rectify import BLIND, TABLE_PX, space_feet, table_patch
from vision.icecult.read.stacks import Guess
from vision.rectify import Sampler

pytestmark = pytest.mark.slow

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


def test_a_print_in_the_block_is_no_pawn_behind_it() -> None:
    """Through clear cubes a blue arrow looks like a blue pawn that stands where nobody could see one."""
    behind, beside, before = (Spot(xy, "start", PAWN) for xy in ((0.0, 62.0), (70.0, 62.0), (0.0, -62.0)))
    low, high = np.array([0.0, -800.0, 300.0]), np.array([0.0, -400.0, 1500.0])
    values = make_geometry().values
    assert not_behind([behind, beside, before], values, low) == ([beside, before], True)
    assert not_behind([behind, beside, before], values, high) == ([behind, beside, before], False)
    assert not_behind([Spot((0.0, 62.0), "start", [Guess("b", 0.2), Guess("", 0.8)])], values, low) == ([], False)
    assert not_behind([], values, low) == ([], False)


def test_the_start_is_not_told_while_a_missing_pawn_may_shine_through_the_block() -> None:
    bgr, truth = load("1089_easy")
    observer = Observer(true_profile(truth))
    seen = observer.evidence(bgr)
    assert observer.decide(replace(seen, shining=True)).start == truth["observation"]["start"], "none is missing"
    lacking = replace(seen, beside=seen.beside[1:])
    assert observer.decide(lacking).start is not None
    read = observer.decide(replace(lacking, shining=True))
    assert read.start is None
    assert "start" in read.hidden


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


@pytest.mark.parametrize(
    ("name", "thought_mm"), [("1006_medium", 6.5), ("1070_hard", 8.0), ("1075_medium", 8.0), ("1215_easy", 6.0)]
)
def test_bands_tell_what_stands_there_though_it_rises_otherwise_than_thought(name: str, thought_mm: float) -> None:
    bgr, truth = load(name)
    profile = true_profile(truth)
    eye, feet = np.asarray(profile.camera.position_mm, float), space_feet(profile.geometry, {})
    patch = table_patch(eye)
    heat, _ = pawn_heat(Sampler.of(profile.project, patch, TABLE_PX, TABLE_PX).take(bgr))
    spots = find_spots(heat, patch, profile.geometry)
    low, blind = (
        Aim({**profile.geometry, **sizes}, eye, feet, profile.project) for sizes in ({"stack_pitch": thought_mm}, BLIND)
    )
    misread = read_beside(bgr, spots, profile.geometry, [(1.0, low)])
    read = closer(bgr, misread, [], blind)
    assert goals(misread) != truth["observation"]["goal"]
    assert goals(read) == truth["observation"]["goal"]


def goals(spots: list[Spot]) -> dict[str, str]:
    """The pawns in each goal, by the likeliest guesses."""
    found = dict.fromkeys("NESW", "")
    for spot in spots:
        if spot.area != "start":
            found[spot.area] += max(spot.options, key=lambda g: g.weight).text
    return {path: in_order(text) for path, text in found.items()}


def test_bands_make_it_likelier_that_something_stands_there_or_nothing() -> None:
    doubtful = Spot((90, 90), "start", [Guess("rr", 0.3), Guess("r", 0.2), Guess("", 0.5)])
    shown, bare = (with_bands(doubtful, rows(bands), 0.7) for bands in ("..rrrr.r..r..", "............."))
    assert max(shown.options, key=lambda g: g.weight).text == "rrr"
    assert there(bare) < 0.4 < 0.6 < there(shown)
    assert sum(g.weight for g in shown.options) == pytest.approx(1.0)
