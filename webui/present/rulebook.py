"""The paragraphs of a game's rules by their numbers, as the page shows them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from engine.core.errors import NotationError
from webui.play import page_of

_PARAGRAPH = re.compile(r"^- \*\*(R\d+)\*\* (.*?)(?=^- |^#|^\s*$|\Z)", re.S | re.M)


@cache
def paragraphs(game: str) -> dict[str, str]:
    """Number -> plain text of every paragraph."""
    text = files(f"engine.{page_of(game)}").joinpath("RULES.md").read_text("utf-8")
    return {found[1]: _plain(found[2]) for found in _PARAGRAPH.finditer(text)}


def paragraph(game: str, number: str) -> str:
    """One paragraph; an error where there is none of this number."""
    try:
        return paragraphs(game)[number]
    except KeyError:
        raise NotationError(f"expected a rule like 'R16' and a known game, got {number!r} of {game!r}"[:120]) from None


def _plain(text: str) -> str:
    """The text on one line, without the marks of the file."""
    return re.sub(r"\s+", " ", re.sub(r"[*`]", "", text)).strip()
