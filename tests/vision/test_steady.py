"""The gate: moving, hand, at rest; light and knocks."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Bgr, Frame
from vision.steady import Gate


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


class Film:
    """Feeds pictures to a gate at a steady rate."""

    def __init__(self, fps: float = 12.0) -> None:
        self.gate = Gate()
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


def test_a_knocked_camera_is_noticed() -> None:
    film = Film()
    for seed in range(3):
        film.show(_table(seed))
    knocked = np.roll(_table(5), (3, 5), (0, 1))
    film.show(knocked)
    film.show(np.roll(_table(6), (3, 5), (0, 1)))
    assert film.last.status == "rest"
    assert 4 < film.last.shifted_px < 8


def test_a_hand_that_the_reader_sees_ends_the_rest() -> None:
    film = Film()
    film.show(_table(0))
    film.show(_table(1))
    film.gate.hand_seen()
    film.show(_table(2))
    assert film.last.rest == 1
