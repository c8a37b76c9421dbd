"""Farming: resuming, the line about progress, stopping when the time is up."""

from __future__ import annotations

from pathlib import Path

import pytest

from workshop.icecult.lab.__main__ import main
from workshop.icecult.lab.farm import Order, Outcome, picture_path, progress, seeds_to_do
from workshop.icecult.lab.picture.trace import Quality


def order(out: Path, resume: bool) -> Order:
    """Five seeds for two processes."""
    return Order(out, range(10, 15), 2, 1.0, Quality(), resume)


def test_resuming_leaves_out_what_is_there(tmp_path: Path) -> None:
    picture_path(tmp_path, 12, "json").write_text("{}")
    assert seeds_to_do(order(tmp_path, resume=True)) == [10, 11, 13, 14]
    assert seeds_to_do(order(tmp_path, resume=False)) == [10, 11, 12, 13, 14]


def test_progress_counts_pictures_and_skipped_seeds() -> None:
    line = progress([Outcome(1, 2.0), Outcome(2, 4.0), Outcome(3, 0.0, "broken")], 9, began=0.0)
    assert line.startswith("2 of 9 pictures")
    assert "3.0 s each" in line
    assert line.endswith("1 skipped")


def test_a_farm_without_time_stops_at_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["farm", "--seeds", "0:2", "--processes", "1", "--minutes", "0", "--out", str(tmp_path)]
    assert main(command) == 1
    assert "0 of 2 pictures" in capfd.readouterr().out
    assert not list(tmp_path.iterdir())
