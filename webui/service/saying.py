"""Verdicts in words, in all four languages."""

from __future__ import annotations

from collections.abc import Sequence

from engine.icecult.rules import PARAGRAPHS
from webui.service.words import COLOUR, LANGUAGES


def fault_text(rule: str, player: str, actions: Sequence[str], owed: Sequence[str]) -> dict[str, str]:
    """What was seen, the rule, what puts it right."""
    return {la: f"{COLOUR[player][la]}: {rule} ({PARAGRAPHS.get(rule, 'R13')})" for la in LANGUAGES}


def why_text(key: str) -> dict[str, str] | None:
    """Why a symbol has its status; None where nothing needs saying."""
    return dict.fromkeys(LANGUAGES, key) if key else None
