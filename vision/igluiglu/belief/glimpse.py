"""What one picture shows, space by space, as the belief takes it: the form of an observation, read and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.igluiglu.board import NAMES, SIDE
from engine.igluiglu.explain.partial import NOT_SEEN

Json = dict[str, Any]
COVERED: Final = 6
"""From so many unreadable spaces on a hand is likely over the board."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a space shows: its ground, what stands on it as words (None: not seen), and how surely so."""

    ground: str
    words: str | None
    sure: float = 1.0

    @property
    def seen(self) -> bool:
        """Whether anything is said of it."""
        return self.ground != NOT_SEEN and self.words is not None

    @property
    def look(self) -> tuple[str, str | None]:
        """What is said of it, without how surely."""
        return self.ground, self.words


UNSEEN: Final = Cell(NOT_SEEN, None, 0.0)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One picture; `hand`: how likely a hand is in it."""

    cells: tuple[Cell, ...]
    hands: Mapping[str, int | None] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    hand: float = 0.0

    @property
    def hidden(self) -> frozenset[str]:
        """The spaces that could not be seen."""
        return frozenset(name for name, cell in zip(NAMES, self.cells, strict=True) if not cell.seen)

    def rounded(self) -> Glimpse:
        """The same as it is written down."""
        cells = tuple(replace(cell, sure=round(cell.sure, 4)) for cell in self.cells)
        return replace(self, cells=cells, hand=round(self.hand, 2))

    def to_json(self) -> Json:
        """An observation, with `hand` besides."""
        return observed(self.cells) | {"hands": dict(self.hands), "shown": list(self.shown), "hand": self.hand}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], hand: float | None = None) -> Glimpse:
        """From an observation as the formats have it."""
        cells = cells_of(data)
        likely = data.get("hand", 0.0) if hand is None else hand
        return cls(cells, dict(data.get("hands", {})), tuple(data.get("shown", ())), float(likely))


def cells_of(data: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The spaces of an observation, in text order."""
    board, on = data["board"], data["on"]
    hidden, sure = set(data.get("hidden", ())), data.get("confidences", {})
    out = []
    for name in NAMES:
        ground = board[SIDE - int(name[1])]["abcdefgh".index(name[0])]
        words = on.get(name, None if name in hidden or ground == NOT_SEEN else "")
        out.append(Cell(ground, words, float(sure.get(name, data.get("confidence", 1.0)))))
    return tuple(out)


def observed(cells: Sequence[Cell]) -> Json:
    """Inverse of `cells_of`."""
    named = dict(zip(NAMES, cells, strict=True))
    rows = ["".join(named[f"{column}{row}"].ground for column in "abcdefgh") for row in range(SIDE, 0, -1)]
    return {
        "board": rows,
        "on": {name: cell.words for name, cell in named.items() if cell.words != ""},
        "hidden": [name for name, cell in named.items() if not cell.seen],
        "confidences": {name: cell.sure for name, cell in named.items()},
    }
