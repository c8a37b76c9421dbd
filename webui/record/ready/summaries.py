"""What the list and the people need of each match, kept ready in the store; never folded twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from webui.record.disk.checks import digest
from webui.record.disk.connection import Connection
from webui.record.store import Store, software

FORM: Final = digest(software(), 1).hex()
"""Summaries of a version that counts differently are made again."""
ALL: Final = """
    SELECT m.id, h.events, s.listed, s.people, s.sum
    FROM matches m LEFT JOIN heads h ON h.match_id = m.id
    LEFT JOIN summaries s ON s.match_id = m.id AND s.events = h.events AND s.form = ?
    ORDER BY m.created_at DESC, m.id DESC
"""
LINE: Final = "SELECT name, created_at FROM matches WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Summary:
    """One match: its line of the list and what its players did, both as JSON text; None where not yet made."""

    match_id: str
    name: str
    """This and the date are told only where there is no line yet."""
    at: float
    events: int
    listed: str | None = None
    people: str | None = None


def summaries(store: Store) -> list[Summary]:
    """Every match on record, newest first; read beside whoever writes."""
    aside = store.connection.aside()
    return [_checked(aside, *row) for row in aside.rows(ALL, (FORM,))]


def keep(store: Store, match_id: str, events: int, listed: dict[str, Any], people: list[dict[str, Any]]) -> None:
    """Keep the summary of a match as it stood after so many events."""
    texts = (json.dumps(listed, separators=(",", ":")), json.dumps(people, separators=(",", ":")))
    row = (match_id, events, FORM, *texts)
    connection: Connection = store.connection
    with connection.writing():
        known = connection.db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone()
        if known:  # it may have been deleted in the meantime
            query = "INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, ?, ?, ?)"
            connection.db.execute(query, (*row, digest(*row)))


def _checked(aside: Connection, match_id: Any, events: Any, listed: Any, people: Any, total: Any) -> Summary:
    """One row as far as it can be trusted."""
    if total is not None and total == digest(match_id, events, FORM, listed, people):
        return Summary(match_id, "", 0.0, events, listed, people)
    rows = aside.until_damage(LINE, (match_id,))
    name, at = rows[0] if rows else ("", 0.0)
    return Summary(str(match_id), str(name), at if isinstance(at, float) else 0.0, _count(events))


def _count(events: Any) -> int:
    return events if isinstance(events, int) else -1
