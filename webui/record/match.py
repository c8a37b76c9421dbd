"""A match as the pure fold of its events: what was played, what is being played, what was said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.icecult.cube import CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from webui.record import events as ev
from webui.record.events import Event, EventError, Json


@dataclass(frozen=True, slots=True)
class Played:
    """One turn that is over."""

    number: int
    player: str
    actions: tuple[str, ...]
    before: State
    after: State
    verdict: Json
    seen_from_s: float
    seen_to_s: float
    source: str
    human: bool = False
    evidence: tuple[str, ...] = ()

    @property
    def legal(self) -> bool | None:
        """True, False, or None where the camera could not tell."""
        legal: bool | None = self.verdict.get("legal")
        return legal

    def to_log(self) -> Json:
        """The line of the match log; what a human changed is said."""
        line: Json = {
            "turn": self.number,
            "player": self.player,
            "actions": list(self.actions),
            "after": self.after.to_json(),
            "verdict": self.verdict,
            "seen": {"from": round(self.seen_from_s, 3), "to": round(self.seen_to_s, 3)},
            "source": self.source,
        }
        return line | ({"human": True} if self.human else {})

    def to_record(self) -> Json:
        """All of it but the state before, which follows from the turn before."""
        return self.to_log() | {"human": self.human, "evidence": list(self.evidence)}

    @classmethod
    def from_record(cls, data: Mapping[str, Any], before: State) -> Played:
        """Inverse of `to_record`, after the turn that left `before`."""
        return cls(
            int(data["turn"]),
            data["player"],
            tuple(data["actions"]),
            before,
            State.from_json(data["after"]),
            dict(data["verdict"]),
            float(data["seen"]["from"]),
            float(data["seen"]["to"]),
            data["source"],
            bool(data.get("human", False)),
            tuple(data.get("evidence", ())),
        )


@dataclass(frozen=True, slots=True)
class Match:
    """Everything known about a match after some of its events."""

    created: ev.Created
    house: HouseRules
    cube_set: CubeSet
    start: State
    turns: tuple[Played, ...] = ()
    begun: State | None = None
    actions: tuple[str, ...] = ()
    now: State | None = None
    unknown: tuple[str, ...] = ()
    turn_since: float = 0.0
    seen_from_s: float = 0.0
    touched_by_hand: bool = False
    verdict: ev.Told | None = None
    question: ev.Asked | None = None
    differs: tuple[str, ...] = ()
    paused: bool = False
    winners: str = ""
    how: str | None = None
    notes: tuple[str, ...] = field(default=())
    count: int = 0

    @property
    def players(self) -> str:
        """Colours in seating order."""
        return "".join(p["colour"] for p in self.created.players)

    @property
    def number(self) -> int:
        """The number of the turn in progress."""
        return len(self.turns) + 1

    @property
    def before(self) -> State:
        """The table when the turn in progress began."""
        if self.begun is not None:
            return self.begun
        return self.turns[-1].after if self.turns else self.start

    @property
    def state(self) -> State:
        """The table as it stands, as far as known."""
        return self.now or self.before

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.before.to_move

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.how is not None

    def apply(self, event: Event) -> Match:
        """The match after one more event."""
        after = _FOLD[type(event)](self, event) if type(event) in _FOLD else self
        return replace(after, count=self.count + 1)

    def header(self) -> Json:
        """The first line of the match log."""
        created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.created.at))
        return {
            "match": created,
            "game": self.created.game,
            "set": self.cube_set.to_json(),
            "house": self.house.to_json(),
            "players": [dict(p) for p in self.created.players],
            "start": self.start.to_json(),
        }

    def log(self) -> list[Json]:
        """The match log of the contract, line by line."""
        lines = [self.header(), *(turn.to_log() for turn in self.turns)]
        if self.how is not None:
            lines.append({"end": {"winners": self.winners, "how": self.how}})
        return lines


def begin(created: ev.Created) -> Match:
    """The match before its first turn."""
    start = State.from_json(created.start)
    return Match(
        created,
        HouseRules.from_json(created.house),
        CubeSet.from_json(created.set),
        start,
        turn_since=created.at,
        count=1,
    )


def fold(events: Iterable[Event]) -> Match:
    """The match that these events tell."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, ev.Created):
        raise EventError("expected a match to begin with its creation")
    match = begin(first)
    for event in stream:
        match = match.apply(event)
    return match


