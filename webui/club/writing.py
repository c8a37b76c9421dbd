"""Writing a match to the club's record: in order, each event once, by the one table that owns it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from webui.club.address import ClubError
from webui.club.names import key_of
from webui.record.disk.checks import event_sum
from webui.record.outbox import Parcel, Place
from webui.record.values import cleaned

if TYPE_CHECKING:
    from psycopg import Connection

    from webui.record.store import Picture

INSERT: Final = "INSERT INTO events (match_id, number, kind, body, sum) VALUES (%s, %s, %s, %s, %s)"

GHOSTS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user"
    " AND application_name = current_setting('application_name')"
)
"""Ends connections of this very run that were cut and that the server still holds; every run has another name."""


class TakenError(ClubError):
    """Another table writes this match."""


class ForkedError(ClubError):
    """The club's record of this match went on differently."""


class MovedError(ForkedError):
    """The club's record of this match is not as far as it was: it may have been put back from a backup."""


HOLDERS: Final = (
    "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted"
    " AND (classid::bigint << 32) | objid::bigint = hashtextextended(%s, 1)"
    " AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND has_table_privilege(usesysid, 'icekeeper.tables', 'INSERT')"
)
"""Who is this table now. Whoever may only read can take the same lock, and is no table by that."""


def hold_table(connection: Connection[Any], table_id: str) -> None:
    """Be this table as long as the connection lasts; refused where another computer is."""
    row = connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 1))", (table_id,)).fetchone()
    free = row is not None and row[0]
    if not free and connection.execute(HOLDERS, (table_id,)).fetchone() is not None:
        connection.execute(GHOSTS)
        raise TakenError("another computer is playing as this table")


def greet(connection: Connection[Any], table_id: str, name: str, software: str, match_id: str | None) -> None:
    """Say that this table is here, and which match is on it."""
    connection.execute(
        "INSERT INTO tables (id, name, software, match_id) VALUES (%s, %s, %s, %s) ON CONFLICT (id) DO UPDATE"
        " SET name = excluded.name, software = excluded.software, match_id = excluded.match_id, seen_at = now()",
        (table_id, name, software, match_id),
    )


def place_of(connection: Connection[Any], match_id: str, table_id: str, lock: bool = False) -> Place | None:
    """How far the club's record of a match has come; None where it has nothing of it. Refused to all but its table."""
    query = "SELECT table_id, next, head FROM matches WHERE id = %s" + (" FOR UPDATE" if lock else "")
    row = connection.execute(query, (match_id,)).fetchone()
    if row is None:
        return None
    if row[0] is None:
        connection.execute("UPDATE matches SET table_id = %s WHERE id = %s AND table_id IS NULL", (table_id, match_id))
        return place_of(connection, match_id, table_id, lock)
    if row[0] != table_id:
        raise TakenError("another table writes this match")
    return Place(row[1], bytes(row[2]))


def counts(connection: Connection[Any], table_id: str) -> dict[str, int]:
    """How many events the club has of each match of this table."""
    query = "SELECT id, next FROM matches WHERE table_id = %s"
    return {row[0]: row[1] for row in connection.execute(query, (table_id,)).fetchall()}


def enter(connection: Connection[Any], match_id: str, table_id: str, line: tuple[str, float, str | None]) -> None:
    """Put a match on the club's record, with nothing of it yet."""
    connection.execute(
        "INSERT INTO matches (id, table_id, name, created_at, profile) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT (id) DO NOTHING",
        (match_id, table_id, *line),
    )


def append(
    connection: Connection[Any], match_id: str, table_id: str, parcels: Sequence[Parcel], begun: Place, upto: Place
) -> None:
    """Write events that follow `begun`, all or nothing; what follows something else is refused."""
    with connection.transaction():
        have = place_of(connection, match_id, table_id, lock=True)
        if have != begun:
            raise MovedError("the club's record of this match is not as far as it was")
        rows = _rows(connection, match_id, parcels)
        with connection.cursor() as cursor:
            cursor.executemany(INSERT, rows)
        if parcels and parcels[0].number == 0:
            _seat(connection, match_id, parcels[0].body)
        if renamed := [p.body for p in parcels if p.kind == "renamed"]:
            _seat_anew(connection, match_id, renamed[-1])
        connection.execute(
            "UPDATE matches SET next = %s, head = %s, written_at = now() WHERE id = %s", (upto.next, upto.sum, match_id)
        )


