"""The newest view of every table, for any number of screens; each gets only what has changed since it last got any.

A screen that is slow misses what was overtaken meanwhile; nothing piles up, and nobody waits for it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from webui.table.guests import Guest, Guests

BREATH_S: Final = 0.1
"""Between two messages to one screen: what comes in between travels together."""
HEARTBEAT_S: Final = 15.0
SERVER: Final = "server"
"""The key of the view that says whether the server answers; every screen gets it."""


class Tiles:
    """Views by key, each with the number of the change that brought it."""

    def __init__(
        self, most: int = 120, breath_s: float = BREATH_S, heartbeat_s: float = HEARTBEAT_S, per_address: int = 6
    ) -> None:
        self.breath_s, self._heartbeat_s = breath_s, heartbeat_s
        self._news = threading.Condition()
        self._run = f"{time.time_ns():x}"
        self._number = 0
        self._tiles: dict[str, tuple[int, str]] = {}
        self._guests: Guests[Screen] = Guests(most, per_address)
        self._closed = False

    @property
    def following(self) -> int:
        """How many screens follow now."""
        return len(self._guests.here)

    def publish(self, views: dict[str, Any]) -> None:
        """Make these the newest; None takes a view away. Whoever has the same already is not told."""
        made = {key: _written(key, view) for key, view in views.items()}
        with self._news:
            fresh = {key: text for key, text in made.items() if self._tiles.get(key, (0, ""))[1] != text}
            if fresh:
                self._number += 1
                self._tiles |= {key: (self._number, text) for key, text in fresh.items()}
                self._news.notify_all()

    def follow(self, last_id: str | None = None, only: str | None = None, guest: Guest | None = None) -> Screen:
        """One screen that follows from now on; close it when it goes. `only` is one table's key.

        Without a guest it is this machine's own; the last places are kept for those.
        """
        run, _, number = (last_id or "").rpartition(".")
        seen = int(number) if run == self._run and number.isdecimal() else -1
        one = Screen(self, seen, only, guest or Guest())
        with self._news:
            self._guests.enter(one)
        return one

    def wait(self, one: Screen, seen: int) -> tuple[int, list[str]] | None:
        """What is newer than `seen`, as soon as there is any, or nothing after a while; None when closed or gone."""
        with self._news:
            self._news.wait_for(
                lambda: self._closed or one.gone or seen < 0 or self._fresh(seen, one.only), self._heartbeat_s
            )
            return None if self._closed or one.gone else (self._number, self._fresh(seen, one.only))

    def id_of(self, number: int) -> str:
        """By which a screen says what it got last, also after this page was started again."""
        return f"{self._run}.{number}"

    def left(self, one: Screen) -> None:
        """A screen has gone."""
        with self._news:
            self._guests.leave(one)
            self._news.notify_all()

    def _fresh(self, seen: int, only: str | None) -> list[str]:
        wanted = self._tiles if only is None else (only, SERVER)
        found = [self._tiles.get(key, (0, "")) for key in wanted]
        return [text for number, text in found if number > seen and text]

    def close(self) -> None:
        """Let every screen go; closing twice is harmless."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class Screen(Iterator[str]):
    """One screen's place, and its server-sent events: all views at once, then every change."""

    def __init__(self, tiles: Tiles, seen: int, only: str | None, guest: Guest) -> None:
        self.only, self.guest, self.gone = only, guest, False
        self._tiles, self._lines = tiles, self._told(seen)

    def __next__(self) -> str:
        return next(self._lines)

    def _told(self, seen: int) -> Iterator[str]:
        yield "retry: 1000\n\n"
        while (found := self._tiles.wait(self, seen)) is not None:
            number, texts = found
            if texts or seen < 0:
                yield f"id: {self._tiles.id_of(number)}\nevent: view\ndata: [{','.join(texts)}]\n\n"
            else:
                yield ": here\n\n"
            seen = number
            time.sleep(self._tiles.breath_s)
        self.close()

    def close(self) -> None:
        """Give the place back; closing twice is harmless."""
        self.gone = True
        self._tiles.left(self)


def _written(key: str, view: Any) -> str:
    return json.dumps({"key": key, "view": view}, separators=(",", ":"), ensure_ascii=False)
