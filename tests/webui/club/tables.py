"""Tables that play into a club's record, and what both records say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.waiting import until
from tests.webui.making import PLAYERS
from webui.club.address import Address
from webui.club.sender import Sender
from webui.parts import Parts
from webui.record.events import Confided
from webui.record.store import Store
from webui.settings import Settings
from webui.wiring import Club, build

QUICK = (0.05, 0.1, 0.2)


@contextmanager
def table(path: Path | None, club: str, name: str = "Table 1") -> Iterator[Parts]:
    """A table on a record of its own that sends to the club."""
    parts = build(Settings(port=0), path, club=Club(club, name))
    assert parts.club.sender is not None
    parts.club.sender.back_off_s = QUICK
    parts.club.start()
    try:
        yield parts
    finally:
        parts.desk.clear()
        parts.desk.keeper.stop()
        parts.club.stop()
        parts.hub.close()
        parts.setup.close()
        parts.store.close()


@contextmanager
def sender(store: Store, club: str, name: str = "Table 1", on_table: str | None = None) -> Iterator[Sender]:
    """Only the way from a store to the club."""
    one = Sender(store, Address.parse(club), name, on_table=lambda: on_table, back_off_s=QUICK)
    one.start()
    try:
        yield one
    finally:
        one.stop()


def here(store: Store, match_id: str) -> list[tuple[int, str]]:
    """The events of a match at the table that a club may know: number and kind."""
    events = enumerate(store.events(match_id))
    return [(number, event.kind) for number, event in events if not isinstance(event, Confided)]


def there(club: str, match_id: str) -> list[tuple[int, str]]:
    """The events of a match on the club's record."""
    with psycopg.connect(club) as connection:
        if connection.execute("SELECT to_regclass('icekeeper.events')").fetchone() == (None,):
            return []
        query = "SELECT number, kind FROM icekeeper.events WHERE match_id = %s ORDER BY number"
        return [(row[0], row[1]) for row in connection.execute(query, (match_id,)).fetchall()]


def bodies(club: str, match_id: str) -> list[str]:
    """The events of a match on the club's record, as they are stored there."""
    with psycopg.connect(club) as connection:
        query = "SELECT body FROM icekeeper.events WHERE match_id = %s ORDER BY number"
        return [row[0] for row in connection.execute(query, (match_id,)).fetchall()]


def arrived(parts: Parts, club: str, match_id: str) -> bool:
    """Whether the club has all that the table has."""
    return there(club, match_id) == here(parts.store, match_id)


__all__ = ["PLAYERS", "arrived", "bodies", "here", "sender", "table", "there", "until"]
