"""A match that is damaged, or that a newer table wrote, costs its own tile and its own line and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest

from tests.webui.club.evenings import page_on, sent, won_by_red
from tests.webui.club.tables import PLAYERS, arrived, table, until
from tests.webui.club.test_live import following, shown
from tests.webui.making import FIRST_TURN, play
from webui.record.disk.checks import START, event_sum
from webui.record.store import Store

SATURDAY = 1_790_000_000.0
NEWER = {"kind": "foreseen", "at": 1.0}
FIELD = {"kind": "acted", "at": 1.0, "word": "Nn", "finger": "left"}
GAME = {"kind": "created", "at": SATURDAY, "name": "N", "players": PLAYERS, "house": {}, "set": {}, "start": {}}
SPOILT = (
    ("newer", json.dumps(NEWER)),
    ("newer", json.dumps(FIELD)),
    ("damaged", "no JSON"),
    ("damaged", "[" * 100_000),
    ("damaged", '{"kind":"acted","at":1.0,"word":7}'),
    ("damaged", '{"kind":"acted","at":1.0,"word":"never heard of"}'),
    ("damaged", '{"kind":"told","at":1.0,"id":"a","turn":1,"about":"fault","rule":"x","text":{"en":"\\ud800"}}'),
)


def add(club: str, match_id: str, body: str) -> None:
    """One more event on the club's record, as whoever may write there can put it."""
    with psycopg.connect(club) as connection:
        query = "SELECT number, sum FROM icekeeper.events WHERE match_id = %s ORDER BY number DESC LIMIT 1"
        row = connection.execute(query, (match_id,)).fetchone()
        number, before = (row[0] + 1, bytes(row[1])) if row else (0, START)
        total = event_sum(before, match_id, number, "acted", body)
        values = (match_id, number, "acted", body, total)
        connection.execute("INSERT INTO icekeeper.events VALUES (%s, %s, %s, %s, %s)", values)
        connection.execute("UPDATE icekeeper.matches SET next = %s WHERE id = %s", (number + 1, match_id))


def spoil_sum(club: str, match_id: str) -> None:
    """One wrong checksum in the middle of a match."""
    with psycopg.connect(club) as connection:
        connection.execute("SET icekeeper.removing = 'on'")
        query = "UPDATE icekeeper.events SET sum = 'x' WHERE match_id = %s AND number = 2"
        connection.execute(query, (match_id,))


@pytest.fixture
def store() -> Iterator[Store]:
    """A table's own record."""
    made = Store.in_memory()
    yield made
    made.close()


@pytest.mark.parametrize(("why", "body"), SPOILT)
def test_one_match_that_cannot_be_read_is_one_tile_that_says_so(club: str, why: str, body: str) -> None:
    with ExitStack() as tables:
        one, two = (tables.enter_context(table(None, club, f"Table {k}")) for k in (1, 2))
        ids = [each.desk.open(PLAYERS) for each in (one, two)]
        until(lambda: arrived(one, club, ids[0]) and arrived(two, club, ids[1]))
        with following(club) as parts:
            until(lambda: shown(parts.tiles).get("Table 1", {}).get("turn") == 1)
            add(club, ids[0], body)
            until(lambda: shown(parts.tiles)["Table 1"].get("trouble") == why)
            play(two, FIRST_TURN)
            until(lambda: shown(parts.tiles)["Table 2"].get("turn") == 2)
            assert shown(parts.tiles)["server"] == {"answers": True}
        with following(club) as again:  # after a restart just so
            until(lambda: shown(again.tiles).get("Table 2", {}).get("turn") == 2)
            tile = shown(again.tiles)["Table 1"]
            assert (tile["trouble"], tile["match"], "scene" in tile) == (why, ids[0], False)


def test_a_match_that_can_be_read_again_is_shown_again(club: str) -> None:
    with table(None, club, "Table 1") as one, following(club) as parts:
        match_id = one.desk.open(PLAYERS)
        until(lambda: shown(parts.tiles).get("Table 1", {}).get("turn") == 1)
        add(club, match_id, json.dumps(NEWER))
        until(lambda: shown(parts.tiles)["Table 1"].get("trouble") == "newer")
        with psycopg.connect(club) as connection:
            connection.execute("DELETE FROM icekeeper.events WHERE kind = 'acted'")
            connection.execute("UPDATE icekeeper.matches SET next = 1")
        play(one, FIRST_TURN[:1], end=False)
        until(lambda: shown(parts.tiles)["Table 1"].get("events") == 2)


def damaged(page: Any, match_id: str) -> dict[str, Any]:
    """The line of a match, once archive, standings and people are all there."""
    assert [row["name"] for row in page.json("/api/club/standings")["standings"]] == ["Ada", "Bela"]
    assert len(page.json("/api/club/people")["evenings"]) == 1
    lines = {line["id"]: line for line in page.json("/api/matches")["matches"]}
    assert sum("damaged" in line for line in lines.values()) == 1
    return dict(lines[match_id])


def test_one_wrong_checksum_is_one_damaged_line(club: str, store: Store) -> None:
    good, bad = (won_by_red(store, ("Ada", "Bela"), SATURDAY + k) for k in (0, 60))
    sent(store, club, [good, bad])
    spoil_sum(club, bad)
    with page_on(club) as page:
        assert damaged(page, bad)["damaged"] == "damaged"
        assert page.json(f"/api/matches/{good}")["damaged"] is None
        part = page.json(f"/api/matches/{bad}")  # as far as it can be read
        assert (part["damaged"], part["replay"]["turns"]) == ("damaged", [])
        assert page.get(f"/api/matches/{bad}/log").status_code == 200


@pytest.mark.parametrize(
    ("why", "more"),
    [
        ("damaged", {"at": 1e14}),
        ("damaged", {"at": -1e14}),
        ("damaged", {"players": [{}]}),
        ("newer", {"game": "chess"}),
    ],
)
def test_a_beginning_that_cannot_be_is_one_damaged_line(
    club: str, store: Store, why: str, more: dict[str, Any]
) -> None:
    good = won_by_red(store, ("Ada", "Bela"), SATURDAY)
    sent(store, club, [good])
    with psycopg.connect(club) as connection:
        query = "INSERT INTO icekeeper.matches (id, name, created_at) VALUES ('odd', 'odd', %s)"
        connection.execute(query, (more.get("at", time.time()),))
    add(club, "odd", json.dumps({**GAME, **more}))
    with page_on(club) as page:
        assert damaged(page, "odd")["damaged"] == why
        refused = page.get("/api/matches/odd")
        assert (refused.status_code, refused.get_json()["key"]) == (409, why)
        assert page.get("/api/matches/odd/log").status_code == 409
        assert page.get("/api/matches?from=2026-01-01").status_code == 200
