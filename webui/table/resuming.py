"""Going on with a match on record: by its camera where that can be opened again, else by hand."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

from calibration.profile import Profile
from engine.core.errors import IcekeeperError
from vision.eye import Eye
from vision.sources.address import completed
from vision.sources.opening import FrameSource, open_source
from vision.sources.phone import PhoneSource
from webui.play.sight import is_demo, sight_if_any
from webui.play.watcher import Patience
from webui.record.disk.uncollected import uncollected
from webui.record.events import Paused
from webui.record.match import Match
from webui.record.ready.history import History
from webui.record.store import Store
from webui.referee.referee import Referee

log = logging.getLogger(__name__)

AWAY_S: Final = 10.0
"""A match that was closed for less has only been restarted."""


class Place(Protocol):
    """Where a match goes on: what is asked of the desk for it."""

    store: Store

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held while one match takes the place of another."""

    def clear(self) -> None:
        """Take the match off the table."""

    def eye(self, profile: Profile, known: Mapping[str, Any] | None, simulated: bool) -> Eye:
        """An eye for a match."""

    def put(
        self,
        match_id: str,
        source: FrameSource | None = None,
        eye: Eye | None = None,
        patience: Patience | None = None,
        camera_gone: bool = False,
    ) -> None:
        """Put a match on record on the table."""


def reopenable(text: str) -> str | None:
    """The word under which a source may be opened again: a camera's number, an address, the virtual table; no film."""
    word = text if Path(text).exists() else completed(text)
    return word if is_demo(word) or re.fullmatch(r"\d+|picamera:\d+|\w+://.+", word) else None


def resume(desk: Place, match_id: str, opener: Callable[[str], FrameSource] = open_source) -> None:
    """Put a match on record back on the table, with its camera where that can be had."""
    with desk.lock, uncollected():
        match = History(desk.store, match_id).match()
        desk.clear()  # its camera may be the one that is wanted
        _time_away(desk.store, match_id, match)
        if match.over or match.created.source != "camera":
            desk.put(match_id)
        elif not _by_camera(desk, match_id, match, opener):
            desk.put(match_id, camera_gone=True)


def _time_away(store: Store, match_id: str, match: Match) -> None:
    """Write down that nobody was at the table since its last event, so that it counts as nobody's time."""
    last, now = store.last_event(match_id).at, time.time()
    if not (match.over or match.paused) and now - last > AWAY_S:
        store.append(match_id, [Paused(last, True), Paused(now, False)])


def _by_camera(desk: Place, match_id: str, match: Match, opener: Callable[[str], FrameSource]) -> bool:
    """Whether the match goes on with its camera."""
    camera = desk.store.camera(match_id)
    if camera is None:
        return False
    try:
        opened = _eye_and_source(desk, match_id, match, camera, opener)
    except IcekeeperError:  # its words may hold the address with a secret in it
        log.warning("match %s: its camera could not be opened, it goes on by hand", match_id)
        return False
    if opened is not None:
        desk.put(match_id, *opened)
    return opened is not None


def _eye_and_source(
    desk: Place, match_id: str, match: Match, camera: str, opener: Callable[[str], FrameSource]
) -> tuple[FrameSource, Eye, Patience | None] | None:
    """Source, eye and patience as the match began with them; the virtual table goes on where it was.

    None where the match has no profile. A phone that is still there goes on sending.
    """
    store = desk.store
    data, sight = store.profile(match_id), sight_if_any(match.game)
    if data is None or sight is None:
        return None
    profile = sight.profile(data)
    eye = desk.eye(profile, sight.known(match.created.set), match.created.simulated)
    if is_demo(camera):
        goes_on_at_s = Referee.resumed(History(store, match_id)).goes_on_at_s
        film = sight.film(camera, max(0.0, goes_on_at_s - 0.001))
        return film.source, eye, film.patience
    return PhoneSource(profile.resolution_wh) if camera == "phone" else opener(camera), eye, None
