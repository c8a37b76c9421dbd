"""Verdicts that wait until somebody has taken them: which stay, which go, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from webui.record.events import Asked, Told
from webui.record.played import Played

Waiting = tuple[Told, ...]
MOST: Final = 9
"""Older ones give way; the history of turns keeps them all."""
READ_S: Final = 8.0
"""So long a verdict can be read, though what showed it was the first action of the next turn."""


def told(waiting: Waiting, event: Told) -> Waiting:
    """One more verdict: the newest comes first, a win alone, and at most one note after them."""
    others = tuple(each for each in waiting if each.id != event.id)
    if event.about == "note":
        return (*without_notes(others), event)
    if event.about == "win":
        return (event,)
    won = tuple(each for each in others if each.about == "win")
    faults = tuple(each for each in without_notes(others) if each.about != "win")
    return (*won, *(event, *faults)[:MOST], *others[len(without_notes(others)) :])


def parted(waiting: Waiting, number: int, at: float) -> tuple[Waiting, Waiting]:
    """What goes on waiting when turn `number` has begun, and what goes into the history with the turns before it.

    `at`: what was told just before that has still to be read.
    """
    passed = tuple(each for each in waiting if each.turn < number and each.about != "win" and not _just(each, at))
    return tuple(each for each in waiting if each not in passed), passed


def without_notes(waiting: Waiting) -> Waiting:
    """Verdicts alone: a note is about the moment and goes with it."""
    return tuple(each for each in waiting if each.about != "note")


def settled(waiting: Waiting, told_id: str) -> Waiting:
    """Somebody has taken this one."""
    return tuple(each for each in waiting if each.id != told_id)


def before(waiting: Waiting, number: int) -> Waiting:
    """Those about earlier turns: this one, and all after it, are played again."""
    return tuple(each for each in without_notes(waiting) if each.turn < number)


def ended(waiting: Waiting, turn: Played) -> Waiting:
    """A turn is over: what was told of it while it went on and is put right by now needs nobody any more."""
    return tuple(each for each in without_notes(waiting) if each.turn != turn.number or turn.legal is not True)


def revised(waiting: Waiting, first: int, turns: Sequence[Played], was: int) -> Waiting:
    """What still waits when turns from `first` on are told anew: a verdict goes when its turn has no fault now."""

    def stays(each: Told) -> bool:
        if each.turn < first or each.about == "note":
            return True
        if each.turn <= len(turns):
            return turns[each.turn - 1].legal is not True or each.about == "win"
        return each.turn == was == len(turns) + 1

    return tuple(each for each in waiting if stays(each))


def unanswered(question: Asked | None, ended: int, at: float) -> Asked | None:
    """The question that still waits when turn `ended` is over; one about an earlier turn stays unanswered."""
    old = question is not None and question.turn < ended and not _just(question, at)
    return None if old else question


def _just(said: Told | Asked, at: float) -> bool:
    """Whether it was said a moment ago; a clock that was set back in between keeps nothing on the page."""
    return 0.0 <= at - said.at < READ_S
