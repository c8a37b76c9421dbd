"""The club's people: one person for all ways a name is written, merged, renamed, or removed."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import NotationError
from webui.club.names import key_of
from webui.club.page.record import Record
from webui.record.disk.checks import START, event_sum
from webui.record.events import Created
from webui.record.opening import NAME_LENGTH

if TYPE_CHECKING:
    from psycopg import Connection


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

    def refresh(self) -> None:
        """Read the people again."""
        with self._record.connected() as connection:
            rows = connection.execute("SELECT id, name, key, same_as FROM people").fetchall()
        heads = {row[0]: Person(row[0], row[1]) for row in rows}
        merged = {row[0]: row[3] for row in rows}
        found = {}
        for one, _, key, _ in rows:
            if key:
                found[key] = heads[_followed(one, merged)]
        with self._lock:
            self._by_key = found

    def person(self, name: str) -> Person | None:
        """Who is meant by a name as a table writes it; None for nobody the club knows."""
        with self._lock:
            return self._by_key.get(key_of(name))

    def named(self, name: str) -> str:
        """What the club calls whoever a table calls so."""
        person = self.person(name)
        return name if person is None else person.name

    def people(self) -> list[dict[str, Any]]:
        """Everybody by name, with the other ways their name is written."""
        with self._lock:
            known = dict(self._by_key)
        ways: dict[Person, list[str]] = {}
        for key, person in known.items():
            ways.setdefault(person, [])
            if key != key_of(person.name):
                ways[person].append(key)
        ordered = sorted(ways, key=lambda one: one.name.casefold())
        return [{"id": one.id, "name": one.name, "also": sorted(ways[one])} for one in ordered]

    def rename(self, person: int, name: str) -> None:
        """Call a person otherwise from now on; tables may go on writing the old name."""
        clean = " ".join(name.split())[:NAME_LENGTH]
        if not key_of(clean):
            raise NotationError("expected a name")
        known = self.person(clean)
        if known is not None and known.id != person:
            raise NotationError(f"{known.name!r} is somebody else; merge the two instead")
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
        """Two names, one person: all that `person` played counts for `into`."""
        if person == into:
            raise NotationError("expected two different people")
        with self._record.connected() as connection, connection.transaction():
            query = "SELECT id FROM people WHERE id = %s AND same_as IS NULL FOR UPDATE"
            for each in sorted((person, into)):
                _known(connection.execute(query, (each,)).fetchone())
            connection.execute("UPDATE people SET same_as = %s WHERE id = %s OR same_as = %s", (into, person, person))
        self.refresh()

    def remove(self, person: int) -> int:
        """Take a name off the record for good, with the pictures of all matches it was in; how many matches."""
        with self._record.connected() as connection, connection.transaction():
            query = "SELECT id, name, key FROM people WHERE id = %s OR same_as = %s FOR UPDATE"
            rows = connection.execute(query, (person, person)).fetchall()
            _known(rows[0] if rows else None)
            everyone = [row[0] for row in rows]
            query = "SELECT DISTINCT match_id FROM seats WHERE person = ANY(%s) ORDER BY match_id"
            matches = [row[0] for row in connection.execute(query, (everyone,)).fetchall()]
            keys, names = {row[2] for row in rows if row[2]}, {row[1] for row in rows}
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


def _known(row: Any) -> None:
    if row is None:
        raise NotationError("expected a person whom the club knows")


def _removed_from(connection: Connection[Any], match_id: str, keys: set[str], names: set[str], other: str) -> None:
    """One match without a name: its events written anew with checksums of the club's own, its pictures dropped."""
    connection.execute("SELECT set_config('icekeeper.removing', 'on', true)")
    line = connection.execute("SELECT next, head, name FROM matches WHERE id = %s FOR UPDATE", (match_id,)).fetchone()
    query = "SELECT number, kind, body FROM events WHERE match_id = %s ORDER BY number"
    rows = connection.execute(query, (match_id,)).fetchall()
    written = {p["name"] for p in json.loads(rows[0][2])["players"] if key_of(p["name"]) in keys} | names
    total, over = START, False
    for number, kind, body in rows:
        fresh = _without(body, keys, written, other) if kind == Created.kind else body  # no other event holds names
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
