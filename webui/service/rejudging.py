"""A match on record under other house rules: which verdicts would change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.icecult.options import HouseRules
from webui.service.hand import judged
from webui.service.match import Match
from webui.service.replay import fault_text


def rejudged_json(match: Match, house: HouseRules) -> dict[str, Any]:
    """Every turn judged again from its own state before; a turn that would have won is said."""
    other = replace(match, house=house)
    turns: list[dict[str, Any]] = []
    for turn in match.turns:
        _, verdict = judged(turn.before, other, turn.actions)
        rule = verdict.get("rule")
        text = fault_text(turn.before, other, turn.actions, verdict) if rule else None
        turns.append(
            {
                "turn": turn.number,
                "player": turn.player,
                "was": {"legal": turn.legal, "rule": turn.verdict.get("rule")},
                "now": {"legal": verdict.get("legal"), "rule": rule, "winners": verdict.get("winners", "")},
                "text": text,
            }
        )
    changed = [t for t in turns if (t["was"]["legal"], t["was"]["rule"]) != (t["now"]["legal"], t["now"]["rule"])]
    return {"house": house.to_json(), "turns": turns, "changed": len(changed)}
