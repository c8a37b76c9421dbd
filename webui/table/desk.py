"""The desk: which match is on the table, and how one gets there. One table at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError
from engine.icecult.cube import STANDARD_SET, UNKNOWN_SET, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from vision.eye import Eye
from vision.icecult.eye import TableEye
from vision.sources.opening import FrameSource
from vision.sources.tee import Tapped
from webui.record.events import Created, Json
from webui.record.match import Match, fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.referee.session import TableSession
from webui.referee.watching import Patience
from webui.table.hub import Hub

if TYPE_CHECKING:
    from calibration.profile import TableProfile


class DeskError(IcekeeperError):
    """No match is on the table, or this one cannot be put there."""


class Desk:
    """Puts matches on the table, one at a time, and tells the hub what happens there."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.lock = threading.RLock()
        self._session: TableSession | None = None
        self._tap: Tapped | None = None
        self._eye: Eye | None = None
        self._folded: dict[str, tuple[int, Match]] = {}
        self._forget: Callable[[], None] | None = None

    @property
    def session(self) -> TableSession | None:
        """The match on the table, if any."""
        return self._session

    @property
    def tap(self) -> Tapped | None:
        """The camera's newest picture, where a camera looks at the table."""
        return self._tap

    @property
    def profile(self) -> TableProfile | None:
        """How the camera sees the table now, where one looks at it."""
        return self._eye.profile if isinstance(self._eye, TableEye) else None

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
        house: HouseRules | None = None,
        layout: str = "sides",
        cube_set: Json | None = None,
        start: State | None = None,
    ) -> str:
        """A new match refereed by hand; its id."""
        cubes = CubeSet.from_json(cube_set) if cube_set else STANDARD_SET
        match_id = create_match(self.store, players, name=name, house=house, layout=layout, cube_set=cubes, start=start)
        self.put(match_id)
        return match_id

    def watch(
        self,
        source: FrameSource,
        profile: TableProfile,
        players: Sequence[Json],
        *,
        name: str = "",
        house: HouseRules | None = None,
        cube_set: Json | None = None,
        start: State | None = None,
        simulated: bool = False,
        patience: Patience | None = None,
        camera: str | None = None,
    ) -> str:
        """A new match watched by a camera; its id. Cubes that nobody has told of are learned while playing.

        `camera` is the word that opens the source again after a restart, where there is one.
        """
        found = cube_set or profile.set
        match_id = create_match(
            self.store,
            players,
            name=name,
            house=house,
            cube_set=CubeSet.from_json(found) if found else UNKNOWN_SET,
            start=start,
            layout=str(profile.geometry["exit"]),
            simulated=simulated,
            source="camera",
            profile=profile.to_json(),
            camera=camera,
        )
        self.put(match_id, source, TableEye(profile, found), patience)
        return match_id

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
            self.store.events(match_id)  # a match that is not on record must not sweep the table
            self.clear()
            tap = None if source is None else Tapped(source)
            session = TableSession(self.store, match_id, tap, eye, patience, camera_gone)
            self._session, self._tap, self._eye = session, tap, eye
            self._forget = session.subscribe(self.hub.publish)
            self.hub.publish(session.view())
            session.start()

    def clear(self) -> None:
        """Take the match off the table; it stays on record and can be continued."""
        with self.lock:
            if self._session is None:
                return
            if self._forget is not None:
                self._forget()
            self._session.stop()
            self._session = self._tap = self._eye = self._forget = None
            self.hub.publish(None)

    def matches(self) -> list[tuple[str, Match]]:
        """Every match on record, newest first; one that has not changed is not read again."""
        known, fresh = self._folded, {}
        for listed in self.store.matches():
            before = known.get(listed.id)
            same = before is not None and before[0] == listed.events
            fresh[listed.id] = before if before and same else (listed.events, fold(self.store.events(listed.id)))
        self._folded = fresh
        return [(match_id, match) for match_id, (_, match) in fresh.items()]

    def unfinished(self) -> str | None:
        """The newest match on record that is not over, if it is the newest of all."""
        for listed in self.store.matches()[:1]:
            events = self.store.events(listed.id)
            if isinstance(events[0], Created) and not fold(events).over:
                return listed.id
        return None
