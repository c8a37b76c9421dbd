"""A tournament as it was decided: who came and left, which rounds were drawn, which results the organisers ruled.

What is decided is kept as events, one after the other; the tournament is their fold. Results of matches are no events
here: they are asked for whenever they are needed, from the record of the matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.core.errors import NotationError
from engine.games import GAMES
from engine.tournament.pairing import Field, paired
from engine.tournament.standings import Row, standings
from engine.tournament.values import Json, Result, Results, Round, Sitting, Sizes, TournamentError

TITLE: Final = 60


@dataclass(frozen=True, slots=True)
class Tournament:
    """How far it has come."""

    title: str
    game: str
    sizes: Sizes
    lot: int
    people: Mapping[int, bool] = field(default_factory=dict)
    """Everybody who ever came, and whether they are still there."""
    rounds: tuple[Round, ...] = ()
    replaced: tuple[Round, ...] = ()
    """Rounds as they were drawn before they were drawn again: a table may have begun meanwhile."""
    ruled: Mapping[tuple[int, int], Result | None] = field(default_factory=dict)
    """What the organisers ruled of a table; None: it does not count."""
    over: bool = False

    @property
    def present(self) -> frozenset[int]:
        """Who is there."""
        return frozenset(person for person, there in self.people.items() if there)

    def results(self, played: Results) -> Results:
        """What counts: what was ruled, else what was played."""
        both = {**played, **self.ruled}
        return {key: result for key, result in both.items() if result is not None}

    def standings(self, played: Results) -> tuple[Row, ...]:
        """How everybody stands who ever came."""
        return standings(self.people, self.rounds, self.results(played), self.lot)

    def missing(self, played: Results) -> list[tuple[int, int]]:
        """The tables of the last round of which nothing is known yet: neither a result, nor that none counts."""
        last = self.rounds[-1:]
        keys = [(one.number, sitting.table) for one in last for sitting in one.sittings]
        return [key for key in keys if key not in played and key not in self.ruled]

    def next_round(self, played: Results) -> Round:
        """The round after the last; refused while one of its tables has no result."""
        if self.over:
            raise TournamentError("over", "this tournament is over")
        if self.missing(played):
            raise TournamentError(
                "playing", "a table of this round has no result yet; enter it, or say it does not count"
            )
        return paired(Field(self.present, self.rounds, self.results(played), self.sizes, self.lot))

    def round_again(self, played: Results, begun: Iterable[Sitting]) -> Round:
        """The last round drawn again for all who are there and have not begun; what has begun stays."""
        if not self.rounds:
            raise TournamentError("none", "no round has been drawn yet")
        before = self.rounds[:-1]
        known = {key: result for key, result in self.results(played).items() if key[0] <= len(before)}
        return paired(Field(self.present, before, known, self.sizes, self.lot), begun)


def made(title: str, game: str, least: int, most: int, lot: int) -> Json:
    """The event by which a tournament begins."""
    if not title.strip() or len(title) > TITLE:
        raise TournamentError("title", f"expected a title of at most {TITLE} letters")
    if game not in GAMES:
        raise TournamentError("game", f"expected one of the games {', '.join(GAMES)}, got {game!r}")
    sizes = Sizes(least, most)
    return {"kind": "made", "title": title.strip(), "game": game, "least": sizes.least, "most": sizes.most, "lot": lot}


def came(person: int) -> Json:
    """Somebody is there, from the beginning, late, or again."""
    return {"kind": "came", "person": person}


def left(person: int) -> Json:
    """Somebody has gone."""
    return {"kind": "left", "person": person}


def drawn(one: Round) -> Json:
    """A round was drawn, for the first time or again."""
    return {"kind": "drawn", "round": one.to_json()}


def ruled(number: int, table: int, result: Result | None) -> Json:
    """The organisers say what came of a table; None: it does not count."""
    return {"kind": "ruled", "round": number, "table": table, "result": None if result is None else result.to_json()}


def unruled(number: int, table: int) -> Json:
    """The organisers take back what they said: what was played counts again."""
    return {"kind": "unruled", "round": number, "table": table}


def closed(over: bool) -> Json:
    """The tournament is over, or goes on after all."""
    return {"kind": "closed", "over": over}


def folded(events: Iterable[Json]) -> Tournament:
    """The tournament after these events; raises NotationError where they are none."""
    tournament: Tournament | None = None
    for event in events:
        tournament = applied(tournament, event)
    if tournament is None:
        raise NotationError("expected a tournament that has begun")
    return tournament


def applied(tournament: Tournament | None, event: Json) -> Tournament:
    """The tournament after one more event."""
    try:
        kind = event["kind"]
        if tournament is None:
            sizes = Sizes(int(event["least"]), int(event["most"]))
            return Tournament(str(event["title"]), str(event["game"]), sizes, int(event["lot"]))
        return _CHANGES[kind](tournament, event)
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError(f"expected an event of a tournament, got {str(event)[:80]}") from error


def _people(tournament: Tournament, event: Json) -> Tournament:
    return replace(tournament, people={**tournament.people, int(event["person"]): event["kind"] == "came"})


def _round(tournament: Tournament, event: Json) -> Tournament:
    one = Round.from_json(event["round"])
    if one.number == len(tournament.rounds):
        before, last = tournament.rounds[:-1], tournament.rounds[-1]
        kept = {
            key: result for key, result in tournament.ruled.items() if key[0] != one.number or _same(key, last, one)
        }
        return replace(tournament, rounds=(*before, one), replaced=(*tournament.replaced, last), ruled=kept)
    if one.number != len(tournament.rounds) + 1:
        raise ValueError("a round that does not follow")
    return replace(tournament, rounds=(*tournament.rounds, one))


def _same(key: tuple[int, int], last: Round, again: Round) -> bool:
    """Whether the same people sit at this table as before the round was drawn again."""
    people = [each.people for one in (last, again) for each in one.sittings if each.table == key[1]]
    return len(people) == 2 and people[0] == people[1]


def _ruled(tournament: Tournament, event: Json) -> Tournament:
    key = (int(event["round"]), int(event["table"]))
    others = {each: result for each, result in tournament.ruled.items() if each != key}
    if event["kind"] == "unruled":
        return replace(tournament, ruled=others)
    data: Any = event["result"]
    return replace(tournament, ruled={**others, key: None if data is None else Result.from_json(data)})


def _closed(tournament: Tournament, event: Json) -> Tournament:
    return replace(tournament, over=bool(event["over"]))


_CHANGES: Final = {
    "came": _people,
    "left": _people,
    "drawn": _round,
    "ruled": _ruled,
    "unruled": _ruled,
    "closed": _closed,
}
