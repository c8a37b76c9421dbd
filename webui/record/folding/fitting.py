"""What an event must fit before it is applied: states, words, turns and verdicts of this match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import NotationError
from webui.record.events import EventError, Json
from webui.record.played import Played
from webui.record.recorded import recorded

if TYPE_CHECKING:
    from webui.record.match import Match


def fitting(match: Match, state: Any) -> Any:
    """The state itself, if it goes with the equipment."""
    recorded(match.game).check_state(match.rules, state)
    return state


def seated(match: Match, state: Any) -> Any:
    """The state itself, if a player is to move."""
    if state.to_move not in match.players:
        raise NotationError(f"expected one of the players {match.players!r} to move, got {state.to_move!r}")
    return state


def table(match: Match, data: Json) -> Any:
    """A state of this match."""
    return seated(match, fitting(match, match.rules.read_state(data)))


def real(match: Match, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words themselves, if each names an action that this table has."""
    for word in words:
        recorded(match.game).check_word(match.rules, word)
    return words


def last(match: Match) -> Played:
    """The turn played last."""
    if not match.turns:
        raise EventError("expected a turn that is over, but none has been played")
    return match.turns[-1]


def judged(match: Match, verdict: Json) -> Json:
    """The verdict itself, if what is shown of it is of its kind; with a note of what could not be checked."""
    texts = all(isinstance(verdict.get(key) or "", str) for key in ("winners", "text", "rule"))
    if not texts or not isinstance(verdict.get("legal", ""), bool | None):
        raise NotationError("expected a verdict like {'legal': true, 'winners': ''} or {'legal': false, 'rule': ...}")
    open_ones = recorded(match.game).unchecked(match.rules)
    return verdict | {"unchecked": open_ones} if open_ones and "unchecked" not in verdict else verdict
