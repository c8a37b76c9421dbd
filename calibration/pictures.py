"""Opening photographs: what cannot be a picture of a table is refused with one clear sentence."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bounds import FILE_BYTES, LARGEST_PX, PIXELS, PictureError, check_stated
from calibration.files import read_bytes, write_atomically

Picture = npt.NDArray[np.uint8]

SMALLEST_WH = (320, 240)
BLACK, DARK = 6.0, 18.0  # of 255: where even the brightest parts stay below, nothing or too little can be seen
_UNPACKING = threading.Lock()
"""One picture is unpacked at a time, so that many sent at once take the memory of one."""


def load_picture(path: Path | str) -> Picture:
    """A colour photograph of a table as BGR; a PictureError says what is wrong with anything else."""
    picture = read_picture(path)
    check_picture(picture, str(path))
    return picture


def read_picture(path: Path | str) -> Picture:
    """Any picture as BGR."""
    try:
        data = read_bytes(path, FILE_BYTES)
    except OSError as error:
        raise PictureError(f"{path}: cannot read the picture ({error.strerror})") from error
    return decoded(data, str(path))


def decoded(data: bytes, name: str = "picture", pixels: int = PIXELS) -> Picture:
    """A picture's bytes as BGR; one that would unpack to more than `pixels` is refused unopened."""
    check_stated(data, name, pixels)
    try:
        with _UNPACKING:
            bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # the decoder's own limit
        bgr = None
    if bgr is None or bgr.shape[0] * bgr.shape[1] > pixels:
        raise PictureError(f"{name}: not a picture that can be read (JPEG or PNG expected), or it is broken")
    return np.ascontiguousarray(bgr, np.uint8)


def check_picture(bgr: Picture, name: str = "picture") -> None:
    """Refuse pictures that no table could be read from: tiny, huge, black, without colour."""
    h, w = bgr.shape[:2]
    if max(w, h) < SMALLEST_WH[0] or min(w, h) < SMALLEST_WH[1]:
        least = "x".join(map(str, SMALLEST_WH))
        raise PictureError(f"{name}: {w}x{h} is tiny; at least {least} is needed, 1280x720 is good")
    if max(w, h) > LARGEST_PX:
        raise PictureError(f"{name}: {w}x{h} is huge; give a picture of at most {LARGEST_PX} pixels a side")
    small = cv2.resize(bgr, (160, 120), interpolation=cv2.INTER_AREA).astype(np.float32)
    brightest = float(np.percentile(small.max(axis=2), 99))
    if brightest < DARK:
        how = "black" if brightest < BLACK else "very dark"
        raise PictureError(f"{name}: the picture is {how}; switch on the light or uncover the lens")
    if float(small.mean(axis=2).std()) < 1.5:
        raise PictureError(f"{name}: the picture is one plain surface; nothing can be seen on it")
    if float(np.percentile(small.max(axis=2) - small.min(axis=2), 99)) < 6:
        raise PictureError(f"{name}: the picture is grey; a colour picture is needed to tell the players apart")


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
