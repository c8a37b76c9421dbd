"""Opening photographs: what cannot be a picture of a table is refused with one clear sentence."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.files import write_atomically
from engine.core.errors import IcekeeperError

Picture = npt.NDArray[np.uint8]

SMALLEST_WH = (320, 240)
LARGEST_PX = 4200


class PictureError(IcekeeperError):
    """A file that is not a usable photograph."""


def load_picture(path: Path | str) -> Picture:
    """A colour photograph of a table as BGR; a PictureError says what is wrong with anything else."""
    picture = read_picture(path)
    check_picture(picture, str(path))
    return picture


def read_picture(path: Path | str) -> Picture:
    """Any picture as BGR."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: cannot read the picture ({error.strerror})") from error
    stated = stated_wh(data)
    if stated is not None and max(stated) > LARGEST_PX:
        raise PictureError(
            f"{path}: {stated[0]}x{stated[1]} is huge; give a picture of at most {LARGEST_PX} pixels a side"
        )
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if bgr is None:
        raise PictureError(f"{path}: not a picture that can be read (JPEG or PNG expected), or it is broken")
    return np.asarray(bgr, np.uint8)


def check_picture(bgr: Picture, name: str = "picture") -> None:
    """Refuse pictures that no table could be read from: tiny, huge, black, without colour."""
    h, w = bgr.shape[:2]
    if max(w, h) < SMALLEST_WH[0] or min(w, h) < SMALLEST_WH[1]:
        least = "x".join(map(str, SMALLEST_WH))
        raise PictureError(f"{name}: {w}x{h} is tiny; at least {least} is needed, 1280x720 is good")
    if max(w, h) > LARGEST_PX:
        raise PictureError(f"{name}: {w}x{h} is huge; give a picture of at most {LARGEST_PX} pixels a side")
    small = cv2.resize(bgr, (160, 120), interpolation=cv2.INTER_AREA).astype(np.float32)
    if float(np.percentile(small.max(axis=2), 99)) < 18:
        raise PictureError(f"{name}: the picture is black; switch on the light or uncover the lens")
    if float(small.mean(axis=2).std()) < 1.5:
        raise PictureError(f"{name}: the picture is one plain surface; nothing can be seen on it")
    if float(np.percentile(small.max(axis=2) - small.min(axis=2), 99)) < 6:
        raise PictureError(f"{name}: the picture is grey; a colour picture is needed to tell the pawns apart")


def stated_wh(data: bytes) -> tuple[int, int] | None:
    """Width and height as a PNG or JPEG header states them, read before anything is decoded; None if it does not."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + max(length, 2)
    return None


def save_picture(path: Path | str, bgr: Picture) -> None:
    """Write a picture; the file's ending chooses the kind."""
    try:
        ok, data = cv2.imencode(Path(path).suffix or ".png", bgr)
        if not ok:
            raise PictureError(f"{path}: cannot write this kind of picture; use .png or .jpg")
        write_atomically(path, data.tobytes())
    except cv2.error as error:
        raise PictureError(f"{path}: cannot write this kind of picture; use .png or .jpg") from error
    except OSError as error:
        raise PictureError(f"{path}: cannot write the picture ({error.strerror})") from error
