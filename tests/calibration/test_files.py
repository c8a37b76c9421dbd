"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.files import write_atomically


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    path.chmod(0o640)
    with path.open() as before:
        write_atomically(path, "né")
        assert before.read() == "old", "who reads the old file goes on reading it"
    assert path.read_bytes() == "né".encode()
    assert mode(path) == 0o640
    write_atomically(path, b"key", private=True)
    assert mode(path) == 0o600
    assert os.listdir(tmp_path) == ["a.json"]


def test_where_writing_fails_the_old_file_stays_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")
    limited = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from calibration.files import write_atomically
try:
    write_atomically({str(path)!r}, "x" * 5000)
except OSError as error:
    print(error.strerror)
"""
    done = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True, check=True)
    assert done.stdout == "File too large\n"
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_link_stays_a_link_and_a_missing_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    with pytest.raises(OSError, match="No such file"):
        write_atomically(tmp_path / "nowhere" / "a", "x")


def test_a_device_is_written_as_it_is() -> None:
    write_atomically("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()
