"""The keeper: lists and people at once, made ready behind the table's back, spoilt by no single match."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bench.play.records import played
from tests.webui.making import FIRST_TURN, Page, parts_for, play
from webui.icecult.statistics import statistics
from webui.parts import Parts
from webui.present.replay import listed_json
from webui.record import events as ev
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.ready import snapshots
from webui.record.ready.summaries import Summaries
from webui.table.upkeep import keeper
from webui.table.upkeep.keeper import Keeper


def filled(parts: Parts, count: int = 3) -> list[str]:
    """Some matches on record."""
    out = []
    for k in range(count):
        match_id = create_match(parts.store, seats("ry", ["Ada", f"B{k}"]), name=f"Match {k}", at=100.0 * k)
        created = parts.store.events(match_id)[0]
        assert isinstance(created, ev.Created)
        parts.store.append(match_id, played(created, 6, random.Random(k)))
        out.append(match_id)
    return out


def get(parts: Parts, what: str = "") -> Any:
    return Page(parts).get(f"/api/matches{what}").get_json()


def test_a_summary_says_what_the_match_says_and_is_made_once(parts: Parts) -> None:
    made = filled(parts)
    lines = get(parts)["matches"]
    assert lines == [listed_json(m, fold(parts.store.events(m))) for m in reversed(made)]
    assert all(one.listed is not None for one in Summaries(parts.store).all())
    people = {one["name"]: one for one in get(parts, "/people")["people"]}
    rows = [statistics(fold(parts.store.events(m)))["players"][0] for m in made]
    assert people["Ada"]["turns"] == sum(row["turns"] for row in rows)
    assert people["Ada"]["faults"] == sum(row["faults"] for row in rows)
    assert people["Ada"]["matches"] == 3


def test_a_summary_follows_the_match(parts: Parts) -> None:
    (match_id,) = filled(parts, 1)
    assert get(parts)["matches"][0]["how"] is None
    parts.store.append(match_id, [ev.Finished(9.0, "", "stopped")])
    assert get(parts)["matches"][0]["how"] == "stopped"
    parts.store.delete(match_id)
    assert get(parts)["matches"] == []


def test_the_match_on_the_table_is_listed_as_it_stands(table: Parts) -> None:
    play(table, FIRST_TURN)
    assert get(table)["matches"][0]["turns"] == 1
    play(table, ("Nn", "Ee"))
    assert get(table)["matches"][0]["turns"] == 2
    assert sum(one["turns"] for one in get(table, "/people")["people"]) == 2


def test_many_who_ask_at_the_same_time_are_answered_by_one_count(parts: Parts) -> None:
    filled(parts)
    first = parts.desk.keeper.people()
    again = parts.desk.keeper.people()
    assert first[0] is again[0]
    filled(parts, 1)
    assert parts.desk.keeper.people()[0] is not again[0]


def test_only_what_has_changed_is_read_again(parts: Parts) -> None:
    made, known = filled(parts, 4), Summaries(parts.store)
    get(parts)  # on a busy machine this sums up three of them only
    get(parts)
    before, asked = known.all(), list[str]()
    parts.store.append(made[1], [ev.Finished(9.0, "", "stopped")])
    parts.store.delete(made[3])
    get(parts)
    parts.store.connection.db.set_trace_callback(asked.append)
    after = known.all()
    parts.store.connection.db.set_trace_callback(None)
    assert [one.match_id for one in after] == [made[2], made[1], made[0]]
    assert [one in before for one in after] == [True, False, True]
    texts = [query for query in asked if "s.listed" in query]
    assert len(texts) == 1
    assert made[1] in texts[0]


def test_a_damaged_match_or_summary_does_not_spoil_the_list(parts: Parts) -> None:
    made = filled(parts)
    get(parts)
    db = parts.store.connection.db
    db.execute("UPDATE summaries SET listed = '{\"id\": 0}' WHERE match_id = ?", (made[0],))
    db.execute("DELETE FROM events WHERE match_id = ? AND number = 2", (made[1],))
    db.execute("DELETE FROM summaries WHERE match_id = ?", (made[1],))
    parts.store.version += 1  # as if it had been found so when the store was opened
    lines = {line["id"]: line for line in get(parts)["matches"]}
    assert lines[made[0]]["turns"] == 6
    assert lines[made[1]]["damaged"]
    assert lines[made[2]]["turns"] == 6
    assert {one["name"] for one in get(parts, "/people")["people"]} == {"Ada", "B0", "B2"}


def test_an_old_record_is_summed_up_beside_the_table_with_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "AT_ONCE_S", -1.0)
    monkeypatch.setattr(keeper, "AT_LEAST", 0)
    parts = parts_for(tmp_path / "m.sqlite")
    filled(parts, 5)
    first = get(parts)
    assert first["summed_up"]["of"] == len(first["matches"]) == 5
    assert [line["name"] for line in first["matches"]] == [f"Match {k}" for k in (4, 3, 2, 1, 0)]
    for _ in range(1000):
        with parts.store.changed:
            parts.store.changed.wait(0.02)
        if (now := get(parts)["summed_up"])["done"] == now["of"]:
            break
    assert get(parts)["summed_up"] == {"done": 5, "of": 5}
    assert not any(line.get("pending") for line in get(parts)["matches"])
    parts.desk.keeper.stop()
    parts.store.close()


def test_a_long_match_on_the_table_is_kept_folded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SNAPSHOT_EVENTS", 10)
    parts = parts_for(tmp_path / "m.sqlite")
    (match_id,) = filled(parts, 1)
    parts.desk.put(match_id)
    for word in ("Nn", "Ss"):
        parts.desk.table().act(word).result(5)
    kept = Keeper(parts.store)
    kept.keep_folded()
    found = snapshots.newest(parts.store, match_id)
    assert found is not None
    assert parts.store.head(match_id).events - found.head.events < 10
    parts.desk.clear()
    parts.desk.keeper.stop()
    parts.store.close()


def test_a_record_that_was_closed_meanwhile_is_no_trouble(parts: Parts, caplog: pytest.LogCaptureFixture) -> None:
    filled(parts, 1)
    (waiting,) = Summaries(parts.store).all()
    parts.store.close()
    Keeper(parts.store).made(waiting)
    assert caplog.messages == []


def test_a_damaged_match_that_was_played_last_does_not_block_the_start(parts: Parts) -> None:
    (match_id,) = filled(parts, 1)
    assert parts.desk.unfinished() == match_id
    parts.store.connection.db.execute("DELETE FROM events WHERE number = 3")
    parts.store.folded = {}
    assert parts.desk.unfinished() is None
