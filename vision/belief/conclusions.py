"""What follows from a belief, as values that know no game: how sure a turn is, how else it may have been played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure it is what a turn that is over was."""

    sure: bool
    """Any other telling of it is far less likely."""
    likely: bool
    """Any other telling of it is less likely."""
    surely_broken: bool
    """Whichever way it went, it broke this kind of rule."""
    blamed: bool
    """Its player may be accused: whatever is likelier than one in a hundred says so, in two rests or in plain view."""
    followed: bool
    """The next turn is over too: waiting longer tells nothing new."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways in which a turn may have been played, likeliest first, and the unseen places that would tell."""

    turns: tuple[tuple[str, ...], ...]
    unseen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """From where the belief begins: the table before the turn with this number, at this time."""

    state: Any
    number: int = 1
    at_s: float = 0.0
