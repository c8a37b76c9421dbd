"""What the list and the people need of each match, kept ready in the store; never folded twice."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any, Final

from webui.record.disk.checks import digest
from webui.record.disk.connection import Connection
from webui.record.store import Store, software

FORM: Final = digest(software(), 4).hex()
"""Summaries of a version that counts differently are made again."""
FEW: Final = 100
"""So many are read one by one; more of them all at once."""
_FROM: Final = """
    FROM matches m LEFT JOIN heads h ON h.match_id = m.id
    LEFT JOIN summaries s ON s.match_id = m.id AND s.events = h.events AND s.form = ?
"""
_ORDER: Final = " ORDER BY m.created_at DESC, m.id DESC"
MARKS: Final = f"SELECT m.id, h.events, s.sum {_FROM} {_ORDER}"
ALL: Final = f"SELECT m.id, h.events, s.listed, s.people, s.sum {_FROM}"
ONE: Final = f"{ALL} WHERE m.id = ?"
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


class Summaries:
    """Every match on record, summed up; what has been read and has not changed is not read again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Any, Any, Summary]] = {}

    def all(self) -> list[Summary]:
        """Newest first; read beside whoever writes."""
        with self._lock:
            aside = self._store.connection.aside()
            marks = aside.rows(MARKS, (FORM,))
            known = {key: old for key, events, total in marks if (old := self._same(key, events, total)) is not None}
            fresh = {row[0]: row for row in self._rows(aside, [key for key, *_ in marks if key not in known])}
            found = {key: _checked(aside, *row) for key, row in fresh.items() if key not in known}
            known |= {key: (row[1], row[4], found[key]) for key, row in fresh.items() if key in found}
            self._known = known
            return [known[key][2] for key, *_ in marks if key in known]

    def _same(self, key: str, events: Any, total: Any) -> tuple[Any, Any, Summary] | None:
        """What is known of a match, if it is still that."""
        old = self._known.get(key)
        return old if old is not None and old[2].listed is not None and old[:2] == (events, total) else None

    def _rows(self, aside: Connection, wanted: list[str]) -> list[Any]:
        if len(wanted) > FEW:
            return aside.rows(ALL, (FORM,))
        return [row for key in wanted for row in aside.rows(ONE, (FORM, key))]


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
