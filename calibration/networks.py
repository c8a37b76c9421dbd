"""Trained networks, run by OpenCV; each is loaded once, however many tables ask it."""

from __future__ import annotations

import platform
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.core.errors import IcekeeperError


class Network:
    """One ONNX file; who asks while it answers another waits."""

    def __init__(self, file: Path, half: bool = False) -> None:
        if not file.is_file():
            raise IcekeeperError(f"{file}: the trained network is missing; install icekeeper again or run `make train`")
        self._net = _read(file)
        self._turn = threading.Lock()
        if half and platform.machine() in ("aarch64", "arm64"):
            _use_half_floats(self._net)

    def answer(self, outputs: Sequence[str], **inputs: Any) -> list[Any]:
        """The named outputs for these inputs."""
        with self._turn:  # a network keeps its inputs between the two calls
            for name, value in inputs.items():
                self._net.setInput(value, name)
            return [np.array(out) for out in self._net.forward(list(outputs))]


@cache
def network(file: Path, half: bool = False) -> Network:
    """The network of this file, loaded when first asked for; `half`: half floats where they are faster."""
    return Network(file, half)


def _read(file: Path) -> Any:
    # OpenCV 5 has two engines; the older one takes half the time or less, and the newer one gets rims wrong (5.0.0)
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(file)) if engine is None else cv2.dnn.readNetFromONNX(str(file), engine)


def _use_half_floats(net: Any) -> None:
    """A third faster on ARM; OpenCV warns that it falls back and then does not."""
    logging = cv2.utils.logging
    level = logging.setLogLevel(logging.LOG_LEVEL_ERROR)
    net.setPreferableTarget(cv2.dnn.DNN_TARGET_CPU_FP16)
    logging.setLogLevel(level)
