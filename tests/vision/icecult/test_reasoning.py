"""From probabilities to readings: tops, stacks, pawns on the table, five of each colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.icecult.geometry import make_geometry
from calibration.icecult.profile import ArmPose
from engine.icecult.board import SLOTS
from tests.calibration.scenes import camera_above, profile_of
from vision.icecult.observation import PATHS
from vision.icecult.read.cubes import cube_class, read_top, reading, turned, unlikely, with_set
from vision.icecult.read.joint import beyond, pawns_missing, seen_once, weigh
from vision.icecult.read.networks import NetworkEvidence, level_softness
from vision.icecult.read.observer import Observer
from vision.icecult.read.pawns import Spot, area_of, find_spots
from vision.icecult.read.rectify import TABLE_MM, Screened, table_patch
from vision.icecult.read.stacks import (
    Guess,
    bottom_up,
    clearly_empty,
    guesses,
    guesses_of_two,
    read_space,
    top_down,
    upper_part,
)


def levels(*rows: tuple[float, ...]) -> np.ndarray:
    """Log-probabilities of 12 levels; those not given are empty."""
    out = np.full((12, 5), 1e-6)
    out[:, 0] = 1
    for k, row in enumerate(rows):
        out[k] = np.array(row) + 1e-9
    return np.asarray(np.log(out / out.sum(1, keepdims=True)))


def best(options: list[Guess]) -> Guess:
    return max(options, key=lambda g: g.weight)


@pytest.mark.parametrize("diagonal", [False, True])
def test_classes_and_readings_are_inverse(diagonal: bool) -> None:
    tops = [(c, path) for c in ("red", "yellow", "green", "blue") for path in PATHS]
    for symbol, facing in [*tops, ("circle", None), *(("arc", slot) for slot in SLOTS)]:
        read = reading(cube_class(symbol, facing, diagonal), diagonal, 1.0)
        assert (read.symbol, read.facing) == (symbol, facing)


def test_turning_a_cube_turns_its_class() -> None:
    label = np.array([cube_class("red", "N", False), cube_class("arc", "NW", False), 32, cube_class("blue", "N", True)])
    assert turned(label, 1, False).tolist() == [
        cube_class("red", "E", False),
        cube_class("arc", "NE", False),
        32,
        cube_class("blue", "E", True),
    ]
    # in the corner layout an arrow to N is printed towards the block's north-west; its mirror image points to E
    assert turned(label, 0, True).tolist() == [
        cube_class("red", "N", False),
        cube_class("arc", "NE", False),
        32,
        cube_class("blue", "E", True),
    ]


def test_covered_top_is_not_guessed() -> None:
    log_probs = np.log(np.full(37, 1 / 37))
    assert read_top(log_probs, plain=0.01, diagonal=False) is None
    sure = np.log(np.where(np.arange(37) == 32, 0.99, 0.01 / 36))
    top = read_top(sure, plain=0.01, diagonal=False)
    assert top is not None
    assert top.symbol == "circle"
    assert top.confidence == pytest.approx(0.99)


def test_symbols_the_set_lacks_are_less_likely() -> None:
    known = {"cubes": {"NW": {"U": "arc:SE", "D": "red>N", "N": "red>U", "E": "blue>N", "S": "green>D", "W": "blue>S"}}}
    assert unlikely(known) == {"yellow", "circle"}
    assert unlikely(None) == frozenset()
    assert unlikely({"cubes": {"NW": {"U": "arc:SE", "D": None}}}) == frozenset()
    even = np.log(np.full(37, 1 / 37))
    assert with_set(even, unlikely(known), False)[32] < even[32] - 3


def test_stack_from_levels() -> None:
    options = guesses(levels((0.01, 0.97, 0.02, 0, 0), (0.02, 0, 0, 0.9, 0.08)))
    assert best(options).text == "rg"
    assert best(options).weight == pytest.approx(0.97 * 0.9, abs=0.02)
    assert sum(g.weight for g in options) == pytest.approx(1, abs=1e-2)
    assert best(guesses(levels())).text == ""


def test_the_top_pawns_colour_is_known_even_if_its_height_is_not() -> None:
    """Blue or red below, one or two of them, and a yellow cone on top: never a stack with blue or red on top."""
    unsure = levels((0, 0.5, 0, 0, 0.5), (0, 0.3, 0.4, 0, 0.3), (0.5, 0.01, 0.48, 0, 0.01))
    by_top = {c: sum(g.weight for g in guesses(unsure) if g.text.endswith(c)) for c in "ryb"}
    assert by_top["y"] > 3 * (by_top["r"] + by_top["b"])


def test_a_space_that_is_empty_beyond_doubt_is_read_as_empty() -> None:
    levels = np.tile(np.array([0.0, -40, -40, -40, -40], np.float32), (12, 1))
    assert guesses(levels) == [Guess("", pytest.approx(1.0))]


def test_a_stack_is_read_from_its_top_down() -> None:
    rims = levels((0, 0, 0, 0, 1), (0.1, 0.8, 0.1, 0, 0), (0.3, 0, 0.7, 0, 0))
    read = top_down(rims, 12)
    assert read[0][1] == "yrb"
    assert np.exp(read[0][0]) == pytest.approx(0.8 * 0.7, abs=0.01)
    assert {text: round(float(np.exp(score)), 2) for score, text in read[:4]} == {
        "yrb": 0.56,
        "rb": 0.24,
        "b": 0.1,
        "yyb": 0.07,
    }


@pytest.mark.parametrize("spread", [0.5, 2.0, 5.0])
def test_what_is_dropped_while_searching_could_not_have_been_among_the_best(spread: float) -> None:
    scores = np.random.default_rng(3).normal(0, spread, (20, 12, 5))
    scores[:, 4:, 0] += 12
    for each in scores - np.log(np.exp(scores).sum(2, keepdims=True)):
        for search in (bottom_up, top_down):
            few, many = search(each, 12), search(each, 5000)
            assert [text for _, text in few] == [text for _, text in many[:12]]
            assert [score for score, _ in few] == pytest.approx([score for score, _ in many[:12]])


def test_two_looks_at_a_stack_are_weighed_against_each_other() -> None:
    unsure = levels((0, 0.5, 0, 0.5, 0), (0.02, 0, 0.98, 0, 0))
    closer = levels((0, 0, 1, 0, 0), (0.1, 0.85, 0, 0.05, 0))
    both = guesses_of_two(unsure, closer)
    assert both[0].text == "ry"
    assert both[0].weight > 0.7
    certain = levels((0, 0.0001, 0, 0.9999, 0), (0.0001, 0, 0.9999, 0, 0))
    assert guesses_of_two(certain, closer)[0].text == "gy"


def test_what_pawns_are_missing_does_not_tell_where_they_stand() -> None:
    """Two red pawns and a blue one are missing, and a covered stack shows a red top: what is below stays open."""
    alone = [Guess("rr", 0.5), Guess("br", 0.3), Guess("gr", 0.2)]
    weighed = [Guess("rr", 0.97), Guess("br", 0.02), Guess("gr", 0.01)]
    assert upper_part(weighed, alone) == "?r"
    assert upper_part(weighed, weighed) == "?rr"
    assert read_space(weighed, plain=0.0, share=0.1, alone=alone)[0] == "?r"


def test_what_only_the_count_decides_is_not_said_as_if_it_were_seen() -> None:
    """The pawns that are left fit one of many orders, and the others are not on the list."""
    alone = [Guess("ryyrby", 0.03), Guess("rygrby", 0.02), Guess("byybby", 0.02)]
    by_count = [Guess("rygrby", 0.985), Guess("ryyrby", 0.01), Guess("byybby", 0.005)]
    assert read_space(by_count, plain=1.0, share=1.0, alone=alone) == ("rygrby", pytest.approx(0.2))
    assert read_space(by_count, plain=0.1, share=0.2, alone=alone)[0] == "rygrby", "as likely as it was"
    doubtful = [Guess("gg", 0.5), Guess("g", 0.5)]
    assert read_space([Guess("gg", 0.98), Guess("g", 0.02)], 1.0, 1.0, doubtful) == ("gg", pytest.approx(0.98))


def test_stacks_seen_from_above_are_believed_less() -> None:
    side, steep = np.zeros((1, 7)), np.zeros((1, 7))
    side[0, 0], steep[0, 0] = 0.8, 0.1
    assert level_softness(side, 2.0, 5.0)[0] == pytest.approx(2.0)
    assert level_softness(steep, 2.0, 5.0)[0] == pytest.approx(3.5)


def test_a_missing_pawn_may_stand_where_it_is_not_clearly_empty() -> None:
    all_there = [[Guess("rygb" * 5, 1.0)], [Guess("", 0.7), Guess("r", 0.3)]]
    assert not pawns_missing(all_there)
    assert pawns_missing([[Guess("ry", 0.9), Guess("", 0.1)], *all_there[1:]])
    assert not clearly_empty(all_there[1], 0.9)
    assert clearly_empty(all_there[1], 0.6)
    assert clearly_empty([Guess("", 0.99), Guess("r", 0.01)], 0.9)


def test_pawns_that_nobody_could_count_beside_the_paths_may_be_missing() -> None:
    paths = [[Guess("", 1.0)] for _ in range(20)]
    assert not pawns_missing([*paths, [Guess("rygb" * 5, 0.9), Guess("rygb" * 4, 0.1)]])
    assert pawns_missing([*paths, [Guess("rygb" * 5, 0.4), Guess("rygb" * 4, 0.3), Guess("rygb" * 3, 0.3)]])


def test_a_pawn_that_only_the_count_puts_beside_the_paths_is_still_missing() -> None:
    """It may as well stand under a stack whose lowest pawn the block hides."""
    paths = [[Guess("", 1.0)] for _ in range(20)]
    seen, shadow = [Guess("rygb" * 4 + "ryg", 1.0)], [Guess("", 0.7), Guess("b", 0.3)]
    by_count = [Guess("", 0.1), Guess("b", 0.9)]
    assert not pawns_missing([*paths, seen, by_count])
    assert pawns_missing([*paths, seen, by_count], [*paths, seen, shadow])
    assert not pawns_missing([*paths, seen, by_count], [*paths, seen, by_count])


def on_the_north_path(stack: str) -> NetworkEvidence:
    """A table on which a network is sure of what stands on N1, and of all other pawns but one blue one."""
    rest = "rrrrryyyyygggggbbbb".replace(stack, "", 1) if stack else "rrrrryyyyygggggbbbb"
    spots = [Spot((150.0, 150.0), "start", [Guess(colour, 0.9999)]) for colour in rest]
    stacks = [[Guess(stack, 0.99), Guess("", 0.01)] if stack else [Guess("", 1.0)], *[[Guess("", 1.0)]] * 19]
    return NetworkEvidence(np.zeros((4, 37)), np.zeros(4), stacks, np.ones(20), np.ones(20), spots, 0.0, np.zeros(20))


@pytest.mark.parametrize(("azimuth_deg", "nothing", "one"), [(0.0, None, "?b"), (180.0, "", "b")])
def test_what_the_block_hides_is_not_read(azimuth_deg: float, nothing: str | None, one: str) -> None:
    arms = dict.fromkeys(PATHS, ArmPose())
    observer = Observer(profile_of(camera_above(azimuth_deg, 42.0), make_geometry(), arms))
    assert observer.decide(on_the_north_path("")).paths["N"][0] == nothing
    assert observer.decide(on_the_north_path("b")).paths["N"][0] == one, "another one may stand below"


@pytest.mark.parametrize(
    ("plain", "covered", "read"),
    [
        (0.95, 0.0, ""),
        (0.95, 0.9, None),  # a sleeve looks as plain as a space
        (0.05, 0.0, ""),  # hard to see, but nothing is before it
        (0.05, 0.4, None),
    ],
)
def test_an_empty_space_is_told_by_what_covers_it(plain: float, covered: float, read: str | None) -> None:
    """A pawn is missing, and a hand is in the picture: does E5 look empty, or is it only hidden?"""
    arms = dict.fromkeys(PATHS, ArmPose())
    observer = Observer(profile_of(camera_above(180.0, 60.0), make_geometry(), arms))
    seen, place = on_the_north_path("b"), 9
    stacks = [[Guess("", 0.8), Guess("r", 0.2)] if k == place else one for k, one in enumerate(seen.stacks)]
    views = [np.where(np.arange(20) == place, value, other) for value, other in ((plain, 1.0), (covered, 0.0))]
    looked = replace(seen, stacks=stacks, plain=views[0], share=views[0], covered=views[1], hand=0.9)
    assert observer.decide(looked).paths["E"][4] == read


def test_upper_part_of_a_hidden_stack() -> None:
    options = [Guess("rrg", 0.4), Guess("brg", 0.35), Guess("yrg", 0.25)]
    assert upper_part(options) == "?rg"
    assert upper_part([Guess("", 0.6), Guess("r", 0.4)]) is None
    assert read_space(options, plain=0.02)[0] == "?rg"
    assert read_space(options, plain=0.9)[0] == "rrg"


def test_conservation_settles_a_doubt() -> None:
    clear = [[Guess("rrrr", 1.0)], [Guess("yyyy", 1.0)], [Guess("ggggg", 1.0)], [Guess("bbbbb", 1.0)]]
    doubt = [Guess("ry", 0.5), Guess("yr", 0.3), Guess("rr", 0.15), Guess("yy", 0.05)]
    after = weigh([*clear, doubt])
    assert best(after[-1]).text == "ry"
    assert best(after[-1]).weight > 0.6
    missing_one = weigh([*clear, [Guess("r", 0.6), Guess("ry", 0.4)]])
    assert best(missing_one[-1]).text == "ry"


def test_conservation_never_overrules_clear_evidence() -> None:
    six = [[Guess("rrrrrr", 0.9998), Guess("rrrrr", 0.0002)], [Guess("", 1.0)]]
    assert best(weigh(six)[0]).text == "rrrrrr"


def test_six_pawns_of_a_colour_are_told_though_five_are_read() -> None:
    pawns = [[Guess("b", share), Guess("", 1 - share)] for share in (0.99, 0.99, 0.99, 0.99, 0.98, 0.9)]
    assert sum(best(options).text == "b" for options in weigh([[Guess("rrrrryyyyyggggg", 1.0)], *pawns])) < 6
    assert beyond(pawns) == "b"
    sure = [[Guess("b", 0.97), Guess("", 0.03)] for _ in range(6)]
    assert all(best(options).text == "b" for options in weigh([[Guess("rrrrryyyyyggggg", 1.0)], *sure])[1:])
    assert beyond(pawns[:5]) == ""
    assert beyond([*pawns[:5], [Guess("b", 0.6), Guess("", 0.4)]]) == ""
    assert beyond([*pawns[:5], [Guess("rb", 0.9), Guess("r", 0.1)]]) == "b"


@pytest.mark.parametrize(
    ("near", "far", "below", "read"),
    [
        ("bggyr", "yr", 3.4, ""),  # its two topmost pawns, seen once more
        ("bggyr", "yr", 1.2, "yr"),  # they are seen elsewhere
        ("bggyr", "by", 3.4, "by"),
        ("yr", "yr", 0.4, "yr"),  # as many pawns: none is seen above the other stack
        ("", "yr", 3.4, "yr"),
    ],
)
def test_the_upper_part_of_a_nearer_stack_is_not_read_twice(near: str, far: str, below: float, read: str) -> None:
    stacks = [[Guess(near, 0.9), Guess("b", 0.1)], [Guess(far, 0.9), Guess("g", 0.1)]]
    once = seen_once(stacks, [Screened(1, 0, below * 11.0)], 11.0, empty=0.85)
    assert once[0] == stacks[0]
    assert best(list(once[1])).text == read
    assert sum(g.weight for g in once[1]) == pytest.approx(1.0)


def test_spots_of_the_heat_map() -> None:
    geometry = make_geometry().to_json()
    patch = table_patch(np.array([0.0, -600.0, 500.0]))
    heat = np.full((8, 64, 64), 0.001)
    heat[2, 32, 40] = 0.95  # green, right of the middle = east, as the camera looks north
    heat[1, 5, 32] = 0.9  # yellow, far to the north
    spots = {spot.area: best(spot.options).text for spot in find_spots(heat, patch, geometry)}
    assert spots == {"start": "g", "N": "y"}


def test_a_foot_stands_between_the_cells_of_the_heat_map() -> None:
    patch, cells = table_patch(np.array([0.0, -600.0, 500.0])), np.arange(96)
    foot, mm = np.array([40.3, 61.0]), TABLE_MM / len(cells)
    column, row = (TABLE_MM / 2 + foot[0]) / mm - 0.5, (TABLE_MM / 2 - foot[1]) / mm - 0.5
    heat = np.zeros((4, len(cells), len(cells)))
    heat[0] = np.exp(-((cells[None] - column) ** 2 + (cells[:, None] - row) ** 2) / (2 * 0.6**2))
    (spot,) = find_spots(heat, patch, make_geometry().to_json())
    assert np.linalg.norm(spot.xy_mm - foot) < 0.1 * mm


def test_areas() -> None:
    geometry = make_geometry().to_json()
    assert area_of((0.0, 290.0), geometry) == "N"
    assert area_of((-295.0, 40.0), geometry) == "W"
    assert area_of((90.0, 90.0), geometry) == "start"
    assert area_of((200.0, -200.0), geometry) == "start"
