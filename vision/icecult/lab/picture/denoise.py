"""CPU inference of Intel Open Image Denoise's HDR U-Net with onnxruntime.

The pretrained weights (Apache-2.0, ``weights/*.tza``) are the ones Intel ships with OIDN; the
network is the published OIDN topology.  No native OIDN library is needed, so this also works on
machines for which no OIDN package exists (for example Debian arm64).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
WEIGHTS = Path(__file__).resolve().parents[1] / "weights"

# Perceptually uniform transfer curve used by OIDN for HDR colour.
_A, _B, _C, _D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
_E, _F, _G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
_Y0, _Y1, _X0, _X1 = 1.5794576e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1
_NORM = float(_E * np.log(65504.0 + _F) + _G)

# (conv name, source) in execution order; "^x+skip" = nearest 2x upsample of x, concatenated to skip.
_GRAPH: list[tuple[str, str]] = [
    ("enc_conv0", "input"),
    ("enc_conv1", "enc_conv0"),
    ("enc_conv2", "pool:enc_conv1"),
    ("enc_conv3", "pool:enc_conv2"),
    ("enc_conv4", "pool:enc_conv3"),
    ("enc_conv5a", "pool:enc_conv4"),
    ("enc_conv5b", "enc_conv5a"),
    ("dec_conv4a", "up:enc_conv5b+pool:enc_conv3"),
    ("dec_conv4b", "dec_conv4a"),
    ("dec_conv3a", "up:dec_conv4b+pool:enc_conv2"),
    ("dec_conv3b", "dec_conv3a"),
    ("dec_conv2a", "up:dec_conv3b+pool:enc_conv1"),
    ("dec_conv2b", "dec_conv2a"),
    ("dec_conv1a", "up:dec_conv2b+input"),
    ("dec_conv1b", "dec_conv1a"),
    ("dec_conv0", "dec_conv1b"),
]


def read_tza(path: Path) -> dict[str, Array]:
    """Parse OIDN's tensor archive format (version 2)."""
    blob = path.read_bytes()
    magic, major, _minor, table = struct.unpack_from("<HBBQ", blob, 0)
    if magic != 0x41D7 or major != 2:
        raise ValueError(f"{path.name}: not a TZA v2 file")
    (count,) = struct.unpack_from("<I", blob, table)
    pos, out = table + 4, {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", blob, pos)
        name = blob[pos + 2 : pos + 2 + length].decode()
        pos += 2 + length
        ndim = blob[pos]
        dims = struct.unpack_from(f"<{ndim}I", blob, pos + 1)
        pos += 1 + 4 * ndim + ndim  # the layout string (e.g. "oihw") is not needed
        dtype = np.dtype("<f4" if blob[pos : pos + 1] == b"f" else "<f2")
        (offset,) = struct.unpack_from("<Q", blob, pos + 1)
        pos += 9
        data = np.frombuffer(blob, dtype, int(np.prod(dims)), offset)
        out[name] = data.reshape(dims).astype(np.float32)
    return out


class GraphWriter:
    """Writes the network as ONNX nodes."""

    def __init__(self) -> None:
        from onnx import helper, numpy_helper

        self.helper = helper
        self.nodes: list[Any] = []
        self.constants = [numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "scales")]
        self.made = {"input"}

    def value(self, expr: str) -> str:
        """Name of the tensor for an expression of _GRAPH, adding nodes on first use."""
        if expr in self.made:
            return expr
        make = self.helper.make_node
        if "+" in expr:
            node = make("Concat", [self.value(e) for e in expr.split("+")], [expr], axis=1)
        elif expr.startswith("pool:"):
            node = make("MaxPool", [self.value(expr[5:])], [expr], kernel_shape=[2, 2], strides=[2, 2])
        else:
            how = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
            source = self.value(expr.removeprefix("up:"))
            node = make("Resize", [source, "", "scales"], [expr], mode="nearest", **how)
        self.nodes.append(node)
        self.made.add(expr)
        return expr

    def convolution(self, name: str, source: str, weight: Array, bias: Array) -> None:
        """Add one 3 x 3 convolution with its rectifier."""
        from onnx import numpy_helper

        inputs = [self.value(source), f"{name}.weight", f"{name}.bias"]
        self.constants += [numpy_helper.from_array(weight, inputs[1]), numpy_helper.from_array(bias, inputs[2])]
        make = self.helper.make_node
        self.nodes.append(make("Conv", inputs, [f"{name}.raw"], pads=[1, 1, 1, 1], kernel_shape=[3, 3]))
        self.nodes.append(make("Relu", [f"{name}.raw"], [name]))
        self.made.add(name)


