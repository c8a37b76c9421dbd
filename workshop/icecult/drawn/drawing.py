"""`table.cu` compiled for the device at hand, and what it draws as tensors."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import torch

from workshop.icecult.drawn.scenes import MOST_DECALS, MOST_STACKS, MOST_THINGS, SOURCE, Scenes

Tensor = Any
BARE = 100  # seen: the ground of a space, or a cube's top


@cache
def library(cuda: bool) -> ctypes.CDLL:
    """The compiled source; kept between runs as long as it is the same."""
    mark = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    out = Path(tempfile.gettempdir()) / f"icekeeper-table-{mark}-{'gpu' if cuda else 'cpu'}.so"
    if not out.exists():
        half = out.with_suffix(f".{torch.initial_seed()}.so")
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        compiler = [nvcc, "-O3", "--use_fast_math", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]
        plain = ["c++", "-O3", "-ffast-math", "-shared", "-fPIC", "-x", "c++"]
        subprocess.run([*(compiler if cuda else plain), str(SOURCE), "-o", str(half)], check=True)
        half.replace(out)
    return ctypes.CDLL(str(out))


def drawn(
    scenes: Scenes, views: Tensor, textures: Tensor, sides: tuple[int, int], samples: int
) -> tuple[Tensor, Tensor]:
    """Linear light (n, rows, columns, 3) of views (n, 16), and what each pixel's middle shows (n, rows, columns, 2).

    That is a pawn's level + 1 of the view's own stack, `BARE` of its own ground or top, or 0; first with all that
    stands before it, then without.
    """
    device = views.device
    cuda = device.type == "cuda"
    light = torch.empty((len(views), *sides, 3), device=device)
    seen = torch.empty((len(views), *sides, 2), dtype=torch.uint8, device=device)
    arrays = [scenes.tables, scenes.stacks, scenes.things, scenes.decals, views, textures]
    if any(not each.is_contiguous() for each in arrays):
        raise ValueError("expected arrays without gaps")
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream if cuda else 0)
    pointers = [ctypes.c_void_p(each.data_ptr()) for each in arrays]
    most = [MOST_STACKS, MOST_THINGS, MOST_DECALS, len(textures)]
    seed = ctypes.c_uint(int(torch.randint(0, 2**31, (1,))))
    outs = [ctypes.c_void_p(light.data_ptr()), ctypes.c_void_p(seen.data_ptr())]
    failed = library(cuda).draw_views(*pointers, *most, ctypes.c_long(len(views)), *sides, samples, seed, *outs, stream)
    if failed:
        raise RuntimeError(f"the device refuses to draw: error {failed}")
    return light, seen
