"""Whole turns on one line, as in NOTATION.md: the words of the actions with a space between."""

from __future__ import annotations

from collections.abc import Iterable

from engine.icecult.moves import Action, parse_action


def turn_text(actions: Iterable[Action | str]) -> str:
    """A turn on one line, like 'Nn Ee yE0@NE'."""
    return " ".join(str(action) for action in actions)


def parse_turn(text: str) -> tuple[Action, ...]:
    """The turn that prints as `text`."""
    return tuple(parse_action(word) for word in text.split())
