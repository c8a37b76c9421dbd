"""Damaged records: found, said, and no more lost than was hit."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from webui.record import events as ev
from webui.record.disk.errors import DamagedMatchError
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.store import Picture, Store, StoreError

RECORDS = Path(__file__).parents[2] / "data" / "records"
DAMAGES = 110


def contents(store: Store) -> dict[str, Any]:
    """All that a store holds by match; where a match is known to be damaged, that."""
    out: dict[str, Any] = {}
    for listed in store.matches():
        try:
            line = (listed.name, listed.created_at, store.profile(listed.id), store.camera(listed.id))
            lost = listed.damaged or store.pictures_lost(listed.id) > 0
            out[listed.id] = "damaged" if lost else (line, store.events(listed.id), store.pictures(listed.id))
        except StoreError:
            out[listed.id] = "damaged"
            store.intact(listed.id)
    return out


def made(path: Path) -> dict[str, Any]:
    """A record of twelve matches of different size."""
    rng = random.Random(1)
    store = Store(path)
    for k in range(12):
        match_id = create_match(store, seats("ry"), name=f"Match {k}", profile={"k": "x" * 300 * k}, camera="0")
        notes = [ev.Noted(float(n), rng.randbytes(rng.choice((4, 40, 3000))).hex()) for n in range(6 * k)]
        store.append(match_id, notes, [Picture(f"p{k}-{n}", "before", 1.0, rng.randbytes(700)) for n in range(k % 4)])
    out = contents(store)
    store.close()
    return out


def damage(path: Path, rng: random.Random) -> str:
    """Spoil a file as disks and crashes do; what was done."""
    data = bytearray(path.read_bytes())
    kind = rng.choice(("flip", "flips", "zeros", "cut", "noise", "swapped"))
    at = rng.randrange(len(data))
    if kind == "cut":
        data = data[:at]
    elif kind in ("flip", "flips"):
        for _ in range(1 if kind == "flip" else 40):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    else:
        page = at // 4096 * 4096
        other = rng.randrange(len(data) // 4096) * 4096
        spoilt = {"zeros": bytes(4096), "noise": rng.randbytes(4096), "swapped": bytes(data[other : other + 4096])}
        data[page : page + 4096] = spoilt[kind]
    path.write_bytes(bytes(data))
    return f"{kind} at {at}"


@pytest.mark.slow
def test_no_random_damage_breaks_more_than_it_hits_or_goes_unnoticed(tmp_path: Path) -> None:
    whole, rng = made(tmp_path / "whole.sqlite"), random.Random(7)
    refused = rescued = 0
    for k in range(DAMAGES):
        path = tmp_path / f"{k}" / "m.sqlite"
        path.parent.mkdir()
        shutil.copyfile(tmp_path / "whole.sqlite", path)
        done = damage(path, rng)
        try:
            store = Store(path)
        except StoreError:
            refused += 1
            continue
        found = contents(store)
        for match_id, content in whole.items():
            same = found.get(match_id) == content
            assert same or found.get(match_id) == "damaged" or store.rescued, (done, match_id)
            assert same or match_id not in found or found[match_id] == "damaged", (done, match_id)
        rescued += bool(store.rescued)
        assert create_match(store, seats("ry")), done
        store.close()
        shutil.rmtree(path.parent)
    assert refused < DAMAGES // 4, "most damage leaves a usable record"
    assert rescued > DAMAGES // 10


def test_one_damaged_match_is_said_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    whole = made(path)
    hurt = next(match_id for match_id, content in whole.items() if len(content[1]) > 20)
    data = path.read_bytes()
    number, note = next((k, e) for k, e in enumerate(whole[hurt][1]) if isinstance(e, ev.Noted) and len(e.key) == 80)
    key = note.key.encode()
    assert data.count(key) == 1
    path.write_bytes(data.replace(key, b"f" + key[1:] if key[:1] != b"f" else b"e" + key[1:]))
    store = Store(path)
    with pytest.raises(DamagedMatchError, match=f"match {hurt}: its record is damaged after {number} events"):
        store.events(hurt)
    assert store.intact(hurt) == whole[hurt][1][:number]
    assert {m: c for m, c in contents(store).items() if m != hurt} == {m: c for m, c in whole.items() if m != hurt}
    store.delete(hurt)
    assert hurt not in contents(store)
    store.close()


@pytest.mark.parametrize("change", ["DELETE FROM events WHERE number = 3", "DELETE FROM events WHERE number > 3"])
def test_a_missing_event_is_noticed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "m.sqlite"
    store = Store(path)
    match_id = create_match(store, seats("ry"))
    store.append(match_id, [ev.Acted(float(k), "Nn") for k in range(9)])
    store.close()
    db = sqlite3.connect(path)
    db.execute(change)
    db.commit()
    db.close()
    store = Store(path)
    with pytest.raises(DamagedMatchError):
        store.events(match_id)
    assert len(store.intact(match_id)) in (3, 4)
    store.close()


def test_a_record_of_an_older_version_is_read_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    shutil.copyfile(RECORDS / "schema3.sqlite", path)
    expected = json.loads((RECORDS / "schema3.json").read_text("utf-8"))
    for reading in (True, False):
        store = Store(path, reading=reading)
        found = {
            m.id: {
                "name": m.name,
                "events": [event.to_json() for event in store.events(m.id)],
                "log": fold(store.events(m.id)).log(),
            }
            for m in store.matches()
        }
        assert found == expected
        camera = store.find("Café")
        assert (store.profile(camera), store.camera(camera)) == ({"schema": 1}, "0")
        assert store.picture("p1") == Picture("p1", "before", 0.5, b"\xff\xd8jpeg" * 40)
        assert not any(m.damaged for m in store.matches())
        store.close()
