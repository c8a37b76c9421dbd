"""Entries of a price list: each number of a belief with its unit and its meaning, so that it can be fitted."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Final

NEVER: Final = 1e9
"""The cost of what cannot be."""
UNRIVALLED: Final = 99.0
"""How far behind the next history is where there is none."""


def entry(value: float, unit: str, meaning: str) -> Any:
    """A number that is neither a cost nor a count: seconds, shares, factors."""
    return field(default=value, metadata={"unit": unit, "meaning": meaning})


def nats(value: float, meaning: str) -> Any:
    """A cost, or a bound on one."""
    return entry(value, "nats", meaning)


def count(value: int, meaning: str) -> Any:
    """How many of something at most, or at least."""
    return entry(value, "count", meaning)
