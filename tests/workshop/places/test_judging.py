"""Shares with their intervals, and readers compared in pairs."""

from __future__ import annotations

import pytest

from workshop.icecult.learning.judging import Compared, JudgedTable, mcnemar, pairs, report, wilson


def test_intervals_are_wilson_s() -> None:
    assert wilson(9, 10) == pytest.approx((0.596, 0.982), abs=1e-3)
    assert wilson(0, 20) == pytest.approx((0.0, 0.161), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_equal_readers_cannot_be_told_apart_and_unequal_ones_can() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 5) == 1.0
    assert mcnemar(1, 9) == pytest.approx(22 / 1024)
    assert mcnemar(9, 1) == mcnemar(1, 9)


def test_a_table_is_right_if_all_that_could_be_read_is() -> None:
    good, bad = Compared("rb", "rb", 0.99), Compared("", "g", 0.95)
    tables = [
        JudgedTable("a", [good], [bad], [good]),
        JudgedTable("b", [good, bad]),
        JudgedTable("c", [good], [], [bad]),
    ]
    told = report("there", tables)
    assert "  tables 1/3" in told
    assert "but for the tops 2/3" in told
    assert "stacks 3/3" in told
    assert "empty 0/1" in told
    assert "misleading 1" in told


def test_pairs_count_what_only_one_of_two_has_right() -> None:
    good, bad = Compared("r", "r", 0.9), Compared("r", "", 0.5)
    one = {
        "a": JudgedTable("a", [good, good]),
        "b": JudgedTable("b", [good]),
        "left out": JudgedTable("left out", [bad]),
    }
    told = pairs(one, {"a": JudgedTable("a", [good, bad]), "b": JudgedTable("b", [good])})
    assert "tables: only the first 1, only the second 0, p = 1" in told
