"""Memory the C library keeps when a match has left the table: given back, so that an evening of matches stays flat."""

from __future__ import annotations

import contextlib
import ctypes
import gc
from typing import Final

ARENAS: Final = 2
OWN_PAGES: Final = 1 << 17
"""A block of so many bytes gets pages of its own, which go back to the system as soon as it is freed."""
_M_ARENA_MAX: Final = -8
_M_MMAP_THRESHOLD: Final = -3


def few_arenas() -> None:
    """Let threads share pools, and pictures stay out of them: what is freed in a pool stays there (glibc only)."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_M_ARENA_MAX, ARENAS)
        library.mallopt(_M_MMAP_THRESHOLD, OWN_PAGES)  # else it rises up to 32 MB, and pictures stay in the pools


def give_back() -> None:
    """Hand free memory back to the system (glibc only)."""
    gc.collect()
    trim()


def trim() -> None:
    """Hand the free pages of the pools back; a matter of two milliseconds (glibc only)."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
