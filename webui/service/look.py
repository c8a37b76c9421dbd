"""The camera's picture for the page, with what was read drawn over it."""

from __future__ import annotations

from typing import Any

from webui.service.tapped import Tapped, as_jpeg


def camera_jpeg(tap: Tapped | None, view: dict[str, Any]) -> bytes | None:
    """The newest picture as JPEG; None while there is none."""
    frame = None if tap is None else tap.newest
    if frame is None:
        return None
    return as_jpeg(frame.bgr)
