"""The desk: which match is on the table, and how one gets there. One table at a time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from calibration.profile import Profile
from engine.core.errors import IcekeeperError
from engine.games import DEFAULT_GAME
from vision.eye import Eye, ProfiledEye
from vision.sources.opening import FrameSource
from vision.sources.tee import Tapped
from webui.games import answers_of
from webui.play.learning import Learning
from webui.play.sight import DemoFilm, sight_of
from webui.play.watcher import Patience
from webui.record.damage import playable
from webui.record.events import Json
from webui.record.match import Match
from webui.record.opening import create_match
from webui.record.ready.history import History
from webui.record.store import Store
from webui.referee.seeing.proving import TURN_PICTURES
from webui.referee.session import TableSession
from webui.table.hub import Hub
from webui.table.resuming import resume
from webui.table.upkeep.keeper import Keeper
from webui.table.upkeep.memory import give_back
from webui.table.upkeep.watchdog import STUCK_S, Watchdog

log = logging.getLogger(__name__)

FENCE_S: Final = 1.0
RESTARTS: Final = 3
TROUBLE_S: Final = 120.0
"""A table that had to be restarted more often than `RESTARTS` times within this time is cleared."""


class DeskError(IcekeeperError):
    """No match is on the table, or this one cannot be put there."""


class Demonstrated(Protocol):
    """A game that plays itself at the desk, to be looked at."""

    def open_demo(self, desk: Desk, text: str) -> str:
        """Put a match that plays itself on the table; its id. `demo:7` is another one than `demo`."""


class Company(Protocol):
    """Somebody besides people who plays at the table."""

    def start(self) -> None:
        """Begin to play."""

    def stop(self) -> None:
        """Stop and be gone; stopping twice is harmless."""


def _nobody(match_id: str) -> None:
    """Tell nobody."""


class Desk:
    """Puts matches on the table, one at a time, and tells the hub what happens there."""

    def __init__(self, store: Store, hub: Hub, stuck_s: float = STUCK_S) -> None:
        self.store = store
        self.hub = hub
        self.lock = threading.RLock()
        self._session: TableSession | None = None
        self._tap: Tapped | None = None
        self._eye: Eye | None = None
        self.turn_pictures = TURN_PICTURES
        self.listeners: list[Callable[[Json], None]] = []
        """Told of every view of the table, whole: each shows others only what all may see."""
        self._stuck_s = stuck_s
        self._watchdog: Watchdog | None = None
        self._restarting: str | None = None
        self._restarts: list[float] = []
        self.keeper = Keeper(store, self._on_table)
        self._forget: Callable[[], None] | None = None
        self.company: Company | None = None
        """Who plays at the table besides people, if anybody."""
        self.learning: Learning | None = None
        """Where is kept what is known of the people's own set."""
        self.on_put: Callable[[str], None] = _nobody
        """Told of every match before it is played on."""

    @property
    def session(self) -> TableSession | None:
        """The match on the table, if any."""
        return self._session

    @property
    def tap(self) -> Tapped | None:
        """The camera's newest picture, where a camera looks at the table."""
        return self._tap

    @property
    def profile(self) -> Profile | None:
        """How the camera sees the table now, where one looks at it."""
        return self._eye.profile if isinstance(self._eye, ProfiledEye) else None

    def table(self) -> TableSession:
        """The match on the table; an error where there is none."""
        session = self._session
        if session is None:
            raise DeskError("no match is on the table; start a new one or continue one on record")
        return session

    def open(
        self,
        players: Sequence[Json],
        *,
        name: str = "",
        game: str = DEFAULT_GAME,
        house: Any = None,
        layout: str = "sides",
        equipment: Json | None = None,
        start: Any = None,
        simulated: bool = False,
    ) -> str:
        """A new match refereed by hand; its id."""
        match_id = create_match(
            self.store,
            players,
            name=name,
            game=game,
            house=house,
            layout=layout,
            equipment=equipment or None,
            start=start,
            simulated=simulated,
        )
        self.put(match_id)
        return match_id

    def demonstrate(self, game: str, text: str = "demo") -> str:
        """A match of this game that plays itself; its id."""
        found: Demonstrated = answers_of(game)
        return found.open_demo(self, text)

    def accompany(self, company: Company) -> None:
        """Something that plays at this table and goes when the match does."""
        with self.lock:
            self.company = company
            company.start()

    def watch(
        self,
        source: FrameSource,
        profile: Profile,
        players: Sequence[Json],
        *,
        name: str = "",
        house: Any = None,
        equipment: Json | None = None,
        start: Any = None,
        simulated: bool = False,
        patience: Patience | None = None,
        camera: str | None = None,
    ) -> str:
        """A new match watched by a camera; its id. Equipment that nobody has told of is learned while playing.

        `camera` is the word that opens the source again after a restart, where there is one.
        """
        sight = sight_of(profile.game)
        known = equipment or profile.set
        match_id = create_match(
            self.store,
            players,
            name=name,
            house=house,
            game=profile.game,
            equipment=sight.equipment(known),
            start=start,
            layout=profile.layout or "sides",  # a game whose board is laid in one way names none
            simulated=simulated,
            source="camera",
            profile=profile.to_json(),
            camera=camera,
        )
        self.put(match_id, source, self.eye(profile, known, simulated), patience)
        return match_id

    def eye(self, profile: Profile, known: Mapping[str, Any] | None, simulated: bool) -> Eye:
        """An eye for a match; what it measures is kept with the set, and what was measured since serves it.

        Not so of a virtual table: nobody owns its set. Nor of a game whose equipment is not learned on the page.
        """
        sight, learning = sight_of(profile.game), self.learning
        if learning is None or simulated or profile.game != learning.game:
            return sight.eye(profile, known)
        return sight.eye(learning.applied(profile), known, learning.measured)

    def watch_film(
        self, film: DemoFilm, profile: Profile, players: Sequence[Json], *, name: str, camera: str, house: Any = None
    ) -> str:
        """A new match on the virtual table; its id."""
        return self.watch(
            film.source,
            profile,
            players,
            name=name,
            house=house,
            equipment=film.equipment,
            start=film.start,
            simulated=True,
            patience=film.patience,
            camera=camera,
        )

    def put(
        self,
        match_id: str,
        source: FrameSource | None = None,
        eye: Eye | None = None,
        patience: Patience | None = None,
        camera_gone: bool = False,
    ) -> None:
        """Put a match on record on the table, in place of the one that is there."""
        with self.lock:
            head = self.store.head(match_id)
            playable(self.store, match_id)  # a match that cannot be read must not sweep the table
            self.store.come[match_id] = head.events
            self.clear()
            tap = None if source is None else Tapped(source)
            restarted = self._restarting == match_id
            kept = self.turn_pictures
            session = TableSession(self.store, match_id, tap, eye, patience, camera_gone, restarted, kept)
            self._session, self._tap, self._eye = session, tap, eye
            self.on_put(match_id)
            self._forget = session.subscribe(self._told)
            self._told(session.whole_view())
            session.start()
            self.keeper.start()
            self._watchdog = Watchdog(session, self._restart, self._stuck_s)
            self._watchdog.start()

    def _told(self, view: Json) -> None:
        """Hand every view on."""
        self.hub.publish(view)
        for listener in self.listeners:
            listener(view)

    def _restart(self, stuck: TableSession) -> bool:
        """Begin a table that does not answer any more anew from the record; False where that has to wait."""
        with self.lock:
            if self._session is not stuck:
                return True
            if not stuck.fence(FENCE_S):  # it may yet finish what it is writing
                return False
            self._restarts = [at for at in self._restarts if time.monotonic() - at < TROUBLE_S] + [time.monotonic()]
            self._restarting = stuck.match_id
            try:
                if len(self._restarts) <= RESTARTS:
                    log.error("match %s: the table does not answer; it is restarted from the record", stuck.match_id)
                    resume(self, stuck.match_id)
                    return True
                log.error("match %s: the table does not answer again and again; it is cleared", stuck.match_id)
            except Exception:  # a match that cannot be put back leaves an empty table, not a dead one
                log.exception("match %s could not be restarted", stuck.match_id)
            finally:
                self._restarting = None
            self.clear()
            return True

    def clear(self) -> None:
        """Take the match off the table; it stays on record and can be continued."""
        with self.lock:
            if self._session is None:
                return
            if self._forget is not None:
                self._forget()
            if self.company is not None:
                self.company.stop()
            if self._watchdog is not None:
                self._watchdog.stop()
            self._session.stop()
            self._session = self._tap = self._eye = self._forget = self.company = None
            self.hub.publish(None)
            self.keeper.left()
            give_back()

    def unfinished(self) -> str | None:
        """The match that was played last, if it is not over."""
        last = self.store.last_played()
        try:
            return None if last is None or History(self.store, last).match().over else last
        except Exception as error:  # one bad match must not keep the page from opening
            log.warning("match %s cannot go on: %s", last, error)
            return None

    def _on_table(self) -> tuple[str, Match] | None:
        """The match on the table as it stands."""
        session = self._session
        return None if session is None else (session.match_id, session.match)
