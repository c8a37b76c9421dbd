"""Names of players, animals and tiles in the forms that sentences need, in four languages.

A sentence names a form after the colon: `{animal:no}` is "no fish 2", "kein Fisch 2", "pas de poisson 2",
"nessun pesce 2". Every form is a table entry, so that gender and case are right without any grammar in code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.core.wording import chosen
from engine.igluiglu.board import COLOURS

LANGUAGES: Final = ("en", "de", "fr", "it")
_AND: Final = {"en": "and", "de": "und", "fr": "et", "it": "e"}

_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Red", "Yellow", "Green", "Blue"),
    "de": ("Rot", "Gelb", "Grün", "Blau"),
    "fr": ("Rouge", "Jaune", "Vert", "Bleu"),
    "it": ("Rosso", "Giallo", "Verde", "Blu"),
}
_INUIT: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("red Inuit", "yellow Inuit", "green Inuit", "blue Inuit"),
    "de": ("roter Inuit", "gelber Inuit", "grüner Inuit", "blauer Inuit"),
    "fr": ("Inuit rouge", "Inuit jaune", "Inuit vert", "Inuit bleu"),
    "it": ("Inuit rosso", "Inuit giallo", "Inuit verde", "Inuit blu"),
}
# Each row: fish, fox, bear.
_ANIMALS: Final[Mapping[str, Mapping[str, tuple[str, str, str]]]] = {
    "en": {
        "bare": ("fish {n}", "fox {n}", "bear"),
        "no": ("no fish {n}", "no fox {n}", "no bear"),
        "the": ("the fish {n}", "the fox {n}", "the bear"),
        "a": ("a fish {n}", "a fox {n}", "a bear"),
    },
    "de": {
        "bare": ("Fisch {n}", "Fuchs {n}", "Bär"),
        "no": ("kein Fisch {n}", "kein Fuchs {n}", "kein Bär"),
        "the": ("der Fisch {n}", "der Fuchs {n}", "der Bär"),
        "a": ("ein Fisch {n}", "ein Fuchs {n}", "ein Bär"),
    },
    "fr": {
        "bare": ("poisson {n}", "renard {n}", "ours"),
        "no": ("pas de poisson {n}", "pas de renard {n}", "pas d’ours"),
        "the": ("le poisson {n}", "le renard {n}", "l’ours"),
        "a": ("un poisson {n}", "un renard {n}", "un ours"),
    },
    "it": {
        "bare": ("pesce {n}", "volpe {n}", "orso"),
        "no": ("nessun pesce {n}", "nessuna volpe {n}", "nessun orso"),
        "the": ("il pesce {n}", "la volpe {n}", "l’orso"),
        "a": ("un pesce {n}", "una volpe {n}", "un orso"),
    },
}
_KINDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "fish": "fish tile ({n})",
        "bear": "bear tile",
        "drift": "drift tile",
        "glacier": "glacier tile",
        "energy": "energy tile ({n})",
        "harpoon": "harpoon tile",
        "melt": "Melt tile",
        "animals": "animals tile",
    },
    "de": {
        "fish": "Fischplättchen ({n})",
        "bear": "Bärenplättchen",
        "drift": "Driftplättchen",
        "glacier": "Gletscherplättchen",
        "energy": "Energieplättchen ({n})",
        "harpoon": "Harpunenplättchen",
        "melt": "Schmelzplättchen",
        "animals": "Tierplättchen",
    },
    "fr": {
        "fish": "tuile poisson ({n})",
        "bear": "tuile ours",
        "drift": "tuile dérive",
        "glacier": "tuile glacier",
        "energy": "tuile énergie ({n})",
        "harpoon": "tuile harpon",
        "melt": "tuile fonte",
        "animals": "tuile animaux",
    },
    "it": {
        "fish": "tessera pesce ({n})",
        "bear": "tessera orso",
        "drift": "tessera deriva",
        "glacier": "tessera ghiacciaio",
        "energy": "tessera energia ({n})",
        "harpoon": "tessera arpione",
        "melt": "tessera Sciogliere",
        "animals": "tessera animali",
    },
}
_POINTS: Final = {"en": "point|points", "de": "Punkt|Punkte", "fr": "point|points", "it": "punto|punti"}


def joined(items: Iterable[str], language: str) -> str:
    """'a4', 'a4 and b5', 'a4, b5 and c6'."""
    every = list(items)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {_AND[language]} {every[-1]}"


def _animal(form: str) -> Callable[[str, str], str]:
    def said(animal: str, language: str) -> str:
        family = ("fish", "fox", "bear").index(animal.rstrip("1234?"))
        return _ANIMALS[language][form][family].format(n=animal[-1]).replace(" ?", "")

    return said


def _kind(kind: str, language: str) -> str:
    return _KINDS[language][kind.rstrip("123456789")].format(n=kind[-1])


def _points(count: int, language: str) -> str:
    return f"{count} {chosen(count, _POINTS[language], language)}"


FORMS: Final[Mapping[str, Callable[..., str]]] = {
    "": lambda value, language: str(value),
    "name": lambda colour, language: _NAMES[language][COLOURS.index(colour)],
    "inuit": lambda colour, language: _INUIT[language][COLOURS.index(colour)],
    "names": lambda colours, language: joined([_NAMES[language][COLOURS.index(c)] for c in colours], language),
    **{form: _animal(form) for form in ("bare", "no", "the", "a")},
    "tile": _kind,
    "points": _points,
    "list": joined,
}
"""Form -> how a value is said in a language."""
