"""A match on record as the page replays it: every turn step by step, with words, verdicts and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.moves import Action, Step, parse_action, perform
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.telling import sentence
from engine.icecult.words.texts import in_all
from webui.games import PAGES
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, Played
from webui.referee.sentences import own_words


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
        if isinstance(action, Step) and not _possible(state, action):
            continue
        state = perform(state, action)
        out.append((word, state))
    return out


def several(state: State, words: Iterable[str]) -> list[str]:
    """The words, played one after the other, that name one of several pawns of their colour in a stack."""
    out: list[str] = []
    for word, after in performed(state, words):
        if one_of_several(state, parse_action(word)):
            out.append(word)
        state = after
    return out


def one_of_several(state: State, action: Action) -> bool:
    """Whether a step needs its height to be understood."""
    return (
        isinstance(action, Step)
        and 0 < action.space <= state.spaces
        and state.stack(action.path, action.space).count(action.colour) > 1
    )


def _possible(state: State, step: Step) -> bool:
    """Whether the pawn is there at all."""
    if step.space == 0:
        return step.colour in state.start
    return step.space <= state.spaces and step.height_on(state.stack(step.path, step.space)) >= 0


def turn_json(turn: Played, match: Match, texts: Mapping[int, Json]) -> Json:
    """One turn step by step; the last scene is the table as it really stood."""
    cube_set = match.cube_set
    steps: list[Json] = [{"word": None, **scene(turn.before, cube_set)}]
    steps += [{"word": word, **scene(state, cube_set)} for word, state in performed(turn.before, turn.actions)]
    if _table(steps[-1]["state"]) != _table(turn.after.to_json()):
        steps.append({"word": None, **scene(turn.after, cube_set)})
    return {
        "number": turn.number,
        "player": turn.player,
        "legal": turn.legal,
        "rule": turn.verdict.get("rule"),
        "text": texts.get(turn.number) or fault_text(turn.before, match, turn.actions, turn.verdict),
        "unchecked": own_words("unchecked") if turn.verdict.get("unchecked") else None,
        "winners": turn.verdict.get("winners", ""),
        "actions": list(turn.actions),
        "several": several(turn.before, turn.actions),
        "steps": steps,
        "evidence": list(turn.evidence),
        "seconds": round(max(0.0, turn.seen_to_s - turn.seen_from_s), 1),
        "human": turn.human,
        "source": turn.source,
    }


def _table(state: Json) -> Json:
    """A state without who moves."""
    return {key: value for key, value in state.items() if key != "to_move"}


def fault_text(before: State, match: Match, words: Iterable[str], verdict: Mapping[str, Any]) -> Json | None:
    """A fault of a turn given as actions in words; None for one that only the camera's two views tell."""
    begun = TurnInProgress.begin(before, match.cube_set, match.house, match.players)
    played = tuple(words)
    turn = begun.play_words(played)
    fault = turn if isinstance(turn, Fault) else turn.end().fault
    if fault is None or fault.rule != verdict.get("rule"):
        return None
    key, params = sentence(begun, played, fault)
    return in_all(key, **params)


def told_texts(events: Iterable[Event]) -> dict[int, Json]:
    """Turn number -> the last verdict that was told about it."""
    return {
        event.turn: event.text for event in events if isinstance(event, ev.Told) and event.about in ("fault", "win")
    }


def replay_json(match_id: str, match: Match, events: Iterable[Event]) -> Json:
    """The whole match for the replay page and the shared file."""
    texts = told_texts(events)
    return {
        "id": match_id,
        "game": match.created.game,
        "page": PAGES[match.created.game],
        "name": match.created.name,
        "at": match.created.at,
        "players": [dict(player) for player in match.created.players],
        "house": match.house.to_json(),
        "layout": match.created.layout,
        "simulated": match.created.simulated,
        "source": match.created.source,
        "start": scene(match.start, match.cube_set),
        "turns": [turn_json(turn, match, texts) for turn in match.turns],
        "winners": match.winners,
        "how": match.how,
    }


def listed_json(match_id: str, match: Match) -> dict[str, Any]:
    """One line of the list of matches."""
    last = match.turns[-1].seen_to_s if match.turns else 0.0
    return {
        "id": match_id,
        "name": match.created.name,
        "at": match.created.at,
        "players": [dict(player) for player in match.created.players],
        "turns": len(match.turns),
        "faults": sum(turn.legal is False for turn in match.turns),
        "winners": match.winners,
        "how": match.how,
        "source": match.created.source,
        "simulated": match.created.simulated,
        "seconds": round(last, 1),
    }
