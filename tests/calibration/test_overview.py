"""One look at the whole picture: tips and hands."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from calibration.fitting.overview import letterbox, peaks
from calibration.icecult.defaults import MODELS
from calibration.icecult.find import Finder
from calibration.icecult.fitting.overview import Overview
from calibration.networks import network
from tests.calibration.scenes import DATA, true_tips


@pytest.fixture(scope="module")
def overview() -> Overview:
    return Overview()


def look(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(cv2.imread(str(DATA / f"{name}.jpg")), np.uint8)


@pytest.mark.parametrize(
    ("name", "hand"), [("1001_hard", True), ("1034_hard", True), ("1050_easy", False), ("1020_easy", False)]
)
def test_hands_are_told_from_pieces(overview: Overview, name: str, hand: bool) -> None:
    assert (overview.hand_share(look(name)) > 0.008) == hand


def test_tips_are_among_the_candidates(overview: Overview) -> None:
    seen = np.array([(x, y) for x, y, _ in overview.tips(look("1050_easy"))])
    for tip in true_tips("1050_easy"):
        assert np.linalg.norm(seen - tip, axis=1).min() < 15


def test_maps_have_the_proportions_of_the_picture(overview: Overview) -> None:
    for w, h in ((640, 480), (1280, 720), (1920, 1080)):
        maps = overview.look(np.full((h, w, 3), 90, np.uint8))
        assert maps.hand.shape[1] / maps.hand.shape[0] == pytest.approx(w / h, rel=0.02)
        x, y = maps.to_picture(maps.hand.shape[1] - 1, maps.hand.shape[0] - 1)
        assert abs(x - w) < 0.02 * w
        assert abs(y - h) < 0.02 * w
    assert letterbox(np.zeros((480, 640, 3), np.uint8))[1] == pytest.approx(0.4)


def test_peaks_are_found_between_pixels() -> None:
    yy, xx = np.mgrid[0:40, 0:60]
    heat = np.exp(-((xx - 20.4) ** 2 + (yy - 11.7) ** 2) / 6).astype(np.float32)
    ((x, y, value),) = peaks(heat, 0.3)
    assert x == pytest.approx(20.4, abs=0.2)
    assert y == pytest.approx(11.7, abs=0.2)
    assert value > 0.9


def test_the_finder_takes_the_overview_it_is_given(overview: Overview) -> None:
    assert Finder(overview=overview).overview is overview


def test_networks_are_loaded_once_and_answer_from_several_threads(overview: Overview) -> None:
    assert network(MODELS / "overview.onnx") is network(MODELS / "overview.onnx")
    rng = np.random.default_rng(3)
    pictures = [rng.integers(0, 255, (240, 320, 3), np.uint8) for _ in range(4)]
    alone = [overview.hand(bgr) for bgr in pictures]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda bgr: Overview().hand(bgr), pictures * 3))
    assert all(np.array_equal(a, b) for a, b in zip(alone * 3, together, strict=True))
