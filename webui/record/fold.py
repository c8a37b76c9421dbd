"""A match as the pure fold of its events: each is applied here, once, before it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import GAMES
from webui.record import events as ev
from webui.record.events import Event, EventError, checked
from webui.record.folding import fitting as fit
from webui.record.folding.kinds import FOLD, still_said
from webui.record.match import Match
from webui.record.recorded import recorded

LAST_S: Final = 6e10
"""A beginning further from 1970 than this is no day of any calendar."""


def apply(match: Match, event: Event) -> Match:
    """The match after one more event; the only place where one is applied. Raises where it cannot be."""
    try:
        after = FOLD[type(event)](match, event) if type(event) in FOLD else match
    except (LookupError, TypeError, AttributeError) as error:
        raise EventError(f"event {event.kind!r} cannot be applied: {error!r}"[:200]) from error
    told = tuple(each for each in after.confided if still_said(each, match, after)) if after.confided else ()
    return replace(after, count=match.count + 1, confided=told)


def begin(created: ev.Created) -> Match:
    """The match before its first turn."""
    recorded(created.game)  # an unknown game is refused in words
    if abs(created.at) > LAST_S:
        raise EventError(f"expected the beginning of a match as seconds since 1970, got {created.at:g}")
    colours = "".join(p["colour"] for p in created.players)
    rules = find_game(GAMES, created.game).make_rules(created.set, created.house, colours)
    match = Match(created, rules, rules.read_state(created.start), turn_since=created.at, count=1)
    fit.seated(match, fit.fitting(match, match.start))
    return match


def fold(events: Iterable[Event]) -> Match:
    """The match that these events tell."""
    match, problem = as_far_as(events)
    if problem is not None:
        raise problem
    return match


def as_far_as(events: Iterable[Event]) -> tuple[Match, EventError | None]:
    """The match that these events tell as far as they can be applied, and why not further."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, ev.Created):
        raise EventError("expected a match to begin with its creation")
    try:
        match = begin(first)
    except (IcekeeperError, LookupError, TypeError, AttributeError) as error:
        raise EventError(f"the beginning of the match cannot be read: {error}") from error
    for event in stream:
        try:
            match = apply(match, event)
        except IcekeeperError as error:
            return match, EventError(f"event {match.count} ({event.kind}): {error}")
    return match, None


def proven(match: Match, events: Iterable[Event]) -> Match:
    """The match after these events, each of which can be applied, written and read again; only such are recorded."""
    for event in events:
        match = apply(match, checked(event))
    return match
