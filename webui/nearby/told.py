"""What is told in the local network, and what is believed of what others tell there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from webui.record.values import clean

TABLE: Final = "_icekeeper._tcp.local."
CLUB: Final = "_icekeeper-club._tcp.local."
"""Kinds of service, as DNS-SD writes them."""
LABEL_BYTES: Final = 63
"""No part of a name may be longer."""
_HOST: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_WORD: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}")
_PORT: Final = re.compile(r"[1-9][0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class Told:
    """What a page tells of itself: its kind of service, the name it would like, its title and what belongs to it."""

    kind: str
    name: str
    title: str
    port: int
    more: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The title as one part of a name: no dots, not too long."""
        plain = clean(self.title).replace(".", " ").strip() or "icekeeper"
        return plain.encode()[: LABEL_BYTES - 8].decode(errors="ignore").strip()


@dataclass(frozen=True, slots=True)
class FoundClub:
    """A club that told of itself: where its record is, never with a password."""

    title: str
    host: str
    port: str
    user: str
    database: str

    @classmethod
    def of(cls, title: str, address: str, told: Mapping[str, str]) -> FoundClub | None:
        """The club behind what was told from this address; None where it tells of no record, or nonsense."""
        found = cls(
            clean(title)[:LABEL_BYTES].strip(),
            told.get("host") or address,
            told.get("port", ""),
            told.get("user", ""),
            told.get("database", ""),
        )
        good = _HOST.fullmatch(found.host) and _PORT.fullmatch(found.port) and int(found.port) < 1 << 16
        return found if good and _WORD.fullmatch(found.user) and _WORD.fullmatch(found.database) else None

    def address(self, password: str = "") -> str:
        """The address of its record."""
        secret = f":{quote(password, safe='')}" if password else ""
        return f"postgresql://{self.user}{secret}@{self.host}:{self.port}/{self.database}"

    @property
    def shown(self) -> str:
        """Where its record is, for people."""
        return f"{self.database} on {self.host}"

    def to_json(self) -> dict[str, str]:
        """As the page gets it."""
        return {"title": self.title, "address": self.address(), "shown": self.shown}
