"""Intel Open Image Denoise's HDR U-Net, run by onnxruntime, or on a GPU by torch.

The network (Apache-2.0, `weights/*.onnx`) was exported once from the weights that Intel ships. No native library of
theirs is needed, so this also works on machines for which there is no package of it (for example Debian arm64).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
WEIGHTS = Path(__file__).resolve().parents[1] / "weights"
GUIDED = WEIGHTS / "rt_hdr_calb_cnrm.onnx"  # takes colour, albedo and normal

# Perceptually uniform transfer curve used by OIDN for HDR colour.
_A, _B, _C, _D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
_E, _F, _G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
_Y0, _Y1, _X0, _X1 = 1.5794576e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1
_NORM = float(_E * np.log(65504.0 + _F) + _G)


@lru_cache(maxsize=4)
def _network(threads: int) -> Callable[[Array], Array]:
    """The network: on the GPU by torch where the path tracer runs there, else by onnxruntime."""
    if on_gpu():
        from workshop.lab.picture.unet import on_cuda

        return on_cuda(GUIDED)
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    session = ort.InferenceSession(str(GUIDED), options, providers=["CPUExecutionProvider"])
    return lambda planes: np.asarray(session.run(None, {"input": planes})[0])


@lru_cache(maxsize=1)
def on_gpu() -> bool:
    """Whether the path tracer runs on a GPU and torch can use it too."""
    if not os.environ.get("ICECULT_VARIANT", "").startswith("cuda"):
        return False
    import torch

    return bool(torch.cuda.is_available())


def _pu_forward(y: Array) -> Array:
    mid = _B * np.power(np.maximum(y, 1e-12), _C) + _D
    return np.where(y <= _Y0, _A * y, np.where(y <= _Y1, mid, _E * np.log(y + _F) + _G)).astype(np.float32)


def _pu_inverse(x: Array) -> Array:
    mid = np.power(np.maximum(x - _D, 1e-12) / _B, 1.0 / _C)
    return np.where(x <= _X0, x / _A, np.where(x <= _X1, mid, np.exp((x - _G) / _E) - _F)).astype(np.float32)


def denoise(colour: Array, albedo: Array, normal: Array, threads: int = 0) -> Array:
    """Denoise a linear HDR image (H, W, 3), guided by its albedo in 0..1 and its normals in -1..1."""
    height, width, _ = colour.shape
    colour = np.maximum(np.nan_to_num(colour.astype(np.float32)), 0.0)
    lum = mean_luminance(colour)
    scale = 0.18 / lum
    planes = [_pu_forward(colour * scale) / _NORM, np.clip(albedo, 0, 1), np.clip(normal, -1, 1) * 0.5 + 0.5]
    stack = np.concatenate(planes, axis=2).astype(np.float32)
    pad_h, pad_w = -height % 16, -width % 16
    stack = np.pad(stack, ((0, pad_h), (0, pad_w), (0, 0)), mode="edge")
    planes_first = np.ascontiguousarray(stack.transpose(2, 0, 1))[None]
    threads = threads or int(os.environ.get("ICECULT_DENOISE_THREADS", "0"))
    result = _network(threads)(planes_first)[0].transpose(1, 2, 0)[:height, :width]
    return (_pu_inverse(result * _NORM) / scale).astype(np.float32)


def mean_luminance(colour: Array) -> float:
    """Geometric mean luminance over 16 px blocks, as OIDN's auto-exposure computes it."""
    lum = colour @ np.array([0.212671, 0.715160, 0.072169], np.float32)
    h, w = (s // 16 * 16 for s in lum.shape)
    blocks = lum[:h, :w].reshape(h // 16, 16, w // 16, 16).mean(axis=(1, 3))
    blocks = blocks[blocks > 1e-8]
    return float(np.exp2(np.log2(blocks).mean())) if blocks.size else 1.0
