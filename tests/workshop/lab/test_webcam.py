"""The webcam model: seeded, of the right size, and doing what its settings say."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from tests.workshop.lab.scenes import known_scene
from vision.sim.camera import VirtualCamera
from vision.sim.lens import motion_kernel
from workshop.lab.picture.webcam import photograph, video_compressed
from workshop.lab.space import Json

GREY = np.full((90, 160, 3), 0.2, np.float32)


def shot(scene: Json, colour: npt.NDArray[np.float32] = GREY) -> npt.NDArray[np.uint8]:
    """Decoded photograph of a linear picture."""
    data = photograph(colour, VirtualCamera.from_json(scene["camera"]), scene)
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_a_photograph_has_the_cameras_size_and_is_the_same_every_time() -> None:
    _, scene = known_scene()
    assert shot(scene).shape == (90, 160, 3)
    assert np.array_equal(shot(scene), shot(scene))


def test_another_shot_has_other_noise() -> None:
    _, scene = known_scene()
    assert not np.array_equal(shot(scene), shot({**scene, "shot": 1}))


def test_more_exposure_is_brighter() -> None:
    _, scene = known_scene()
    dark = {**scene, "post": {**scene["post"], "exposure": 0.6}}
    assert shot(dark).mean() < shot(scene).mean() - 10


def test_a_white_balance_error_colours_grey() -> None:
    _, scene = known_scene()
    warm = {**scene, "post": {**scene["post"], "wb_error": [1.3, 1.0, 0.8]}}
    blue, _, red = shot(warm).reshape(-1, 3).mean(0) - shot(scene).reshape(-1, 3).mean(0)
    assert red > 5
    assert blue < -5


def test_a_smaller_well_is_noisier() -> None:
    _, scene = known_scene()
    noisy = {**scene, "post": {**scene["post"], "full_well": 300, "isp_denoise": 0.0}}
    clean = {**scene, "post": {**scene["post"], "full_well": 20000, "isp_denoise": 0.0}}
    rough, smooth = (np.diff(shot(s).astype(float), axis=1).std() for s in (noisy, clean))
    assert rough > 3 * smooth


def test_shake_spreads_light_along_its_direction() -> None:
    kernel = motion_kernel(5.0, 0.0)
    assert kernel is not None
    rows, cols = np.nonzero(kernel > 1e-3)
    assert np.isclose(kernel.sum(), 1.0, atol=1e-5)
    assert np.ptp(cols) >= 4
    assert np.ptp(rows) <= 1


def test_video_compression_coarsens_colour_but_keeps_light() -> None:
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, ::2] = (0, 0, 200)
    stripes[:, 1::2] = (0, 102, 0)
    out = video_compressed(stripes, {"quality": 90, "chroma_step": 4.0})
    before = cv2.cvtColor(stripes, cv2.COLOR_BGR2YCrCb).astype(float)
    after = cv2.cvtColor(out, cv2.COLOR_BGR2YCrCb).astype(float)
    assert after[..., 1].std() < 0.3 * before[..., 1].std()
    assert abs(after[..., 0].mean() - before[..., 0].mean()) < 8
