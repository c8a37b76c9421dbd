"""Evidence pictures as small as they may travel."""

from __future__ import annotations

from typing import Final

PICTURE_BYTES: Final = 200_000
MATCH_BYTES: Final = 24 << 20
"""All pictures of one match together; later ones stay at the table."""
STEPS: Final = ((1600, 75), (1280, 70), (960, 65), (720, 60), (480, 50))
"""Longest side and quality, tried one after the other."""


def shrunk(jpeg: bytes, most: int = PICTURE_BYTES) -> bytes | None:
    """The picture itself where it is small enough, else a smaller one; None where none is."""
    if len(jpeg) <= most:
        return jpeg
    import cv2
    import numpy as np

    bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if bgr is None:
        return None
    for side, quality in STEPS:
        scale = min(1.0, side / max(bgr.shape[:2]))
        smaller = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else bgr
        done, data = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done and len(data) <= most:
            return bytes(data)
    return None
