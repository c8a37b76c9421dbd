"""What the archive and the standings need of each match, worked out once and kept where that is allowed."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from webui.club.address import AwayError, ClubError
from webui.club.shown.live import Live
from webui.club.shown.record import DAMAGED, Entry, Record
from webui.club.shown.tiles import points, sendable
from webui.present.replay import listed_json
from webui.record.disk.checks import digest
from webui.record.fold import LAST_S
from webui.record.match import Match
from webui.record.store import software

log = logging.getLogger(__name__)

FORM: Final = digest(software(), "club", 2).hex()
"""Summaries of a version that counts differently are made again."""
KEEP: Final = """
    INSERT INTO summaries (match_id, next, changed, form, body) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (match_id) DO UPDATE SET next = excluded.next, changed = excluded.changed, form = excluded.form,
    body = excluded.body
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """One match: who played, what came of it, which rules were broken; as JSON the page shows."""

    entry: Entry
    body: dict[str, Any]

    @property
    def day(self) -> date:
        """The evening it was played on; until six in the morning it is still the evening before."""
        return date.fromtimestamp(float(self.body["at"]) - 6 * 3600)

    @property
    def counts(self) -> bool:
        """Whether it is over, was won by somebody, and was no demonstration."""
        return bool(self.body["winners"]) and not self.body["simulated"] and not self.body.get("damaged")


def summed_up(match_id: str, match: Match) -> dict[str, Any]:
    """The summary of a match as it stands."""
    rules = sorted({str(t.verdict["rule"]) for t in match.turns if t.legal is False and t.verdict.get("rule")})
    return {
        **listed_json(match_id, match),
        "game": match.created.game,
        "rules": rules,
        "points": points(match) if match.over else {},
    }


def _bare(entry: Entry, trouble: str) -> dict[str, Any]:
    """The line of a match of which nothing can be read."""
    line = {"players": [], "turns": 0, "faults": 0, "winners": "", "how": None, "source": "", "rules": []}
    more = {"simulated": False, "seconds": 0.0, "game": "", "points": {}, "damaged": trouble}
    at = entry.created_at if abs(entry.created_at) < LAST_S else 0.0
    return {"id": entry.id, "name": entry.id, "at": at, **line, **more}


class Summaries:
    """All matches of the club, newest first; only what changed is worked out again."""

    def __init__(self, record: Record, live: Live | None = None) -> None:
        self._record, self.live = record, live
        self._lock = threading.Lock()
        self._known: dict[str, Summary] = {}
        self._loaded = False
        self._writes = True

    def all(self) -> list[Summary]:
        """Every match as it stands."""
        with self._lock:
            entries = self._record.entries()
            if not self._loaded:
                self._load()
            self._known = {entry.id: self._summary_of(entry) for entry in entries}
            return list(self._known.values())

    def some(self, matches: Iterable[str]) -> dict[str, Summary]:
        """These matches as they stand."""
        with self._lock:
            entries = self._record.entries(matches)
            if not self._loaded:
                self._load()
            found = {entry.id: self._summary_of(entry) for entry in entries}
            self._known |= found
            return found

    def _load(self) -> None:
        """What was worked out before and kept."""
        query = "SELECT s.match_id, s.next, s.changed, m.table_id, m.created_at, s.body FROM summaries s"
        query += " JOIN matches m ON m.id = s.match_id WHERE form = %s"
        with self._record.connected() as connection:
            rows = connection.execute(query.encode(), (FORM,)).fetchall()
        for match_id, upto, changed, table_id, created_at, body in rows:
            entry = Entry(match_id, table_id, created_at, upto, changed)
            with contextlib.suppress(ValueError):  # one that is spoilt is worked out again
                self._known[match_id] = Summary(entry, json.loads(body))
        self._loaded = True

    def _summary_of(self, entry: Entry) -> Summary:
        known = self._known.get(entry.id)
        if known is not None and (known.entry.next, known.entry.changed) == (entry.next, entry.changed):
            return known
        followed = None if self.live is None else self.live.known(entry.id)
        if followed is not None and (followed.place.next, followed.changed) == (entry.next, entry.changed):
            return Summary(entry, summed_up(entry.id, followed.match))
        made = Summary(entry, self._folded(entry))
        self._keep(made)
        return made

    def _folded(self, entry: Entry) -> dict[str, Any]:
        """The summary of a match as far as it can be read; a damaged one costs its own line and no other."""
        try:
            found = self._record.read(entry.id)
            if found.match is not None:
                line = sendable(summed_up(entry.id, found.match))
                return {**line, "damaged": found.trouble} if found.trouble else line
            trouble = found.trouble
        except AwayError:
            raise
        except Exception as error:  # what was read may be spoilt in any way
            log.warning("match %s cannot be summed up: %s", entry.id, error)
            trouble = DAMAGED
        return _bare(entry, trouble)

    def _keep(self, made: Summary) -> None:
        """Keep it for the next start; a role that only reads does not."""
        if not self._writes or made.body.get("damaged"):
            return
        try:
            with self._record.connected() as connection:
                entry = made.entry
                row = (entry.id, entry.next, entry.changed, FORM, json.dumps(made.body))
                connection.execute(KEEP, row)
        except ClubError:
            self._writes = False

    def forget(self) -> None:
        """Work out again what is asked for next."""
        with self._lock, contextlib.suppress(KeyError):
            self._known = {}
