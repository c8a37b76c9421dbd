"""`table.cu` compiled for a GPU or a processor, and where each of its numbers is."""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("table.cu")
BARE = 100  # seen: the ground of a space, or a cube's top


@cache
def layout() -> dict[str, int]:
    """Where each number of a table is, as `table.cu` says it."""
    text = SOURCE.read_text(encoding="utf-8")
    names = re.search(r"enum \{(.*?)\};", text, re.S)
    if names is None:
        raise ValueError(f"{SOURCE}: no numbers of a table")
    out: dict[str, int] = {}
    following = 0
    for part in names[1].replace("\n", " ").split(","):
        name, _, how = (each.strip() for each in part.partition("="))
        if how:
            first, _, more = how.partition("+")
            following = out[first.strip()] + int(more)
        out[name] = following
        following += 1
    return out


@cache
def library(cuda: bool) -> ctypes.CDLL:
    """The compiled source; kept between runs as long as it is the same."""
    mark = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    out = Path(tempfile.gettempdir()) / f"icekeeper-table-{mark}-{'gpu' if cuda else 'cpu'}.so"
    if not out.exists():
        half = out.with_suffix(f".{os.getpid()}.so")
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        compiler = [nvcc, "-O3", "--use_fast_math", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]
        plain = ["c++", "-O3", "-ffast-math", "-shared", "-fPIC", "-x", "c++"]
        subprocess.run([*(compiler if cuda else plain), str(SOURCE), "-o", str(half)], check=True)
        half.replace(out)
    return ctypes.CDLL(str(out))
