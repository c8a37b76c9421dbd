"""The newest view of every table, for any number of screens; each gets only what has changed since it last got any.

A screen that is slow misses what was overtaken meanwhile; nothing piles up, and nobody waits for it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from webui.table.hub import HubFullError

BREATH_S: Final = 0.1
"""Between two messages to one screen: what comes in between travels together."""
HEARTBEAT_S: Final = 15.0


class Tiles:
    """Views by key, each with the number of the change that brought it."""

    def __init__(self, most: int = 120, breath_s: float = BREATH_S, heartbeat_s: float = HEARTBEAT_S) -> None:
        self._most, self._breath_s, self._heartbeat_s = most, breath_s, heartbeat_s
        self._news = threading.Condition()
        self._run = f"{time.time_ns():x}"
        self._number = 0
        self._tiles: dict[str, tuple[int, str]] = {}
        self._following = 0
        self._closed = False

    @property
    def following(self) -> int:
        """How many screens follow now."""
        return self._following

    def publish(self, views: dict[str, Any]) -> None:
        """Make these the newest; None takes a view away. Whoever has the same already is not told."""
        made = {key: _written(key, view) for key, view in views.items()}
        with self._news:
            fresh = {key: text for key, text in made.items() if self._tiles.get(key, (0, ""))[1] != text}
            if fresh:
                self._number += 1
                self._tiles |= {key: (self._number, text) for key, text in fresh.items()}
                self._news.notify_all()

    def follow(self, last_id: str | None = None, only: str | None = None) -> Iterator[str]:
        """Server-sent events for one screen: all views at once, then every change. `only` is one table's key."""
        run, _, number = (last_id or "").rpartition(".")
        seen = int(number) if run == self._run and number.isdecimal() else -1
        with self._news:
            if self._following >= self._most:
                raise HubFullError(f"{self._following} screens are following already; close one of them")
            self._following += 1
        return self._lines(seen, only)

    def _lines(self, seen: int, only: str | None) -> Iterator[str]:
        try:
            yield "retry: 1000\n\n"
            while True:
                found = self._wait(seen, only)
                if found is None:
                    return
                number, texts = found
                if texts or seen < 0:
                    yield f"id: {self._run}.{number}\nevent: view\ndata: [{','.join(texts)}]\n\n"
                else:
                    yield ": here\n\n"
                seen = number
                time.sleep(self._breath_s)
        finally:
            with self._news:
                self._following -= 1

    def _wait(self, seen: int, only: str | None) -> tuple[int, list[str]] | None:
        """What is newer than `seen`, as soon as there is any, or nothing after a while; None when closed."""
        with self._news:
            self._news.wait_for(lambda: self._closed or seen < 0 or self._fresh(seen, only), self._heartbeat_s)
            return None if self._closed else (self._number, self._fresh(seen, only))

    def _fresh(self, seen: int, only: str | None) -> list[str]:
        found = self._tiles.items() if only is None else [(only, self._tiles.get(only, (0, "")))]
        return [text for _, (number, text) in found if number > seen and text]

    def close(self) -> None:
        """Let every screen go; closing twice is harmless."""
        with self._news:
            self._closed = True
            self._news.notify_all()


def _written(key: str, view: Any) -> str:
    return json.dumps({"key": key, "view": view}, separators=(",", ":"), ensure_ascii=False)
