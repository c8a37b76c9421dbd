"""A turn of ICE CULT as a sentence, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.wording import sign
from engine.icecult.moves import Action, Step, Tilt, parse_action
from engine.icecult.words.phrases import FORMS, bearing

_TEXTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "tilt": ("tilt {pair} {to}", "{pair} {to} kippen", "faire pivoter {pair} {to}", "ruotare {pair} {to}"),
    "enter": ("{pawn} enters {on}", "{pawn} wird {on} eingesetzt", "{pawn} entre {on}", "{pawn} entra {on}"),
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
    "arc": ("arc {arc}", "Bogen {arc}", "arc {arc}", "arco {arc}"),
    "arrow": ("arrow {arrow}", "Pfeil {arrow}", "flèche {arrow}", "freccia {arrow}"),
    "copied": (
        "copied by the circle {circle}",
        "kopiert vom Kreis {circle}",
        "copiée par le disque {circle}",
        "copiata dal cerchio {circle}",
    ),
    "height": (
        "pawn {height} from below",
        "Figur {height} von unten",
        "pion {height} à partir du bas",
        "pedina {height} dal basso",
    ),
}
_LANGUAGES: Final = ("en", "de", "fr", "it")


def in_words(words: Sequence[str], language: str) -> str:
    """The turn, action by action."""
    said = f"{sign(';', language)} ".join(_action_text(parse_action(word), language) for word in words)
    return said[:1].upper() + said[1:] + "." if said else ""


def _action_text(action: Action, language: str) -> str:
    if isinstance(action, Tilt):
        pair, to = FORMS["pair"](action.pair, language), FORMS["to"](action.heading.upper(), language)
        return _text("tilt", language, pair=pair, to=to)
    if not isinstance(action, Step):
        return _with(_text(action.sense, language, slot=action.slot), [_text("arc", language, arc=action.arc)])
    pawn = FORMS["pawn"](action.colour, language)
    if action.space == 0:
        said = _text("enter", language, pawn=pawn, on=FORMS["on"](action.path, language))
    else:
        said = _text("step", language, pawn=pawn, place=f"{action.path}{action.space}")
    return _with(said, _details(action, language))


def _details(step: Step, language: str) -> list[str]:
    """Which of several pawns it is, and by which symbols it moves."""
    height = [_text("height", language, height=str(step.height + 1))] if step.height else []
    copied = [_text("copied", language, circle=step.circle)] if step.circle else []
    return [*height, _text("arrow", language, arrow=step.arrow), *copied]


def _with(said: str, details: list[str]) -> str:
    return f"{said} ({', '.join(details)})"


def _text(key: str, language: str, **places: str) -> str:
    """One text with its places filled, by the letters of the language's own compass."""
    text = _TEXTS[key][_LANGUAGES.index(language)]
    return text.format(**{name: bearing(place, language) for name, place in places.items()})
