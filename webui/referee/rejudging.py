"""A match on record under other house rules: which verdicts would change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.icecult.faults import Rule
from engine.icecult.options import HouseRules
from webui.present.replay import fault_text
from webui.record.match import Match
from webui.referee.by_hand import judged

SEEN_ONLY: Final = frozenset(str(rule) for rule in tuple(Rule)[tuple(Rule).index(Rule.TILT_ALONE) :])
"""Faults that only two views of the table tell: no house rule changes them."""


def rejudged_json(match: Match, house: HouseRules) -> dict[str, Any]:
    """Every turn judged again from its own state before; a turn that would have won is said."""
    other = replace(match, house=house)
    turns: list[dict[str, Any]] = []
    for turn in match.turns:
        seen_only = turn.legal is None or turn.verdict.get("rule") in SEEN_ONLY
        verdict = turn.verdict if seen_only else judged(turn.before, other, turn.actions)[1]
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
