"""Names of matches: which is meant, and without secrets: older versions named one by its camera's whole address."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from typing import Final

from vision.sources.address import shown
from webui.record.disk.checks import START, event_sum, match_sum

CUT_AT: Final = 60
"""Names were cut there: what is left of a longer address may end in the middle of a password."""
MOST_NAMED: Final = 5
_ADDRESS: Final = re.compile(r"(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*://\S*)", re.IGNORECASE)
"""What may be a scheme is tried from its first letter alone: from each of them, a long word would take for ever."""


def without_secrets(name: str) -> str:
    """The name; of an address in it only scheme and host are left."""
    return _ADDRESS.sub(lambda found: found[1] + _without_secret(found[2], found.end() >= CUT_AT), name)


def _without_secret(address: str, cut: bool) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}:…" if cut and not re.search(r"[/?#]", rest) else shown(address)


def fitting(matches: Sequence[tuple[str, str]], text: str) -> list[tuple[str, str]]:
    """Of matches with id and name those that a text names best: an id, its beginning, a name, or how a name begins."""
    folded = text.casefold()
    ways: tuple[Callable[[str, str], bool], ...] = (
        lambda match_id, name: match_id == text,
        lambda match_id, name: match_id.startswith(text),
        lambda match_id, name: name == text,
        lambda match_id, name: name.casefold().startswith(folded),
    )
    found = ([one for one in matches if way(*one)] for way in ways)
    return next((fits for fits in found if fits), [])


def several(fits: Sequence[tuple[str, str]], text: str) -> str:
    """That a text names more than one match, and which."""
    named = ", ".join(f"{match_id} ({name})" for match_id, name in fits[:MOST_NAMED])
    return f"{len(fits)} matches fit {text!r}: {named}{', ...' if len(fits) > MOST_NAMED else ''}"


def clean_names(db: sqlite3.Connection) -> None:
    """Clean the names of all matches on record; events may be changed while this runs."""
    db.execute("PRAGMA secure_delete = ON")  # what is replaced must not stay in the file
    for match_id, name in db.execute("SELECT id, name FROM matches WHERE name LIKE '%://%'").fetchall():
        if isinstance(name, str) and (clean := without_secrets(name)) != name:
            _rename(db, match_id, clean)


def _rename(db: sqlite3.Connection, match_id: str, name: str) -> None:
    """Another name for a match, in all that is on record, with the checksums that follow from it."""
    name_line(db, match_id, name)
    for table in ("summaries", "snapshots"):
        db.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))
    _rename_first_event(db, match_id, name)


def name_line(db: sqlite3.Connection, match_id: str, name: str) -> None:
    """Another name for a match in the list, with the checksum that follows from it; what was damaged stays so."""
    before = db.execute("SELECT id, name, created_at, software FROM matches WHERE id = ?", (match_id,)).fetchone()
    after = (match_id, name, *before[2:])
    db.execute("UPDATE matches SET name = ? WHERE id = ?", (name, match_id))
    values = (match_sum(*after), match_id, match_sum(*before))
    db.execute("UPDATE heads SET sum = ? WHERE match_id = ? AND sum = ?", values)


def _rename_first_event(db: sqlite3.Connection, match_id: str, name: str) -> None:
    """The event a match begins with carries its name too, and every checksum follows from the one before."""
    query = "SELECT number, kind, body, sum FROM events WHERE match_id = ? ORDER BY number"
    old, new, rows = START, START, []
    for count, (number, kind, body, total) in enumerate(db.execute(query, (match_id,)).fetchall()):
        old = event_sum(old, match_id, count, str(kind), str(body))
        if number != count or total != old:
            break
        text = _renamed(body, name) if count == 0 else body
        new = event_sum(new, match_id, count, kind, text)
        rows.append((text, new, match_id, count))
    db.executemany("UPDATE events SET body = ?, sum = ? WHERE match_id = ? AND number = ?", rows)
    db.execute("UPDATE heads SET head = ? WHERE match_id = ? AND head = ?", (new, match_id, old))


def _renamed(body: str, name: str) -> str:
    return json.dumps({**json.loads(body), "name": name}, separators=(",", ":"))
