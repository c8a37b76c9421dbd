"""The club a table belongs to, if any: said at the start, or joined on the page and kept until it is left."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.core.errors import IcekeeperError
from webui.record.disk.kept import KeptValue

NONE: Final = ("", "", "")


class ToClub(Protocol):
    """The way to a club's record, as a table uses it."""

    @property
    def names(self) -> Sequence[str]:
        """The club's people."""

    @property
    def stands(self) -> tuple[str, str, str]:
        """Joined, waiting or refused; why; and where the record is, without its password."""

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """What a tournament wants played here next, as far as known."""

    def told(self) -> dict[str, Any]:
        """How the table stands with the club, as its page gets it."""

    def enlist(self, match_id: str) -> None:
        """Send this match."""

    def start(self) -> None:
        """Begin to send."""

    def stop(self) -> None:
        """Send no more; stopping twice is harmless."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a club's record is reached: the way to it, and why it does not let this table in, empty where it does."""

    to: Callable[[str], ToClub]
    refused: Callable[[str], str]


class Membership:
    """At most one club at a time; the parts that speak with it are loaded when there is one."""

    def __init__(
        self,
        table: str,
        ways: Ways,
        kept: KeptValue,
        changed: Callable[[], None] = lambda: None,
        on_table: Callable[[], str | None] = lambda: None,
    ) -> None:
        self.table = table
        """What this table is called."""
        self._ways, self._kept, self._changed, self._on_table = ways, kept, changed, on_table
        self._lock, self._running = threading.Lock(), False
        self.sender: ToClub | None = None
        """The way to the club's record."""
        self.title = ""
        """What the club is called, where it was joined on the page."""

    @property
    def names(self) -> Sequence[str]:
        """The club's people; nobody without a club."""
        return () if self.sender is None else self.sender.names

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """What a tournament wants played here next; nothing without a club."""
        return [] if self.sender is None else self.sender.pairings

    @property
    def stands(self) -> tuple[str, str, str]:
        """Joined, waiting or refused; why; and where the record is, without its password; empty without a club."""
        return NONE if self.sender is None else self.sender.stands

    def to_json(self) -> dict[str, Any] | None:
        """How the table stands with the club, for its page."""
        return None if self.sender is None else self.sender.told()

    def enlist(self, match_id: str) -> None:
        """Send this match, where there is a club."""
        if self.sender is not None:
            self.sender.enlist(match_id)

    def belong(self, address: str) -> None:
        """Belong to the club with this record, said at the start; nothing is kept."""
        self.sender = self._ways.to(address)

    def recall(self) -> None:
        """Belong to the club that was joined before, if any; what cannot be used any more is as if there were none."""
        known = self._kept.read()
        if isinstance(known, dict) and all(isinstance(known.get(key), str) for key in ("address", "title")):
            with contextlib.suppress(IcekeeperError):
                self.belong(known["address"])
                self.title = known["title"]

    def join(self, address: str, title: str) -> str:
        """Join this club once it has answered, and keep that; else why it does not take this table."""
        why = self._ways.refused(address)
        if why:
            return why
        with self._lock:
            self._part()
            self.sender, self.title = self._ways.to(address), title
            self._kept.write({"address": address, "title": title})
            current = self._on_table()
            if current is not None:
                self.sender.enlist(current)
            if self._running:
                self.sender.start()
        self._changed()
        return ""

    def leave(self) -> None:
        """Belong to no club any more; what it has of the matches stays there."""
        with self._lock:
            self._part()
            self._kept.write(None)
        self._changed()

    def start(self) -> None:
        """Begin to send."""
        with self._lock:
            self._running = True
            if self.sender is not None:
                self.sender.start()

    def stop(self) -> None:
        """Send no more; stopping twice is harmless."""
        with self._lock:
            self._running = False
            if self.sender is not None:
                self.sender.stop()

    def _part(self) -> None:
        """From the club there is."""
        if self.sender is not None:
            self.sender.stop()
        self.sender, self.title = None, ""
