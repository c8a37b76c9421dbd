"""A rule broken, with the places that show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.errors import NotationError


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach as it is believed; as text `missed`, `count@N3` or `exchanged@NW+SE`."""

    rule: str
    places: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Breach:
        """Inverse of `str`."""
        rule, at, places = text.partition("@")
        parts = tuple(places.split("+")) if at else ()
        if not rule or "" in parts:
            raise NotationError(f"expected a breach like 'early-move' or 'pieces-exchanged@NW+SE', got {text!r}")
        return cls(rule, parts)

    def __str__(self) -> str:
        return f"{self.rule}@{'+'.join(self.places)}" if self.places else self.rule


Breaches = tuple[Breach, ...]

ADOPTED: Final = Breach("adopted")
"""The table was taken over as it is seen, though no rule explains it."""
