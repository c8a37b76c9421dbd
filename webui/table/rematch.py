"""The same people once more: same game, rules and equipment, and the next one begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core.errors import IcekeeperError
from engine.games import DEFAULT_GAME
from webui.record.events import Json, Timed
from webui.record.match import Match
from webui.record.opening import create_match
from webui.record.ready.history import History
from webui.table.desk import Desk
from webui.table.resuming import resume

BY_HAND: Final = "demo:hand"
"""The demo that plays itself by hand, of a game of which another is filmed."""


class RematchError(IcekeeperError):
    """There is nothing to play again yet."""


def rematch(
    desk: Desk, match_id: str, start: Any = None, going: Callable[[str, str], None] = lambda old, new: None
) -> str:
    """Put a new match of the same people on the table, the next one to begin; its id."""
    with desk.lock:
        match = History(desk.store, match_id).match()
        if not match.over:
            raise RematchError("the match is not over yet; end it first")
        if match.created.simulated and match.created.source == "hand":
            return desk.demonstrate(match.game, BY_HAND)
        seated = match.created.players
        return _again(desk, match_id, seated if match.created.simulated else (*seated[1:], *seated[:1]), start, going)


def again(desk: Desk, match_id: str, start: Any = None) -> str:
    """Put a new match on the table that is set up as this one was, the same one to begin; its id."""
    with desk.lock:
        return _again(desk, match_id, History(desk.store, match_id).match().created.players, start)


def _lying(match: Match, start: Any) -> Any:
    """How the table lies before the first turn: a virtual one as in its film, one that a camera watches as set up."""
    if match.created.source == "hand" and match.game != DEFAULT_GAME:
        return start
    return match.created.start if match.created.simulated else None


def _again(
    desk: Desk,
    match_id: str,
    players: Sequence[Json],
    start: Any,
    going: Callable[[str, str], None] = lambda old, new: None,
) -> str:
    """A new match with the equipment, rules and camera of another; `going` hears of it before it is on the table."""
    match = History(desk.store, match_id).match()
    created = match.created
    new = create_match(
        desk.store,
        players,
        game=created.game,
        house=match.house,
        equipment=match.equipment,
        start=_lying(match, start),
        layout=created.layout,
        simulated=created.simulated,
        source=created.source,
        profile=desk.store.profile(match_id),
        camera=desk.store.camera(match_id),
    )
    if any(match.limits):
        now = time.time()
        desk.store.append(new, [Timed(now, *match.limits)])
    going(match_id, new)
    resume(desk, new)
    return new
