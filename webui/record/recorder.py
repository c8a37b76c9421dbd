"""Writes a match's events before they are told; when the disk refuses, keeps them and tries again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from webui.record.events import Event
from webui.record.store import Picture, Store, StoreError

log = logging.getLogger(__name__)

RETRY_S = 2.0
PICTURES_KEPT = 200


class Recorder:
    """The way from one match to its store; never loses what it was given, never stops the match."""

    def __init__(self, store: Store, match_id: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.match_id = match_id
        self.problem: StoreError | None = None
        self._store, self._clock = store, clock
        self._renewed = store.connection.renewed
        self._events: list[Event] = []
        self._pictures: list[Picture] = []
        self._tried_at_s = -RETRY_S

    @property
    def waiting(self) -> int:
        """How many events are in memory only."""
        return len(self._events)

    def record(self, events: Sequence[Event] = (), pictures: Sequence[Picture] = ()) -> None:
        """Write events and evidence; on the disk when this returns, unless `problem` says why not.

        With nothing to write it still looks whether the record is there.
        """
        self._events += events
        self._pictures = (self._pictures + list(pictures))[-PICTURES_KEPT:]
        if self.problem is None or self._clock() - self._tried_at_s >= RETRY_S:
            self.retry()

    def retry(self) -> None:
        """Write whatever waits; `problem` is None afterwards if the disk took it."""
        self._tried_at_s = self._clock()
        try:
            if self._events or self._pictures:
                self._store.append(self.match_id, self._events, self._pictures)
            else:
                self._store.connection.secure()
        except StoreError as error:
            if self.problem is None:
                log.error("%s", error)
            self.problem = error
            return
        self._events, self._pictures, self.problem = [], [], None

    def was_renewed(self) -> bool:
        """Whether the record was deleted and written anew since this was asked last."""
        before, self._renewed = self._renewed, self._store.connection.renewed
        return before != self._renewed

    def finish(self) -> StoreError | None:
        """Nothing more comes: write what waits, or say that it is lost; the error, if so."""
        if not (self._events or self._pictures):
            return None
        self.retry()
        if self.problem is None:
            return None
        waiting = f"{len(self._events)} events of match {self.match_id} could not be written and are lost"
        return StoreError(f"{self.problem}; {waiting}")
