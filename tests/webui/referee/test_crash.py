"""A referee that is killed again and again loses nothing that it told."""

from __future__ import annotations

from pathlib import Path

from bench.crash import crash_test


def test_killed_and_started_again_it_writes_the_same_log(tmp_path: Path) -> None:
    assert crash_test(tmp_path, seed=27, kills=6) == ""
