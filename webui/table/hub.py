"""The hub: one table's newest view for any number of pages.

A view is the whole table, so a page needs only the newest: each follower holds one place, and news that arrive while it
is still sending the last replace each other. Nothing piles up, and the table's thread never waits for a page.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.core.errors import IcekeeperError

QUIET_S: Final = 1.0
"""A view that brings nothing but another frame rate waits this long."""


class HubFullError(IcekeeperError):
    """More pages follow than the settings allow."""


@dataclass(frozen=True, slots=True)
class Message:
    """One view, made ready once for everybody; `id` is None for a sign of life."""

    id: str | None
    data: str


def as_it_is(view: Any, device: str) -> Any:
    """The same view for everybody."""
    return view


class Hub:
    """Publishes views; pages follow it, each seeing what `seen_by(view, device)` shows to it."""

    def __init__(
        self,
        most: int = 120,
        heartbeat_s: float = 15.0,
        clock: Callable[[], float] = time.monotonic,
        seen_by: Callable[[Any, str], Any] = as_it_is,
    ) -> None:
        self._most, self._heartbeat_s, self._clock = most, heartbeat_s, clock
        self.seen_by = seen_by
        self._view: Any = None
        self._made: dict[str, str] = {}
        self._run = f"{time.time_ns():x}"
        self._news = threading.Condition()
        self._version = 0
        self._newest = Message(f"{self._run}.0", "null")
        self._substance = ""
        self._told_at = 0.0
        self._following = 0
        self._skipped = 0
        self._closed = False

    @property
    def following(self) -> int:
        """How many pages follow now."""
        return self._following

    @property
    def skipped(self) -> int:
        """How many views slow pages have passed over."""
        return self._skipped

    def publish(self, view: Any) -> None:
        """Make `view` the newest; quick, and never waits for a page."""
        substance = _substance(view)
        data = self._written(view, "")
        with self._news:
            fresh = substance != self._substance
            if self._closed or (not fresh and self._clock() - self._told_at < QUIET_S):
                return
            self._substance, self._told_at = substance, self._clock()
            self._version += 1
            self._newest = Message(f"{self._run}.{self._version}", data)
            self._view, self._made = view, {"": data}
            self._news.notify_all()

    def refresh(self) -> None:
        """Tell the newest view again: who may see what has changed, not the table."""
        with self._news:
            view, self._substance = self._view, ""
        self.publish(view)

    def _written(self, view: Any, device: str) -> str:
        return json.dumps(self.seen_by(view, device), separators=(",", ":"), ensure_ascii=False)

    def _for(self, device: str) -> Message:
        """The newest view as this device may see it, made ready once."""
        if device not in self._made:
            self._made[device] = self._written(self._view, device)
        return Message(self._newest.id, self._made[device])

    def follow(self, last_id: str | None = None, device: str = "") -> Follower:
        """A page of a device ("" for one that is nobody's own) that follows from now on; close it when it goes."""
        with self._news:
            if self._following >= self._most:
                raise HubFullError(f"{self._most} pages are following this table already; close one of them")
            self._following += 1
        run, _, number = (last_id or "").rpartition(".")
        return Follower(self, last_id, int(number) if run == self._run and number.isdecimal() else None, device)

    def _wait(self, seen: str | None, number: int | None, device: str) -> tuple[Message, int] | None:
        """The newest view as soon as it is not `seen`, a sign of life after a while, None when closed."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._newest.id != seen, self._heartbeat_s)
            if self._closed:
                return None
            if self._newest.id == seen:
                return Message(None, ""), self._version
            if number is not None:
                self._skipped += max(0, self._version - number - 1)
            return self._for(device), self._version

    def _left(self) -> None:
        with self._news:
            self._following -= 1

    def close(self) -> None:
        """Let every page go; closing twice is harmless."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class Follower:
    """One page's place at the hub: the newest view at once (unless it has it already), then every change."""

    def __init__(self, hub: Hub, seen: str | None, number: int | None, device: str) -> None:
        self._hub, self._seen, self._number, self._device = hub, seen, number, device
        self._gone = threading.Event()

    def __iter__(self) -> Iterator[Message]:
        while not self._gone.is_set():
            news = self._hub._wait(self._seen, self._number, self._device)
            if news is None:
                return
            message, self._number = news
            self._seen = message.id or self._seen
            yield message

    def close(self) -> None:
        """Give the place back; closing twice is harmless."""
        if not self._gone.is_set():
            self._gone.set()
            self._hub._left()


def _substance(view: Any) -> str:
    """What of a view is worth telling at once: all but how fast the eye looks."""
    if not isinstance(view, dict) or not isinstance(view.get("eye"), dict):
        return json.dumps(view)
    eye = {key: value for key, value in view["eye"].items() if key not in ("fps", "dropped")}
    return json.dumps({**view, "eye": eye})
