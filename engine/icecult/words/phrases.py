"""The words of the rulebook in the forms that sentences need, in its four languages.

A sentence in `texts` names a form after the colon: `{colour:pawn}` is "red pawn", "rote Figur", "pion rouge",
"pedina rossa". Every form is a table entry, so that gender and case are right without any grammar in code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.core.colours import COLOURS

LANGUAGES: Final = ("en", "de", "fr", "it")

AND: Final = {"en": "and", "de": "und", "fr": "et", "it": "e"}
OR: Final = {"en": "or", "de": "oder", "fr": "ou", "it": "o"}

_NUMBERS: Final = {
    "en": ("no", "one", "two", "three", "four", "five"),
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq"),
    "it": ("nessun", "un", "due", "tre", "quattro", "cinque"),
}

# Each row: red, yellow, green, blue.
_COLOURS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": {
        "name": ("Red", "Yellow", "Green", "Blue"),
        "word": ("red", "yellow", "green", "blue"),
        "pawn": ("red pawn", "yellow pawn", "green pawn", "blue pawn"),
        "pawns": ("red pawns", "yellow pawns", "green pawns", "blue pawns"),
        "arrow": ("red arrow", "yellow arrow", "green arrow", "blue arrow"),
    },
    "de": {
        "name": ("Rot", "Gelb", "Grün", "Blau"),
        "word": ("Rot", "Gelb", "Grün", "Blau"),
        "pawn": ("rote Figur", "gelbe Figur", "grüne Figur", "blaue Figur"),
        "pawns": ("rote Figuren", "gelbe Figuren", "grüne Figuren", "blaue Figuren"),
        "arrow": ("rote Pfeil", "gelbe Pfeil", "grüne Pfeil", "blaue Pfeil"),
    },
    "fr": {
        "name": ("Rouge", "Jaune", "Vert", "Bleu"),
        "word": ("rouge", "jaune", "vert", "bleu"),
        "pawn": ("pion rouge", "pion jaune", "pion vert", "pion bleu"),
        "pawns": ("pions rouges", "pions jaunes", "pions verts", "pions bleus"),
        "arrow": ("flèche rouge", "flèche jaune", "flèche verte", "flèche bleue"),
    },
    "it": {
        "name": ("Rosso", "Giallo", "Verde", "Blu"),
        "word": ("rosso", "giallo", "verde", "blu"),
        "pawn": ("pedina rossa", "pedina gialla", "pedina verde", "pedina blu"),
        "pawns": ("pedine rosse", "pedine gialle", "pedine verdi", "pedine blu"),
        "arrow": ("freccia rossa", "freccia gialla", "freccia verde", "freccia blu"),
    },
}
# The German arrow after "den", and without any article; the other languages do not change.
_ARROW_OBJECT: Final = {"de": ("roten Pfeil", "gelben Pfeil", "grünen Pfeil", "blauen Pfeil")}
_OF_PAWNS: Final = {"it": ("rossa", "gialla", "verde", "blu")}  # the Italian pawn is feminine
_ARROW_ALONE: Final = {"de": ("roter Pfeil", "gelber Pfeil", "grüner Pfeil", "blauer Pfeil")}

# Each row: north, east, south, west.
_PATHS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": {
        "to": ("north", "east", "south", "west"),
        "on": ("on the north path", "on the east path", "on the south path", "on the west path"),
        "from": ("from the north path", "from the east path", "from the south path", "from the west path"),
        "onto": ("onto the north path", "onto the east path", "onto the south path", "onto the west path"),
        "goal": ("the north destination", "the east destination", "the south destination", "the west destination"),
        "pair": ("the north pair", "the east pair", "the south pair", "the west pair"),
    },
    "de": {
        "to": ("nach Norden", "nach Osten", "nach Süden", "nach Westen"),
        "on": (
            "auf dem nördlichen Eispfad",
            "auf dem östlichen Eispfad",
            "auf dem südlichen Eispfad",
            "auf dem westlichen Eispfad",
        ),
        "from": ("vom nördlichen Eispfad", "vom östlichen Eispfad", "vom südlichen Eispfad", "vom westlichen Eispfad"),
        "onto": (
            "auf den nördlichen Eispfad",
            "auf den östlichen Eispfad",
            "auf den südlichen Eispfad",
            "auf den westlichen Eispfad",
        ),
        "goal": ("das nördliche Ziel", "das östliche Ziel", "das südliche Ziel", "das westliche Ziel"),
        "pair": ("das nördliche Paar", "das östliche Paar", "das südliche Paar", "das westliche Paar"),
    },
    "fr": {
        "to": ("vers le nord", "vers l’est", "vers le sud", "vers l’ouest"),
        "on": ("sur le chemin nord", "sur le chemin est", "sur le chemin sud", "sur le chemin ouest"),
        "from": ("du chemin nord", "du chemin est", "du chemin sud", "du chemin ouest"),
        "onto": ("au chemin nord", "au chemin est", "au chemin sud", "au chemin ouest"),
        "goal": ("l’arrivée nord", "l’arrivée est", "l’arrivée sud", "l’arrivée ouest"),
        "pair": ("la paire nord", "la paire est", "la paire sud", "la paire ouest"),
    },
    "it": {
        "to": ("verso nord", "verso est", "verso sud", "verso ovest"),
        "on": ("sul sentiero nord", "sul sentiero est", "sul sentiero sud", "sul sentiero ovest"),
        "from": ("dal sentiero nord", "dal sentiero est", "dal sentiero sud", "dal sentiero ovest"),
        "onto": ("al sentiero nord", "al sentiero est", "al sentiero sud", "al sentiero ovest"),
        "goal": ("la meta nord", "la meta est", "la meta sud", "la meta ovest"),
        "pair": ("la coppia nord", "la coppia est", "la coppia sud", "la coppia ovest"),
    },
}
_START: Final = {
    "en": "the start",
    "de": "die Startposition",
    "fr": "le point de départ",
    "it": "la posizione di partenza",
}


def joined(items: Iterable[str], language: str, word: Mapping[str, str] = AND) -> str:
    """'NW', 'NW and NE', 'NW, NE and SE'."""
    every = list(items)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {word[language]} {every[-1]}"


_BEARING: Final = re.compile(r"[NS][EW]|[NESW]\d?")
_LETTERS: Final[Mapping[str, dict[int, int]]] = {
    "en": {},
    "de": str.maketrans("E", "O"),
    "fr": str.maketrans("W", "O"),
    "it": str.maketrans("W", "O"),
}


def bearing(name: str, language: str) -> str:
    """'NE' or 'E3' by the letters of a language's own compass, as 'NO' and 'O3' in German; all else as it is."""
    return name.translate(_LETTERS[language]) if _BEARING.fullmatch(name) else name


