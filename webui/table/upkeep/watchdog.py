"""The watchdog: a table whose thread is dead or stuck is restarted; its memory is kept small meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from webui.referee.session import TableSession
from webui.table.upkeep.memory import trim

STUCK_S: Final = 60.0
"""A thread at one thing for longer than this is stuck; judging a whole evening again on a slow machine takes less."""
TRIM_S: Final = 5.0
"""So often what reading has left free goes back to the system: some 10 MB of a table with a camera."""
EVERY: Final = 4
"""How often within that time it looks, at least once a second."""


class Watchdog:
    """Watches one table from its own thread until it is stopped or the table was restarted."""

    def __init__(
        self, session: TableSession, restart: Callable[[TableSession], bool], stuck_s: float = STUCK_S
    ) -> None:
        self._session, self._restart, self._stuck_s = session, restart, stuck_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"watchdog {session.match_id}", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer; stopping twice is harmless."""
        self._stopping.set()

    def _run(self) -> None:
        trimmed_s = time.monotonic()
        while not self._stopping.wait(min(1.0, self._stuck_s / EVERY)):
            if time.monotonic() - trimmed_s > TRIM_S:
                trim()
                trimmed_s = time.monotonic()
            if not self._session.answers(self._stuck_s) and self._restart(self._session):
                return
