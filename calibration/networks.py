"""Trained networks; each is loaded once, however many tables ask it.

ONNX Runtime answers where it is the faster of two, on x86 in half the time; elsewhere, and without it, OpenCV does.
"""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.core.errors import IcekeeperError

Answer = Callable[[Sequence[str], Mapping[str, Any]], list[Any]]
"""Gives the named outputs for these inputs."""

X86: Final = ("x86_64", "AMD64")
ARM: Final = ("aarch64", "arm64")


class Network:
    """One ONNX file."""

    def __init__(self, file: Path, half: bool = False) -> None:
        if not file.is_file():
            raise IcekeeperError(f"{file}: the trained network is missing; install icekeeper again or run `make train`")
        self._answer = (by_runtime(file) if platform.machine() in X86 else None) or by_opencv(file, half)

    def answer(self, outputs: Sequence[str], **inputs: Any) -> list[Any]:
        """The named outputs for these inputs."""
        return self._answer(outputs, inputs)


@cache
def network(file: Path, half: bool = False) -> Network:
    """The network of this file, loaded when first asked for; `half`: half floats where they are faster."""
    return Network(file, half)


def by_runtime(file: Path) -> Answer | None:
    """The network run by ONNX Runtime, with as many threads as OpenCV has; None where that is not installed."""
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # the cores are needed for other work
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    return lambda outputs, inputs: list(session.run(list(outputs), dict(inputs)))


def by_opencv(file: Path, half: bool = False) -> Answer:
    """The network run by OpenCV; who asks while it answers another waits."""
    # OpenCV 5 has two engines; the older one takes half the time or less, and the newer one gets rims wrong (5.0.0)
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    net = cv2.dnn.readNetFromONNX(str(file)) if engine is None else cv2.dnn.readNetFromONNX(str(file), engine)
    turn = threading.Lock()
    if half and platform.machine() in ARM:
        _use_half_floats(net)

    def answer(outputs: Sequence[str], inputs: Mapping[str, Any]) -> list[Any]:
        with turn:  # a network keeps its inputs between the two calls
            for name, value in inputs.items():
                net.setInput(value, name)
            return [np.array(out) for out in net.forward(list(outputs))]

    return answer


def _use_half_floats(net: Any) -> None:
    """A third faster on ARM; OpenCV warns that it falls back and then does not."""
    logging = cv2.utils.logging
    level = logging.setLogLevel(logging.LOG_LEVEL_ERROR)
    net.setPreferableTarget(cv2.dnn.DNN_TARGET_CPU_FP16)
    logging.setLogLevel(level)
