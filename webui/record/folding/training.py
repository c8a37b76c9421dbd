"""Training at the table: who has agreed to it, and in which turns somebody asked for help."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webui.record import events as ev
from webui.record.events import EventError

if TYPE_CHECKING:
    from webui.record.match import Match


def switched(match: Match, event: ev.Training) -> Match:
    """A player switches training on or off; colours stay in seating order."""
    if event.player not in tuple(match.players):
        raise EventError(f"expected a player of this match, got {event.player!r}")
    on = set(match.training) - {event.player} | ({event.player} if event.on else set())
    return replace(match, training="".join(player for player in match.players if player in on))


def helped(match: Match, event: ev.Helped) -> Match:
    """In this turn the player was shown what the coach would do; that stays so, whatever becomes of the turn."""
    if not 1 <= event.turn <= match.number:
        raise EventError(f"expected a turn from 1 to {match.number}, got {event.turn}")
    return replace(match, helped=tuple(sorted({*match.helped, event.turn})))


def agreed(match: Match) -> bool:
    """Whether all players have switched training on."""
    return set(match.training) == set(match.players)
