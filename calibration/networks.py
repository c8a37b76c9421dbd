"""Trained networks, run by ONNX Runtime; each is loaded once, however many tables ask it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np

from engine.core.errors import IcekeeperError

Numbers = Literal["whole", "floats"]
"""How networks that are kept in whole numbers are run: as they are, or with every weight made a float again."""
WAYS: Final[tuple[Numbers, ...]] = ("whole", "floats")
RUNS: Final = 3  # of which the fastest counts: the others were disturbed
WORTH: Final = 0.8  # of the time: floats that save less are not worth what they move


class Network:
    """One ONNX file."""

    def __init__(self, file: Path, numbers: Numbers = "whole") -> None:
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
        options.add_session_config_entry("session.disable_quant_qdq", "1" if numbers == "floats" else "0")
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def answer(self, outputs: Sequence[str], **inputs: Any) -> list[Any]:
        """The named outputs for these inputs."""
        return list(self._session.run(list(outputs), inputs))

    def fastest_s(self) -> float:
        """How long it takes over a picture of noise, at best."""
        rng = np.random.default_rng(0)
        given = {
            each.name: rng.integers(0, 255, sides(each.shape)).astype(np.uint8 if "uint8" in each.type else np.float32)
            for each in self._session.get_inputs()
        }
        took = []
        for _ in range(RUNS):
            began = time.perf_counter()
            self._session.run(None, given)
            took.append(time.perf_counter() - began)
        return min(took)


def sides(shape: Sequence[int | str | None]) -> list[int]:
    """The sides of an input, one wherever a network takes any number."""
    return [side if isinstance(side, int) else 1 for side in shape]


def faster(file: Path) -> Numbers:
    """How this machine runs a network faster: processors that cannot multiply bytes are slower with whole numbers."""
    took = {way: Network(file, way).fastest_s() for way in WAYS}
    return "floats" if took["floats"] < WORTH * took["whole"] else "whole"


class _Chosen:
    """How this process runs its networks."""

    numbers: Numbers = "whole"


def run_in(numbers: Numbers) -> None:
    """Run every network so from now on."""
    _Chosen.numbers = numbers
    network.cache_clear()


@cache
def network(file: Path) -> Network:
    """The network of this file, loaded when first asked for."""
    return Network(file, _Chosen.numbers)
