"""The page's sentences, for whoever says the same elsewhere: the terminal, a template, a score sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from engine.core.errors import NotationError
from engine.core.wording import filled, spaced
from webui.settings import LANGUAGES

_IN_SCRIPT: Final = re.compile(r'^\s*"?([\w.?#^~-]+)"?:\s*("(?:[^"\\]|\\.)*")', re.MULTILINE)


@cache
def page_words(language: str) -> Mapping[str, str]:
    """Every sentence of the page in one language."""
    table: dict[str, str] = json.loads(_static(language, "lang", f"{language}.json"))
    return {key: spaced(text, language) for key, text in table.items()}


def page_said(key: str, language: str, **values: object) -> str:
    """One of them with its places filled."""
    return filled(page_words(language)[key], language, values)


@cache
def game_words(page: str, language: str) -> Mapping[str, str]:
    """The words a game brings to the page in a script of its own; none where the page's own table has them all."""
    if not files("webui").joinpath("static", page, "words").is_dir():
        return {}
    found = _IN_SCRIPT.findall(_static(language, page, "words", f"{language}.js"))
    return {key: spaced(json.loads(text), language) for key, text in found}


def _static(language: str, *parts: str) -> str:
    if language not in LANGUAGES:
        raise NotationError(f"expected one of the languages {', '.join(LANGUAGES)}")
    return files("webui").joinpath("static", *parts).read_text("utf-8")
