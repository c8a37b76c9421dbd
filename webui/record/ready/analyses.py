"""What the coach said about a match, kept in the store: good for the match as it was then, and for that coach."""

from __future__ import annotations

import json
from typing import Any

from webui.record.disk.checks import digest
from webui.record.store import Store

Json = dict[str, Any]


class Analyses:
    """The analyses on a table's own record."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def kept(self, match_id: str, about: str) -> Json | None:
        """The analysis of a match; None where there is none, or it is about something else."""
        query = "SELECT match_id, about, body, sum FROM analyses WHERE match_id = ? AND about = ?"
        for *row, total in self._store.connection.until_damage(query, (match_id, about)):
            if total == digest(*row):
                found: Json = json.loads(row[2])
                return found
        return None

    def keep(self, match_id: str, about: str, analysis: Json) -> None:
        """Keep an analysis in place of an older one; a match that was deleted meanwhile stays deleted."""
        row = (match_id, about, json.dumps(analysis, separators=(",", ":")))
        connection = self._store.connection
        with connection.writing():
            if connection.db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                connection.db.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?)", (*row, digest(*row)))
