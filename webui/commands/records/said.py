"""What the lists of matches and verdicts say at a terminal, in the four languages, as far as the page does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.core.wording import filled
from webui.present.sheet_words import colour_word, ending, rule_name, ruling
from webui.settings import LANGUAGES
from webui.words import page_said

_WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "turns": ("{n} {n:turn|turns}", "{n} {n:Zug|Züge}", "{n} {n:tour|tours}", "{n} {n:turno|turni}"),
    "damaged": ("damaged", "beschädigt", "endommagée", "danneggiata"),
    "demo": ("demo", "Demo", "démo", "demo"),
    "rejudged": (
        "turn {n}, {player}: {was} → {now}",
        "Zug {n}, {player}: {was} → {now}",
        "tour {n}, {player} : {was} → {now}",
        "turno {n}, {player}: {was} → {now}",
    ),
    "changes": (
        "{n} of {of} verdicts {n:changes|change}",
        "{n} von {of} Urteilen {n:ändert|ändern} sich",
        "{n} {n:verdict change|verdicts changent} sur {of}",
        "{n} {n:verdetto cambia|verdetti cambiano} su {of}",
    ),
}


def say(key: str, language: str, **values: object) -> str:
    """One of these sentences."""
    return filled(dict(zip(LANGUAGES, _WORDS[key], strict=True))[language], language, values)


def verdict_text(verdict: Mapping[str, Any], language: str) -> str:
    """A verdict in a few words, and who has won by that turn."""
    said = ruling(verdict["legal"], rule_name(str(verdict["rule"]), language), language)
    won = _winners(verdict["winners"], language)
    return f"{said}, {won}" if won else said


def result_text(listed: Mapping[str, Any], language: str) -> str:
    """How a match on record has ended, or that it has not."""
    if listed.get("damaged"):
        return say("damaged", language)
    return ending(listed["winners"], listed["how"] or None, language)


def _winners(colours: Iterable[str], language: str) -> str:
    names = [colour_word(colour, language) for colour in colours]
    key = "history.shared" if len(names) > 1 else "history.win"
    return page_said(key, language, colour=", ".join(names)) if names else ""
