"""A turn of ICE CULT as a sentence, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.icecult.moves import Action, Step, Tilt, parse_action
from engine.icecult.words.phrases import FORMS

_TEXTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "tilt": ("tilt {pair} {to}", "{pair} {to} kippen", "faire pivoter {pair} {to}", "ruotare {pair} {to}"),
    "enter": ("{pawn} enters {on}", "{pawn} startet {on}", "{pawn} entre {on}", "{pawn} entra {on}"),
    "step": (
        "{pawn} moves on from {place}",
        "{pawn} zieht von {place} weiter",
        "{pawn} avance depuis {place}",
        "{pawn} avanza da {place}",
    ),
    "+": (
        "turn cube {slot} to the right",
        "Eisblock {slot} nach rechts drehen",
        "tourner le cube {slot} à droite",
        "girare il cubo {slot} a destra",
    ),
    "-": (
        "turn cube {slot} to the left",
        "Eisblock {slot} nach links drehen",
        "tourner le cube {slot} à gauche",
        "girare il cubo {slot} a sinistra",
    ),
}
_LANGUAGES: Final = ("en", "de", "fr", "it")


def in_words(words: Sequence[str], language: str) -> str:
    """The turn, action by action."""
    said = "; ".join(_action_text(parse_action(word), language) for word in words)
    return said[:1].upper() + said[1:] + "." if said else ""


def _action_text(action: Action, language: str) -> str:
    if isinstance(action, Tilt):
        parts = {"pair": FORMS["pair"](action.pair, language), "to": FORMS["to"](action.heading.upper(), language)}
        return _text("tilt", language).format(**parts)
    if not isinstance(action, Step):
        return _text(action.sense, language).format(slot=action.slot)
    pawn = FORMS["pawn"](action.colour, language)
    if action.space == 0:
        return _text("enter", language).format(pawn=pawn, on=FORMS["on"](action.path, language))
    return _text("step", language).format(pawn=pawn, place=f"{action.path}{action.space}")


def _text(key: str, language: str) -> str:
    return _TEXTS[key][_LANGUAGES.index(language)]
