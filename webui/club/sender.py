"""Sends what a table writes on to the club's record: a thread of its own, of which the match never notices anything.

The server says how far it has each match, and the sender goes on from there: whatever was killed or cut in between,
nothing is lost, nothing comes twice. What it knows of the server is kept in the outbox only to save asking.
"""

from __future__ import annotations

import contextlib
import logging
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from webui.club import schema, writing
from webui.club.address import Address, ClubError, library
from webui.club.shrinking import MATCH_BYTES, shrunk
from webui.club.standing import JOINED, REFUSED, WAITING, WORDS, Standing, reason
from webui.club.tournament.pairings import pairings
from webui.record.outbox import Line, Outbox, Place
from webui.record.store import Store, StoreError, software

if TYPE_CHECKING:
    from psycopg import Connection

log = logging.getLogger(__name__)

AT_ONCE: Final = 400
"""Events of one transaction."""
BACK_OFF_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
GREET_S: Final = 20.0
TOLD_S: Final = 1.0
"""A page is told so often at most how many events wait."""
LEFTOVER_TRIES: Final = 6
"""In the first so many tries, what holds this table's place may be an old connection of its own, cut unnoticed."""
FRESH_S: Final = 1.0
"""What is to be played next is asked of the server so often at most."""
STOP_S: Final = 1.5
NOT_OURS: Final = (writing.TakenError, writing.ForkedError)
SAVED_S: Final = 1.0
"""How far the club is, is written down so often at most: after a crash the server knows it anyway."""


