"""What is wrong with a table that is not set up: the tile that is missing, the fish too many, who has to place.

One sentence for each thing that is plainly otherwise, the first few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.wording import filled
from engine.igluiglu.board import FACE_DOWN, GLACIER, SEA
from engine.igluiglu.equipment import inuit_each
from engine.igluiglu.words.phrases import FORMS, LANGUAGES
from vision.igluiglu.belief.glimpse import Cell
from webui.settings import Words

MOST: Final = 3
"""So many things are said at once."""
Row = tuple[str, str, str, str]
NUMBERS: Final[Mapping[str, Sequence[str]]] = {
    "en": ("no", "one", "two", "three", "four", "five"),
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq"),
    "it": ("nessuno", "uno", "due", "tre", "quattro", "cinque"),
}
SENTENCES: Final[Mapping[str, Row]] = {
    "tile-missing": (
        "the tile on {cell} is missing",
        "das Plättchen auf {cell} fehlt",
        "la tuile de {cell} manque",
        "manca la tessera di {cell}",
    ),
    "tile-open": (
        "the tile on {cell} lies face up",
        "das Plättchen auf {cell} liegt offen",
        "la tuile de {cell} est face visible",
        "la tessera di {cell} è scoperta",
    ),
    "tile-extra": (
        "no tile belongs on {cell}",
        "auf {cell} gehört kein Plättchen",
        "il ne faut pas de tuile en {cell}",
        "in {cell} non va nessuna tessera",
    ),
    "fish-missing": (
        "no fish on {cell}",
        "kein Fisch auf {cell}",
        "pas de poisson en {cell}",
        "nessun pesce in {cell}",
    ),
    "fish-extra": (
        "{n:number} fish on {cell}",
        "{n:number} {n:Fisch|Fische} auf {cell}",
        "{n:number} {n:poisson|poissons} en {cell}",
        "{n:number} {n:pesce|pesci} in {cell}",
    ),
    "inuit-none": (
        "{mover:name} has placed no Inuit of {all:number}",
        "{mover:name} hat noch keinen von {all:number} Inuit gesetzt",
        "{mover:name} n’a placé aucun de ses {all:number} Inuit",
        "{mover:name} non ha ancora messo nessuno dei {all:number} Inuit",
    ),
    "inuit-missing": (
        "{mover:name} has placed {n:number} Inuit of {all:number}",
        "{mover:name} hat {n:number} Inuit von {all:number} gesetzt",
        "{mover:name} a placé {n:number} Inuit sur {all:number}",
        "{mover:name} ha messo {n:number} Inuit su {all:number}",
    ),
    "otherwise": (
        "{cell} is not as it should be",
        "{cell} ist nicht, wie es sein soll",
        "{cell} n’est pas comme il faut",
        "{cell} non è come dovrebbe",
    ),
}
Wrong = tuple[str, dict[str, Any]]


def wrong_words(odd: Mapping[str, tuple[Cell, Cell]], players: str) -> Words:
    """What is wrong with these spaces (name -> as it is seen and as it should be), in all languages."""
    every = [*_grounds(odd), *_people(odd, players)][:MOST] or [("otherwise", {"cell": name}) for name in odd][:MOST]
    return {
        language: "; ".join(filled(SENTENCES[key][k], language, params, SAID) for key, params in every)
        for k, language in enumerate(LANGUAGES)
    }


def _number(count: int, language: str) -> str:
    return NUMBERS[language][count] if count < len(NUMBERS[language]) else str(count)


SAID: Final = {**FORMS, "number": _number}


def _grounds(odd: Mapping[str, tuple[Cell, Cell]]) -> Iterator[Wrong]:
    """Tiles and fish, space by space, and what is neither nor an Inuit that is missing."""
    for name, (seen, there) in odd.items():
        cell = {"cell": name}
        fish = _fish(seen)
        if seen.ground != there.ground:
            open_ = there.ground == FACE_DOWN and seen.ground == GLACIER
            yield "tile-missing" if seen.ground == SEA else "tile-open" if open_ else "tile-extra", cell
        elif fish != _fish(there):
            yield ("fish-extra", {**cell, "n": fish}) if fish else ("fish-missing", cell)
        elif _letters(seen) == _letters(there):
            yield "otherwise", cell


def _people(odd: Mapping[str, tuple[Cell, Cell]], players: str) -> Iterator[Wrong]:
    """Whose Inuit are not all on the board; else where Inuit stand otherwise."""
    each, told = inuit_each(players), False
    for player in players:
        missing = sum(_letters(there).count(player) - _letters(seen).count(player) for seen, there in odd.values())
        if missing > 0:
            told = True
            key = "inuit-missing" if missing < each else "inuit-none"
            yield key, {"mover": player, "n": each - missing, "all": each}
    if not told:
        moved = (name for name, (seen, there) in odd.items() if _letters(seen) != _letters(there))
        yield from (("otherwise", {"cell": name}) for name in moved)


def _fish(cell: Cell) -> int:
    return sum(word.startswith("fish") for word in (cell.words or "").split())


def _letters(cell: Cell) -> str:
    """The Inuit on a space."""
    return "".join(word for word in (cell.words or "").split() if word.isalpha() and word.islower())
