"""What the archive and the standings need of each match, worked out once and kept where that is allowed.

Whole summaries stay on the record and are read when they are shown; what is asked of all matches at once is held in an
`Index`. Each question first reads what has moved since the last one, and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from webui.club.address import AwayError, LookError
from webui.club.shown.index import Index, Line
from webui.club.shown.live import Live
from webui.club.shown.ratings import Ratings
from webui.club.shown.record import DAMAGED, Entry, Record
from webui.club.shown.tiles import points, sendable
from webui.present.replay import listed_json
from webui.record.disk.checks import digest
from webui.record.fold import LAST_S
from webui.record.match import Match

if TYPE_CHECKING:
    from psycopg import Connection

log = logging.getLogger(__name__)

FORM: Final = digest("club summary", 1).hex()
"""Summaries that were made otherwise are made again, one after the other while the page runs; until then they serve.
Raise the number when `summed_up` counts otherwise: a test knows what it says."""
SHOWN: Final = """
    SELECT m.id, m.table_id, m.created_at, m.next, m.changed, s.form, s.body FROM matches m
    LEFT JOIN summaries s ON s.match_id = m.id AND s.next = m.next AND s.changed = m.changed
    WHERE m.next > 0 AND
"""
ALL: Final = f"{SHOWN} true ORDER BY m.created_at DESC, m.id"
MOVED: Final = f"{SHOWN} m.moved_at >= %s ORDER BY m.created_at DESC, m.id"
TYPES: Final = ("text", "text", "float8", "int4", "int4", "text", "text")
SOME: Final = f"{SHOWN} m.id = ANY(%s)"
STATE: Final = "SELECT clock_timestamp() - interval '2 minutes', 'matches'::regclass::oid, times FROM deletions"
"""From when on to ask the next time, so that what was not yet written then is found; which table this is, for after a
backup was put back it is another; and how often matches were deleted from it."""
PATIENCE: Final = "SET LOCAL statement_timeout = '10min'"
"""A slow machine needs its time for a hundred thousand lines."""
KEEP: Final = """
    INSERT INTO summaries (match_id, next, changed, form, body) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (match_id) DO UPDATE SET next = excluded.next, changed = excluded.changed, form = excluded.form,
    body = excluded.body
