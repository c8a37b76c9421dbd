"""The club's people: one person for all ways a name is written, merged, renamed, or removed."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import NotationError
from webui.club.names import key_of
from webui.club.shown.record import Record
from webui.record.disk.checks import START, event_sum
from webui.record.events import Created, Renamed
from webui.record.opening import NAME_LENGTH

if TYPE_CHECKING:
    from psycopg import Connection


NAMING: Final = (Created.kind, Renamed.kind)
"""The events that hold names."""

SAME: Final = """
    WITH RECURSIVE same(id) AS (
        SELECT id FROM people WHERE id = %s UNION SELECT p.id FROM people p JOIN same ON p.same_as = same.id)
"""
"""All rows of one person: every name that was merged into it, and into those."""
TOGETHER: Final = f"""
    SELECT m.name FROM seats a JOIN seats b ON b.match_id = a.match_id JOIN matches m ON m.id = a.match_id
    WHERE a.person IN ({SAME} SELECT id FROM same) AND b.person IN ({SAME} SELECT id FROM same)
    ORDER BY m.created_at DESC LIMIT 1
"""


class PeopleError(NotationError):
    """What cannot be done with two people; the page says it in its own language by `key`, with what `said` names."""

    def __init__(self, key: str, text: str, **said: str) -> None:
        super().__init__(text)
        self.key, self.said = key, said


@dataclass(frozen=True, slots=True)
class Person:
    """One person of the club."""

    id: int
    name: str


class Directory:
    """Who is who; read again whenever the record says that people changed."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lock = threading.Lock()
        self._by_key: dict[str, Person] = {}
        self._merged: dict[int, list[Person]] = {}
        self._heads: dict[int, Person] = {}

    def refresh(self) -> None:
        """Read the people again."""
        with self._record.connected() as connection:
            rows = connection.execute("SELECT id, name, key, same_as FROM people").fetchall()
        heads = {row[0]: Person(row[0], row[1]) for row in rows}
        merged = {row[0]: row[3] for row in rows}
        ends = {one: heads[_followed(one, merged)] for one in heads}
        found = {key: ends[one] for one, _, key, _ in rows if key}
        within: dict[int, list[Person]] = {}
        for one, name, key, into in rows:
            if key and into is not None and name != heads[into].name:  # else only another spelling
                within.setdefault(into, []).append(Person(one, name))
        with self._lock:
            self._by_key, self._merged, self._heads = found, within, ends

    def person(self, name: str) -> Person | None:
        """Who is meant by a name as a table writes it; None for nobody the club knows."""
        with self._lock:
            return self._by_key.get(key_of(name))

    def known(self, keys: Iterable[str]) -> list[Person | None]:
        """Who each of these is, by what all spellings of a name have in common."""
        with self._lock:
            return [self._by_key.get(key) for key in keys]

    def now(self, person: int) -> Person:
        """Who somebody is now: the person they were merged into, by the name of today."""
        with self._lock:
            return self._heads.get(person) or Person(person, f"Player {person}")

    def add(self, name: str) -> int:
        """The number of whoever is called so, as a table that begins a match would find or make it."""
        clean = " ".join(name.split())[:NAME_LENGTH]
        if not key_of(clean):
            raise NotationError("expected a name")
        with self._record.connected() as connection:
            query = "INSERT INTO people (name, key) VALUES (%s, %s) ON CONFLICT (key) DO NOTHING"
            connection.execute(query, (clean, key_of(clean)))
        self.refresh()
        person = self.person(clean)
        if person is None:
            raise NotationError("expected a name")
        return person.id

    def named(self, name: str) -> str:
        """What the club calls whoever a table calls so."""
        person = self.person(name)
        return name if person is None else person.name

    def people(self) -> list[dict[str, Any]]:
        """Everybody by name, with the other ways their name is written, and who was merged into them."""
        with self._lock:
            known, merged = dict(self._by_key), dict(self._merged)
        ways: dict[Person, list[str]] = {}
        for key, person in known.items():
            ways.setdefault(person, [])
            if key != key_of(person.name):
                ways[person].append(key)
        ordered = sorted(ways, key=lambda one: one.name.casefold())
        return [
            {
                "id": one.id,
                "name": one.name,
                "also": sorted(ways[one]),
                "merged": [{"id": each.id, "name": each.name} for each in merged.get(one.id, ())],
            }
            for one in ordered
        ]

    def rename(self, person: int, name: str) -> None:
        """Call a person otherwise from now on; tables may go on writing the old name."""
        clean = " ".join(name.split())[:NAME_LENGTH]
        if not key_of(clean):
            raise NotationError("expected a name")
        known = self.person(clean)
        if known is not None and known.id != person:
            raise PeopleError("somebody", f"{known.name!r} is somebody else; merge the two instead", name=known.name)
        with self._record.connected() as connection, connection.transaction():
            row = connection.execute(
                "UPDATE people SET name = %s WHERE id = %s AND same_as IS NULL RETURNING id", (clean, person)
            ).fetchone()
            _known(row)
            connection.execute(
                "INSERT INTO people (name, key, same_as) VALUES (%s, %s, %s) ON CONFLICT (key) DO NOTHING",
                (clean, key_of(clean), person),
            )
        self.refresh()

    def merge(self, person: int, into: int) -> None:
        """Two names, one person: all that `person` played counts for `into`, until they are separated again."""
        if person == into:
            raise NotationError("expected two different people")
        with self._record.connected() as connection, connection.transaction():
            query = "SELECT name FROM people WHERE id = %s AND same_as IS NULL FOR UPDATE"
            rows = {each: connection.execute(query, (each,)).fetchone() for each in sorted((person, into))}
            one, other = (_known(rows[each])[0] for each in (person, into))
            if (row := connection.execute(TOGETHER.encode(), (person, into)).fetchone()) is not None:
                said = {"name": one, "other": other, "match": row[0]}
                raise PeopleError("together", f"{one!r} and {other!r} both played in {row[0]!r}", **said)
            connection.execute("UPDATE people SET same_as = %s WHERE id = %s", (into, person))
        self.refresh()

    def separate(self, person: int) -> None:
        """Undo a merge: what was played under this name counts for this person again."""
        self.refresh()
        if not any(each.id == person for merged in self._merged.values() for each in merged):
            raise NotationError("expected a name that was merged into another")
        with self._record.connected() as connection:
            connection.execute("UPDATE people SET same_as = NULL WHERE id = %s", (person,))
        self.refresh()

    def remove(self, person: int) -> int:
        """Take a name off the record for good, with the pictures of all matches it was in; how many matches."""
        with self._record.connected() as connection, connection.transaction():
            query = f"{SAME} SELECT id, name, key FROM people WHERE id IN (SELECT id FROM same) FOR UPDATE"
            rows = connection.execute(query.encode(), (person,)).fetchall()
            _known(rows[0] if rows else None)
            everyone = [row[0] for row in rows]
            query = "SELECT DISTINCT match_id FROM seats WHERE person = ANY(%s) ORDER BY match_id"
            matches = [row[0] for row in connection.execute(query, (everyone,)).fetchall()]
            keys, names = {row[2] for row in rows if row[2]}, {row[1] for row in rows}
            _removed_from_titles(connection, names, f"Player {person}")
            for match_id in matches:
                _removed_from(connection, match_id, keys, names, f"Player {person}")
            connection.execute(
                "UPDATE people SET name = %s, key = NULL WHERE id = ANY(%s)", (f"Player {person}", everyone)
            )
            connection.execute("UPDATE people SET key = %s WHERE id = %s", (key_of(f"Player {person}"), person))
        self.refresh()
        return len(matches)


