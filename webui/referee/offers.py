"""What can be done about a verdict now: an offer that leads nowhere is not made."""

from __future__ import annotations

from typing import Final

from webui.play.at_table import at_table
from webui.record import events as ev
from webui.record.events import Event
from webui.record.match import Match

CLOSED: Final = "closed"
"""Somebody has read it; any verdict can be taken so."""
NOW: Final = "play-it-now"
PUT_BACK: Final = "put-it-back"


def offers_now(match: Match, told: ev.Told) -> tuple[str, ...]:
    """The offers of a verdict that can be taken as the match stands."""
    if NOW not in told.offers:
        return told.offers
    others = tuple(name for name in told.offers if name != NOW)
    if at_table(match.game).to_be_put_back(match, told):
        in_progress = told.turn == match.number and not match.over
        return (PUT_BACK, *others) if in_progress or _just_over(match, told) else others
    return told.offers if _just_over(match, told) else others


def events_of(match: Match, told: ev.Told, name: str, at: float) -> list[Event]:
    """What follows when somebody takes an offer."""
    settled: list[Event] = [ev.Settled(at, told.id, name)]
    if name not in (NOW, PUT_BACK) or told.turn == match.number:
        return settled
    reopened = ev.Reopened(at, told.turn)
    back = len(match.turns[-1].actions) - _broken_at(match) if name == PUT_BACK else 0
    return [*settled, reopened, *(ev.Undone(at) for _ in range(back))]


def _just_over(match: Match, told: ev.Told) -> bool:
    """Whether the turn is the last one and nothing has been played since."""
    return bool(match.turns) and match.turns[-1].number == told.turn and not match.actions


def _broken_at(match: Match) -> int:
    """How many actions of the last turn came before the one that broke the rule."""
    last = match.turns[-1]
    at = last.verdict.get("at")
    return at if isinstance(at, int) and 0 <= at <= len(last.actions) else len(last.actions)
