"""The trained networks that ship with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2

from engine.core.errors import IcekeeperError

MODELS = Path(__file__).resolve().parent / "models"


def load_network(name: str, path: Path | None = None) -> Any:
    """An OpenCV network from the package's models, or from another place."""
    where = path or MODELS / name
    if not where.is_file():
        raise IcekeeperError(f"{where}: the trained network is missing; install icekeeper again or run `make train`")
    return cv2.dnn.readNetFromONNX(str(where))
