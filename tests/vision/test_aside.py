"""What goes on beside the board is no movement of the table, and a hand still is one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.pictures.noises import Flaw, NoisyCamera
from tests.vision.test_noise import BOARD, Film, still
from vision.aside import ASIDE_S, Aside, Mask, near_tiles, pixels_of
from vision.frame import Bgr
from vision.gate import Gate

pytestmark = pytest.mark.slow

SHAPE = (12, 20)
CORNER = (slice(0, 3), slice(0, 3))


def moved(*parts: tuple[slice, slice]) -> Mask:
    out = np.zeros(SHAPE, np.bool_)
    for part in parts:
        out[part] = True
    return out


def learned(aside: Aside, seconds: float = ASIDE_S + 0.2) -> float:
    """Something goes on in the corner; gives when."""
    for k in range(round(seconds * 10)):
        aside.left_out(moved(CORNER), k / 10)
    return k / 10


def test_what_has_gone_on_in_a_corner_is_left_out_and_what_comes_near_from_there_is_not() -> None:
    aside = Aside(BOARD)
    assert not aside.left_out(moved(CORNER), 0.0).any()
    at_s = learned(aside)
    assert aside.left_out(moved(CORNER), at_s).sum() == 9
    reaching = moved(CORNER, (slice(2, 5), slice(2, 9)))
    assert (reaching & near_tiles(BOARD, SHAPE)).any()
    assert not aside.beside(reaching).any()
    beyond = moved(CORNER, (slice(0, 2), slice(3, 6)))  # not near the board yet, but a hand that goes there
    assert not aside.beside(beyond).any()


def test_a_hand_at_the_board_teaches_nothing_about_its_arm() -> None:
    aside = Aside(BOARD)
    for k in range(60):
        aside.left_out(moved(CORNER, (slice(5, 8), slice(8, 11))), k / 10)
    assert aside.tiles is None


def test_what_has_ended_is_forgotten() -> None:
    aside = Aside(BOARD)
    at_s = learned(aside, 5.0)
    aside.left_out(moved(), at_s + 10.0)
    assert aside.tiles is not None
    aside.left_out(moved(), at_s + 30.0)
    assert aside.tiles is None


def test_nothing_is_left_out_where_nobody_knows_the_board() -> None:
    aside = Aside()
    learned(aside, 5.0)
    assert not aside.beside(moved(CORNER)).any()


def test_pixels_of_tiles_at_the_picture_s_edge() -> None:
    assert pixels_of(moved(CORNER), (180, 320, 3)).sum() == 48 * 48
    assert not pixels_of(None, (180, 320)).any()


def arm(bgr: Bgr, x: int) -> Bgr:
    out = bgr.copy()
    cv2.line(out, (x, 0), (330, 150), (110, 140, 200), 26)
    return out


@pytest.mark.parametrize("sigma", [1.0, 5.0])
def test_people_who_never_sit_still_do_not_hold_the_game_up_and_their_arms_are_seen(sigma: float) -> None:
    """At a real table somebody moves in the picture all the time."""
    bgr = still()[::2, ::2].copy()
    film, camera = Film(8.0), NoisyCamera(Flaw("", sigma, 1.0, people=True), bgr.shape, 8.0, 3, BOARD)
    film.gate = Gate(BOARD)
    assert film.show(*(camera.take(bgr) for _ in range(32)))[-8:] == ["rest"] * 8
    moving = film.show(*(camera.take(arm(bgr, x)) for x in (100, 120, 140)))
    assert moving == ["moving"] * 3
    lying = film.show(*(camera.take(arm(bgr, 140)) for _ in range(5)))
    assert "rest" not in lying
    assert film.show(*(camera.take(bgr) for _ in range(8)))[-3:] == ["rest"] * 3
