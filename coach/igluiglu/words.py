"""A turn of IGLU IGLU as a sentence, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.wording import sign
from engine.igluiglu import actions as a
from engine.igluiglu.board import NAMES
from engine.igluiglu.words.phrases import FORMS

_LANGUAGES: Final = ("en", "de", "fr", "it")
_TEXTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "Place": (
        "place an Inuit on {cell}",
        "einen Inuit auf {cell} setzen",
        "placer un Inuit en {cell}",
        "mettere un Inuit in {cell}",
    ),
    "Melt": ("melt {cell}", "{cell} schmelzen", "faire fondre {cell}", "sciogliere {cell}"),
    "Reveal": ("show the tile", "das Plättchen zeigen", "montrer la tuile", "mostrare la tessera"),
    "Keep": ("keep the tile", "das Plättchen behalten", "garder la tuile", "tenere la tessera"),
    "Drift": (
        "push the tile on {cell}",
        "das Plättchen auf {cell} schieben",
        "pousser la tuile de {cell}",
        "spingere la tessera in {cell}",
    ),
    "Walk": (
        "walk from {cell} to {goal}",
        "von {cell} nach {goal} gehen",
        "marcher de {cell} à {goal}",
        "camminare da {cell} a {goal}",
    ),
    "Kayak": (
        "paddle from {cell} to {goal}",
        "von {cell} nach {goal} paddeln",
        "aller en kayak de {cell} à {goal}",
        "andare in kayak da {cell} a {goal}",
    ),
    "Hunt": (
        "hunt {animal} on {place}",
        "{animal} auf {place} jagen",
        "chasser {animal} en {place}",
        "cacciare {animal} in {place}",
    ),
    "Harpoon": (
        "take {animal} on {place} with a harpoon",
        "{animal} auf {place} mit einer Harpune erlegen",
        "harponner {animal} en {place}",
        "prendere {animal} in {place} con un arpione",
    ),
    "Build": (
        "build an igloo on {cell}",
        "ein Iglu auf {cell} bauen",
        "construire un igloo en {cell}",
        "costruire un igloo in {cell}",
    ),
    "PlayEnergy": (
        "play energy {points}",
        "Energie {points} spielen",
        "jouer énergie {points}",
        "giocare energia {points}",
    ),
    "PlayMelt": (
        "play a melt tile on {cell}",
        "ein Schmelzplättchen auf {cell} spielen",
        "jouer une tuile fonte en {cell}",
        "giocare una tessera Sciogliere in {cell}",
    ),
    "PlayAnimals": (
        "play an animals tile",
        "ein Tierplättchen spielen",
        "jouer une tuile animaux",
        "giocare una tessera animali",
    ),
    "Move": (
        "{animal} from {cell} to {goal}",
        "{animal} von {cell} nach {goal}",
        "{animal} de {cell} à {goal}",
        "{animal} da {cell} a {goal}",
    ),
    "Defend": ("use the harpoon", "die Harpune nutzen", "utiliser le harpon", "usare l’arpione"),
    "Pass": ("use no harpoon", "keine Harpune nutzen", "ne pas utiliser de harpon", "non usare l’arpione"),
    "Flee": ("flee to {goal}", "nach {goal} fliehen", "fuir en {goal}", "fuggire in {goal}"),
    "Stop": ("stop", "aufhören", "arrêter", "fermarsi"),
}


def in_words(words: Sequence[str], language: str) -> str:
    """The turn, word by word; that it ends goes without saying."""
    actions = [a.parse_action(word) for word in words]
    told = (_action_text(action, language) for action in actions if not isinstance(action, a.Done))
    said = f"{sign(';', language)} ".join(told)
    return said + "." if said else ""


def _action_text(action: a.Action, language: str) -> str:
    text = _TEXTS[type(action).__name__][_LANGUAGES.index(language)]
    return text.format(**_parts(action, language)) + (_shown(action, language) if isinstance(action, a.Reveal) else "")


def _shown(action: a.Reveal, language: str) -> str:
    """Which tile it was, with the values of the tokens that come."""
    values = ", ".join(map(str, action.values))
    known = f"{sign(':', language)} {values}" if values else ""
    return f" ({FORMS['tile'](action.kind, language)}{known})"


def _parts(action: a.Action, language: str) -> dict[str, str]:
    """What the sentence says, by field of the action."""
    parts: dict[str, str] = {}
    for field, name in (("cell", "cell"), ("start", "cell"), ("goal", "goal"), ("corner", "goal"), ("place", "place")):
        if hasattr(action, field):
            parts[name] = NAMES[getattr(action, field)]
    if hasattr(action, "animal"):
        parts["animal"] = FORMS["bare" if language == "de" else "the"](action.animal, language)
    return parts | ({"points": str(action.points)} if hasattr(action, "points") else {})
