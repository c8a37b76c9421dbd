"""What was played of a tournament: matches of the club's record that are its tables, and what came of them.

A match is the table of a round when exactly its people play it, it is of its game, and it came to the club's record
after the round was drawn. Nothing is written down for it: a table that was cut off and comes back is counted then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.tournament.values import Result, Round, Sitting
from webui.club.shown.directory import Directory
from webui.club.shown.record import Record
from webui.club.shown.summaries import Summaries
from webui.club.tournament.keeping import Kept

SINCE: Final = """
    SELECT m.id, extract(epoch FROM e.come_at)::float, t.name FROM matches m
    JOIN events e ON e.match_id = m.id AND e.number = 0 LEFT JOIN tables t ON t.id = m.table_id
    WHERE m.written_at >= to_timestamp(%s) AND e.come_at BETWEEN to_timestamp(%s) AND to_timestamp(%s)
    ORDER BY e.come_at, m.id
"""


@dataclass(frozen=True, slots=True)
class Bout:
    """A match that is a table of a round: who plays it, on whose table it lies, and what came of it."""

    match_id: str
    place: str
    people: frozenset[int]
    over: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class Played:
    """What was played of a tournament, by the table it belongs to."""

    bouts: dict[tuple[int, int], Bout]
    """(round, table) -> its match, of the rounds as they stand."""
    astray: tuple[tuple[Sitting, Bout], ...]
    """Tables of the last round that had begun before it was drawn again, unheard of then."""

    @property
    def results(self) -> dict[tuple[int, int], Result]:
        """What came of the tables that are over."""
        return {key: bout.result for key, bout in self.bouts.items() if bout.result is not None}

    def begun(self, kept: Kept) -> list[Sitting]:
        """The tables of the last round that are not to be paired again."""
        tournament = kept.tournament
        last = tournament.rounds[-1]
        known = self.bouts.keys() | tournament.ruled.keys()
        here = [each for each in last.sittings if (last.number, each.table) in known]
        taken = {person for each in here for person in each.people}
        numbers = {each.table for each in here}
        for sitting, _ in self.astray:
            if not sitting.people & taken and sitting.table not in numbers:
                here.append(sitting)
                taken |= sitting.people
                numbers.add(sitting.table)
        return here


class Watched:
    """Looks up what was played, on the club's record."""

    def __init__(self, record: Record, directory: Directory, summaries: Summaries) -> None:
        self._record, self._directory, self._summaries = record, directory, summaries

    def played(self, kept: Kept) -> Played:
        """What was played of this tournament up to now."""
        found: dict[tuple[int, frozenset[int]], list[Bout]] = {}
        for bout, at in self._bouts(kept):
            drawn = _drawn_for(kept.draws, self._people(kept), bout.people, at)
            if drawn is not None:
                found.setdefault((drawn.number, bout.people), []).append(bout)
        chosen = {key: _counted(bouts) for key, bouts in found.items()}
        return self._sorted(kept, chosen)

    def _sorted(self, kept: Kept, chosen: dict[tuple[int, frozenset[int]], Bout]) -> Played:
        """The matches by their tables."""
        who = self._people(kept)
        bouts = {
            (one.number, sitting.table): bout
            for one in kept.tournament.rounds
            for sitting in one.sittings
            if (bout := chosen.get((one.number, _known(sitting, who)))) is not None
        }
        last = kept.tournament.rounds[-1:]
        used = set(map(id, bouts.values()))
        astray = tuple(
            (sitting, bout)
            for one in kept.tournament.replaced
            if last and one.number == last[0].number
            for sitting in one.sittings
            if (bout := chosen.get((one.number, _known(sitting, who)))) is not None and id(bout) not in used
        )
        return Played(bouts, astray)

    def _people(self, kept: Kept) -> dict[int, int]:
        """Person of the tournament -> the person they are now, where two names were merged meanwhile."""
        return {person: self._directory.now(person).id for person in kept.tournament.people}

    def _bouts(self, kept: Kept) -> list[tuple[Bout, float]]:
        """Every match of the evening whose people all came to the tournament, with the time it came."""
        back = {now: person for person, now in self._people(kept).items()}
        with self._record.connected() as connection:
            rows = connection.execute(SINCE, (kept.began, kept.began, kept.ended)).fetchall()
        summaries = self._summaries.some([row[0] for row in rows])
        out = list[tuple[Bout, float]]()
        for match_id, at, place in rows:
            body = summaries[match_id].body if match_id in summaries else {}
            if body.get("game") == kept.tournament.game and not body["simulated"]:
                bout = self._bout(match_id, place or "", body, back)
                out += [(bout, at)] if bout is not None else []
        return out

    def _bout(self, match_id: str, place: str, body: dict[str, Any], back: dict[int, int]) -> Bout | None:
        seats = dict[str, int]()
        for player in body["players"]:
            person = self._directory.person(player["name"])
            if person is None or person.id not in back:
                return None
            seats[player["colour"]] = person.id
        over = body["how"] is not None
        points = {back[person]: float(body["points"].get(colour, 0.0)) for colour, person in seats.items()}
        winners = frozenset(back[seats[colour]] for colour in body["winners"])
        result = Result(winners, points if body["points"] else {}) if over and winners else None
        return Bout(match_id, place, frozenset(seats.values()), over, result)


def _known(sitting: Sitting, who: dict[int, int]) -> frozenset[int]:
    return frozenset(who.get(person, person) for person in sitting.people)


def _drawn_for(
    draws: Sequence[tuple[Round, float]], who: dict[int, int], people: frozenset[int], at: float
) -> Round | None:
    """The last round drawn before a match came in which exactly these people sit at one table."""
    for one, drawn_at in reversed(draws):
        if drawn_at <= at and any(_known(sitting, who) == people for sitting in one.sittings):
            return one
    return None


def _counted(bouts: Sequence[Bout]) -> Bout:
    """Of several matches of the same people the first that was won, else the last begun."""
    return next((bout for bout in bouts if bout.result is not None), bouts[-1])
