"""From rows to stacks: as likely as all ways of writing them together."""

from __future__ import annotations

import math
import time
from itertools import groupby, product

import numpy as np
import pytest

from engine.icecult.board import COLOURS
from workshop.icecult.places.decode import BEAM, stacks_of, tables_of


def every_way(rows: np.ndarray) -> dict[str, float]:
    """How likely each stack is, by going through all that the rows may show."""
    out: dict[str, float] = {}
    for way in product(range(5), repeat=len(rows)):
        shown = [k for k, _ in groupby(way)]
        text = "".join(COLOURS[k - 1] for k in shown if k)[::-1]
        out[text] = out.get(text, 0.0) + math.exp(sum(rows[r, k] for r, k in enumerate(way)))
    return out


def logs(shares: np.ndarray) -> np.ndarray:
    return np.log(shares / shares.sum(-1, keepdims=True))


@pytest.mark.parametrize("quiet", [None, 0, 3])
@pytest.mark.parametrize("seed", range(4))
def test_stacks_are_as_likely_as_all_ways_of_showing_them(seed: int, quiet: int | None) -> None:
    shares = np.random.default_rng(seed).dirichlet([0.4] * 5, 6) + 1e-3
    if quiet is not None:
        shares[quiet] = [1.0, 1e-9, 1e-9, 1e-9, 1e-9]
    rows = logs(shares)
    wanted, read = every_way(rows), stacks_of(rows, 10_000)
    assert sum(wanted.values()) == pytest.approx(1.0)
    assert read[0].stack == max(wanted, key=wanted.__getitem__)
    for stack, score in read[:40]:
        assert math.exp(score) == pytest.approx(wanted[stack], rel=0.03, abs=1e-3)


def test_a_pawn_is_there_once_however_many_rows_show_it() -> None:
    rows = np.full((9, 5), 1e-4)
    for row, colour in enumerate([0, 1, 1, 0, 1, 4, 4, 3, 0]):
        rows[row, colour] = 1.0
    best = stacks_of(logs(rows))[0]
    assert best.stack == "gbrr"  # from the bottom up
    assert best.score > math.log(0.97)


def test_never_more_than_the_beam_and_never_an_empty_list() -> None:
    rows = logs(np.full((128, 5), 0.2))
    assert 0 < len(stacks_of(rows)) <= BEAM
    assert [len(each) for each in tables_of(logs(np.tile([1.0, 0, 0, 0, 0], (2, 128, 1)) + 1e-12))] == [1, 1]


def test_a_table_is_read_in_a_few_milliseconds() -> None:
    rng = np.random.default_rng(1)
    rows = np.tile([1.0, 1e-6, 1e-6, 1e-6, 1e-6], (28, 128, 1))
    for place in rows[:10]:
        for row in range(40, 100, 12):
            place[row : row + 2] = rng.dirichlet([0.3, 2, 0.05, 0.05, 0.02], 2)
    given, took = logs(rows), []
    for _ in range(5):
        began = time.process_time()
        tables_of(given)
        took.append(time.process_time() - began)
    assert min(took) < 0.02
