"""Typed settings of the page: every one has bounds and a line of help; an unknown key is refused by name."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from engine.core.errors import IcekeeperError

PORT: Final = 8765
EMBED: Final = r"|anyone|https?://[\w.-]+(:\d{1,5})?"
LANGUAGES: Final = ("en", "de", "fr", "it")
Words = dict[str, str]
"""One sentence in all languages."""


class SettingsError(IcekeeperError):
    """A setting that is out of bounds or unknown."""


def bounded(default: Any, low: float, high: float, text: str) -> Any:
    """A number with bounds and its line of help."""
    return field(default=default, metadata={"low": low, "high": high, "help": text})


@dataclass(frozen=True, slots=True)
class Settings:
    """How the page is served."""

    port: int = bounded(PORT, 0, 65535, "port of the page; 0 takes any free one")
    lan: bool = field(default=False, metadata={"help": "open the page to the local network"})
    spectators: int = bounded(120, 1, 500, "live connections at the same time")
    lives_per_address: int = bounded(6, 1, 500, "live connections of one address")
    connections: int = bounded(300, 10, 2000, "connections of other machines at the same time")
    connections_per_address: int = bounded(32, 2, 500, "connections of one other machine")
    head_s: float = bounded(8.0, 0.05, 60, "seconds in which a new connection has to ask for something")
    workers: int = bounded(24, 4, 64, "threads for everything that is not a live connection")
    json_bytes: int = bounded(64 * 1024, 1024, 1 << 20, "largest JSON request")
    picture_bytes: int = bounded(4 << 20, 64 * 1024, 16 << 20, "largest picture a phone may send")
    turn_pictures: int = bounded(200, 0, 5000, "lawful turns of a match with a picture on record, about 60 KB each")
    gets_per_s: float = bounded(60.0, 1, 1000, "requests a second from one address")
    posts_per_s: float = bounded(20.0, 1, 1000, "actions a second from one address")
    joins_per_minute: float = bounded(6.0, 1, 60, "join codes one address may try in a minute")
    log_bytes: int = bounded(2 << 20, 1024, 4 << 20, "largest match log that can be imported on the page")
    embed: str = field(
        default="",
        metadata={"help": "who may show shared replays in a frame: nobody (default), anyone, or https://their.page"},
    )
    heartbeat_s: float = bounded(15.0, 0.05, 60, "seconds between signs of life on a live connection")

    def __post_init__(self) -> None:
        for one in fields(self):
            if "low" in one.metadata:
                _within(one.name, getattr(self, one.name), one.metadata["low"], one.metadata["high"])
        if not re.fullmatch(EMBED, self.embed):
            raise SettingsError(
                f"setting embed: expected anyone or an address like https://club.example, got {self.embed!r}"
            )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Settings:
        """Settings from plain values; an unknown key is refused by name."""
        known = {one.name for one in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise SettingsError(f"unknown setting {unknown[0]!r}; known: {', '.join(sorted(known))}")
        return cls(**values)


def _within(name: str, value: Any, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise SettingsError(f"setting {name}: expected {low:g} to {high:g}, got {value!r}")


def default_store() -> Path:
    """Where matches are kept unless another file is given: the user's data folder."""
    return data_folder() / "matches.sqlite"


def data_folder(system: str = sys.platform, said: Mapping[str, str] = os.environ, home: Path | None = None) -> Path:
    """The user's data folder as each system has it; where matches of an earlier version are, they stay."""
    own = Path.home() if home is None else home
    plain = Path(said.get("XDG_DATA_HOME") or own / ".local" / "share") / "icekeeper"
    if said.get("XDG_DATA_HOME") or (plain / "matches.sqlite").exists():
        return plain
    if system == "darwin":
        return own / "Library" / "Application Support" / "icekeeper"
    if system == "win32":
        return Path(said.get("LOCALAPPDATA") or own / "AppData" / "Local") / "icekeeper"
    return plain


def default_demos() -> Path:
    """Where demos are kept, apart from people's own matches."""
    return default_store().with_name("demos.sqlite")