def _rows(connection: Connection[Any], match_id: str, parcels: Sequence[Parcel]) -> list[tuple[Any, ...]]:
    """Events as they are stored; where names were removed before them, with the club's own checksums."""
    query = "SELECT sum FROM events JOIN matches ON id = match_id AND changed > 0 WHERE match_id = %s ORDER BY number"
    last = connection.execute(query + " DESC LIMIT 1", (match_id,)).fetchone()
    if last is None:
        return [(match_id, p.number, p.kind, p.body, p.sum) for p in parcels]
    out, total = list[tuple[Any, ...]](), bytes(last[0])
    for p in parcels:
        total = event_sum(total, match_id, p.number, p.kind, p.body)
        out.append((match_id, p.number, p.kind, p.body, total))
    return out


def _seat(connection: Connection[Any], match_id: str, created: str) -> None:
    """Who plays: a name that is known is that person, another one is somebody new. Simulated players are nobody."""
    data = cleaned(json.loads(created))  # older tables took names as they came, and no database takes all of them
    players = [] if data.get("simulated") else data.get("players", [])
    known = [(key, player) for player in players if (key := key_of(str(player["name"])))]
    # Always in the same order: two tables that begin with the same people must not wait for each other.
    for key, player in sorted(known, key=lambda each: each[0]):
        connection.execute(
            "INSERT INTO people (name, key) VALUES (%s, %s) ON CONFLICT (key) DO NOTHING", (player["name"].strip(), key)
        )
        connection.execute(
            "INSERT INTO seats SELECT %s, %s, id FROM people WHERE key = %s ON CONFLICT DO NOTHING",
            (match_id, player["colour"], key),
        )


def _seat_anew(connection: Connection[Any], match_id: str, renamed: str) -> None:
    """The match and its players are called otherwise."""
    first = connection.execute("SELECT body FROM events WHERE match_id = %s AND number = 0", (match_id,)).fetchone()
    data = cleaned(json.loads(renamed))
    connection.execute("UPDATE matches SET name = %s WHERE id = %s", (data["name"], match_id))
    if first is not None and not json.loads(first[0]).get("simulated"):
        connection.execute("DELETE FROM seats WHERE match_id = %s", (match_id,))
        _seat(connection, match_id, renamed)


def pictures_at(connection: Connection[Any], match_id: str) -> tuple[set[str], int, bool]:
    """Ids and bytes of the evidence the club has of a match, and whether it takes any."""
    rows = connection.execute("SELECT id, length(jpeg) FROM pictures WHERE match_id = %s", (match_id,)).fetchall()
    row = connection.execute("SELECT changed = 0 FROM matches WHERE id = %s", (match_id,)).fetchone()
    return {row[0] for row in rows}, sum(row[1] for row in rows), bool(row and row[0])


def put_picture(connection: Connection[Any], match_id: str, picture: Picture, jpeg: bytes) -> None:
    """One piece of evidence; a match whose names were removed takes none."""
    connection.execute(
        "INSERT INTO pictures SELECT %s, %s, %s, %s, %s FROM matches WHERE id = %s AND changed = 0"
        " ON CONFLICT DO NOTHING",
        (match_id, picture.id, picture.caption, picture.taken_at_s, jpeg, match_id),
    )


def known_names(connection: Connection[Any], most: int = 500) -> list[str]:
    """People by name, whoever played last first."""
    rows = connection.execute(
        "SELECT p.name FROM people p LEFT JOIN people o ON o.id = p.same_as"
        " WHERE p.same_as IS NULL AND p.key IS NOT NULL ORDER BY p.id DESC LIMIT %s",
        (most,),
    ).fetchall()
    return [str(row[0]) for row in rows]


def hand_over(connection: Connection[Any], match_id: str) -> None:
    """Let another table go on with a match: the next one that has all of it."""
    row = connection.execute("UPDATE matches SET table_id = NULL WHERE id = %s RETURNING id", (match_id,)).fetchone()
    if row is None:
        raise ClubError(f"no match {match_id!r} on the club's record")
