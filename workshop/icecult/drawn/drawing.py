"""What `table.cu` draws, as tensors."""

from __future__ import annotations

import ctypes
from typing import Any

import torch

from workshop.icecult.drawn.pieces import MOST_DECALS, MOST_STACKS, MOST_THINGS
from workshop.icecult.drawn.scenes import Scenes
from workshop.icecult.drawn.table import library

Tensor = Any


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
