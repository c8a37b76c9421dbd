"""What organisers may decide, each as what shall be so: whoever asks a second time changes nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.tournament import evening
from engine.tournament.evening import Tournament
from engine.tournament.values import Json, Result, TournamentError
from webui.club.tournament.keeping import Kept, Tournaments
from webui.club.tournament.played import Played, Watched


class Organising:
    """The organisers' desk: every decision is one transaction, made as the tournament stands then."""

    def __init__(self, tournaments: Tournaments, watched: Watched) -> None:
        self._tournaments, self._watched = tournaments, watched

    def come(self, key: str, people: Iterable[int]) -> Kept:
        """These people are there."""
        known = list(dict.fromkeys(people))

        def wanted(kept: Kept) -> Iterator[Json]:
            _open(kept)
            return (evening.came(person) for person in known if person not in kept.tournament.present)

        return self._tournaments.decide(key, wanted)

    def leave(self, key: str, person: int) -> Kept:
        """Somebody has gone; whoever was to meet them and has not begun is paired anew."""

        def wanted(kept: Kept) -> Iterator[Json]:
            _open(kept)
            if person not in kept.tournament.present:
                return
            yield (event := evening.left(person))
            last = kept.tournament.rounds[-1:]
            played = self._watched.played(kept)
            waiting = {
                p for one in last for each in one.sittings if each not in played.begun(kept) for p in each.people
            }
            if person in waiting:
                yield from self._again(replace(kept, tournament=evening.applied(kept.tournament, event)), played)

        return self._tournaments.decide(key, wanted)

    def draw(self, key: str, number: int) -> Kept:
        """The round of this number is drawn; where it is already, nothing more."""

        def wanted(kept: Kept) -> Iterator[Json]:
            have = len(kept.tournament.rounds)
            if number <= have:
                return
            if number != have + 1:
                raise TournamentError("number", f"expected round {have + 1}, got {number}")
            yield evening.drawn(kept.tournament.next_round(self._watched.played(kept).results))

        return self._tournaments.decide(key, wanted)

    def draw_again(self, key: str, times: int) -> Kept:
        """What has not begun of the last round is paired anew, where rounds were drawn again so often and not more."""

        def wanted(kept: Kept) -> Iterator[Json]:
            _open(kept)
            if len(kept.tournament.replaced) == times:
                yield from self._again(kept, self._watched.played(kept))

        return self._tournaments.decide(key, wanted)

    def rule(self, key: str, number: int, table: int, result: Result | None) -> Kept:
        """What came of a table; None: it does not count. Of an earlier round, what has not begun is paired anew."""

        def wanted(kept: Kept) -> Iterator[Json]:
            _sits(
                kept.tournament, number, table, frozenset() if result is None else result.winners | set(result.points)
            )
            ruled = kept.tournament.ruled
            if (number, table) not in ruled or ruled[number, table] != result:
                yield from self._corrected(kept, evening.ruled(number, table, result), number)

        return self._tournaments.decide(key, wanted)

    def unrule(self, key: str, number: int, table: int) -> Kept:
        """What was played counts again."""

        def wanted(kept: Kept) -> Iterator[Json]:
            if (number, table) in kept.tournament.ruled:
                yield from self._corrected(kept, evening.unruled(number, table), number)

        return self._tournaments.decide(key, wanted)

    def close(self, key: str, over: bool) -> Kept:
        """The tournament is over, or goes on after all."""

        def wanted(kept: Kept) -> Iterator[Json]:
            if kept.tournament.over != over:
                yield evening.closed(over)

        return self._tournaments.decide(key, wanted)

    def _corrected(self, kept: Kept, event: Json, number: int) -> Iterator[Json]:
        """A correction, and after it the tables of a later round that hang on it and have not begun."""
        yield event
        if number < len(kept.tournament.rounds) and not kept.tournament.over:
            played = self._watched.played(kept)
            yield from self._again(replace(kept, tournament=evening.applied(kept.tournament, event)), played)

    def _again(self, kept: Kept, played: Played) -> Iterator[Json]:
        """The last round drawn again around what has begun, where that comes out otherwise."""
        tournament = kept.tournament
        if not tournament.rounds:
            raise TournamentError("none", "no round has been drawn yet")
        fresh = tournament.round_again(played.results, played.begun(kept))
        if fresh != tournament.rounds[-1]:
            yield evening.drawn(fresh)


def _open(kept: Kept) -> None:
    if kept.tournament.over:
        raise TournamentError("over", "this tournament is over")


def _sits(tournament: Tournament, number: int, table: int, people: frozenset[int]) -> None:
    """Refuse a result of a table that there is not, or of people who do not sit there."""
    found = [s for one in tournament.rounds if one.number == number for s in one.sittings if s.table == table]
    if not found or not people <= found[0].people:
        raise TournamentError("table", f"round {number} has no table {table} with these people")
