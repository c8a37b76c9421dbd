"""Checksums of the record: each event's covers the one before it, so that nothing changes, goes or comes unnoticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.core.errors import IcekeeperError
from webui.record.events import Event, event_from_json

SIZE: Final = 12
START: Final = b""
"""What the first event of a match follows."""


def digest(*values: object) -> bytes:
    """A short checksum of plain values; their kinds and borders count."""
    raws = [value if isinstance(value, bytes) else str(value).encode("utf-8", "replace") for value in values]
    borders = ",".join([f"{type(value).__name__}{len(raw)}" for value, raw in zip(values, raws, strict=True)])
    return hashlib.blake2b(b"".join([borders.encode(), b":", *raws]), digest_size=SIZE).digest()


def event_sum(before: bytes, match_id: str, number: int, kind: str, body: str) -> bytes:
    """The checksum of one event that follows the one with the checksum `before`: `digest` of all, written out.

    A long match is checked whole before it goes on, so this is done for each of its thousands of events.
    """
    who, what, said = (
        match_id.encode("utf-8", "replace"),
        kind.encode("utf-8", "replace"),
        body.encode("utf-8", "replace"),
    )
    which = b"%d" % number
    sizes = len(before), len(who), len(which), len(what), len(said)
    borders = b"bytes%d,str%d,int%d,str%d,str%d:" % sizes
    return hashlib.blake2b(borders + before + who + which + what + said, digest_size=SIZE).digest()


def match_sum(match_id: object, name: object, created_at: object, software: object) -> bytes:
    """The checksum of a match's own line."""
    return digest(match_id, name, created_at, software)


def body_of(event: Event) -> str:
    """An event as it is stored."""
    return json.dumps(event.to_json(), separators=(",", ":"))


def intact_rows(rows: Iterable[tuple[Any, Any, Any, Any]], match_id: str) -> tuple[int, bytes]:
    """How many rows (number, kind, body, sum) from the first on are what was written, and the last one's checksum."""
    count, before = 0, START
    for found, kind, body, total in rows:
        after = event_sum(before, match_id, count, str(kind), str(body))
        if found != count or total != after:
            break
        count, before = count + 1, after
    return count, before


def chained(
    rows: Iterable[tuple[Any, Any, Any, Any]], match_id: str, first: int = 0, before: bytes = START
) -> Iterator[tuple[Event, bytes]]:
    """The events of rows (number, kind, body, sum) with their checksums, as far as they are what was written."""
    for number, (found, kind, body, total) in enumerate(rows, first):
        before = event_sum(before, match_id, number, str(kind), str(body))
        if found != number or total != before:
            return
        try:
            event = event_from_json(json.loads(body))
        except (ValueError, TypeError, RecursionError, IcekeeperError):
            return
        yield event, before
