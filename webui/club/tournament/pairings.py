"""What a table is to play next: the pairings of running rounds that nobody has begun, as a table may take them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from engine.tournament.values import Json, Round, Sitting
from webui.club.tournament.keeping import Kept, read_kept

if TYPE_CHECKING:
    from psycopg import Connection

RUNNING: Final = """
    SELECT t.id FROM tournaments t JOIN decisions d ON d.tournament = t.id
    GROUP BY t.id HAVING max(d.at) > now() - interval '1 day' ORDER BY t.id
"""
PEOPLE: Final = """
    WITH RECURSIVE now(person, id) AS (
        SELECT id, id FROM people WHERE id = ANY(%s)
        UNION SELECT now.person, p.same_as FROM now JOIN people p ON p.id = now.id WHERE p.same_as IS NOT NULL)
    SELECT now.person, p.id, p.name FROM now JOIN people p ON p.id = now.id WHERE p.same_as IS NULL
"""
"""Who these people are now, where two names were merged meanwhile."""
BEGUN: Final = """
    SELECT array_agg(s.person) FROM seats s JOIN events e ON e.match_id = s.match_id AND e.number = 0
    WHERE e.come_at >= to_timestamp(%s) GROUP BY s.match_id
"""


def pairings(connection: Connection[Any], table: str) -> list[Json]:
    """For a table of this name: the pairing of its number, else all that nobody has begun."""
    keys = [row[0] for row in connection.execute(RUNNING).fetchall()]
    running = (kept for key in keys if (kept := read_kept(connection, key)) is not None)
    return [each for kept in running if not kept.tournament.over for each in _of(connection, kept, table)]


def _of(connection: Connection[Any], kept: Kept, table: str) -> Iterable[Json]:
    """The pairings of the last round of one tournament."""
    for one in kept.tournament.rounds[-1:]:
        here = [sitting for sitting in one.sittings if sitting.table == number_of(table)]
        who = {row[0]: (row[1], row[2]) for row in connection.execute(PEOPLE, (sorted(one.people),)).fetchall()}
        begun = _begun(connection, kept, one)
        for sitting in here or one.sittings:
            people = frozenset(who[person][0] for person in sitting.people if person in who)
            if people not in begun and (one.number, sitting.table) not in kept.tournament.ruled:
                yield _told(kept, one, sitting, {person: name for person, (_, name) in who.items()}, bool(here))


def number_of(table: str) -> int | None:
    """The number in a table's name, as in "Table 4"; none where it has none."""
    found = re.findall(r"[0-9]{1,4}", table)
    return int(found[-1]) if found else None


def _begun(connection: Connection[Any], kept: Kept, last: Round) -> set[frozenset[int]]:
    """Who sits at a match together that came after this round was first drawn."""
    since = min(at for one, at in kept.draws if one.number == last.number)
    matches = [row[0] for row in connection.execute(BEGUN, (since,)).fetchall()]
    known = connection.execute(PEOPLE, (sorted({person for match in matches for person in match}),)).fetchall()
    now = {row[0]: row[1] for row in known}
    return {frozenset(now.get(person, person) for person in match) for match in matches}


def _told(kept: Kept, one: Round, sitting: Sitting, names: dict[int, str], own: bool) -> Json:
    players = [{"name": names.get(person, ""), "colour": colour} for person, colour in sitting.seats]
    tournament = {"title": kept.tournament.title, "game": kept.tournament.game, "round": one.number}
    return {**tournament, "table": sitting.table, "own": own, "players": players}
