"""Keeps ready what would take long to work out when it is asked for: lines of the list, people, folded matches.

A thread of its own does it, beside the table: matches of an older version one after the other, a match that has been
left once, and the one on the table every so many events.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Final

from webui.present.replay import listed_json
from webui.present.statistics import Counted, Taken, part_in, people, taken
from webui.record.match import Match
from webui.record.ready import snapshots, summaries
from webui.record.ready.history import History
from webui.record.ready.summaries import Summaries, Summary
from webui.record.store import Store, StoreError

log = logging.getLogger(__name__)

AT_ONCE_S: Final = 0.1
"""So long a list may wait for matches that are not summed up yet; the others come later."""
AT_LEAST: Final = 3
"""As many are summed up in any case: a match or two that were just played are in the list at once."""
SNAPSHOT_EVENTS: Final = 150
REST_S: Final = 0.002
"""A breath after each match that is summed up behind the table's back."""

Part = list[dict[str, Any]]
OnTable = Callable[[], tuple[str, Match] | None]


class Keeper:
    """The list and the people at once, and long matches folded in time."""

    def __init__(self, store: Store, on_table: OnTable = lambda: None) -> None:
        self._store, self._on_table = store, on_table
        self._summaries = Summaries(store)
        self._parts: dict[str, tuple[str, tuple[Taken, ...]]] = {}
        """What the players of each match did, with the text it was read from."""
        self._counted = Counted()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._behind = False
        self._answering = threading.Lock()
        self._answers: dict[Any, tuple[Any, str, dict[str, int], Any]] = {}
        """The last answers, each with what it was worked out from: kept, so that it cannot be taken for another."""
        self._taken: dict[str, int] = {}

    def listed(self) -> tuple[str, dict[str, int]]:
        """All lines of the list as JSON, and how many matches are summed up of how many."""
        return self._answered(_lines)

    def people(self) -> tuple[str, dict[str, int]]:
        """Every player over all matches that are summed up, as JSON; and how many those are of how many."""
        return self._answered(self._people)

    def _answered(self, how: Callable[[list[Summary]], str]) -> tuple[str, dict[str, int]]:
        """The answer; however many ask at the same time, it is worked out once for each change."""
        with self._answering:
            on_table = self._on_table()
            now = (self._store.version, None if on_table is None else id(on_table[1]))
            if how in self._answers and self._answers[how][0] == now:
                return self._answers[how][1:3]
            found, progress = self._known(on_table)
            text = how(found)
            if progress["done"] == progress["of"]:
                self._answers[how] = (now, text, progress, on_table)
            return text, progress

    def _people(self, found: list[Summary]) -> str:
        """The people of these matches; only parts that were not read before are read."""
        texts = {one.match_id: one.people for one in found if one.people is not None}
        known = {key: part for key, part in self._parts.items() if part[0] == texts.get(key)}
        fresh = {key: text for key, text in texts.items() if key not in known}
        read = json.loads(f"[{','.join(fresh.values())}]")  # at once: thousands of small texts take three times as long
        self._parts = known | {key: (fresh[key], taken(part)) for key, part in zip(fresh, read, strict=True)}
        return json.dumps(people(part for _, part in self._parts.values()))

    def lines(self) -> Iterator[dict[str, Any]]:
        """All lines of the list, however long that takes."""
        for one in self._summaries.all():
            yield json.loads(str((one if one.listed is not None else self.made(one)).listed))

    def start(self) -> None:
        """Begin to work beside the table; starting twice is harmless."""
        with self._lock:
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop soon; stopping twice is harmless."""
        self._stopping = True
        with self._store.changed:
            self._store.changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _known(self, on_table: tuple[str, Match] | None) -> tuple[list[Summary], dict[str, int]]:
        """Every match, summed up as far as there was time for it."""
        until, made, out = time.monotonic() + AT_ONCE_S, 0, []
        for one in self._summaries.all():
            if on_table is not None and on_table[0] == one.match_id:
                out.append(self._summary_of(one, on_table[1], self._counted))
            elif one.listed is None and (made < AT_LEAST or time.monotonic() < until):
                made += 1
                out.append(self.made(one))
            else:
                out.append(one)
        done = sum(one.listed is not None for one in out)
        if done < len(out):
            self._behind = True
            self.start()
        return out, {"done": done, "of": len(out)}

    def made(self, one: Summary) -> Summary:
        """The summary of a match on record, kept from now on."""
        try:
            match = History(self._store, one.match_id).match()
            made = self._summary_of(one, match, Counted())
        except Exception as error:  # whatever is wrong with one match must not spoil the others
            self._warn("match %s could not be summed up: %s", one.match_id, error)
            made = _summary(one, {**_waiting(one), "damaged": True}, [])
        if one.events >= 0 and not self._store.reading:
            try:
                summaries.keep(self._store, one.match_id, one.events, json.loads(str(made.listed)), _part(made))
            except StoreError as error:
                self._warn("a summary could not be kept: %s", error)
        return made

    def _warn(self, text: str, *values: object) -> None:
        """Say in the log what could not be done, unless the record has only been closed meanwhile."""
        if not self._store.closed:
            log.warning(text, *values)

    def _summary_of(self, one: Summary, match: Match, counted: Counted) -> Summary:
        return _summary(one, listed_json(one.match_id, match), part_in(match, counted.rows(match)))

    def _run(self) -> None:
        """Work whenever something has changed, until the store closes."""
        self._behind = True
        while not self._stopping and not self._store.closed:
            try:
                if self._behind:
                    self._catch_up()
                self.keep_folded()
            except Exception as error:  # whatever it is, the table goes on, and so does this
                self._warn("something could not be kept ready: %s", error)
            with self._store.changed:
                if not (self._stopping or self._store.closed or self._behind or self._due()):
                    self._store.changed.wait()

    def _catch_up(self) -> None:
        """Sum up every match that is not on the table."""
        self._behind = False
        waiting = [one for one in self._summaries.all() if one.listed is None]
        for one in waiting:
            on_table = self._on_table()
            if self._stopping or self._store.closed:
                return
            if on_table is None or on_table[0] != one.match_id:
                self.made(one)
                time.sleep(REST_S)

    def left(self) -> None:
        """The match on the table has been left: sum it up."""
        self._behind = True
        with self._store.changed:
            self._store.changed.notify_all()

    def _due(self) -> list[str]:
        """The matches that have come far since they were folded."""
        return [
            match_id
            for match_id, events in list(self._store.come.items())
            if events - self._upto(match_id) >= SNAPSHOT_EVENTS
        ]

    def _upto(self, match_id: str) -> float:
        """After how many events a match was last kept folded."""
        try:
            if match_id not in self._taken:
                self._taken[match_id] = snapshots.taken_upto(self._store, match_id)
            return self._taken[match_id]
        except StoreError:  # closed, or damaged: then nothing is due
            return inf

    def keep_folded(self) -> None:
        """Keep the matches folded that have come far."""
        for match_id in self._due():
            try:
                match, head = History(self._store, match_id).folded()
                snapshots.take(self._store, match_id, match, head)
            except Exception:
                self._store.come.pop(match_id, None)  # tried again when it is next written to
                raise
            self._taken[match_id] = head.events


def _lines(found: list[Summary]) -> str:
    return "[" + ",".join(one.listed or json.dumps(_waiting(one)) for one in found) + "]"


def _summary(one: Summary, listed: dict[str, Any], part: Part) -> Summary:
    return Summary(one.match_id, one.name, one.at, one.events, json.dumps(listed), json.dumps(part))


def _part(one: Summary) -> Part:
    part: Part = json.loads(str(one.people))
    return part


def _waiting(one: Summary) -> dict[str, Any]:
    """The line of a match that is not summed up yet."""
    bare = {"id": one.match_id, "name": one.name, "at": one.at, "players": [], "turns": 0, "faults": 0}
    return {**bare, "winners": "", "how": None, "source": "", "simulated": False, "seconds": 0.0, "pending": True}
