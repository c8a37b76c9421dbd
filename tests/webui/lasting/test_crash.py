"""A referee that is killed again and again loses nothing that it told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.crash import crash_test
from bench.play import disk
from bench.play.faults import disk_faults, every_write

pytestmark = pytest.mark.slow


def test_killed_and_started_again_it_writes_the_same_log(tmp_path: Path) -> None:
    assert crash_test(tmp_path, seed=27, kills=6) == ""


def test_a_disk_that_fails_or_is_torn_loses_nothing_that_was_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    assert disk_faults(tmp_path / "hand.sqlite", seed=5, runs=7) == ""


def test_a_write_that_fails_is_done_later_or_not_at_all(tmp_path: Path) -> None:
    assert every_write(tmp_path / "each.sqlite", 5, 2, disk.compiled(tmp_path)) == ""
