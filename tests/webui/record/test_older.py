"""A table's record of every earlier schema, as that version wrote it, is brought up to date and goes on.

tests/data/records holds one dump of each (SQLite's own `.dump`, with its number): a match that Ada won, and one that
goes on, with a fault. Of the third there is a whole file besides (test_damage.py).
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from webui.record.disk.schema import SCHEMA
from webui.record.events import Acted
from webui.record.fold import fold
from webui.record.store import Picture, Store

RECORDS = Path(__file__).resolve().parents[2] / "data" / "records"


def loaded(number: int, path: Path) -> None:
    """A file of that version."""
    db = sqlite3.connect(path)
    if number == 3:
        (whole := sqlite3.connect(f"file:{RECORDS / 'schema3.sqlite'}?mode=ro", uri=True)).backup(db)
        whole.close()
    else:
        db.executescript((RECORDS / f"schema{number}.sql").read_text("utf-8"))
    assert db.execute("PRAGMA user_version").fetchone() == (number,)
    db.close()


@pytest.mark.parametrize("number", range(1, SCHEMA))
def test_every_earlier_schema_is_brought_up_to_date_and_goes_on(number: int, tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    loaded(number, path)
    store = Store(path)
    found = {line.name: fold(store.events(line.id)) for line in store.matches()}
    assert not any(line.damaged for line in store.matches())
    if number != 3:
        assert {name: (match.winners, len(match.turns)) for name, match in found.items()} == {
            "Finale": ("r", 1), "Unfinished": ("", 2)
        }  # fmt: skip
        assert [turn.legal for turn in found["Unfinished"].turns] == [True, False]
        assert store.picture("p1") == Picture("p1", "before", 1.0, b"\xff\xd8 picture")
    going_on = next(line.id for line in store.matches() if not fold(store.events(line.id)).over)
    count = store.head(going_on).events
    store.append(going_on, [Acted(1_790_000_000.0, "Nn")])
    store.close()
    again = Store(path)
    assert again.head(going_on).events == count + 1
    assert again.events(going_on)[-1] == Acted(1_790_000_000.0, "Nn")
    again.close()
