"""A match on record under other house rules: which verdicts would change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import find_game
from engine.games import GAMES
from webui.play.at_table import at_table
from webui.play.said import said
from webui.record.match import Match
from webui.record.played import Played


def rejudged_json(match: Match, house: Any) -> dict[str, Any]:
    """Every turn judged again from its own state before under these house rules; one that would have won is said."""
    make_rules = find_game(GAMES, match.created.game).make_rules
    made = make_rules(match.rules.equipment.to_json(), house, match.players)
    game, turns = at_table(match.game), list[dict[str, Any]]()
    for turn in match.turns:
        verdict = turn.verdict if _seen_only(turn) else game.judge(made, turn.before, turn.actions).verdict
        rule = verdict.get("rule")
        text = said(match.game).fault_text(made, turn.before, turn.actions, verdict) if rule else None
        turns.append(
            {
                "turn": turn.number,
                "player": turn.player,
                "was": _told(turn.verdict),
                "now": _told(verdict),
                "text": text,
            }
        )
    changed = [turn for turn in turns if turn["was"] != turn["now"]]
    return {"house": made.house.to_json(), "turns": turns, "changed": len(changed)}


def _told(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What of a verdict may change."""
    return {key: verdict.get(key) for key in ("legal", "rule")} | {"winners": verdict.get("winners") or ""}


def _seen_only(turn: Played) -> bool:
    """Whether two views of the table told it and not its words: no house rule changes that."""
    return turn.legal is None or (turn.legal is False and "at" not in turn.verdict)
