"""The ray tracer of lessons on a processor: what it calls visible is what its pictures show."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from workshop.icecult.drawn.table import BARE, layout, library

pytestmark = pytest.mark.slow

Array = npt.NDArray[np.float32]
ROWS, COLUMNS, MM = 64, 48, 1.0
RISE, TALL, FOOT = 12.0, 34.0, 13.0
EYE = np.array([0.0, -500.0, 350.0])
AT = np.array([120.0, 120.0, 0.0])
PAINTS = {"r": (0.8, 0.05, 0.05), "y": (0.9, 0.7, 0.02), "g": (0.03, 0.5, 0.1), "b": (0.03, 0.1, 0.6)}
SIZES = {
    "THICK": 1,
    "HALF_WIDTH": 20,
    "SPACE": 40,
    "ARM_START": 46,
    "TIP": 24,
    "BLOCK_COS": 1,
    "BASE_HALF": 46,
    "BASE_HIGH": 10,
    "EDGE": 40,
    "GAP": 0.5,
    "TABLE_SCALE": 100,
    "ART_SCALE": 100,
    "SIDES": 0,
    "FOOT": FOOT,
    "FOOT_HIGH": 2,
    "FOOT_ROUND": 1,
    "BODY_LOW": 9,
    "BODY_TOP": 3,
    "TALL": TALL,
    "RISE": RISE,
    "ROUGH": 0.5,
    "AMBIENT": 0.9,
    "STACKS": 2,
    "ARROW_LONG": 0.7,
    "ARROW_SHAFT": 0.08,
    "ARROW_HEAD": 0.25,
    "CIRCLE_R": 0.3,
    "ARROW_HEAD_LONG": 0.3,
    "ARC_R": 0.5,
    "ARC_WIDE": 0.05,
    "INK_OVER": 1,
    "MARK_KIND": 0,
    "MARK_HALF": 10,
}


@dataclass(frozen=True)
class Drawn:
    """A crop, and what its pixels' middles show: with all that stands before it, and without."""

    rgb: Array
    seen: npt.NDArray[np.uint8]
    alone: npt.NDArray[np.uint8]


def numbers(which: int) -> int:
    return int(library(False).numbers(which))


def a_table() -> Array:
    """A grey table in even light; all that is not named is nought."""
    table = np.zeros(numbers(0), np.float32)
    at = layout()
    for name, value in SIZES.items():
        table[at[name]] = value
    for name in ("TABLE_A", "TABLE_B", "SKY_TOP", "SKY_SIDE", "INNER_RGB", "OUTER_RGB", "GLASS_RGB"):
        table[at[name] : at[name] + 3] = 0.8
    table[at["PAWN_RGB"] : at["PAWN_RGB"] + 12] = np.concatenate(list(PAINTS.values()))
    table[at["EYE"] : at["EYE"] + 3] = EYE
    return table


def a_stack(text: str, at: Array) -> Array:
    stack = np.zeros(numbers(1), np.float32)
    stack[:3], stack[3], stack[6], stack[7], stack[22] = at, len(text), 1, 7, 1
    stack[8 : 8 + len(text)] = ["rygb".index(letter) for letter in text]
    return stack


def drawn(stacks: list[Array], own: int, foot: Array = AT, up_mm: float = 20.0) -> Drawn:
    """The crop about a point `up_mm` above the foot, square to the line of sight."""
    ray = (foot - EYE) / np.linalg.norm(foot - EYE)
    right = np.cross(ray, [0, 0, 1])
    right /= np.linalg.norm(right)
    up = np.cross(right, ray)
    middle = foot + np.array([0, 0, up_mm])
    first = middle + up * ROWS / 2 * MM - right * COLUMNS / 2 * MM
    view = np.zeros((1, numbers(4)), np.float32)
    view[0, :9] = np.concatenate([first, -up * MM, right * MM])
    view[0, 10] = own
    held = np.zeros((2, numbers(1)), np.float32)
    for k, stack in enumerate(stacks):
        held[k] = stack
    table, none = a_table()[None], np.zeros((1, 12), np.float32)
    side = numbers(5)
    textures = np.full((1, side, side, 3), 128, np.uint8)
    rgb, seen = np.zeros((ROWS, COLUMNS, 3), np.float32), np.zeros((ROWS, COLUMNS, 2), np.uint8)
    arrays = [ctypes.c_void_p(each.ctypes.data) for each in (table, held, none, none, view, textures)]
    outs = [ctypes.c_void_p(each.ctypes.data) for each in (rgb, seen)]
    counts = [2, 1, 1, 1, ctypes.c_long(1), ROWS, COLUMNS, 1, ctypes.c_uint(3)]
    assert library(False).draw_views(*arrays, *counts, *outs, ctypes.c_void_p(0)) == 0
    return Drawn(rgb, seen[..., 0], seen[..., 1])


def test_its_numbers_are_where_the_source_has_them() -> None:
    assert layout()["TABLE_NUMBERS"] == numbers(0)
    assert numbers(6) == BARE


@pytest.mark.parametrize("text", ["r", "yb", "rgby"])
def test_each_pawn_is_seen_in_its_paint_and_the_lower_ones_lower_down(text: str) -> None:
    crop = drawn([a_stack(text, AT)], own=0)
    middles = []
    for level, letter in enumerate(text):
        rows, columns = np.nonzero(crop.seen == level + 1)
        assert len(rows) > 20
        shown = np.median(crop.rgb[rows, columns], 0)
        paints = {name: np.array(paint) / np.linalg.norm(paint) for name, paint in PAINTS.items()}
        assert max(paints, key=lambda name: float(paints[name] @ shown)) == letter
        middles.append(rows.mean())
    assert middles == sorted(middles, reverse=True)


def test_a_stack_is_as_high_as_its_pawns_make_it() -> None:
    low, high = (drawn([a_stack(text, AT)], own=0, up_mm=30.0) for text in ("r", "rr"))
    tops = [int(np.nonzero((crop.alone > 0).any(1))[0].min()) for crop in (low, high)]
    elevation = math.atan2(EYE[2], float(np.linalg.norm(EYE[:2] - AT[:2])))
    assert tops[0] - tops[1] == pytest.approx(RISE * math.cos(elevation) / MM, abs=1.5)


def test_what_stands_before_a_stack_hides_it() -> None:
    toward = (EYE - AT) * [1, 1, 0]
    nearer = AT + toward / np.linalg.norm(toward) * 27
    both = drawn([a_stack("r", AT), a_stack("bbbb", nearer)], own=0)
    assert (both.alone > 0).sum() > 1.5 * (both.seen > 0).sum()
    assert (drawn([a_stack("r", AT)], own=0).seen > 0).sum() == (both.alone > 0).sum()


def test_the_ground_of_an_empty_space_is_seen_and_a_stack_on_it_hides_some() -> None:
    space = np.array([0.0, 46 + 2.5 * 40, 1.0])
    bare = drawn([], own=-3, foot=space, up_mm=0.0)
    assert (bare.seen == BARE).sum() == (bare.alone == BARE).sum() > 200
    stood_on = drawn([a_stack("gg", space)], own=-3, foot=space, up_mm=0.0)
    assert (stood_on.seen == BARE).sum() < 0.8 * (stood_on.alone == BARE).sum()
