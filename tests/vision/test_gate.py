"""The gate: moving, hand, at rest; light and knocks."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.frame import Bgr, Frame
from vision.gate import Gate

pytestmark = pytest.mark.slow


def _table(seed: int = 0) -> Bgr:
    """A table with some things on it."""
    rng = np.random.default_rng(7)
    bgr = np.full((360, 640, 3), (150, 165, 175), np.uint8)
    for _ in range(40):
        x, y = int(rng.integers(120, 520)), int(rng.integers(60, 300))
        cv2.circle(bgr, (x, y), int(rng.integers(4, 14)), rng.integers(0, 255, 3).tolist(), -1)
    noise = np.random.default_rng(seed).normal(0, 3, bgr.shape)
    return np.clip(bgr + noise, 0, 255).astype(np.uint8)


def _with_arm(bgr: Bgr, x: int) -> Bgr:
    out = bgr.copy()
    cv2.line(out, (x, 0), (x + 40, 200), (110, 140, 200), 46)
    return out


def _lamp(bgr: Bgr, strength: float = 0.6) -> Bgr:
    """The same table by a lamp at its right: brighter and warmer there, darker at the left."""
    across = np.linspace(1.0 - strength, 1.0 + 0.4 * strength, bgr.shape[1])[None, :, None]
    return np.asarray(np.clip(bgr * across * np.array([0.85, 0.95, 1.0]), 0, 255), np.uint8)


def _shaded(bgr: Bgr) -> Bgr:
    """The same table with a soft shadow from one side."""
    ys, xs = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    dark = 0.45 * np.exp(-(((xs - 60) / 140.0) ** 2) - ((ys - 330) / 120.0) ** 2)
    return np.asarray(bgr * (1.0 - dark)[:, :, None], np.uint8)


class Film:
    """Feeds pictures to a gate at a steady rate."""

    def __init__(self, fps: float = 12.0, hand_share: Callable[[Bgr], float] | None = None) -> None:
        self.gate = Gate(None, hand_share)
        self.fps = fps
        self.index = 0

    def show(self, bgr: Bgr) -> str:
        """The status after one more frame; a resting table is taken in."""
        seen = self.gate.see(Frame(bgr, self.index, self.index / self.fps))
        self.index += 1
        self.last = seen
        if seen.status == "rest":
            self.gate.settle()
        return seen.status


def test_noise_is_no_movement() -> None:
    film = Film()
    assert [film.show(_table(seed)) for seed in range(5)] == ["moving", "rest", "rest", "rest", "rest"]
    assert film.last.rest == 0


def test_the_first_frame_of_a_rest_is_read_too() -> None:
    film = Film()
    film.show(_table(0))
    film.show(_table(1))
    assert [frame.index for frame in film.last.fresh] == [0, 1]
    film.show(_table(2))
    assert [frame.index for frame in film.last.fresh] == [2]


def test_fingertips_at_the_edge_end_a_rest() -> None:
    film = Film()
    for seed in range(3):
        film.show(_table(seed))
    tips = _table(4)
    cv2.circle(tips, (642, 200), 5, (110, 140, 200), -1)
    assert film.show(tips) == "moving"


def test_a_moving_arm_and_a_resting_hand_are_no_rest() -> None:
    film = Film()
    for seed in range(3):
        film.show(_table(seed))
    assert [film.show(_with_arm(_table(k), 200 + 20 * k)) for k in range(3)] == ["moving"] * 3
    assert [film.show(_with_arm(_table(9 + k), 240)) for k in range(5)][1:] == ["hand"] * 4
    assert film.show(_table(20)) == "moving"
    assert film.show(_table(21)) == "rest"
    assert film.last.rest == 1


def test_a_moved_piece_is_a_new_rest() -> None:
    film = Film()
    film.show(_table(0))
    film.show(_table(1))
    moved = _table(2)
    cv2.rectangle(moved, (300, 150), (330, 190), (0, 0, 220), -1)
    assert film.show(moved) == "moving"
    assert film.show(moved) == "rest"
    assert film.last.rest == 1


def test_a_change_of_light_is_noticed_and_comes_to_rest() -> None:
    film = Film()
    for seed in range(3):
        film.show(_table(seed))
    dim = (_table(4) * np.array([0.45, 0.55, 0.7])).astype(np.uint8)
    film.show(dim)
    assert film.show(dim) == "rest"
    assert film.last.light_changed


@pytest.mark.parametrize("light", [_lamp, _shaded])
def test_a_lamp_or_a_shadow_from_one_side_is_no_hand(light: Callable[[Bgr], Bgr]) -> None:
    film = Film(hand_share=lambda bgr: 0.0)
    for seed in range(3):
        film.show(_table(seed))
    film.show(light(_table(4)))
    assert film.show(light(_table(5))) == "rest"
    assert film.last.light_changed
    film.show(_table(6))
    assert film.show(_table(7)) == "rest"


def test_new_light_with_the_shadow_of_a_piece_at_the_edge_is_followed_within_a_second() -> None:
    film = Film(hand_share=lambda bgr: 0.0)
    for seed in range(3):
        film.show(_table(seed))
    shows = []
    for seed in range(4, 17):
        lit = _lamp(_table(seed))
        cv2.ellipse(lit, (300, 359), (22, 10), 0, 0, 360, (60, 66, 70), -1)
        shows.append(film.show(lit))
    assert shows[:2] == ["moving", "hand"]
    assert shows[-1] == "rest"


def test_a_hand_stays_one_when_the_light_changes() -> None:
    film = Film(hand_share=lambda bgr: 0.0)
    for seed in range(3):
        film.show(_table(seed))
    assert [film.show(_with_arm(_lamp(_table(4 + k)), 240)) for k in range(6)][1:] == ["hand"] * 5
    film.show(_lamp(_table(20)))
    assert film.show(_lamp(_table(21))) == "rest"


def test_a_hand_that_a_network_sees_is_none_of_the_light() -> None:
    film = Film(hand_share=lambda bgr: 0.03)
    for seed in range(3):
        film.show(_table(seed))
    assert [film.show(_lamp(_table(4 + k))) for k in range(6)][1:] == ["hand"] * 5


@pytest.mark.parametrize(("share", "patience_s"), [(0.0, 0.8), (0.004, 4.0), (0.03, 20.0)])
def test_what_lies_still_at_the_edge_becomes_part_of_the_room(share: float, patience_s: float) -> None:
    film = Film(fps=4.0, hand_share=lambda bgr: share)
    for seed in range(3):
        film.show(_table(seed))
    frames = 1
    while film.show(_with_arm(_table(3), 240)) != "rest":
        frames += 1
    assert patience_s <= (frames - 1) / 4.0 < patience_s + 0.5


def test_a_knocked_camera_is_noticed() -> None:
    film = Film()
    for seed in range(3):
        film.show(_table(seed))
    knocked = np.roll(_table(5), (3, 5), (0, 1))
    film.show(knocked)
    film.show(np.roll(_table(6), (3, 5), (0, 1)))
    assert film.last.status == "rest"
    assert 4 < film.last.shifted_px < 8


def _before_a_dark_floor(bgr: Bgr) -> Bgr:
    """The same, with a corner of dark floor to be seen beyond the table."""
    out = bgr.copy()
    cv2.fillConvexPoly(out, np.array([(0, 0), (130, 0), (0, 300)]), (14, 16, 18))
    return out


def _lamp_over_the_table(bgr: Bgr) -> Bgr:
    """A warm lamp at the left lights the table; the floor beyond lies in its shade."""
    floor = bgr.max(axis=2, keepdims=True) < 40
    across = np.linspace(1.35, 0.9, bgr.shape[1])[None, :, None] * np.array([0.8, 1.0, 1.1])
    return np.asarray(np.clip(np.where(floor, bgr, bgr * across), 0, 255), np.uint8)


def test_new_light_on_the_table_alone_is_no_hand() -> None:
    film = Film()
    for k in range(4):
        film.show(_before_a_dark_floor(_table(k)))
    film.show(_lamp_over_the_table(_before_a_dark_floor(_table(4))))
    assert film.show(_lamp_over_the_table(_before_a_dark_floor(_table(5)))) == "rest"
    assert film.last.light_changed


@pytest.mark.parametrize("x", [60, 250])
def test_a_hand_in_new_light_on_the_table_is_one(x: int) -> None:
    film = Film()
    for k in range(4):
        film.show(_before_a_dark_floor(_table(k)))
    for k in range(6):
        assert film.show(_with_arm(_lamp_over_the_table(_before_a_dark_floor(_table(k))), x)) != "rest"


def _edged(bgr: Bgr) -> Bgr:
    """The same table with its edge and a dark floor in the picture."""
    out = bgr.copy()
    cv2.fillPoly(out, [np.array([(0, 0), (110, 0), (40, 360), (0, 360)])], (25, 30, 35))
    return out


def test_a_knock_that_moves_the_tables_edge_is_no_hand() -> None:
    film = Film(hand_share=lambda bgr: 0.0)
    for k in range(4):
        film.show(_edged(_table(k)))
    moved = [np.roll(_edged(_table(k)), (4, 7), (0, 1)) for k in range(4, 8)]
    statuses = [film.show(bgr) for bgr in moved]
    assert statuses[:2] == ["moving", "rest"]
    arm = [film.show(_with_arm(bgr, 300)) for bgr in moved]
    assert "rest" not in arm


def test_a_pushed_board_before_a_table_with_an_edge_is_no_hand() -> None:
    film = Film(hand_share=lambda bgr: 0.0)
    for k in range(4):
        film.show(_edged(_table(k)))
    pushed = [_edged(np.roll(_table(k), (4, 7), (0, 1))) for k in range(4, 8)]
    statuses = [film.show(bgr) for bgr in pushed]
    assert statuses[:2] == ["moving", "rest"]
    assert film.last.status == "rest"
    arm = [film.show(_with_arm(bgr, 300)) for bgr in pushed]
    assert "rest" not in arm


def test_a_hand_that_the_reader_sees_ends_the_rest() -> None:
    film = Film()
    film.show(_table(0))
    film.show(_table(1))
    film.gate.hand_seen()
    film.show(_table(2))
    assert film.last.rest == 1
