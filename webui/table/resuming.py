"""Going on with a match on record: by its camera where that can be opened again, else by hand."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.core.errors import IcekeeperError
from vision.eye import Eye
from vision.sources.address import completed
from vision.sources.opening import FrameSource, open_source
from vision.sources.phone import PhoneSource
from webui.play.sight import is_demo
from webui.play.watcher import Patience
from webui.record.disk.uncollected import uncollected
from webui.record.events import Paused
from webui.record.ready.history import History
from webui.referee.referee import Referee

if TYPE_CHECKING:
    from webui.record.match import Match
    from webui.record.store import Store
    from webui.table.desk import Desk

log = logging.getLogger(__name__)

AWAY_S: Final = 10.0
"""A match that was closed for less has only been restarted."""


def reopenable(text: str) -> str | None:
    """The word under which a source may be opened again: a camera's number, an address, the virtual table; no film."""
    word = text if Path(text).exists() else completed(text)
    return word if is_demo(word) or re.fullmatch(r"\d+|\w+://.+", word) else None


def resume(desk: Desk, match_id: str, opener: Callable[[str], FrameSource] = open_source) -> None:
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


def _by_camera(desk: Desk, match_id: str, match: Match, opener: Callable[[str], FrameSource]) -> bool:
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
    desk: Desk, match_id: str, match: Match, camera: str, opener: Callable[[str], FrameSource]
) -> tuple[FrameSource, Eye, Patience | None] | None:
    """Source, eye and patience as the match began with them; the virtual table goes on where it was.

    None where the match has no profile. A phone that is still there goes on sending.
    """
    store = desk.store
    data, sight = store.profile(match_id), match.play.sight
    if data is None or sight is None:
        return None
    profile = sight.profile(data)
    eye = desk.eye(profile, sight.known(match.created.set), match.created.simulated)
    if is_demo(camera):
        goes_on_at_s = Referee.resumed(History(store, match_id)).goes_on_at_s
        film = sight.film(camera, max(0.0, goes_on_at_s - 0.001))
        return film.source, eye, film.patience
    return PhoneSource(profile.resolution_wh) if camera == "phone" else opener(camera), eye, None
