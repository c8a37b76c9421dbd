"""Memory the C library keeps when a match has left the table: given back, so that an evening of matches stays flat."""

from __future__ import annotations

import contextlib
import ctypes
import gc
from typing import Final

ARENAS: Final = 2
_M_ARENA_MAX: Final = -8


def few_arenas() -> None:
    """Let threads share pools: by default each takes its own, and what it frees stays there (glibc only)."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Hand free memory back to the system (glibc only)."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