def onnx_model(weights: str) -> bytes:
    """The network with the given weights as an ONNX file."""
    from onnx import TensorProto, helper

    tensors, writer = read_tza(WEIGHTS / weights), GraphWriter()
    for name, source in _GRAPH:
        writer.convolution(name, source, tensors[f"{name}.weight"], tensors[f"{name}.bias"])
    channels = tensors["enc_conv0.weight"].shape[1]
    inputs = [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, channels, "h", "w"])]
    outputs = [helper.make_tensor_value_info("dec_conv0", TensorProto.FLOAT, [1, 3, "h", "w"])]
    graph = helper.make_graph(writer.nodes, "oidn", inputs, outputs, writer.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return bytes(model.SerializeToString())


@lru_cache(maxsize=4)
def _session(weights: str, threads: int) -> Any:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    return ort.InferenceSession(onnx_model(weights), options, providers=["CPUExecutionProvider"])


@lru_cache(maxsize=1)
def on_gpu() -> bool:
    """Whether the path tracer runs on a GPU and PyTorch can use it too."""
    if not os.environ.get("ICECULT_VARIANT", "").startswith("cuda"):
        return False
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


@lru_cache(maxsize=2)
def gpu_network(weights: str) -> Callable[[Array], Array]:
    """The same network on the GPU."""
    import torch
    from torch.nn import functional

    tensors = {k: torch.from_numpy(v).cuda() for k, v in read_tza(WEIGHTS / weights).items()}

    def value(expr: str, made: dict[str, Any]) -> Any:
        """Tensor of an expression of _GRAPH."""
        if expr in made:
            return made[expr]
        if "+" in expr:
            return torch.cat([value(e, made) for e in expr.split("+")], 1)
        if expr.startswith("pool:"):
            return functional.max_pool2d(value(expr[5:], made), 2)
        return functional.interpolate(value(expr.removeprefix("up:"), made), scale_factor=2, mode="nearest")

    def run(planes: Array) -> Array:
        """The network's output for one picture."""
        with torch.inference_mode():
            made: dict[str, Any] = {"input": torch.from_numpy(planes).cuda()}
            for name, source in _GRAPH:
                weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
                made[name] = functional.relu(functional.conv2d(value(source, made), weight, bias, padding=1))
            return np.asarray(made["dec_conv0"].cpu().numpy())

    return run


def _pu_forward(y: Array) -> Array:
    mid = _B * np.power(np.maximum(y, 1e-12), _C) + _D
    return np.where(y <= _Y0, _A * y, np.where(y <= _Y1, mid, _E * np.log(y + _F) + _G)).astype(np.float32)


def _pu_inverse(x: Array) -> Array:
    mid = np.power(np.maximum(x - _D, 1e-12) / _B, 1.0 / _C)
    return np.where(x <= _X0, x / _A, np.where(x <= _X1, mid, np.exp((x - _G) / _E) - _F)).astype(np.float32)


def denoise(colour: Array, albedo: Array | None = None, normal: Array | None = None, threads: int = 0) -> Array:
    """Denoise a linear HDR image (H, W, 3); albedo in 0..1 and normal in -1..1 are optional guides."""
    height, width, _ = colour.shape
    colour = np.maximum(np.nan_to_num(colour.astype(np.float32)), 0.0)
    lum = mean_luminance(colour)
    scale = 0.18 / lum
    planes = [_pu_forward(colour * scale) / _NORM]
    if albedo is not None and normal is not None:
        planes += [np.clip(albedo, 0, 1), np.clip(normal, -1, 1) * 0.5 + 0.5]
    weights = "rt_hdr_calb_cnrm.tza" if len(planes) == 3 else "rt_hdr.tza"
    stack = np.concatenate(planes, axis=2).astype(np.float32)
    pad_h, pad_w = -height % 16, -width % 16
    stack = np.pad(stack, ((0, pad_h), (0, pad_w), (0, 0)), mode="edge")
    planes_first = np.ascontiguousarray(stack.transpose(2, 0, 1))[None]
    if on_gpu():
        out = gpu_network(weights)(planes_first)
    else:
        threads = threads or int(os.environ.get("ICECULT_DENOISE_THREADS", "0"))
        (out,) = _session(weights, threads).run(None, {"input": planes_first})
    result = out[0].transpose(1, 2, 0)[:height, :width]
    return (_pu_inverse(result * _NORM) / scale).astype(np.float32)


def mean_luminance(colour: Array) -> float:
    """Geometric mean luminance over 16 px blocks, as OIDN's auto-exposure computes it."""
    lum = colour @ np.array([0.212671, 0.715160, 0.072169], np.float32)
    h, w = (s // 16 * 16 for s in lum.shape)
    blocks = lum[:h, :w].reshape(h // 16, 16, w // 16, 16).mean(axis=(1, 3))
    blocks = blocks[blocks > 1e-8]
    return float(np.exp2(np.log2(blocks).mean())) if blocks.size else 1.0
