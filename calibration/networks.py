"""Trained networks, run by ONNX Runtime; each is loaded once, however many tables ask it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from engine.core.errors import IcekeeperError


class Network:
    """One ONNX file."""

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise IcekeeperError(f"{file}: the trained network is missing; install icekeeper again or run `make train`")
        try:
            import onnxruntime  # here, since most commands need no network and would wait for it all the same
        except ImportError as error:
            raise IcekeeperError(
                f"pictures are read by ONNX Runtime, and it cannot be loaded ({error}); "
                "`pip install --force-reinstall onnxruntime` brings it back"
            ) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = cv2.getNumThreads()
        options.enable_cpu_mem_arena = False  # what the largest look took is given back: a third less memory, no slower
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # the cores are needed for other work
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def answer(self, outputs: Sequence[str], **inputs: Any) -> list[Any]:
        """The named outputs for these inputs."""
        return list(self._session.run(list(outputs), inputs))


@cache
def network(file: Path) -> Network:
    """The network of this file, loaded when first asked for."""
    return Network(file)
