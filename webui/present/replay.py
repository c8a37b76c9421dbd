"""A match on record as the page replays it: every turn step by step, with words, verdicts and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webui.games import page_of
from webui.play.said import said
from webui.play.shown import shown
from webui.present.proof import proof_of, told_pictures
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, Played


def turn_json(
    turn: Played, match: Match, texts: Mapping[int, Json], pictures: Mapping[int, tuple[str, ...]], lawful: bool = False
) -> Json:
    """One turn step by step; the last scene is the table as it really stood."""
    drawn, words, rules = shown(match.game), said(match.game), match.rules
    steps: list[Json] = [{"word": None, **drawn.scene(rules, turn.before)}]
    steps += [
        {"word": word, **drawn.scene(rules, state)} for word, state in drawn.performed(rules, turn.before, turn.actions)
    ]
    if _table(steps[-1]["state"]) != _table(turn.after.to_json()):
        steps.append({"word": None, **drawn.scene(rules, turn.after)})
    return {
        "number": turn.number,
        "player": turn.player,
        "legal": turn.legal,
        "rule": turn.verdict.get("rule"),
        "text": texts.get(turn.number) or words.fault_text(rules, turn.before, turn.actions, turn.verdict),
        "unchecked": words.unchecked_words() if turn.verdict.get("unchecked") else None,
        "winners": turn.verdict.get("winners", ""),
        "actions": list(turn.actions),
        "several": drawn.ambiguous(rules, turn.before, turn.actions),
        "steps": steps,
        "evidence": list(proof_of(turn, pictures, lawful)),
        "seconds": turn.seconds,
        "human": turn.human,
        "source": turn.source,
    }


def _table(state: Json) -> Json:
    """A state without who moves."""
    return {key: value for key, value in state.items() if key != "to_move"}


def told_texts(events: Iterable[Event]) -> dict[int, Json]:
    """Turn number -> the last verdict that was told about it."""
    return {
        event.turn: event.text for event in events if isinstance(event, ev.Told) and event.about in ("fault", "win")
    }


def replay_json(match_id: str, match: Match, events: Iterable[Event], lawful: bool = False) -> Json:
    """The whole match for the replay page and the shared file; with the pictures of `lawful` turns or without."""
    events = tuple(events)
    texts, pictures = told_texts(events), told_pictures(events)
    return {
        "id": match_id,
        "game": match.created.game,
        "page": page_of(match.created.game),
        "name": match.created.name,
        "at": match.created.at,
        "players": [dict(player) for player in match.created.players],
        "house": match.house.to_json(),
        "layout": match.created.layout,
        "simulated": match.created.simulated,
        "source": match.created.source,
        "start": shown(match.game).scene(match.rules, match.start),
        "turns": [turn_json(turn, match, texts, pictures, lawful) for turn in match.turns],
        "winners": match.winners,
        "how": match.how,
    }


def listed_json(match_id: str, match: Match) -> dict[str, Any]:
    """One line of the list of matches."""
    last = match.turns[-1].seen_to_s if match.turns else 0.0
    return {
        "id": match_id,
        "game": match.created.game,
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
        "points": dict(match.rules.end_details(match.before).get("scores", {})) if match.winners else {},
    }
