"""A stack as bands of colour from its top down: read in order, and weighed with what else is known of it."""

from __future__ import annotations

from itertools import groupby, product

import numpy as np
import pytest

from vision.icecult.read.networks import band_weights
from vision.icecult.read.stacks import Guess, guesses_by_bands, hardly_empty, in_order, unclear

SAY = 0.45


def best(options: list[Guess]) -> Guess:
    return max(options, key=lambda g: g.weight)


def rows(text: str) -> np.ndarray:
    """Rows from the top that surely show these letters, "." for none."""
    out = np.full((len(text), 5), 1e-4)
    out[np.arange(len(text)), [".rygb".index(letter) for letter in text]] = 1.0
    return np.asarray(np.log(out / out.sum(1, keepdims=True)))


def every_way(bands: np.ndarray) -> dict[str, float]:
    """What the rows say, by all ways to fill them: what is next to its like is one, and none is left out."""
    total: dict[str, float] = {}
    for way in product(range(5), repeat=len(bands)):
        text = "".join("rygb"[k - 1] for k, _ in groupby(way) if k)[::-1]
        total[text] = total.get(text, 0.0) + float(np.exp(bands[np.arange(len(bands)), way].sum()))
    return total


def test_bands_are_read_in_order_however_many_rows_each_takes() -> None:
    assert max(in_order(rows("..bbbbbb.y.yyyrr"), 12).items(), key=lambda item: item[1])[0] == "ryyb"
    rng = np.random.default_rng(3)
    bands = np.log(rng.dirichlet(np.full(5, 0.3), 5))
    read, want = in_order(bands, 1000), every_way(bands)
    assert sum(read.values()) == pytest.approx(1.0, abs=0.01)
    assert {text: weight for text, weight in want.items() if weight > 0.01} == pytest.approx(
        {text: read[text] for text, weight in want.items() if weight > 0.01}, abs=0.005
    )


def test_bands_count_what_was_doubtful_and_leave_what_was_sure() -> None:
    bands = rows("..yyy.yyyy.yyy..yyy...yy......")
    doubtful = [Guess("yyyy", 0.6), Guess("yyyyy", 0.38), Guess("", 0.02)]
    assert best(guesses_by_bands(doubtful, bands, SAY)).text == "yyyyy"
    assert sum(g.weight for g in guesses_by_bands(doubtful, bands, SAY)) == pytest.approx(1.0, abs=1e-3)
    sure = [Guess("rb", 0.96), Guess("rrb", 0.04)]
    assert best(guesses_by_bands(sure, rows("..bb.rr.r.."), 0.1)).text == "rb"


def test_what_the_bands_do_not_show_at_all_is_still_possible() -> None:
    sure = [Guess("rb", 0.9999), Guess("rrb", 0.0001)]
    others = {g.text: g.weight for g in guesses_by_bands(sure, rows("..bbb.y..."), SAY)}
    assert min(in_order(rows("..bbb.y..."), 40).values()) > 0
    assert others["rb"] > 1e-3
    assert best(guesses_by_bands(sure, rows("..bbb.y..."), 0.1)).text == "rb"


def test_bands_may_say_that_nothing_stands_there_and_not_that_something_does() -> None:
    """What stands behind an empty space shows its bands there as well."""
    half = [Guess("", 0.5), Guess("g", 0.3), Guess("b", 0.2)]
    assert best(guesses_by_bands(half, rows("........"), SAY)) == Guess("", pytest.approx(0.97, abs=0.03))
    behind = {g.text: g.weight for g in guesses_by_bands(half, rows("..g.b.."), SAY)}
    assert behind[""] == 0.5


def test_bands_are_asked_for_a_space_that_rather_looks_empty() -> None:
    """A print that nobody knows may look like a pawn; one that is missing would then be sought there."""
    odd_print = [Guess("", 0.73), Guess("y", 0.19), Guess("b", 0.08)]
    assert hardly_empty(odd_print)
    assert not unclear(odd_print)
    assert best(guesses_by_bands(odd_print, rows("........"), SAY)).weight > 0.95
    assert not hardly_empty([Guess("", 0.95), Guess("y", 0.05)])
    assert not hardly_empty([Guess("y", 0.6), Guess("", 0.4)])


def test_bands_seen_from_above_count_less() -> None:
    facts = np.zeros((2, 7))
    facts[:, 0] = 0.7, 0.1  # cosine of the elevation
    side, above = band_weights(facts)
    assert side == SAY
    assert 0 < above < SAY / 2
