"""Reading what a page asks for: JSON with known keys of known types, refused by name otherwise."""

from __future__ import annotations

import json
from typing import Any

from flask import request

from engine.core.errors import NotationError
from engine.core.parsing import parsed
from webui.record.events import clean
from webui.referee.about import About
from webui.settings import LANGUAGES


def language() -> str:
    """The language asked for in the address; English where none is."""
    wanted = request.args.get("language", "en")
    if wanted not in LANGUAGES:
        raise NotationError(f"expected one of the languages {', '.join(LANGUAGES)}, got {wanted[:20]!r}")
    return wanted


def language_of_request() -> str:
    """The language chosen on the page, else the browser's, else English."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def body() -> dict[str, Any]:
    """The request's JSON object; only what can be written down again: finite numbers, whole letters."""
    try:
        data = parsed(request.get_data())
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        raise NotationError("expected a JSON object with finite numbers and whole letters, not nested deeply") from None
    if not isinstance(data, dict):
        raise NotationError("expected a JSON object")
    return data


def about() -> About | None:
    """What a command at the table was said about, where the page says so."""
    return About.from_json(body().get("about")) if request.content_length else None


def text(data: dict[str, Any], key: str, longest: int = 200) -> str:
    """A text of bounded length, without control characters."""
    value = data.get(key)
    if not isinstance(value, str) or len(value) > longest:
        raise NotationError(f"expected {key!r} as a text of at most {longest} letters")
    return clean(value)


def number(data: dict[str, Any], key: str) -> int:
    """A whole number."""
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"expected {key!r} as a whole number")
    return value


def switch(data: dict[str, Any], key: str) -> bool:
    """True or false."""
    value = data.get(key)
    if not isinstance(value, bool):
        raise NotationError(f"expected {key!r} as true or false")
    return value


def texts(data: dict[str, Any], key: str, most: int = 40) -> list[str]:
    """A short list of short texts."""
    value = data.get(key)
    good = isinstance(value, list) and len(value) <= most and all(isinstance(v, str) and len(v) <= 200 for v in value)
    if not good or not isinstance(value, list):
        raise NotationError(f"expected {key!r} as a list of at most {most} short texts")
    return value
