"""The steps of a turn of ICE CULT, one after the other: what each leaves on the table, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.moves import Action, Step, can_be_done, parse_action, perform
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.words.telling import sentence
from engine.icecult.words.texts import in_all
from webui.record.events import Json
from webui.settings import Words


def scene(state: State, cube_set: CubeSet) -> Json:
    """A state with what the four cubes show."""
    tops = {
        slot: None if top is None else top.to_json()
        for slot, top in zip(SLOTS, cube_set.tops(state.cubes), strict=True)
    }
    return {"state": state.to_json(), "tops": tops}


def performed(state: State, words: Iterable[str]) -> list[tuple[str, State]]:
    """The table after each word, as far as the table allows it at all; broken rules do not stop a replay."""
    out: list[tuple[str, State]] = []
    for word in words:
        action = parse_action(word)
        if not can_be_done(state, action):
            continue
        state = perform(state, action)
        out.append((word, state))
    return out


def ambiguous(state: State, words: Iterable[str], then: Iterable[str] = ()) -> list[str]:
    """Those of the words played, and of the words that may come next, that mean one of several pawns of a stack."""
    out: list[str] = []
    for word, after in performed(state, words):
        if _one_of_several(state, parse_action(word)):
            out.append(word)
        state = after
    return out + [word for word in then if _one_of_several(state, parse_action(word))]


def _one_of_several(state: State, action: Action) -> bool:
    """Whether a step needs its height to be understood."""
    return (
        isinstance(action, Step)
        and 0 < action.space <= state.spaces
        and state.stack(action.path, action.space).count(action.colour) > 1
    )


def fault_text(rules: IceCult, before: State, words: Iterable[str], verdict: Mapping[str, Any]) -> Words | None:
    """A fault of a turn given as actions in words; None for one that only the camera's two views tell."""
    begun = rules.begin(before)
    played = tuple(words)
    turn = begun.play_words(played)
    fault = turn if isinstance(turn, Fault) else turn.end().fault
    if fault is None or fault.rule != verdict.get("rule"):
        return None
    key, params = sentence(begun, played, fault)
    return in_all(key, **params)