def _acted(match: Match, event: ev.Acted) -> Match:
    return replace(match, actions=(*match.actions, event.word), now=None, touched_by_hand=True, verdict=None)


def _undone(match: Match, event: ev.Undone) -> Match:
    return replace(match, actions=match.actions[:-1], now=None, touched_by_hand=True, verdict=None)


def _progress(match: Match, event: ev.Progress) -> Match:
    state = State.from_json(event.state)
    first = event.seen_at_s if not match.actions and event.actions else match.seen_from_s
    return replace(match, actions=event.actions, now=state, unknown=event.unknown, seen_from_s=first)


def _ended(match: Match, event: ev.TurnEnded) -> Match:
    turn = Played(
        event.turn,
        event.player,
        event.actions,
        match.before,
        State.from_json(event.after),
        event.verdict,
        event.seen_from_s,
        event.seen_to_s,
        event.source,
        event.human,
        event.evidence,
    )
    return _fresh(replace(match, turns=(*match.turns, turn), begun=None), event.at)


def _revised(match: Match, event: ev.TurnsRevised) -> Match:
    kept = match.turns[: event.turn - 1]
    before = kept[-1].after if kept else match.start
    for record in event.records:
        turn = Played.from_record(record, before)
        kept, before = (*kept, turn), turn.after
    winners = next((w for turn in kept if (w := turn.verdict.get("winners"))), "")
    how = match.how if winners == match.winners else None
    return replace(match, turns=kept, begun=None, actions=(), now=None, winners=winners if how else "", how=how)


def _reopened(match: Match, event: ev.Reopened) -> Match:
    last = match.turns[-1]
    return replace(
        match,
        turns=match.turns[:-1],
        begun=last.before,
        actions=last.actions,
        now=replace(last.after, to_move=last.player),
        verdict=None,
        winners="",
        how=None,
    )


def _taken_back(match: Match, event: ev.TakenBack) -> Match:
    last = match.turns[-1]
    return _fresh(replace(match, turns=match.turns[:-1], begun=last.before, winners="", how=None), event.at)


def _told(match: Match, event: ev.Told) -> Match:
    return replace(match, verdict=event)


def _settled(match: Match, event: ev.Settled) -> Match:
    return replace(match, verdict=None) if match.verdict and match.verdict.id == event.id else match


def _asked(match: Match, event: ev.Asked) -> Match:
    return replace(match, question=event)


def _answered(match: Match, event: ev.Answered) -> Match:
    return replace(match, question=None) if match.question and match.question.id == event.id else match


def _corrected(match: Match, event: ev.StateCorrected) -> Match:
    state = replace(State.from_json(event.state), to_move=match.player)
    return replace(match, begun=state, now=None, actions=(), unknown=(), differs=(), touched_by_hand=True)


def _adopted(match: Match, event: ev.Adopted) -> Match:
    state = State.from_json(event.state)
    return replace(match, begun=state, now=None, actions=(), unknown=(), differs=())


def _differs(match: Match, event: ev.Differs) -> Match:
    return replace(match, differs=event.places)


def _learned(match: Match, event: ev.Learned) -> Match:
    return replace(match, cube_set=CubeSet.from_json(event.set))


def _paused(match: Match, event: ev.Paused) -> Match:
    return replace(match, paused=event.on)


def _noted(match: Match, event: ev.Noted) -> Match:
    return replace(match, notes=(*match.notes[-19:], event.key))


def _finished(match: Match, event: ev.Finished) -> Match:
    return replace(match, winners=event.winners, how=event.how)


def _fresh(match: Match, at: float) -> Match:
    """Ready for the next turn, or for the same one from its beginning."""
    return replace(
        match, actions=(), now=None, unknown=(), turn_since=at, seen_from_s=0.0, touched_by_hand=False, verdict=None
    )


_FOLD: Final[Mapping[type[Event], Callable[[Match, Any], Match]]] = {
    ev.Acted: _acted,
    ev.Undone: _undone,
    ev.Progress: _progress,
    ev.TurnEnded: _ended,
    ev.TurnsRevised: _revised,
    ev.Reopened: _reopened,
    ev.TakenBack: _taken_back,
    ev.Told: _told,
    ev.Settled: _settled,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.StateCorrected: _corrected,
    ev.Adopted: _adopted,
    ev.Differs: _differs,
    ev.Learned: _learned,
    ev.Paused: _paused,
    ev.Noted: _noted,
    ev.Finished: _finished,
}
