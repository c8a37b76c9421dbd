"""Reading what a page asks for: JSON with known keys of known types, refused by name otherwise."""

from __future__ import annotations

from typing import Any

from flask import request

from engine.core.errors import NotationError


def body() -> dict[str, Any]:
    """The request's JSON object."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise NotationError("expected a JSON object")
    return data


def text(data: dict[str, Any], key: str, longest: int = 200) -> str:
    """A text of bounded length."""
    value = data.get(key)
    if not isinstance(value, str) or len(value) > longest:
        raise NotationError(f"expected {key!r} as a text of at most {longest} letters")
    return value


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
    good = isinstance(value, list) and len(value) <= most and all(isinstance(v, str) and len(v) <= 40 for v in value)
    if not good or not isinstance(value, list):
        raise NotationError(f"expected {key!r} as a list of at most {most} short texts")
    return value
