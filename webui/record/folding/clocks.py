"""The players' clocks: what each has used so far, and the limits that were agreed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webui.record import events as ev
from webui.record.events import EventError, Json
from webui.record.played import LONGEST_S

if TYPE_CHECKING:
    from webui.record.match import Match

MOST_S: Final = 24 * 3600.0


def timed(match: Match, event: ev.Timed) -> Match:
    """The players agreed on limits."""
    limits = (event.turn_s, event.match_s, event.delay_s)
    if not all(0 <= each <= MOST_S for each in limits):
        raise EventError(f"expected limits from 0 to {MOST_S:g} seconds, got {limits}")
    return replace(match, limits=limits)


def ended(match: Match, event: ev.TurnEnded) -> Match:
    """A turn is over: its time goes to its player; time away and pauses are no thinking time."""
    if event.player not in tuple(match.players):
        return match
    until = match.paused_at if match.paused else event.at
    spent = until - match.turn_since
    spent = spent if 0.0 < spent < LONGEST_S else 0.0
    counts = max(0.0, spent - match.limits[2])
    used, counted = match.used or (0.0,) * len(match.players), match.counted or (0.0,) * len(match.players)
    at = match.players.index(event.player)
    return replace(match, used=_more(used, at, spent), counted=_more(counted, at, counts))


def _more(seconds: tuple[float, ...], at: int, spent: float) -> tuple[float, ...]:
    return tuple(round(each + spent, 3) if k == at else each for k, each in enumerate(seconds))


def clock_json(match: Match) -> Json:
    """What a page needs to show the clocks: seconds used, those that count for the match, limits, a pause."""
    none = (0.0,) * len(match.players)
    turn_s, match_s, delay_s = match.limits
    return {
        "used": dict(zip(match.players, match.used or none, strict=True)),
        "counted": dict(zip(match.players, match.counted or none, strict=True)),
        "turn_s": turn_s,
        "match_s": match_s,
        "delay_s": delay_s,
        "paused_s": max(0.0, match.paused_at - match.turn_since) if match.paused else None,
    }
