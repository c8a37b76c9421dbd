"""Addresses of network cameras: how one is completed, and how it is shown without what must stay secret."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

_HOST: Final = r"(?:[^\s/@]+@)?(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|(?:localhost|[\w-]+(?:\.[\w-]+)+):\d{1,5})"
_BARE: Final = re.compile(rf"{_HOST}(?:[/?]\S*)?", re.ASCII)


def is_address(text: str) -> bool:
    """Whether the word is a network address with its scheme."""
    return "://" in text


def completed(text: str) -> str:
    """The word itself; an address without a scheme, like 192.168.1.20:8080/video, is taken for http."""
    return f"http://{text}" if not is_address(text) and _BARE.fullmatch(text) else text


def shown(address: str) -> str:
    """The address without user, password, path and query: cameras carry secrets in each of them.

    Where a password with a slash in it makes unclear which part is the host, that is left out too.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # a password with a bracket in it
        return f"{address.partition('://')[0]}:…"
    host = "" if "@" in address.partition("://")[2][len(parts.netloc) :] else parts.netloc.rpartition("@")[2]
    rest = "/…" if parts.path.strip("/") or parts.query else ""
    return f"{parts.scheme}://{host}{rest}" if host else f"{parts.scheme}:…"
