"""The denoiser on a GPU: the few kinds of layer of its ONNX file, run by torch.

A path tracer on a GPU waits mostly for the denoiser on the processor, and the usual onnxruntime knows no GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional

Array = npt.NDArray[Any]
Tensor = Any
LAYERS: dict[str, Callable[..., Tensor]] = {
    "Cast": lambda x: x,
    "Conv": lambda x, weight, bias: functional.conv2d(x, weight, bias, padding=1),
    "Relu": functional.relu,
    "MaxPool": lambda x: functional.max_pool2d(x, 2),
    "Resize": lambda x, *_: functional.interpolate(x, scale_factor=2.0, mode="nearest"),
    "Concat": lambda *parts: torch.cat(parts, 1),
}


def on_cuda(file: Path) -> Callable[[Array], Array]:
    """The network of a file, in half precision."""
    return runner(file, "cuda", torch.float16)


def runner(file: Path, device: str, precision: Any) -> Callable[[Array], Array]:
    """The network of a file as a function of its input planes (1, channels, rows, columns)."""
    graph = onnx.load(str(file)).graph
    held = {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()).to(device, precision) for w in graph.initializer}
    last = graph.node[-1].output[0]

    def run(planes: Array) -> Array:
        values = {**held, "": None, graph.input[0].name: torch.from_numpy(planes).to(device, precision)}
        with torch.inference_mode():
            for node in graph.node:
                values[node.output[0]] = LAYERS[node.op_type](*(values[name] for name in node.input))
        return np.asarray(values[last].float().cpu().numpy())

    return run
