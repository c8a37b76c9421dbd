"""Linux, macOS, Windows: nothing only POSIX has is needed, and each system's own folder is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT
from webui.settings import data_folder


@pytest.mark.slow
def test_engine_store_and_page_run_without_what_only_posix_has(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.installing.elsewhere", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[:3] == ["rules", "store", "page"]
    assert words[3:] == ["fcntl"]  # asked for, not there, and done without


HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("system", "said", "folder"),
    [
        ("linux", {}, HOME / ".local/share/icekeeper"),
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/icekeeper")),
        ("darwin", {}, HOME / "Library/Application Support/icekeeper"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, Path("/data/icekeeper")),
        ("win32", {"LOCALAPPDATA": "/c/Ada/Local"}, Path("/c/Ada/Local/icekeeper")),
        ("win32", {}, HOME / "AppData/Local/icekeeper"),
    ],
)
def test_data_is_where_each_system_has_it(system: str, said: dict[str, str], folder: Path) -> None:
    assert data_folder(system, said, HOME) == folder


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_matches_of_an_earlier_version_stay_where_they_are(system: str, tmp_path: Path) -> None:
    old = tmp_path / ".local" / "share" / "icekeeper"
    old.mkdir(parents=True)
    (old / "matches.sqlite").touch()
    assert data_folder(system, {}, tmp_path) == old
