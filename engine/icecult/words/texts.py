"""Every sentence of the referee, in English, German, French and Italian, from one table.

    say("missed-arrow.enter", "de", mover="y", colour="g", slot="NE", path="W")

Keys, with their parameters in the table itself (`parameters(key)` lists them):

faults      the names of `faults.Rule`, some with a variant after a dot (`missed-arrow.enter`, `tilt-alone.many`);
            each ends with its paragraph in brackets, added here from `faults`
status.*    what has become of a symbol: open spent lapsed unused none
why.*       why it has: tilts-first unknown-face match-won no-pawn no-arrow no-arrow-moves turned-away
symbol.*    a symbol's name: arrow circle arc unknown
eye.*       rest hand moving blind differs not-set-up lost away paused off
open.*      what stays open: unseen faces finished progress several
question.*  unseen entered which; answer.* yes no show tilt enter step right left no-more nothing unfinished other
win.*       goal tower shared plain stopped
note.*      stalemate legal adopted taken-back corrected resumed
turn.*      whose tilts owed nothing-owed

Parameters: colour, mover, rider, arrow: a letter of r y g b; path, to, pair: a letter of N E S W; slot: NW NE SE SW;
slots, places, colours: lists; place: 'N3', 'start' or 'goalN'; stack: letters bottom to top; numbers as numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from engine.core.wording import filled
from engine.icecult.faults import PARAGRAPHS, Rule
from engine.icecult.words.faults import FAULTS, Row
from engine.icecult.words.phrases import FORMS, LANGUAGES
from engine.icecult.words.talk import EYE, SYMBOLS, TALK

TABLE: Final[Mapping[str, Row]] = {**FAULTS, **SYMBOLS, **EYE, **TALK}

_WORDS: Final = ("status.", "symbol.", "eye.")  # words for chips and lists, not sentences
_FORMATTER: Final = Formatter()


def keys() -> tuple[str, ...]:
    """Every sentence there is."""
    return tuple(TABLE)


def parameters(key: str) -> frozenset[str]:
    """What a sentence must be told."""
    return frozenset(name for row in TABLE[key] for _, name, _, _ in _FORMATTER.parse(row) if name)


def say(key: str, language: str = "en", **params: Any) -> str:
    """The sentence in this language; a key, language or parameter that is not there is a KeyError."""
    template = dict(zip(LANGUAGES, TABLE[key], strict=True))[language]
    text = filled(template, language, params, FORMS)
    if not key.startswith(_WORDS):
        text = text[:1].upper() + text[1:]
    rule = key.partition(".")[0]
    return f"{text} ({PARAGRAPHS[Rule(rule)]})" if rule in _RULES else text


def in_all(key: str, **params: Any) -> dict[str, str]:
    """The sentence in every language, as the page wants it."""
    return {language: say(key, language, **params) for language in LANGUAGES}


def reason(why: str, **params: Any) -> Mapping[str, str] | None:
    """The sentence for a symbol's `why` in every language; None where nothing needs saying."""
    return in_all(f"why.{why}", **params) if why else None


_RULES: Final = frozenset(str(rule) for rule in Rule)
