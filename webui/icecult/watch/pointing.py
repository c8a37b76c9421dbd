"""Where a picture points that proves a fault: one ring on the cubes or the pawn it is about, one arrow to the place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.icecult.board import COLOURS, PAIRS, PATHS, SLOTS
from engine.icecult.explain.explain import explain
from engine.icecult.moves import Action, Tilt, Turn, parse_action
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.eye import Pointing
from vision.icecult.belief.as_seen import places_of
from webui.record.events import Told, TurnEnded
from webui.record.match import Match
from webui.watch.ruling import asked_about

ON_CUBES: Final = ("tilt-", "cube-", "cubes-")
"""Rules of these names are broken on the cubes."""


def pointing(match: Match, event: Told | TurnEnded) -> Pointing:
    """What a fault is about; of a turn that stays open, what is in question, or else everything that changed."""
    if event.turn <= len(match.turns):
        turn = match.turns[event.turn - 1]
        before, words, after = turn.before, turn.actions, turn.after
    else:
        before, words, after = match.before, match.actions, match.state
    if isinstance(event, TurnEnded):
        return Pointing(_in_question(match, before, event) or places_of(before, after, match.equipment))
    begun: Any = match.rules.begin(before)
    played, named = _judged(begun, words, event.rule)
    if named is not None:
        return _of(named, before.spaces)
    if event.rule.startswith(ON_CUBES):
        return _of_cubes(before, played, after, match)
    seen = next((each for each in explain(begun, after).violations if str(each.rule) == event.rule), None)
    if seen is not None and seen.owed:
        return _of(parse_action(seen.owed[0]), before.spaces)
    params = {} if seen is None else seen.params
    colour = params.get("rider") or params.get("below") or params.get("colour") or COLOURS
    return _of_pawns((played.state, before), after, colour, params.get("to") or params.get("path") or PATHS)


def _in_question(match: Match, before: State, event: TurnEnded) -> tuple[str, ...]:
    """Where the turns differ that may have been played: on the table, or else in what was done."""
    turns = asked_about(event.verdict)
    tables = [table for words in turns if (table := match.rules.result(before, words)) is not None]
    found = [place for table in tables[1:] for place in places_of(tables[0], table, match.equipment)]
    if not found:
        odd = [word for words in turns for word in words if not all(word in other for other in turns)]
        found = [place for word in odd for place in _of(parse_action(word), before.spaces).places]
    known = dict.fromkeys(found)
    return tuple(place for place in known if place != "start" or len(known) == 1)


def _judged(begun: TurnInProgress, words: Sequence[str], rule: str) -> tuple[TurnInProgress, Action | None]:
    """The turn as played; and the action that breaks the rule, or one that was owed, where the actions tell."""
    played, fault = begun.play_anyway(words)
    if fault is None:
        fault = played.end().fault
    if fault is None or fault.rule != rule:
        return played, None
    if fault.at < len(words):
        return played, parse_action(words[fault.at])
    return played, parse_action(fault.owed[0]) if fault.owed else None


def _of(action: Action, spaces: int) -> Pointing:
    """One action: the pair or the cube that it turns, or the pawn's way, from its arrow where it enters."""
    if isinstance(action, Tilt):
        return Pointing(PAIRS.get(action.pair, SLOTS))
    if isinstance(action, Turn):
        return Pointing((action.slot,))
    here = f"{action.path}{action.space}" if action.space else action.arrow
    there = f"{action.path}{action.space + 1}" if action.space < spaces else f"goal{action.path}"
    return Pointing((action.circle or action.arrow,), (here, there))


def _of_cubes(before: State, played: TurnInProgress, after: State, match: Match) -> Pointing:
    """The cubes that ended as no tilt explains; those that were tilted where all of it is explained."""
    odd = [place for place in places_of(played.state, after, match.equipment) if place in SLOTS]
    tilted = {slot for tilt in played.tilts for slot in PAIRS.get(tilt.pair, ())}
    changed = [place for place in places_of(before, after, match.equipment) if place in SLOTS]
    return Pointing(tuple(odd or [slot for slot in SLOTS if slot in tilted] or changed or SLOTS))


def _of_pawns(believed: Sequence[State], after: State, colours: str, paths: str) -> Pointing:
    """A pawn of these colours that went where nothing explains it: from where, and where it is now."""
    for state in believed:
        lost, gained = _moved(state, after, colours)
        there = next((place for place in reversed(gained) if place[-1] in paths or place[0] in paths), None)
        here = next((place for place in lost if place != there), None)
        if here and there:
            return Pointing((there,), (here, there))
        if here or there:
            return Pointing((there or here or "",))
    return Pointing()


def _moved(one: State, other: State, colours: str) -> tuple[list[str], list[str]]:
    """The places on which fewer pawns of these colours stand, and those on which more do."""
    lost: list[str] = []
    gained: list[str] = []
    for k, path in enumerate(PATHS):
        stacks = [(f"{path}{n}", a, b) for n, (a, b) in enumerate(zip(one.paths[k], other.paths[k], strict=True), 1)]
        for place, a, b in (*stacks, (f"goal{path}", one.goal[k], other.goal[k])):
            more = sum(b.count(colour) - a.count(colour) for colour in colours)
            if more:
                (gained if more > 0 else lost).append(place)
    return lost, gained
