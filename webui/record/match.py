"""A match as it stands after some of its events: what was played, what is being played, what was said."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core.rules import Rules
from webui.record import events as ev
from webui.record.events import Json
from webui.record.played import Played as Played

CLOCK: Final = ("turn_s", "match_s", "delay_s")
"""What the limits of a clock are called."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything known about a match after some of its events."""

    created: ev.Created
    rules: Rules[Any]
    """The rules of this match: its game with equipment, house rules and players; states are that game's values."""
    start: Any
    turns: tuple[Played, ...] = ()
    begun: Any = None
    actions: tuple[str, ...] = ()
    now: Any = None
    unknown: tuple[str, ...] = ()
    turn_since: float = 0.0
    seen_from_s: float = 0.0
    touched_by_hand: bool = False
    waiting: tuple[ev.Told, ...] = ()
    """Verdicts that nobody has taken yet, the newest first."""
    passed: tuple[ev.Told, ...] = ()
    """Those on earlier turns that the first action of this one has sent into the history."""
    undone: tuple[str, ...] = ()
    """Words taken back that can still be played again, the next one last."""
    question: ev.Asked | None = None
    differs: tuple[str, ...] = ()
    paused: bool = False
    paused_at: float = 0.0
    winners: str = ""
    how: str | None = None
    notes: tuple[str, ...] = field(default=())
    confided: tuple[ev.Confided, ...] = ()
    """What players told in secret about words that still stand, or that can be played again."""
    training: str = ""
    """Who has switched training on."""
    helped: tuple[int, ...] = ()
    """The turns in which the coach was asked."""
    limits: tuple[float, ...] = (0.0, 0.0, 0.0)
    """Seconds for a turn and for the match, 0 for no limit, and those of a turn that do not count for the match."""
    used: tuple[float, ...] = ()
    """Seconds that each player has thought, in seating order."""
    counted: tuple[float, ...] = ()
    """Those of them that count for the match."""
    count: int = 0

    @property
    def game(self) -> str:
        """The name of the game at the table."""
        return self.created.game

    @property
    def house(self) -> Any:
        """The house rules."""
        return self.rules.house

    @property
    def equipment(self) -> Any:
        """The equipment."""
        return self.rules.equipment

    @property
    def players(self) -> str:
        """Colours in seating order."""
        return "".join(p["colour"] for p in self.created.players)

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return len(self.turns) + 1

    @property
    def before(self) -> Any:
        """The table when the turn in progress began."""
        if self.begun is not None:
            return self.begun
        return self.turns[-1].after if self.turns else self.start

    @property
    def state(self) -> Any:
        """The table as it stands, as far as known."""
        return self.now or self.before

    @property
    def player(self) -> str:
        """Whose turn it is."""
        player: str = self.before.to_move
        return player

    @property
    def verdict(self) -> ev.Told | None:
        """The verdict to be taken first."""
        return self.waiting[0] if self.waiting else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.how is not None

    def words_of(self, turn: int) -> tuple[str, ...]:
        """The words of a turn that is over or in progress."""
        if turn == self.number:
            return self.actions
        return self.turns[turn - 1].actions if 0 < turn < self.number else ()

    def header(self) -> Json:
        """The first line of the match log."""
        created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.created.at))
        return {
            "match": created,
            "game": self.created.game,
            "set": self.equipment.to_json(),
            "house": self.house.to_json(),
            "players": [dict(p) for p in self.created.players],
            "start": self.start.to_json(),
            **({"clock": dict(zip(CLOCK, self.limits, strict=True))} if any(self.limits) else {}),
        }

    def log(self) -> list[Json]:
        """The match log (docs/FORMATS.md), line by line."""
        stood = (self.start, *(turn.after for turn in self.turns))
        pairs = zip(self.turns, stood, strict=False)
        lines = [self.header(), *(_line(turn, left, turn.number in self.helped) for turn, left in pairs)]
        if self.how is not None:
            details = self.rules.end_details(self.before) if self.winners else {}
            lines.append({"end": {"winners": self.winners, "how": self.how, **details}})
        return lines


def _line(turn: Played, left: Any, helped: bool) -> Json:
    """A turn as its line of the log; with the table before it where somebody put that right since the last turn."""
    line = turn.to_log() | ({"helped": True} if helped else {})
    return line if turn.before == left else {"turn": turn.number, "before": turn.before.to_json(), **line}