def _followed(one: int, merged: dict[int, int | None]) -> int:
    """The person a name ends at."""
    seen = set[int]()
    while (then := merged.get(one)) is not None and one not in seen:
        seen.add(one)
        one = then
    return one


def _known(row: Any) -> Any:
    if row is None:
        raise NotationError("expected a person whom the club knows")
    return row


def _removed_from(connection: Connection[Any], match_id: str, keys: set[str], names: set[str], other: str) -> None:
    """One match without a name: its events written anew with checksums of the club's own, its pictures dropped."""
    connection.execute("SELECT set_config('icekeeper.removing', 'on', true)")
    line = connection.execute("SELECT next, head, name FROM matches WHERE id = %s FOR UPDATE", (match_id,)).fetchone()
    query = "SELECT number, kind, body FROM events WHERE match_id = %s ORDER BY number"
    rows = connection.execute(query, (match_id,)).fetchall()
    holding = [json.loads(body) for _, kind, body in rows if kind in NAMING]
    written = {p["name"] for data in holding for p in data["players"] if key_of(p["name"]) in keys} | names
    total, over = START, False
    for number, kind, body in rows:
        fresh = _without(body, keys, written, other) if kind in NAMING else body  # no other event holds names
        total = event_sum(total, match_id, number, kind, fresh)
        over = kind == "finished"
        connection.execute(
            "UPDATE events SET body = %s, sum = %s WHERE match_id = %s AND number = %s",
            (fresh, total, match_id, number),
        )
    assert line is not None
    title = _in_text(line[2], written, other)
    # While it is played on, its table has to find the checksum it knows; afterwards nothing may tell of the old name.
    connection.execute(
        "UPDATE matches SET changed = changed + 1, head = %s, name = %s WHERE id = %s",
        (total if over else line[1], title, match_id),
    )
    connection.execute("DELETE FROM pictures WHERE match_id = %s", (match_id,))
    connection.execute("DELETE FROM summaries WHERE match_id = %s", (match_id,))
    connection.execute("DELETE FROM analyses WHERE match_id = %s", (match_id,))


def _removed_from_titles(connection: Connection[Any], names: set[str], other: str) -> None:
    """Tournaments that are called after somebody; people themselves are numbers there."""
    rows = connection.execute("SELECT tournament, body FROM decisions WHERE number = 0 FOR UPDATE").fetchall()
    for tournament, body in rows:
        data = json.loads(body)
        title = _in_text(data["title"], names, other)
        if title != data["title"]:
            fresh = json.dumps({**data, "title": title}, separators=(",", ":"))
            query = "UPDATE decisions SET body = %s WHERE tournament = %s AND number = 0"
            connection.execute(query, (fresh, tournament))


def _without(body: str, keys: set[str], names: set[str], other: str) -> str:
    """The event by which a match begins, with a name replaced: among the players, and as a word of the title."""
    data = json.loads(body)
    data["players"] = [{**p, "name": other if key_of(p["name"]) in keys else p["name"]} for p in data["players"]]
    data["name"] = _in_text(data["name"], names, other)
    return json.dumps(data, separators=(",", ":"))


def _in_text(text: str, names: set[str], other: str) -> str:
    for name in sorted(names, key=len, reverse=True):
        if name.strip():
            text = re.sub(rf"(?<!\w){re.escape(name.strip())}(?!\w)", other, text, flags=re.IGNORECASE)
    return text
