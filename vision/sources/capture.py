"""What a live source reads from: OpenCV's captures of cameras and streams."""

from __future__ import annotations

import os
from typing import Any, Final, Protocol

import cv2

OPEN_TIMEOUT_MS: Final = 6000
READ_TIMEOUT_MS: Final = 3000


class Capture(Protocol):
    """The part of cv2.VideoCapture that a live source needs."""

    def read(self) -> tuple[bool, Any]:
        """The next picture, or False when there is none."""
        ...

    def release(self) -> None:
        """Let the device go."""
        ...


def open_capture(target: int | str, backend: int, parameters: list[int] | None = None) -> cv2.VideoCapture | None:
    """A capture, or None where the target cannot be opened."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    silent = cv2.utils.logging.LOG_LEVEL_SILENT  # OpenCV's own complaints would hide the one clear message
    cv2.utils.logging.setLogLevel(silent)
    try:
        capture = cv2.VideoCapture(target, backend, parameters or [])
    except cv2.error:
        return None
    if not capture.isOpened():
        capture.release()
        return None
    return capture


def open_camera(number: int) -> Capture | None:
    """Camera by number, with the shortest queue the driver allows."""
    capture = open_capture(number, cv2.CAP_ANY)
    if capture is not None:
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def open_stream(address: str) -> Capture | None:
    """RTSP, MJPEG over HTTP and whatever else FFmpeg reads; a silent stream is given up after a few seconds."""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
    return open_capture(address, cv2.CAP_FFMPEG, limits)
