"""The same people once more: same game, rules and equipment, and the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError
from webui.record.opening import create_match
from webui.record.ready.history import History
from webui.table.resuming import resume

if TYPE_CHECKING:
    from webui.table.desk import Desk


class RematchError(IcekeeperError):
    """There is nothing to play again yet."""


def rematch(desk: Desk, match_id: str) -> str:
    """Put a new match of the same people on the table, with the camera of the last one; its id."""
    with desk.lock:
        match = History(desk.store, match_id).match()
        if not match.over:
            raise RematchError("the match is not over yet; end it first")
        seated, created = match.created.players, match.created
        new = create_match(
            desk.store,
            seated if created.simulated else (*seated[1:], *seated[:1]),
            game=created.game,
            house=match.house,
            cube_set=match.cube_set,
            layout=created.layout,
            simulated=created.simulated,
            source=created.source,
            profile=desk.store.profile(match_id),
            camera=desk.store.camera(match_id),
        )
        resume(desk, new)
        return new
