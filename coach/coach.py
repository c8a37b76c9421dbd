"""What a coach is asked and what it answers, whichever the game."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

Json = dict[str, Any]
BEST: Final = 3
"""So many turns are proposed."""


class CancelledError(Exception):
    """Whoever asked does not wait for the answer any more."""


@dataclass(slots=True)
class Budget:
    """What a coach has looked at for one turn, and whether anybody still waits for it.

    Each game looks at its own number of positions, so that the same turn gets the same answer on a busy machine and
    on an idle one. Only who asks for `seconds` gets less where they do not suffice, and is told so by `cut`.
    """

    seconds: float = math.inf
    clock: Callable[[], float] = time.monotonic
    cancelled: Callable[[], bool] = lambda: False
    looked: int = 0
    """So many positions have been looked at."""
    cut: bool = False
    """The seconds were up before everything was looked at."""
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.clock()

    def over(self) -> bool:
        """Whether the seconds are up; asked only where there is more to look at. CancelledError if nobody waits."""
        if self.cancelled():
            raise CancelledError
        self.cut = self.cut or self.clock() - self.begun >= self.seconds
        return self.cut


@dataclass(frozen=True, slots=True)
class Option:
    """A turn and every player's chance after it.

    `spread`: how far off the chance may be either way, where luck decides. `whole`: False where what comes after
    these words depends on what a tile shows.
    """

    words: tuple[str, ...]
    chances: Mapping[str, float]
    spread: float = 0.0
    whole: bool = True
    wins: bool = False

    def to_json(self) -> Json:
        """As the page gets it and the record keeps it."""
        shown = {player: round(chance, 4) for player, chance in self.chances.items()}
        out: Json = {"words": list(self.words), "chances": shown, "spread": round(self.spread, 4)}
        return out | ({"wins": True} if self.wins else {}) | ({} if self.whole else {"open": True})

    @classmethod
    def from_json(cls, data: Json) -> Option:
        """Inverse of `to_json`."""
        whole, wins = not data.get("open", False), bool(data.get("wins", False))
        return cls(tuple(data["words"]), dict(data["chances"]), float(data["spread"]), whole, wins)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best turns, the best first, and what the turn that was played is worth in the same measure."""

    player: str
    best: tuple[Option, ...]
    played: Option | None = None

    @property
    def chances(self) -> Mapping[str, float]:
        """Every player's chance before the turn, if it is played well."""
        return self.best[0].chances if self.best else {}

    def to_json(self) -> Json:
        """As a page gets it."""
        out: Json = {"player": self.player, "best": [option.to_json() for option in self.best]}
        return out | ({} if self.played is None else {"played": self.played.to_json()})


class Coach(Protocol):
    """One game's coach, for the rules of one match."""

    def advise(
        self,
        state: Any,
        budget: Budget,
        played: Sequence[str] | None = None,
        after: Any = None,
        so_far: Sequence[str] = (),
    ) -> Advice:
        """The best turns from a table; with `played` and the table `after` it, what those were worth.

        Every proposed turn is legal. `played` without `after`: words that go on as a tile will say. `so_far`: words of
        a turn in progress, for a game where they have shown something.
        """

    def in_words(self, words: Sequence[str], language: str) -> str:
        """A turn as a sentence."""