def place(name: str, language: str) -> str:
    """A place as players name it: 'N3' stays, 'E3' is 'O3' in German, 'start' and 'goalN' become words."""
    if name == "start":
        return _START[language]
    return _PATHS[language]["goal"]["NESW".index(name[4])] if name.startswith("goal") else bearing(name, language)


def _colour(form: str) -> Callable[[str, str], str]:
    return lambda value, language: _COLOURS[language][form][COLOURS.index(value)]


def _path(form: str) -> Callable[[str, str], str]:
    return lambda value, language: _PATHS[language][form]["NESW".index(value)]


def _arrow(rows: Mapping[str, tuple[str, ...]]) -> Callable[[str, str], str]:
    return lambda value, language: rows.get(language, _COLOURS[language]["arrow"])[COLOURS.index(value)]


def _stack(value: str, language: str) -> str:
    row = _OF_PAWNS.get(language, _COLOURS[language]["word"])
    return ", ".join(row[COLOURS.index(pawn)] for pawn in value)


def _number(value: int, language: str) -> str:
    words = _NUMBERS[language]
    return words[value] if 0 <= value < len(words) else str(value)


FORMS: Final[Mapping[str, Callable[..., str]]] = {
    **{form: _colour(form) for form in ("name", "word", "pawn", "pawns", "arrow")},
    **{form: _path(form) for form in ("to", "on", "from", "onto", "goal", "pair")},
    "arrow-object": _arrow(_ARROW_OBJECT),
    "arrow-alone": _arrow(_ARROW_ALONE),
    "number": _number,
    "": lambda value, language: bearing(str(value), language),
    "list": lambda value, language: joined([bearing(name, language) for name in value], language),
    "either": lambda value, language: joined(value, language, OR),
    "places": lambda value, language: joined([place(name, language) for name in value], language),
    "place": place,
    "commas": lambda value, language: ", ".join(place(name, language) for name in value),
    "names": lambda value, language: joined([_COLOURS[language]["name"][COLOURS.index(c)] for c in value], language),
    "stack": _stack,
}
"""Form -> how a value is said in a language."""
