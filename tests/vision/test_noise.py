"""The gate and the camera's own noise: what is no movement, and what still is one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.pictures.noises import Flaw, NoisyCamera, spoiled
from vision.averaging import Averager, drift, mean_picture, noise_sd
from vision.compare import shrunk
from vision.frame import Bgr, Frame
from vision.gate import Gate
from vision.noise import spread

pytestmark = pytest.mark.slow

BOARD = [(0.728, 0.587), (0.422, 0.893), (0.276, 0.397), (0.549, 0.174)]  # of the still: its tips
STILL = Path(__file__).parents[1] / "data" / "frames" / "1050_easy.jpg"
NOISES = (
    Flaw("independent", 10.0),
    Flaw("smooth over 1.5 px", 10.0, 1.5),
    Flaw("colour over 4 px", 10.0, 4.0),
    Flaw("banding", 3.0, 1.0, banding=0.05),
    Flaw("hunting exposure", 3.0, 1.0, hunting=0.08),
    Flaw("JPEG 20", 2.0, 0.7, jpeg=20),
    Flaw("mp4v", 5.0, 1.0, film="mp4v"),
    Flaw("shake", 1.0, 1.0, shake_px=0.5),
)


def still() -> Bgr:
    return np.asarray(cv2.imread(str(STILL)), np.uint8)


class Film:
    """Shows pictures to a gate, which takes in every rest."""

    def __init__(self, fps: float = 12.0) -> None:
        self.gate, self.fps, self.index = Gate(), fps, 0

    def show(self, *pictures: Bgr) -> list[str]:
        """The status after each."""
        out = []
        for bgr in pictures:
            self.last = self.gate.see(Frame(bgr, self.index, self.index / self.fps))
            self.index += 1
            if self.last.status == "rest":
                self.gate.settle()
            out.append(self.last.status)
        return out


@pytest.mark.parametrize("flaw", NOISES, ids=lambda flaw: flaw.name)
def test_noise_opens_at_once_and_stays_one_rest(flaw: Flaw) -> None:
    film = Film()
    statuses = film.show(*spoiled(flaw, [still()] * 8, 12.0, 1))
    assert statuses == ["moving"] + ["rest"] * 7
    assert film.last.rest == 0


@pytest.mark.parametrize("flaw", [NOISES[2], NOISES[3]], ids=lambda flaw: flaw.name)
def test_two_pictures_of_a_rest_are_enough(flaw: Flaw) -> None:
    bgr, film = still(), Film(4.0)
    moved = bgr.copy()
    cv2.rectangle(moved, (600, 300), (680, 380), (20, 20, 200), -1)
    assert film.show(*spoiled(flaw, [bgr, bgr, moved, moved], 4.0, 1)) == ["moving", "rest", "moving", "rest"]
    assert film.last.rest == 1


@pytest.mark.parametrize("flaw", NOISES, ids=lambda flaw: flaw.name)
def test_a_fingertip_is_movement_in_every_noise(flaw: Flaw) -> None:
    bgr = still()
    touched = bgr.copy()
    cv2.ellipse(touched, (640, 420), (16, 22), 20, 0, 360, (120, 150, 215), -1)
    cv2.line(touched, (650, 440), (760, 560), (115, 145, 205), 30)
    assert Film().show(*spoiled(flaw, [*[bgr] * 5, touched], 12.0, 2))[-1] == "moving"


def test_an_arm_that_lies_still_in_noise_is_a_hand_and_never_a_rest() -> None:
    bgr = still()[::2, ::2].copy()
    arm = bgr.copy()
    cv2.line(arm, (150, 0), (210, 150), (110, 140, 200), 35)
    for flaw in (Flaw("", 10.0, 0.8), Flaw("", 10.0, 2.0)):
        statuses = Film().show(*spoiled(flaw, [*[bgr] * 4, *[arm] * 6, *[bgr] * 3], 12.0, 3))
        assert "rest" not in statuses[4:10]
        assert "hand" in statuses[4:10]
        assert statuses[-1] == "rest"


def starved(bgr: Bgr, count: int, seed: int) -> list[Bgr]:
    """Pictures of a sensor that gets little light, of a room a third of which is dark: the grain is in the dark."""
    rng, height = np.random.default_rng(seed), bgr.shape[0]
    lit = bgr.astype(np.float32)
    lit[: height * 35 // 100] *= 0.25
    grain = 16.0 * np.exp(-lit / 28.0) + 2.0
    drawn = [
        lit + cv2.GaussianBlur(rng.normal(0, 1, lit.shape).astype(np.float32), (0, 0), 1.0) * 3.5 * grain
        for _ in range(count)
    ]
    return [np.clip(picture, 0, 255).astype(np.uint8) for picture in drawn]


def test_grain_that_is_coarse_in_the_dark_alone_is_no_movement() -> None:
    """A film in a dim room was never read: measured by its bright part, its dark part moved in every picture."""
    film = Film()
    assert film.show(*starved(still()[::2, ::2], 8, 1)) == ["moving"] + ["rest"] * 7
    assert film.last.rest == 0


@pytest.mark.parametrize("y", [60, 300])
def test_a_fingertip_is_movement_in_the_dark_and_in_the_light(y: int) -> None:
    bgr = still()[::2, ::2].copy()
    touched = bgr.copy()
    cv2.ellipse(touched, (320, y), (8, 11), 20, 0, 360, (120, 150, 215), -1)
    cv2.line(touched, (325, y), (380, y), (115, 145, 205), 15)
    assert Film().show(*starved(bgr, 5, 2), *starved(touched, 1, 3))[-1] == "moving"


def test_what_creeps_into_a_noisy_picture_ends_the_rest() -> None:
    bgr = still()[::2, ::2].copy()
    camera, film = NoisyCamera(Flaw("", 9.0, 1.5), bgr.shape, 30.0, 4), Film(30.0)
    statuses = []
    for k in range(40):
        crept = bgr.copy()
        cv2.line(crept, (320, -30), (320, -25 + 2 * k), (110, 140, 205), 30)
        statuses += film.show(camera.take(crept if k > 8 else bgr))
    assert statuses[8] == "rest"
    assert "rest" not in statuses[-12:]


def test_a_screen_in_the_room_is_learned_within_two_seconds() -> None:
    bgr = still()[::2, ::2].copy()
    camera, film = NoisyCamera(Flaw("", 1.0, screen=0.05), bgr.shape, 6.0, 5), Film(6.0)
    film.gate = Gate(BOARD)
    statuses = film.show(*(camera.take(bgr) for _ in range(24)))
    assert statuses[:6] == ["moving"] * 6
    assert statuses[-12:] == ["rest"] * 12
    assert film.last.rest == 0


def test_a_small_flicker_that_never_ends_is_said_within_three_seconds() -> None:
    bgr, film = still()[::2, ::2].copy(), Film(8.0)
    film.gate = Gate([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    for k in range(25):
        lit = bgr.copy()
        cv2.circle(lit, (320, 180), 9, (255, 255, 255) if k % 2 else (0, 0, 0), -1)
        film.show(lit)
    assert (film.last.status, film.last.trouble) == ("moving", "flicker")


def test_a_camera_that_is_noise_all_over_is_said_to_be_so_within_three_seconds() -> None:
    bgr, film = still()[::4, ::4].copy(), Film(6.0)
    film.show(*spoiled(Flaw("", 70.0, 2.0), [bgr] * 19, 6.0, 10))
    assert (film.last.status, film.last.trouble) == ("moving", "too-noisy")


@pytest.mark.parametrize("sigma", [0.0, 12.0])
def test_a_black_picture_is_too_dark_and_no_rest(sigma: float) -> None:
    film = Film()
    black = np.zeros((360, 640, 3), np.uint8)
    assert set(film.show(*spoiled(Flaw("", sigma, 1.0), [black] * 4, 12.0, 6))) == {"moving"}
    assert film.last.trouble == "too-dark"


def test_a_picture_by_itself_is_a_resting_view() -> None:
    gate, bgr = Gate(), still()
    rests = [gate.see(Frame(bgr, k, float(k), alone=True)) for k in range(3)]
    assert [seen.status for seen in rests] == ["rest"] * 3
    assert [seen.rest for seen in rests] == [0, 1, 2]
    assert [len(seen.fresh) for seen in rests] == [1, 1, 1]
    hand = Gate(None, lambda bgr: 0.05)
    assert hand.see(Frame(bgr, 0, 0.0, alone=True)).status == "hand"


@pytest.mark.parametrize("size_wh", [(640, 480), (1920, 1080), (720, 1280)])
def test_every_size_opens(size_wh: tuple[int, int]) -> None:
    bgr = np.asarray(cv2.resize(still(), size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    assert Film().show(*spoiled(NOISES[1], [bgr] * 3, 12.0, 7)) == ["moving", "rest", "rest"]


def test_noise_lies_about_and_a_fingertip_does_not() -> None:
    mask = np.zeros((180, 320), np.bool_)
    mask[40:44, 100:106] = True
    assert not spread(mask)
    mask[::30, ::40] = True
    assert spread(mask)


def test_the_mean_of_noisy_pictures_is_nearer_the_truth_and_leaves_out_what_passed() -> None:
    bgr = still()
    noisy = spoiled(Flaw("", 10.0, 1.5), [bgr] * 5, 12.0, 8)
    assert noise_sd(noisy[0], noisy[1]) == pytest.approx(10.0, abs=1.5)
    noisy[1][200:260, 500:560] = 255
    mean = mean_picture(noisy)
    assert _error(mean, bgr) < 0.6 * _error(noisy[4], bgr)
    assert _error(mean[200:260, 500:560], bgr[200:260, 500:560]) < 9


def test_the_mean_is_laid_upon_the_last_picture() -> None:
    bgr = still()
    moved = np.asarray(cv2.warpAffine(bgr, np.array([[1.0, 0, 0.8], [0, 1.0, -0.6]]), (1280, 720)), np.uint8)
    x, y = drift(shrunk(bgr), shrunk(moved))
    assert (4 * x, 4 * y) == pytest.approx((0.8, -0.6), abs=0.15)
    assert _error(mean_picture([bgr, moved]), moved) < 0.6 * _error(bgr, moved)


def test_clean_cameras_are_read_frame_by_frame_and_few_frames_are_kept() -> None:
    clean = Averager()
    clean.take(0, [Frame(still(), k, k / 12) for k in range(3)])
    assert clean.picture() is None
    noisy = spoiled(Flaw("", 9.0, 1.5), [still()] * 6, 12.0, 9)
    averager = Averager()
    averager.take(0, [Frame(bgr, k, k / 12) for k, bgr in enumerate(noisy[:2])])
    averager.take(0, [Frame(noisy[2], 2, 2 / 12)])
    mean = averager.picture()
    assert mean is not None
    assert np.array_equal(mean, mean_picture(noisy[:3]))
    assert averager.grows
    averager.take(0, [Frame(bgr, 3 + k, (3 + k) / 12) for k, bgr in enumerate(noisy[3:])])
    assert not averager.grows
    averager.take(1, [Frame(noisy[2], 6, 0.5)])
    assert averager.picture() is None


def _error(one: Bgr, two: Bgr) -> float:
    return float(np.sqrt(np.mean((one.astype(np.float32) - two) ** 2)))
