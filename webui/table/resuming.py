"""Going on with a match on record: by its camera where that can be opened again, else by hand."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.core.errors import IcekeeperError
from engine.icecult.cube import UNKNOWN_SET, CubeSet
from vision.icecult.eye import TableEye
from vision.sources.address import completed
from vision.sources.opening import FrameSource, open_source
from vision.sources.paced import Paced
from vision.sources.phone import PhoneSource
from webui.record.disk.checks import START
from webui.record.events import Paused
from webui.record.ready.history import History
from webui.referee.referee import Referee
from webui.table.demo import DEMO_PATIENCE, demo_film, is_demo

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
    with desk.lock:
        match = History(desk.store, match_id).match()
        desk.clear()  # its camera may be the one that is wanted
        _time_away(desk.store, match_id, match)
        if match.over or match.created.source != "camera":
            desk.put(match_id)
        elif not _by_camera(desk, match_id, match, opener):
            desk.put(match_id, camera_gone=True)


def _time_away(store: Store, match_id: str, match: Match) -> None:
    """Write down that nobody was at the table since its last event, so that it counts as nobody's time."""
    last, now = store.events_since(match_id, 0, START)[0][-1].at, time.time()
    if not (match.over or match.paused) and now - last > AWAY_S:
        store.append(match_id, [Paused(last, True), Paused(now, False)])


def _by_camera(desk: Desk, match_id: str, match: Match, opener: Callable[[str], FrameSource]) -> bool:
    """Whether the match goes on with its camera."""
    camera = desk.store.camera(match_id)
    if camera is None:
        return False
    try:
        eye = _eye(desk.store, match_id, match)
        source = (
            None if eye is None else _opened(camera, History(desk.store, match_id), eye.profile.resolution_wh, opener)
        )
    except IcekeeperError:  # its words may hold the address with a secret in it
        log.warning("match %s: its camera could not be opened, it goes on by hand", match_id)
        return False
    if source is not None:
        desk.put(match_id, source, eye, DEMO_PATIENCE if is_demo(camera) else None)
    return source is not None


def _eye(store: Store, match_id: str, match: Match) -> TableEye | None:
    """The eye as the match began with it."""
    from calibration.profile import TableProfile

    profile = store.profile(match_id)
    known = CubeSet.from_json(match.created.set) != UNKNOWN_SET
    return None if profile is None else TableEye(TableProfile.from_json(profile), match.created.set if known else None)


def _opened(
    camera: str, history: History, resolution_wh: tuple[int, int], opener: Callable[[str], FrameSource]
) -> FrameSource:
    """The source; the virtual table goes on where it was, and a phone that is still there goes on sending."""
    if camera == "phone":
        return PhoneSource(resolution_wh)
    if not is_demo(camera):
        return opener(camera)
    return Paced(demo_film(camera, max(0.0, Referee.resumed(history).goes_on_at_s - 0.001)))
