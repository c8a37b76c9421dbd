"""What the coach said about matches, on the club's record; a page that only looks keeps it while it runs."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any, Final

from webui.club.address import AwayError, ClubError
from webui.club.page.record import Record

Json = dict[str, Any]
HELD: Final = 20
KEEP: Final = """
    INSERT INTO analyses (match_id, about, body) SELECT id, %s, %s FROM matches WHERE id = %s
    ON CONFLICT (match_id) DO UPDATE SET about = EXCLUDED.about, body = EXCLUDED.body
"""


class ClubAnalyses:
    """The analyses on the club's record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._held: OrderedDict[str, Json] = OrderedDict()

    def kept(self, match_id: str, about: str) -> Json | None:
        """The analysis of a match; None where there is none, or it is about something else."""
        if (held := self._held.get(about)) is not None:
            return held
        query = "SELECT body FROM analyses WHERE match_id = %s AND about = %s"
        with self._record.connected() as connection:
            row = connection.execute(query, (match_id, about)).fetchone()
        found: Json | None = json.loads(row[0]) if row else None
        return found

    def keep(self, match_id: str, about: str, analysis: Json) -> None:
        """Keep an analysis in place of an older one; held here alone where this role may not write."""
        try:
            with self._record.connected() as connection:
                connection.execute(KEEP, (about, json.dumps(analysis, separators=(",", ":")), match_id))
        except AwayError:
            raise
        except ClubError:
            self._held[about] = analysis
            while len(self._held) > HELD:
                self._held.popitem(last=False)
