"""A club's record of every earlier schema, as that version's own tables wrote it, is brought up to date and read whole.

tests/data/club holds one dump of each (`pg_dump --inserts`, without its settings): a match that Ada won and one that
goes on, with a fault; a picture, a series, two people who are one; with the fourth a tournament.
"""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.webui.club.evenings import ClubPageClient, page_on, sent, won_by_red
from webui.club.page.app import create_club_app
from webui.club.schema import SCHEMA, prepare
from webui.record.store import Store

DUMPS = Path(__file__).resolve().parents[3] / "data" / "club"
PLAYED = 1_700_000_000.0
ENDLESS = ("screens.live", "tournaments.live")
SHAPE = (
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    " WHERE table_schema = 'icekeeper' ORDER BY 1, 2",
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'icekeeper' ORDER BY 1",
    "SELECT event_object_table, trigger_name, event_manipulation, action_timing FROM information_schema.triggers"
    " WHERE trigger_schema = 'icekeeper' ORDER BY 1, 2, 3",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'icekeeper'::regnamespace ORDER BY 1",
)
"""How a record's tables are made, in the words of the server's own catalogue."""


def loaded(club: str, number: int) -> None:
    """Put a dump into an empty database."""
    with psycopg.connect(club, autocommit=True) as connection:
        connection.execute((DUMPS / f"schema{number}.sql").read_bytes())
        assert connection.execute("SELECT number FROM icekeeper.version").fetchall() == [(number,)]


def shape(club: str) -> list[Any]:
    """How the tables are made."""
    with psycopg.connect(club) as connection:
        return [connection.execute(query.encode()).fetchall() for query in SHAPE]


def read_everything(page: ClubPageClient, known: dict[str, str]) -> set[str]:
    """GET everything there is on the page; the names of what was read."""
    read = set[str]()
    for rule in create_club_app(page.parts).url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in ENDLESS or rule.endpoint == "static":
            continue
        if rule.arguments <= known.keys():
            path = rule.rule
            for name in rule.arguments:
                path = path.replace(f"<{name}>", known[name]).replace(f"<int:{name}>", known[name])
            assert page.get(path).status_code == 200, path
            read.add(rule.endpoint)
    return read


@pytest.mark.parametrize("number", range(1, SCHEMA))
def test_every_earlier_schema_is_brought_up_to_date_and_read(club: str, number: int) -> None:
    loaded(club, number)
    with page_on(club) as page:
        lines = {one["name"]: one for one in page.json("/api/matches")["matches"]}
        assert {name: (one["winners"], one["turns"], one["faults"]) for name, one in lines.items()} == {
            "Finale": ("r", 1, 0),
            "Unfinished": ("", 2, 1),
        }
        assert not any("damaged" in one for one in lines.values())
        assert {one["name"] for one in page.json("/api/matches?player=bj%C3%B6rn")["matches"]} == set(lines)
        rows = page.json("/api/club/standings")["standings"]
        assert [(row["name"], row["matches"], row["wins"]) for row in rows] == [("Ada", 1, 1), ("Björn", 1, 0)]
        told = page.json("/api/club/people")
        merged = {one["name"]: [each["name"] for each in one["merged"]] for one in told["people"]}
        assert merged == {"Ada": [], "Björn": ["Dora"], "Chiara": []}
        assert [(one["name"], one["from"]) for one in told["series"]] == [("Autumn", "2023-11-01")]
        assert told["evenings"] == [time.strftime("%Y-%m-%d", time.localtime(PLAYED - 6 * 3600))]
        match_id = lines["Finale"]["id"]
        assert len(page.json(f"/api/matches/{match_id}")["replay"]["turns"]) == 1
        assert "rS5@NE" in page.get(f"/api/matches/{match_id}/log").text
        with zipfile.ZipFile(io.BytesIO(page.get(f"/api/matches/{match_id}/archive").data)) as packed:
            assert packed.read("evidence/p1-before.jpg") == b"\xff\xd8 picture"
        cups = page.json("/api/club/tournaments")["tournaments"]
        assert [cup["title"] for cup in cups] == (["Cup"] if number >= 4 else [])
        known = {"match_id": match_id, "picture_id": "p1", "table_id": "table", "game": "ice-cult", "language": "de"}
        known |= {"number": "R16"} | ({"key": cups[0]["id"]} if cups else {})
        read = read_everything(page, known)
        assert {"archive.replay", "archive.share", "people.table", "screens.wall", "coaching.status"} <= read
        assert ("tournaments.view" in read) == bool(cups)


@pytest.mark.parametrize("number", range(1, SCHEMA))
def test_it_is_then_made_as_a_new_one_and_tables_go_on(club: str, number: int) -> None:
    loaded(club, number)
    store = Store.in_memory()
    fresh = won_by_red(store, ("Ada", "Emil"), 1_790_000_000.0)
    sent(store, club, [fresh])
    store.close()
    older = shape(club)
    with psycopg.connect(club, autocommit=True) as connection:
        connection.execute("DROP SCHEMA icekeeper CASCADE")
        prepare(connection)
    assert older == shape(club)
