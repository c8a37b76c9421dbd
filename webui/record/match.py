"""A match as the pure fold of its events: what was played, what is being played, what was said."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import GAMES
from webui.play.whole import Play, play_of
from webui.record import events as ev
from webui.record.events import Event, EventError, Json, checked
from webui.record.folding import fitting as fit
from webui.record.folding.kinds import FOLD, still_said
from webui.record.played import Played as Played

LAST_S: Final = 6e10
"""A beginning further from 1970 than this is no day of any calendar."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything known about a match after some of its events."""

    created: ev.Created
    rules: Any
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
    """Verdicts that nobody has taken yet."""
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
    count: int = 0

    @property
    def play(self) -> Play:
        """The game at the table."""
        return play_of(self.created.game)

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

    def apply(self, event: Event) -> Match:
        """The match after one more event; the only place where one is applied. Raises where it cannot be."""
        try:
            after = FOLD[type(event)](self, event) if type(event) in FOLD else self
        except (LookupError, TypeError, AttributeError) as error:
            raise EventError(f"event {event.kind!r} cannot be applied: {error!r}"[:200]) from error
        told = tuple(each for each in after.confided if still_said(each, self, after)) if after.confided else ()
        return replace(after, count=self.count + 1, confided=told)

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


def begin(created: ev.Created) -> Match:
    """The match before its first turn."""
    play_of(created.game)  # an unknown game is refused in words
    if abs(created.at) > LAST_S:
        raise EventError(f"expected the beginning of a match as seconds since 1970, got {created.at:g}")
    colours = "".join(p["colour"] for p in created.players)
    rules = find_game(GAMES, created.game).make_rules(created.set, created.house, colours)
    match = Match(created, rules, rules.read_state(created.start), turn_since=created.at, count=1)
    fit.seated(match, fit.fitting(match, match.start))
    return match


def fold(events: Iterable[Event]) -> Match:
    """The match that these events tell."""
    match, problem = as_far_as(events)
    if problem is not None:
        raise problem
    return match


def as_far_as(events: Iterable[Event]) -> tuple[Match, EventError | None]:
    """The match that these events tell as far as they can be applied, and why not further."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, ev.Created):
        raise EventError("expected a match to begin with its creation")
    try:
        match = begin(first)
    except (IcekeeperError, LookupError, TypeError, AttributeError) as error:
        raise EventError(f"the beginning of the match cannot be read: {error}") from error
    for event in stream:
        try:
            match = match.apply(event)
        except IcekeeperError as error:
            return match, EventError(f"event {match.count} ({event.kind}): {error}")
    return match, None


def proven(match: Match, events: Iterable[Event]) -> Match:
    """The match after these events, each of which can be applied, written and read again; only such are recorded."""
    for event in events:
        match = match.apply(checked(event))
    return match


def _line(turn: Played, left: Any, helped: bool) -> Json:
    """A turn as its line of the log; with the table before it where somebody put that right since the last turn."""
    line = turn.to_log() | ({"helped": True} if helped else {})
    return line if turn.before == left else {"turn": turn.number, "before": turn.before.to_json(), **line}
