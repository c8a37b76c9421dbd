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

from webui.table.guests import Guest, Guests

QUIET_S: Final = 1.0
"""A view that brings nothing but another frame rate waits this long."""


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
        per_address: int = 6,
        seen_by: Callable[[Any, str], Any] = as_it_is,
    ) -> None:
        self._heartbeat_s, self._clock = heartbeat_s, clock
        self.seen_by = seen_by
        self._view: Any = None
        self._made: dict[str, str] = {}
        self._run = f"{time.time_ns():x}"
        self._news = threading.Condition()  # its lock may be taken again by whoever holds it
        self._version = 0
        self._newest = Message(f"{self._run}.0", "null")
        self._substance = ""
        self._told_at = 0.0
        self._guests: Guests[Follower] = Guests(most, per_address)
        self._skipped = 0
        self._closed = False

    @property
    def following(self) -> int:
        """How many pages follow now."""
        return len(self._guests.here)

    @property
    def skipped(self) -> int:
        """How many views slow pages have passed over."""
        return self._skipped

    def publish(self, view: Any) -> None:
        """Make `view` the newest; quick, and never waits for a page."""
        substance = _substance(view)
        with self._news:
            fresh = substance != self._substance
            if self._closed or (not fresh and self._clock() - self._told_at < QUIET_S):
                return
            data = self._written(view, "")  # in here: what else it tells may change while somebody else publishes
            self._substance, self._told_at = substance, self._clock()
            self._version += 1
            self._newest = Message(f"{self._run}.{self._version}", data)
            self._view, self._made = view, {"": data}
            self._news.notify_all()

    def refresh(self) -> None:
        """Tell the newest view again: who may see what has changed, not the table."""
        with self._news:  # all the while: a view that comes meanwhile must not be replaced by the one before it
            self._substance = ""
            self.publish(self._view)

    def _written(self, view: Any, device: str) -> str:
        return json.dumps(self.seen_by(view, device), separators=(",", ":"), ensure_ascii=False)

    def _for(self, device: str) -> Message:
        """The newest view as this device may see it, made ready once."""
        if device not in self._made:
            self._made[device] = self._written(self._view, device)
        return Message(self._newest.id, self._made[device])

    def follow(self, last_id: str | None = None, guest: Guest | None = None) -> Follower:
        """A page that follows from now on; close it when it goes. Without a guest it is this machine's own.

        The oldest page of an address that has too many goes; the last places are kept for seats and for the host.
        """
        who = guest or Guest()
        run, _, number = (last_id or "").rpartition(".")
        one = Follower(self, last_id, int(number) if run == self._run and number.isdecimal() else None, who)
        with self._news:
            self._guests.enter(one)
        return one

    def dismiss(self, unwelcome: Callable[[Guest], bool]) -> None:
        """Let the pages of these guests go."""
        with self._news:
            for one in [f for f in self._guests.here if unwelcome(f.guest)]:
                one.close()

    def _wait(self, one: Follower, seen: str | None, number: int | None) -> tuple[Message, int] | None:
        """The newest view as soon as it is not `seen`, a sign of life after a while, None when closed or gone."""
        with self._news:
            self._news.wait_for(lambda: self._closed or one.gone or self._newest.id != seen, self._heartbeat_s)
            if self._closed or one.gone:
                return None
            if self._newest.id == seen:
                return Message(None, ""), self._version
            if number is not None:
                self._skipped += max(0, self._version - number - 1)
            return self._for(one.guest.seat), self._version

    def _left(self, one: Follower) -> None:
        with self._news:
            self._guests.leave(one)
            self._news.notify_all()

    def close(self) -> None:
        """Let every page go; closing twice is harmless."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class Follower:
    """One page's place at the hub: the newest view at once (unless it has it already), then every change."""

    def __init__(self, hub: Hub, seen: str | None, number: int | None, guest: Guest) -> None:
        self.guest = guest
        self._hub, self._seen, self._number = hub, seen, number
        self._gone = threading.Event()

    @property
    def gone(self) -> bool:
        """Whether its place was given back."""
        return self._gone.is_set()

    def __iter__(self) -> Iterator[Message]:
        while self.guest.welcome():
            news = self._hub._wait(self, self._seen, self._number)
            if news is None or not self.guest.welcome():
                return
            message, self._number = news
            self._seen = message.id or self._seen
            yield message

    def close(self) -> None:
        """Give the place back; closing twice is harmless."""
        if not self._gone.is_set():
            self._gone.set()
            self._hub._left(self)


def _substance(view: Any) -> str:
    """What of a view is worth telling at once: all but how fast the eye looks."""
    if not isinstance(view, dict) or not isinstance(view.get("eye"), dict):
        return json.dumps(view)
    eye = {key: value for key, value in view["eye"].items() if key not in ("fps", "dropped")}
    return json.dumps({**view, "eye": eye})