class Sender:
    """The way from one store to the club; `changed` is called on its thread whenever the page has to be told."""

    def __init__(
        self,
        store: Store,
        address: Address,
        name: str,
        changed: Callable[[], None] = lambda: None,
        on_table: Callable[[], str | None] = lambda: None,
        back_off_s: tuple[float, ...] = BACK_OFF_S,
    ) -> None:
        self.outbox, self.address, self.name = Outbox(store), address, name
        self._store, self._changed, self._on_table, self.back_off_s = store, changed, on_table, back_off_s
        self._table_id = self.outbox.table_id()
        self._run_name = f"icekeeper {name[:30]} {secrets.token_hex(6)}"
        self._standing = Standing()
        self._told = (Standing(), 0.0)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._failed = 0
        self._places: dict[str, Place] = {}
        self._saved: dict[str, tuple[Place, float]] = {}
        self._refused: dict[str, str] = {}
        self._lost: set[str] = set()
        """Matches of which the club had more before, as after it was put back from a backup."""
        self._next: list[dict[str, Any]] = []
        self._curious, self._asked_at = threading.Event(), -FRESH_S
        self._pictures: dict[str, tuple[set[str], int, bool]] = {}
        self._seen_pictures: dict[str, int] = {}

    @property
    def standing(self) -> Standing:
        """How the table stands with the club now."""
        return self._standing

    @property
    def stands(self) -> tuple[str, str, str]:
        """The same in words for whoever knows no club, with where the record is."""
        return self._standing.state, self._standing.why, str(self.address)

    def told(self) -> dict[str, Any]:
        """How the table stands with the club, as its page gets it."""
        return self._standing.to_json()

    @property
    def refused(self) -> dict[str, str]:
        """The matches that the club refused, and why."""
        return dict(self._refused)

    @property
    def names(self) -> list[str]:
        """The club's people, to be offered as players."""
        return self.outbox.names()

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """What a tournament wants played here next, as far as known; the server is asked again meanwhile."""
        if time.monotonic() - self._asked_at > FRESH_S:
            self._curious.set()
            with self._store.changed:
                self._store.changed.notify_all()
        return self._next

    def enlist(self, match_id: str) -> None:
        """Send this match; a disk that refuses does not stop it from being played."""
        try:
            self.outbox.enlist(match_id)
        except Exception:  # the match comes first, whatever the outbox says
            log.exception("match %s could not be enlisted for the club", match_id)

    def start(self) -> None:
        """Begin to send; starting twice is harmless."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="club", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Send what can be sent at once, and stop; stopping twice is harmless."""
        self._stopping.set()
        with self._store.changed:
            self._store.changed.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def send_once(self) -> dict[str, str]:
        """Send all that is enlisted, here and now instead of on a thread; the matches the club refused, and why."""
        with contextlib.closing(self._joined()) as connection:
            self._greet(connection, "")
            self._send_all(connection)
            self._save(force=True)
        return self.refused

    def _run(self) -> None:
        """One connection after the other, until stopped."""
        while not self._stopping.is_set():
            connection = None
            try:
                connection = self._joined()
                self._failed = 0
                self._serve(connection)
            except writing.MovedError:  # ask again how far it is, of every match
                continue
            except Exception as error:  # whatever it is, the match goes on, and this tries again
                self._trouble(error)
            finally:
                with contextlib.suppress(Exception):
                    self._save(force=True)
                if connection is not None:
                    with contextlib.suppress(Exception):
                        connection.close()
            self._pause()

    def _joined(self) -> Connection[Any]:
        """A connection to a record that is up to date, as this table and no other."""
        connection = self.address.connect(self._run_name)
        try:
            schema.prepare(connection)
            writing.hold_table(connection, self._table_id)
        except BaseException:
            connection.close()
            raise
        self._places, self._refused, self._pictures, self._seen_pictures, self._lost = {}, {}, {}, {}, set()
        return connection

    def _serve(self, connection: Connection[Any]) -> None:
        """Send whatever comes; a sign of life where nothing does."""
        greeted_at, greeted = 0.0, ""
        while True:
            if self._curious.is_set():
                self._curious.clear()
                self._next, self._asked_at = pairings(connection, self.name), time.monotonic()
            version, on_table = self._store.version, self._on_table() or ""
            if on_table != greeted or time.monotonic() - greeted_at > GREET_S:
                greeted_at, greeted = time.monotonic(), on_table
                self._greet(connection, on_table)
            self._send_all(connection)
            if self._stopping.is_set():
                return
            with self._store.changed:
                self._store.changed.wait_for(
                    lambda v=version: self._store.version != v or self._stopping.is_set() or self._curious.is_set(),  # type: ignore[misc]
                    GREET_S,
                )

    def _greet(self, connection: Connection[Any], on_table: str) -> None:
        writing.greet(connection, self._table_id, self.name, software(), on_table or None)
        self.outbox.keep_names(writing.known_names(connection))
        have = writing.counts(connection, self._table_id)
        lost = {line.match_id for line in self.outbox.lines() if have.get(line.match_id, 0) < self._place(line).next}
        if lost & self._places.keys():
            raise writing.MovedError("the club's record is not as far as it was")
        self._lost |= lost

    def _send_all(self, connection: Connection[Any]) -> None:
        """Events of all matches first, their evidence after them."""
        lines = self.outbox.lines()
        for line in lines:
            self._guarded(connection, line)
        self._save()
        self._tell(self._after(self.outbox.lines()))
        for line in lines:
            if line.match_id not in self._refused and not self._stopping.is_set():
                with self._alone(line.match_id):
                    self._send_pictures(connection, line.match_id)

    def _after(self, lines: list[Line]) -> Standing:
        """How it stands when all was sent that the club takes."""
        current = self._on_table()
        why = self._refused.get(current or "", "")
        if why:
            behind = sum(line.events - self._place(line).next for line in lines if line.match_id == current)
            return Standing(REFUSED, behind, why)
        return Standing(JOINED)

    def _place(self, line: Line) -> Place:
        return self._places.get(line.match_id, line.sent)

    def _guarded(self, connection: Connection[Any], line: Line) -> None:
        """One match; one that the club does not take, as another table's, does not hold up the others."""
        complete = self._place(line).next >= line.events and line.match_id not in self._lost
        if complete or line.match_id in self._refused:
            return
        with self._alone(line.match_id):
            self._send(connection, line)

    @contextlib.contextmanager
    def _alone(self, match_id: str) -> Iterator[None]:
        """What is wrong with one match is its own trouble: it is refused until the next connection."""
        try:
            yield
        except writing.MovedError:
            raise
        except Exception as error:
            if not _of_one_match(error):
                raise
            self._refused[match_id] = reason(error) if isinstance(error, NOT_OURS) else "other"
            log.warning("match %s: the club does not take it (%s)", match_id, type(error).__name__)

    def _send(self, connection: Connection[Any], line: Line) -> None:
        """All waiting events of a match, some at a time."""
        match_id = line.match_id
        at = self._places.get(match_id) or self._agreed(connection, line)
        self._lost.discard(match_id)
        while at.next < line.events:
            parcels, upto = self.outbox.parcels(match_id, at, AT_ONCE)
            if upto.next == at.next:
                return
            writing.append(connection, match_id, self._table_id, parcels, at, upto)
            at = self._places[match_id] = upto
            if upto.next < line.events:
                self._tell(Standing(WAITING, self._behind()))

    def _agreed(self, connection: Connection[Any], line: Line) -> Place:
        """How far the club has this match, where that is what we have too."""
        have = writing.place_of(connection, line.match_id, self._table_id)
        if have is None:
            writing.enter(connection, line.match_id, self._table_id, self.outbox.line_of(line.match_id))
            have = writing.place_of(connection, line.match_id, self._table_id) or Place()
        if self.outbox.place(line.match_id, have.next, line.sent) != have:
            raise writing.ForkedError("the club's record of this match went on differently")
        self._places[line.match_id] = have
        return have

    def waits(self, match_id: str) -> bool:
        """Whether evidence of this match has not been sent, as far as the club takes it."""
        return self._seen_pictures.get(match_id, 0) != self.outbox.count_pictures(match_id)

    def _send_pictures(self, connection: Connection[Any], match_id: str) -> None:
        """Evidence, made smaller where it is large, as far as the club takes it."""
        here = self.outbox.count_pictures(match_id)
        if not self.waits(match_id):
            return
        if match_id not in self._pictures:
            self._pictures[match_id] = writing.pictures_at(connection, match_id)
        known, total, welcome = self._pictures[match_id]
        for picture in self.outbox.pictures(match_id, known) if welcome else ():
            jpeg = shrunk(picture.jpeg)
            if jpeg is not None and total + len(jpeg) <= MATCH_BYTES:
                writing.put_picture(connection, match_id, picture, jpeg)
                total += len(jpeg)
            known.add(picture.id)
            if self._stopping.is_set():
                return
        self._pictures[match_id] = (known, total, welcome)
        self._seen_pictures[match_id] = here

    def _save(self, force: bool = False) -> None:
        """Write down how far the club is."""
        for match_id, place in self._places.items():
            saved, at = self._saved.get(match_id, (None, -SAVED_S))
            if saved != place and (force or time.monotonic() - at >= SAVED_S):
                self.outbox.sent(match_id, place)
                self._saved[match_id] = (place, time.monotonic())

    def _behind(self) -> int:
        """How many events the club does not have, as far as known."""
        return sum(max(0, line.events - self._place(line).next) for line in self.outbox.lines())

    def _trouble(self, error: Exception) -> None:
        """Say that it waits; never with the server's own words, which may repeat an address."""
        if self._stopping.is_set() or self._store.closed:
            return
        why = reason(error)
        level = logging.WARNING if not self._failed else logging.DEBUG
        log.log(level, "club record: waiting (%s)", WORDS[why])
        if not isinstance(error, library().Error | ClubError):
            log.exception("club record: a fault of ours")
        self._failed += 1
        state = REFUSED if why == "taken" and self._failed >= LEFTOVER_TRIES else WAITING
        self._tell(Standing(state, self._counted(), why))

    def _counted(self) -> int:
        try:
            return self._behind()
        except Exception:  # the store may have closed meanwhile
            return 0

    def _pause(self) -> None:
        """Wait before the next try, a little longer each time; the page hears meanwhile how many events wait."""
        if self._stopping.is_set() or not self._failed:
            return
        step = self.back_off_s[min(self._failed - 1, len(self.back_off_s) - 1)]
        until = time.monotonic() + step * random.uniform(0.8, 1.2)
        while (left := until - time.monotonic()) > 0 and not self._stopping.wait(min(TOLD_S, left)):
            now = self._standing
            self._tell(Standing(now.state, self._counted(), now.why))

    def _tell(self, standing: Standing) -> None:
        """Keep the standing, and tell the page where that is news."""
        self._standing = standing
        told, at = self._told
        same_kind = (told.state, told.why) == (standing.state, standing.why)
        if told == standing or (same_kind and time.monotonic() - at < TOLD_S):
            return
        self._told = (standing, time.monotonic())
        self._changed()


def _of_one_match(error: Exception) -> bool:
    """Whether it is what a match holds that the club does not take, and not that the club or the record is away."""
    of_all = (library().Error, ClubError, StoreError, OSError)
    return isinstance(error, (*NOT_OURS, library().DataError)) or not isinstance(error, of_all)
