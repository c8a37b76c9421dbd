"""What all standings have in common: who shares a place, and numbers as short as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def placed(ordered: Sequence[T], worth: Callable[[T], Any]) -> Iterator[tuple[int, T]]:
    """Each with its place, the best first; whoever is worth the same shares the place of the first of them."""
    place = 1
    for at, one in enumerate(ordered):
        if at and worth(one) != worth(ordered[at - 1]):
            place = at + 1
        yield place, one


def short(value: float) -> float | int:
    """A whole number without its point, another one with two digits behind it."""
    return int(value) if value == int(value) else round(value, 2)
