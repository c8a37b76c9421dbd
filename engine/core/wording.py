"""How a sentence is filled, whatever the game: the word that goes with a number, and French blanks before marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, Final

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
Forms = Mapping[str, Callable[..., str]]
"""Form -> how a value is said in a language."""

_BEFORE_MARKS: Final = re.compile(r" (?=[;:?!»])|(?<=«) ")


def filled(template: str, language: str, values: Mapping[str, Any], forms: Forms | None = None) -> str:
    """A sentence with its places filled: `{n:point|points}` is the word that goes with n, `{name:kind}` a form."""
    return _Filling(language, forms).vformat(spaced(template, language), (), values)


def chosen(count: float, words: str, language: str) -> str:
    """Of 'point|points' the word that goes with this number; in French nought is a singular, too."""
    one, many = words.split("|")
    return one if count == 1 or (language == "fr" and abs(count) < 2) else many


def spaced(text: str, language: str) -> str:
    """The text as it may be set: no French line ends before : ; ? ! or inside the blanks of « »."""
    return _BEFORE_MARKS.sub(NO_BREAK, text) if language == "fr" else text


def sign(mark: str, language: str) -> str:
    """A colon or semicolon after a word, with the blank that French puts before it."""
    return NO_BREAK + mark if language == "fr" else mark


class _Filling(Formatter):
    """Fills places by this language's forms, or like `format` where there are none."""

    def __init__(self, language: str, forms: Forms | None) -> None:
        self._language, self._forms = language, forms

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return chosen(value, format_spec, self._language)
        if self._forms is None:
            return str(super().format_field(value, format_spec))
        return self._forms[format_spec](value, self._language)
