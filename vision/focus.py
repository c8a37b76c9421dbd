"""How blurred a picture is, told from its sharpest outlines."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np

from vision.frame import Bgr

FINE_PX, COARSE_PX = 1.0, 3.0  # two blurs, added to the picture to measure its own
OUTLINED: Final = 0.05  # outlines this steep, as a share of the light, can tell how blurred they are


def blur_share(bgr: Bgr) -> float:
    """The blur of the sharpest outlines, as a share of the picture's longer side."""
    return float(blur_px(bgr) / max(bgr.shape[:2]))


def blur_px(bgr: Bgr) -> float:
    """The blur of the sharpest outlines."""
    fine, coarse = (_steepest(_smoothed(bgr, by)) for by in (FINE_PX, COARSE_PX))
    ratio = max(fine / max(coarse, 1e-3), 1.001) ** 2  # an outline blurred by s is steep by 1 / sqrt(s^2 + by^2)
    return float(max((COARSE_PX**2 - ratio * FINE_PX**2) / (ratio - 1.0), 0.0) ** 0.5)


def outlined(bgr: Bgr) -> bool:
    """Whether there are outlines at all, however blurred."""
    smooth = _smoothed(bgr, COARSE_PX)
    return _steepest(smooth) > OUTLINED * float(np.percentile(smooth, 99))


def _smoothed(bgr: Bgr, by_px: float) -> Any:
    """The grey picture, blurred."""
    return cv2.GaussianBlur(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), by_px)


def _steepest(grey: Any) -> float:
    """The slope of the steepest outlines."""
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return float(np.percentile(slope, 99.5))