"""
AT_ONCE: Final = 100
"""So many matches are summed up while somebody waits for them; more than that are left to the thread."""
HELD: Final = 1000
"""Summaries that are not on the record and are remembered: of matches that are going on, or where nothing may be
written."""
BATCH: Final = 20
TOGETHER: Final = 2000
"""Lines that are put into the index at once."""
AGAIN_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Summary:
    """One match: who played, what came of it, which rules were broken; as JSON the page shows."""

    entry: Entry
    body: dict[str, Any]

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
    """The line of a match of which nothing can be read, or nothing has been read yet."""
    line = {"players": [], "turns": 0, "faults": 0, "winners": "", "how": None, "source": "", "rules": []}
    more = {"simulated": False, "seconds": 0.0, "game": "", "points": {}, "damaged": trouble}
    at = entry.created_at if abs(entry.created_at) < LAST_S else 0.0
    return {"id": entry.id, "name": entry.id, "at": at, **line, **more}


class Summaries:
    """All matches of the club; only what changed is worked out again."""

    def __init__(self, record: Record, live: Live | None = None) -> None:
        self._record, self.live = record, live
        self.warm: Callable[[], None] = lambda: None
        """What the thread works out as soon as all matches are known, so that nobody has to wait for it."""
        self._lock = threading.RLock()
        self._index, self._ratings = Index(), Ratings()
        self._since: tuple[Any, tuple[int, ...]] | None = None
        self._held: OrderedDict[str, Summary] = OrderedDict()
        self._late: dict[str, None] = {}
        """Matches that the thread is to sum up."""
        self._writes = True
        self._stopping, self._work = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def late(self) -> int:
        """How many matches are still to be summed up: what is asked of all of them has these as they were, or not."""
        return len(self._late)

    @contextlib.contextmanager
    def known(self) -> Iterator[tuple[Index, Ratings]]:
        """All matches as they stand, and the ratings kept of them; nobody changes them meanwhile."""
        with self._lock:
            self._follow()
            yield self._index, self._ratings

    def some(self, matches: Iterable[str]) -> dict[str, Summary]:
        """These matches as they stand, in this order."""
        wanted = list(matches)
        with self._record.connected() as connection:
            rows = connection.execute(SOME.encode(), (wanted,)).fetchall()
        found = {row[0]: self._summary(Entry(*row[:5]), row[6]) for row in rows}
        return {match_id: found[match_id] for match_id in wanted if match_id in found}

    def start(self) -> None:
        """Read all matches now, and sum up beside the page what nobody should wait for; starting twice is harmless."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="club archive", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop; stopping twice is harmless."""
        self._stopping.set()
        self._work.set()
        if self._thread is not None:
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._work.clear()
            try:
                with self.known():
                    pass
                self.warm()
                self._catch_up()
            except Exception as error:  # the server is away, or a match is spoilt in a new way: try again
                log.warning("the club's archive waits: %s", error)
                self._stopping.wait(AGAIN_S)
            else:
                self._work.wait()

    def _catch_up(self) -> None:
        """Sum up what is late, half of the time: whoever looks at the page comes first."""
        while self._late and not self._stopping.is_set():
            begun = time.monotonic()
            with self._lock:
                batch = list(self._late)[:BATCH]
            with self._record.connected() as connection:
                entries = [Entry(*row[:5]) for row in connection.execute(SOME.encode(), (batch,)).fetchall()]
            made = [self._summary(entry, None) for entry in entries]
            with self._lock:
                for one in made:
                    self._enter(one)
                for match_id in batch:
                    self._late.pop(match_id, None)
            if not self._late:
                self.warm()
            self._stopping.wait(time.monotonic() - begun)

    def _follow(self) -> None:
        """Read what has moved since the last time; everything where that cannot be told."""
        with self._record.connected() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            row = connection.execute(STATE.encode()).fetchone()
            since, table = (None, ()) if row is None else (row[0], row[1:])
            if self._since is None or self._since[1] != table:
                self._since, self._index, self._ratings, self._late = None, Index(), Ratings(), {}
                connection.execute(PATIENCE)
            fresh = self._moved(connection, None if self._since is None else self._since[0])
        self._since = since, table
        at_once = len(fresh) if self._thread is None else AT_ONCE
        for entry in fresh[:at_once]:
            self._enter(self._summary(entry, None))
        if len(fresh) > at_once:
            self._late |= dict.fromkeys(entry.id for entry in fresh[at_once:])
            self._work.set()

    def _moved(self, connection: Connection[Any], since: Any) -> list[Entry]:
        """Take in what is summed up on the record; what is not, or was by a version that counts otherwise."""
        query, values = (ALL, ()) if since is None else (MOVED, (since,))
        out, lines = list[Entry](), list[tuple[str, Line]]()
        with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT".encode(), values) as rows:
            rows.set_types(TYPES)
            for row in rows.rows():
                entry, form, text = Entry(*row[:5]), row[5], row[6]
                if self._index.version(entry.id) == (entry.next, entry.changed):
                    continue
                body = _read(text)
                one = Summary(entry, body or _bare(entry, ""))
                lines.append((entry.id, self._index.line(entry.next, entry.changed, one.body, one.counts)))
                if body is None or form != FORM:
                    out.append(entry)
                if len(lines) == TOGETHER:
                    self._index.put_all(lines)
                    lines = []
        self._index.put_all(lines)
        return out

    def _enter(self, one: Summary) -> None:
        self._index.put(one.entry.id, one.entry.next, one.entry.changed, one.body, one.counts)

    def _summary(self, entry: Entry, text: str | None) -> Summary:
        """The summary of a match: as it is on the record, as it is held here, or worked out."""
        if (body := _read(text)) is not None:
            return Summary(entry, body)
        with self._lock:
            held = self._held.get(entry.id)
        if held is not None and (held.entry.next, held.entry.changed) == (entry.next, entry.changed):
            return held
        followed = None if self.live is None else self.live.known(entry.id)
        if followed is not None and (followed.place.next, followed.changed) == (entry.next, entry.changed):
            made = Summary(entry, summed_up(entry.id, followed.match))
            kept = followed.match.over and self._keep(made)
        else:
            made = Summary(entry, self._folded(entry))
            kept = self._keep(made)
        if not kept:
            self._hold(made)
        return made

    def _hold(self, made: Summary) -> None:
        with self._lock:
            self._held[made.entry.id] = made
            while len(self._held) > HELD:
                self._held.popitem(last=False)

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

    def _keep(self, made: Summary) -> bool:
        """Keep it on the record, where this role may write; whether it is there now."""
        if not self._writes or made.body.get("damaged"):
            return False
        entry = made.entry
        try:
            with self._record.connected() as connection:
                row = (entry.id, entry.next, entry.changed, FORM, json.dumps(made.body))
                connection.execute(KEEP, row)
        except LookError:
            self._writes = False
        return self._writes


def _read(text: str | None) -> dict[str, Any] | None:
    """A summary as it was kept; None where there is none, or a spoilt one."""
    with contextlib.suppress(ValueError):
        body = json.loads(text or "")
        return body if isinstance(body, dict) else None
    return None
