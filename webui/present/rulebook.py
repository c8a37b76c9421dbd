"""The paragraphs of a game's rules by their numbers, as the page shows them, in its four languages."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from engine.core.errors import NotationError
from engine.core.wording import spaced
from webui.games import page_of
from webui.settings import LANGUAGES

_PARAGRAPH = re.compile(r"^- (?:\*\*([RI]\d+)\*\* )?(.*?)(?=^- |^#|^\s*$|\Z)", re.S | re.M)
_SECTION = re.compile(r"^#{2,3} (.*?)\n(.*?)(?=^##|\Z)", re.S | re.M)
_INTRODUCTION = re.compile(r"\A# .*?\n(.*?)(?=^##)", re.S | re.M)


@cache
def rules_text(game: str, language: str) -> str:
    """The file of the rules; English is the one the others are translated from."""
    if language not in LANGUAGES:
        raise NotationError(f"expected one of the languages {', '.join(LANGUAGES)}")
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return files(f"engine.{page_of(game)}").joinpath(name).read_text("utf-8")


def paragraphs(game: str, language: str = "en") -> dict[str, str]:
    """Number -> plain text of every paragraph that has one and may be broken."""
    every = _PARAGRAPH.finditer(rules_text(game, language))
    return {found[1]: _plain(found[2], language) for found in every if (found[1] or "").startswith("R")}


def paragraph(game: str, number: str, language: str = "en") -> str:
    """One paragraph; an error where there is none of this number."""
    try:
        return paragraphs(game, language)[number]
    except KeyError:
        raise NotationError(f"expected a rule like 'R16' and a known game, got {number!r} of {game!r}"[:120]) from None


def introduction(game: str, language: str = "en") -> str:
    """What the rules say before their first heading: whose words they are, and what a ruling is."""
    found = _INTRODUCTION.search(rules_text(game, language))
    return _plain(found[1], language) if found else ""


def sections(game: str, language: str = "en") -> list[dict[str, Any]]:
    """All paragraphs under their headings; the number is "" where there is none."""
    out = []
    for title, body in _SECTION.findall(rules_text(game, language)):
        every = _PARAGRAPH.finditer(body)
        rules = [{"number": found[1] or "", "text": _plain(found[2], language)} for found in every]
        if rules:
            out.append({"title": spaced(title, language), "rules": rules})
    return out


def _plain(text: str, language: str) -> str:
    """The text on one line, without the marks of the file."""
    return spaced(re.sub(r"\s+", " ", re.sub(r"[*`]", "", text)).strip(), language)
