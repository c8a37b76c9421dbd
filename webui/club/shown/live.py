"""Follows the club's record: PostgreSQL says which match went on, its new events are folded, the screens are told."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from webui.club import schema
from webui.club.address import ClubError, library
from webui.club.shown.hub import SERVER, Tiles
from webui.club.shown.record import DAMAGED, News, Record, Seat
from webui.club.shown.tiles import history_json, sendable, tile_json
from webui.club.standing import WORDS, reason
from webui.record.events import Json
from webui.record.match import Match
from webui.record.outbox import Place

if TYPE_CHECKING:
    from psycopg import Connection

log = logging.getLogger(__name__)

AGAIN_S: Final = (0.3, 1.0, 2.0, 5.0)
AWAKE_S: Final = 20.0
"""So often it asks which tables are still there, where nothing is told."""
GONE_S: Final = 6 * 3600.0
"""A table that was silent for so long is not shown any more."""
MOVED_S: Final = 0.5
SILENT_S: Final = 50.0
"""A table that was silent for so long is said to be away."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A match as far as it is known here."""

    match: Match
    place: Place
    changed: int = 0
    """How often names had been removed from it then."""


class Live:
    """Every table's match, folded as its events come."""

    def __init__(
        self,
        record: Record,
        hubs: tuple[Tiles, Tiles, Tiles],
        named: Callable[[str], str],
        changed: Callable[[], None],
    ) -> None:
        self._record, self._named, self._changed = record, named, changed
        self._hubs = self._tiles, self._watched, _ = hubs
        """Of all tables as tiles, of one table whole, and of tournaments."""
        self.moved: Callable[[], None] = lambda: None
        """Told on this thread that anything went on, not more often than `MOVED_S`."""
        self._moved, self._moved_at = False, 0.0
        self._seats: dict[str, Seat] = {}
        self._known: dict[str, Followed] = {}
        self._troubled: dict[str, str] = {}
        """Matches that cannot be read, and why."""
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def seats(self) -> list[Seat]:
        """The tables that are shown."""
        return list(self._seats.values())

    def known(self, match_id: str) -> Followed | None:
        """A match that is being followed, as it stands."""
        return self._known.get(match_id)

    def start(self) -> None:
        """Begin to listen; starting twice is harmless."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="club live", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop; stopping twice is harmless."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(2.0)

    def _run(self) -> None:
        """Listen on one connection after the other."""
        failed = 0
        while not self._stopping.is_set():
            try:
                with contextlib.closing(self._record.address.connect("icekeeper club live")) as connection:
                    schema.found(connection)
                    connection.execute(f"LISTEN {schema.CHANNEL}".encode())
                    failed = 0
                    self._from_scratch()
                    self._tell_server(True)
                    self._listen(connection)
            except Exception as error:  # whatever it is, the screens keep what they have, and this tries again
                failed += 1
                self._trouble(error)
                self._tell_server(False)
            self._stopping.wait(AGAIN_S[min(failed, len(AGAIN_S) - 1)])

    def _trouble(self, error: Exception) -> None:
        """Say in the log why nothing is heard; a fault of ours is told whole."""
        log.warning("the club's record cannot be followed: %s", WORDS[reason(error)])
        if not isinstance(error, library().Error | ClubError):
            log.exception("the club's page: a fault of ours")

    def _tell_server(self, answers: bool) -> None:
        for hub in self._hubs:
            hub.publish({SERVER: {"answers": answers}})

    def _from_scratch(self) -> None:
        """Everything as it stands now; what was told while nobody listened is in there."""
        self._find_tables()
        self._go_on({seat.match_id for seat in self._seats.values() if seat.match_id})
        self._changed()
        self.moved()

    def _listen(self, connection: Connection[Any]) -> None:
        """Do what is told, all that waits at once; the wait is PostgreSQL's."""
        while not self._stopping.is_set():
            told = {note.payload for note in connection.notifies(timeout=AWAKE_S / 20, stop_after=1)}
            if told:
                told |= {note.payload for note in connection.notifies(timeout=0)}
            self._heard(told)
            self._moved = self._moved or bool(told)
            if self._moved and time.monotonic() - self._moved_at >= MOVED_S:
                self._moved, self._moved_at = False, time.monotonic()
                self.moved()

    def _heard(self, told: set[str]) -> None:
        """Do what was told: a table came or went, a match went on, people changed."""
        if not told:
            self._find_silent()
            return
        if any(text.startswith("table ") for text in told):
            self._find_tables()
        shown = {seat.match_id for seat in self._seats.values() if seat.match_id}
        self._go_on({text[6:] for text in told if text.startswith("match ")} & shown)
        if "people" in told:
            self._changed()
            now = self._record.changes(list(shown))
            self._known = {key: known for key, known in self._known.items() if known.changed == now.get(key, 0)}
            self._go_on(shown)
            self._show(self._seats.values())

    def _find_tables(self) -> None:
        """Which tables there are, and what is on them."""
        found = {seat.id: seat for seat in self._record.tables() if seat.silent_s < GONE_S}
        fresh = {seat.match_id for seat in found.values() if seat.match_id} - self._known.keys() - self._troubled.keys()
        gone = self._seats.keys() - found.keys()
        self._seats = found
        shown = {seat.match_id for seat in found.values()}
        self._known = {key: value for key, value in self._known.items() if key in shown}
        self._troubled = {key: why for key, why in self._troubled.items() if key in shown}
        self._go_on(fresh)
        self._show(found.values())
        for hub in (self._tiles, self._watched):
            hub.publish(dict.fromkeys(gone))

    def _find_silent(self) -> None:
        """Nothing is told while a table is silent: look from time to time."""
        step = AWAKE_S / 20
        was = {seat.id: seat.silent_s > SILENT_S for seat in self._seats.values()}
        self._seats = {key: replace(seat, silent_s=seat.silent_s + step) for key, seat in self._seats.items()}
        self._show(seat for seat in self._seats.values() if (seat.silent_s > SILENT_S) != was[seat.id])

    def _go_on(self, matches: Iterable[str]) -> None:
        """Fold what is new of these matches, and show them."""
        wanted = {key: self._place(key) for key in matches}
        if not wanted:
            return
        changes, found = self._record.changes(list(wanted)), self._record.since(wanted)
        again = {key: Place() for key, news in found.items() if news.trouble and key in self._known}
        self._known = {key: value for key, value in self._known.items() if key not in again}
        for key, news in {**found, **(self._record.since(again) if again else {})}.items():
            self._fold(key, news, changes.get(key, 0))
        self._show(seat for seat in self._seats.values() if seat.match_id in wanted)

    def _place(self, key: str) -> Place:
        known = self._known.get(key)
        return known.place if known is not None else Place()

    def _fold(self, key: str, news: News, changed: int) -> None:
        """Apply what is new; a match that cannot be read costs its own tile and no other."""
        known = self._known.get(key)
        if not news.events and not news.trouble:
            return
        match, trouble = news.after(None if known is None else known.match)
        if match is None or trouble:
            self._give_up(key, trouble)
            return
        self._troubled.pop(key, None)
        self._known[key] = Followed(match, news.place, changed if known is None else known.changed)

    def _give_up(self, key: str, trouble: str) -> None:
        """Say of a match that it cannot be shown; it is read anew when more of it comes."""
        if self._troubled.get(key) != trouble:
            log.warning("match %s cannot be shown: %s", key, trouble)
        self._known.pop(key, None)
        self._troubled[key] = trouble

    def _show(self, seats: Iterable[Seat]) -> None:
        """Tell the screens how these tables stand."""
        tiles: dict[str, Any] = {}
        whole: dict[str, Any] = {}
        for seat in list(seats):
            tiles[seat.id], whole[seat.id] = self._views(seat)
        self._tiles.publish(tiles)
        if self._watched.following:
            self._watched.publish(whole)

    def _views(self, seat: Seat) -> tuple[Json, Json]:
        """The tile of a table, and the same with its history."""
        head: Json = {"table": seat.name, "away": seat.silent_s > SILENT_S}
        key = seat.match_id or ""
        if (followed := self._known.get(key)) is not None:
            try:
                tile = {**head, **tile_json(key, followed.match, self._named)}
                return tile, sendable({**tile, "history": history_json(followed.match)})
            except Exception:  # what was read may be spoilt in any way
                self._give_up(key, DAMAGED)
        trouble = {"match": key, "trouble": self._troubled[key]} if key in self._troubled else {}
        return {**head, **trouble}, {**head, **trouble}

    def show_whole(self, table_id: str) -> None:
        """Make the view of one table ready for whoever begins to watch it."""
        seat = self._seats.get(table_id)
        if seat is not None:
            self._watched.publish({table_id: self._views(seat)[1]})
