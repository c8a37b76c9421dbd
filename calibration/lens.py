"""Optional lens calibration from photographs of a ChArUco board."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import numbers
from calibration.files import read_json
from calibration.profile import today
from calibration.sheet import Sheet, blank, px, ruler, text
from engine.core.errors import IcekeeperError

Picture = npt.NDArray[np.uint8]

SQUARES = (5, 7)
SQUARE_MM, MARKER_MM = 34.0, 25.0
FEWEST, WORST_RMS_PX = 5, 2.0
USUAL_HFOV_DEG = 67.0


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known of the lens beforehand; without a lens calibration only its usual range."""

    resolution_wh: tuple[int, int]
    focal_px: float
    focal_log_sd: float
    centre_px: tuple[float, float]
    distortion: tuple[float, ...]
    k1_sd: float

    @classmethod
    def usual(cls, resolution_wh: tuple[int, int]) -> Lens:
        """A webcam of the usual field of view (across a wide picture), slightly barrel-shaped."""
        w, h = resolution_wh
        across = max(w, h * 16 / 9) if w >= h else max(h, w * 16 / 9)  # a 4:3 picture is mostly a cropped wide one
        focal = across / 2 / math.tan(math.radians(USUAL_HFOV_DEG) / 2)
        return cls(resolution_wh, focal, 0.16, ((w - 1) / 2, (h - 1) / 2), (-0.035, 0.005, 0.0, 0.0, 0.0), 0.05)


class LensError(IcekeeperError):
    """Pictures or a file that no lens calibration can come from."""


def _board() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def lens_sheet() -> Sheet:
    """The board on one A4 sheet, with a ruler check."""
    sheet = blank()
    w, h = px(SQUARES[0] * SQUARE_MM), px(SQUARES[1] * SQUARE_MM)
    left, top = (sheet.shape[1] - w) // 2, px(12.0)
    sheet[top : top + h, left : left + w] = _board().generateImage((w, h))
    text(sheet, "icekeeper lens: stick on cardboard; take 8 to 15 photographs from all sides.", (20.0, 262.0))
    ruler(sheet, 25.0, 268.0)
    return sheet


def measure_lens(pictures: list[tuple[str, Picture]]) -> dict[str, Any]:
    """The lens as JSON, from named pictures that all have one size."""
    sizes = {(bgr.shape[1], bgr.shape[0]) for _, bgr in pictures}
    if len(sizes) != 1:
        raise LensError(
            f"expected pictures of one size, got {', '.join(f'{w}x{h}' for w, h in sorted(sizes)) or 'none'}"
        )
    (resolution,) = sizes
    places, pixels, used = [], [], []
    detector = cv2.aruco.CharucoDetector(_board())
    for name, bgr in pictures:
        corners, numbers, _, _ = detector.detectBoard(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY))
        if numbers is None or len(numbers) < 8:
            continue
        spots, seen = _board().matchImagePoints(list(corners), numbers)
        places.append(spots)
        pixels.append(seen)
        used.append(name)
    if len(used) < FEWEST:
        raise LensError(f"the board is seen in {len(used)} of {len(pictures)} pictures; at least {FEWEST} are needed")
    return _solved(places, pixels, resolution, used)


def _solved(places: list[Any], pixels: list[Any], resolution: tuple[int, int], used: list[str]) -> dict[str, Any]:
    w, h = resolution
    start = np.array([[w, 0, (w - 1) / 2], [0, w, (h - 1) / 2], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    rms, matrix, distortion, _, _ = cv2.calibrateCamera(places, pixels, resolution, start, np.zeros(5), flags=flags)
    if rms > WORST_RMS_PX:
        raise LensError(f"the pictures do not agree on one lens ({rms:.1f} px error); keep the sheet flat, avoid blur")
    return {
        "schema": 1,
        "date": today(),
        "resolution_wh": list(resolution),
        "focal_px": round(float(matrix[0, 0]), 3),
        "centre_px": [round(float(matrix[0, 2]), 3), round(float(matrix[1, 2]), 3)],
        "distortion": [round(float(v), 6) for v in np.ravel(distortion)[:5]],
        "rms_px": round(float(rms), 3),
        "pictures": used,
    }


def load_lens(path: Path | str, resolution_wh: tuple[int, int]) -> Lens:
    """A measured lens for pictures of this size."""
    try:
        data = read_json(path)
        if data["schema"] != 1:
            raise LensError(f"{path}: schema {data['schema']!r}, this version reads 1; run `icekeeper lens` again")
        width, height = (int(v) for v in numbers(data, "resolution_wh", 2, 1e6, least=1))
        (focal_px,), (cx, cy) = numbers(data, "focal_px", 1, 1e6, least=1.0), numbers(data, "centre_px", 2, 1e6)
        lens = Lens((width, height), focal_px, 0.004, (cx, cy), numbers(data, "distortion", 5, 1e3), 0.003)
    except OSError as error:
        raise LensError(f"{path}: cannot read the lens ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise LensError(f"{path}: expected a lens file written by `icekeeper lens` ({error})") from error
    if lens.resolution_wh != resolution_wh:
        w, h = resolution_wh
        raise LensError(f"{path}: the lens was measured at {width}x{height}, the picture is {w}x{h}; measure it again")
    return lens
