"""What the list and the people need of each match, kept ready in the store; never folded twice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from webui.record.checks import digest, match_sum
from webui.record.connection import Connection
from webui.record.store import Store, software

FORM: Final = digest(software(), 1).hex()
"""Summaries of a version that counts differently are made again."""
ALL: Final = """
    SELECT m.id, m.name, m.created_at, m.software, h.sum, h.events, s.events, s.form, s.listed, s.people, s.sum
    FROM matches m LEFT JOIN heads h ON h.match_id = m.id LEFT JOIN summaries s ON s.match_id = m.id
    ORDER BY m.created_at DESC, m.id DESC
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """One match: its line of the list and what its players did, both as JSON text; None where not yet made."""

    match_id: str
    name: str
    at: float
    events: int
    listed: str | None = None
    people: str | None = None


def summaries(store: Store) -> list[Summary]:
    """Every match on record, newest first; read beside whoever writes."""
    return [_checked(*row) for row in store.connection.aside().rows(ALL)]


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


def _checked(
    match_id: Any, name: Any, at: Any, made_by: Any, line: Any, events: Any,
    upto: Any, form: Any, listed: Any, people: Any, total: Any,
) -> Summary:  # fmt: skip
    """One row as far as it can be trusted."""
    bare = Summary(str(match_id), str(name), at if isinstance(at, float) else 0.0, _count(events))
    good = line == match_sum(match_id, name, at, made_by) and upto == events and form == FORM
    if not good or total != digest(match_id, upto, form, listed, people):
        return bare
    return Summary(bare.match_id, bare.name, bare.at, bare.events, listed, people)


def _count(events: Any) -> int:
    return events if isinstance(events, int) else -1
