"""What a webcam does to the picture: exposure, colour, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Bgr
from vision.icecult.sim.scene import Defects
from vision.sim.camera import VirtualCamera
from vision.sim.lens import compressed, smeared
from vision.sim.space import Array

NOISE_MARGIN = 64
BAND_ROWS = 90  # exposed at a time, to keep memory small


class Webcam:
    """Applies defects; keeps what is the same for every frame of a size."""

    def __init__(self, camera: VirtualCamera) -> None:
        self._size_wh = (camera.width, camera.height)
        self._noise: tuple[tuple[float, float], Array] | None = None
        self._gain: tuple[tuple[float, ...], Array] | None = None

    def exposed(self, bgr: Array, defects: Defects) -> Bgr:
        """Display values (float, about 0..1) as the sensor takes them."""
        img: Bgr = np.empty(bgr.shape, np.uint8)
        for y0 in range(0, len(bgr), BAND_ROWS):
            rows = slice(y0, y0 + BAND_ROWS)
            img[rows] = _exposed(bgr[rows], self._fall(defects)[rows], defects)
        return img

    def delivered(self, img: Bgr, defects: Defects, rng: np.random.Generator) -> Bgr:
        """What comes out of the camera."""
        img = self._optics(img, defects)
        img = self._grain(img, defects, rng)
        if defects.sharpen > 0.01:
            soft = cv2.blur(img, (3, 3))
            img = np.asarray(cv2.addWeighted(img, 1 + defects.sharpen, soft, -defects.sharpen, 0), np.uint8)
        return compressed(img, defects.jpeg_quality) if defects.jpeg_quality else img

    def _fall(self, d: Defects) -> Array:
        """How bright each pixel comes out, towards the corners less."""
        key = (d.exposure, d.vignetting)
        if self._gain is None or self._gain[0] != key:
            w, h = self._size_wh
            x, y = np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32)[:, None]
            aspect = h / w
            r2 = (x * x + (y * aspect) ** 2) / (1 + aspect * aspect)
            self._gain = (key, (((1 - d.vignetting * r2) * d.exposure) ** (1 / 2.2)).astype(np.float32))
        return self._gain[1]

    def _optics(self, img: Bgr, d: Defects) -> Bgr:
        if d.blur_px > 0.2:
            reach = 3 if d.blur_px < 0.75 else 5 if d.blur_px < 1.1 else 7
            img = np.asarray(cv2.GaussianBlur(img, (reach, reach), d.blur_px), np.uint8)
        return np.asarray(smeared(img, d.motion_px, d.motion_deg), np.uint8)

    def _grain(self, img: Bgr, d: Defects, rng: np.random.Generator) -> Bgr:
        if d.noise_sd < 0.1:
            return img
        key = (d.noise_sd, d.noise_grain_px)
        if self._noise is None or self._noise[0] != key:
            self._noise = (key, self._noise_pool(d))
        (w, h), (dx, dy) = self._size_wh, rng.integers(0, NOISE_MARGIN, 2)
        cut = (slice(int(dy), int(dy) + h), slice(int(dx), int(dx) + w))
        return np.asarray(cv2.add(img, self._noise[1][cut], dtype=cv2.CV_8U), np.uint8)

    def _noise_pool(self, d: Defects) -> Array:
        """In whole levels, as small as they can be kept."""
        w, h = self._size_wh
        shape = (h + NOISE_MARGIN, w + NOISE_MARGIN, 3)
        noise: Array = np.random.default_rng(7).standard_normal(shape, np.float32)
        if d.noise_grain_px > 0.3:
            noise = cv2.GaussianBlur(noise, (0, 0), d.noise_grain_px)
            np.divide(noise, np.float32(max(float(noise[:64].std()), 1e-3)), out=noise)
        noise *= np.asarray((1.25, 0.9, 1.1), np.float32) * d.noise_sd
        np.clip(np.rint(noise, out=noise), -255, 255, out=noise)
        return noise.astype(np.int8 if abs(noise).max() < 128 else np.int16)


def _exposed(bgr: Array, fall: Array, d: Defects) -> Bgr:
    """Some rows as the sensor takes them, each pixel for itself."""
    colour = np.asarray(d.white_balance[::-1], np.float32) ** (1 / 2.2)
    graded = cv2.multiply(bgr, fall[..., None] * colour.astype(np.float32))
    if abs(d.saturation - 1) > 0.01:
        grey = cv2.cvtColor(graded, cv2.COLOR_BGR2GRAY)
        graded = cv2.addWeighted(graded, d.saturation, cv2.merge([grey] * 3), 1 - d.saturation, 0)
    flat = cv2.convertScaleAbs(np.clip(graded, 0, 1.0), alpha=255.0)
    return np.asarray(cv2.LUT(flat, tone_curve(d)), np.uint8)


def tone_curve(d: Defects) -> Bgr:
    """Contrast and veil as a table of 256 values."""
    x = np.linspace(0, 1, 256)
    x = x + d.contrast * (x - 0.5) * x * (1 - x) * 2
    x = d.flare * 0.5 + (1 - d.flare * 0.5) * x
    return np.asarray(np.clip(x * 255, 0, 255), np.uint8)
