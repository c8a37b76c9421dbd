"""A rule broken, with the places that show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.errors import NotationError

LOOSE_RULES: Final = frozenset({"relocated", "pawn-count", "cubes-exchanged", "adopted"})
PAWN_RULES: Final = frozenset({"early-move", "pawn-unearned", "after-the-end"})


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach as it is believed; as text `early-move`, `pawn-count@N3` or `cubes-exchanged@NW+SE`.

    Besides the engine's rules there are three names for what the engine tells more exactly once the turn is over:
    `relocated` (pawns put elsewhere), `pawn-count` (one missing or too many at a place) and `adopted` (the table was
    taken over as it is seen).
    """

    rule: str
    places: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Breach:
        """Inverse of `str`."""
        rule, at, places = text.partition("@")
        parts = tuple(places.split("+")) if at else ()
        if not rule or "" in parts:
            raise NotationError(f"expected a breach like 'early-move' or 'cubes-exchanged@NW+SE', got {text!r}")
        return cls(rule, parts)

    def __str__(self) -> str:
        return f"{self.rule}@{'+'.join(self.places)}" if self.places else self.rule

    @property
    def loose(self) -> bool:
        """Whether nobody can say afterwards what else was owed in the turn."""
        return self.rule in LOOSE_RULES

    @property
    def of_pawn(self) -> bool:
        """Whether a single pawn was moved one space that it had not earned, or not yet."""
        return self.rule in PAWN_RULES


Breaches = tuple[Breach, ...]

ADOPTED: Final = Breach("adopted")
RELOCATED: Final = Breach("relocated")
TOO_FEW_TILTS: Final = Breach("tilt-count")
