"""What a page has freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

_PROGRAM = """
from bench.scale import resident_mb
from webui.table.upkeep.memory import few_arenas

few_arenas()
largest = bytearray(b"x") * (30 << 20)
del largest  # by itself the C library would now keep all that is smaller
kept, pictures = [], []
for _ in range(40):
    pictures.append(bytearray(b"x") * (3 << 20))
    kept.append(bytearray(b"x") * 2000)
full = resident_mb()
pictures.clear()
print(full - resident_mb())
"""


def test_pictures_that_are_let_go_leave_nothing_behind_though_small_things_between_them_stay() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert float(done.stdout) > 100
