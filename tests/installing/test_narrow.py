"""A 32-bit system is refused with one sentence that says what to install, before anything heavy is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

NARROW = "import sys; sys.maxsize = 2**31 - 1; "
"""What a 32-bit Python says of itself."""


@pytest.mark.parametrize("words", [["--help"], ["play", "demo"], ["doctor"], ["legal"], []])
def test_a_32_bit_system_is_refused_with_one_sentence(words: list[str]) -> None:
    loaded = "[m for m in ('cv2', 'onnxruntime', 'numpy') if m in sys.modules]"
    code = f"{NARROW}from webui.cli import main; code = main({words}); print({loaded}); sys.exit(code)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "[]\n")
    assert done.stderr.count("\n") == 1
    assert "Raspberry Pi OS (64-bit)" in done.stderr
    assert "Python" in done.stderr


def test_this_one_is_not() -> None:
    done = subprocess.run([sys.executable, "-m", "webui.cli", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "64-bit" not in done.stderr
