"""How many cards lie on a space, by what it looks like, where cards are seen and what numbers they bear."""

from __future__ import annotations

import numpy as np
import pytest

from vision.igluiglu.read.counting import counted, differing

DOUBT = {
    "fish": np.log([0.45, 0.5, 0.03, 0.01, 0.01]),
    "fox": np.log([0.97, 0.01, 0.01, 0.01]),
    "bear": np.log([0.5, 0.5]),
    "ground": np.log([0.1, 0.1, 0.1, 0.7]),
}
NO_NUMBERS = np.zeros((0, 4))


def number(value: int, sure: float = 0.94) -> np.ndarray:
    """A card that bears this number."""
    shares = np.full(4, (1 - sure) / 3)
    shares[value - 1] = sure
    return np.log(shares)


def best(logs: dict[str, np.ndarray], head: str) -> int:
    return int(np.argmax(logs[head]))


def test_a_four_is_a_bear_and_a_two_is_a_fish() -> None:
    bear, fish = (counted(DOUBT, [0.9], number(value)[None]) for value in (4, 2))
    assert (best(bear, "bear"), best(bear, "fish")) == (1, 0)
    assert (best(fish, "bear"), best(fish, "fish")) == (0, 1)


def test_two_cards_that_are_seen_are_two() -> None:
    one = {**DOUBT, "fish": np.log([0.02, 0.5, 0.46, 0.01, 0.01]), "bear": np.log([0.98, 0.02])}
    assert best(counted(one, [0.9], np.array([number(1)])), "fish") == 1
    assert best(counted(one, [0.9, 0.8], np.array([number(1), number(2)])), "fish") == 2


def test_a_faint_card_counts_for_less() -> None:
    assert differing(np.array([1]), [0.9, 0.1])[0] < differing(np.array([1]), [0.9, 0.8])[0]
    assert differing(np.array([2]), [0.9, 0.8])[0] == 0
    assert differing(np.array([3]), [0.9, 0.8])[0] > 0


@pytest.mark.parametrize("numbers", [NO_NUMBERS, np.array([number(3)])])
def test_what_is_said_stays_probabilities(numbers: np.ndarray) -> None:
    after = counted(DOUBT, [0.5] * len(numbers), numbers)
    assert all(np.exp(after[kind]).sum() == pytest.approx(1) for kind in ("fish", "fox", "bear"))
    assert after["ground"] is DOUBT["ground"]
