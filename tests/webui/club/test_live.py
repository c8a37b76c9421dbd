"""All tables live: told by PostgreSQL, folded, and sent on to every screen as far as it has changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import until
from tests.webui.club.tables import PLAYERS, arrived, table
from tests.webui.igluiglu.making import LATE
from tests.webui.making import FIRST_TURN, play
from webui.club.address import Address
from webui.club.page.serving import build_club
from webui.club.parts import ClubParts
from webui.club.shown.hub import Tiles

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def following(club: str) -> Iterator[ClubParts]:
    """The parts of a club's page that follow the record."""
    parts = build_club(Address.parse(club))
    parts.live.start()
    try:
        yield parts
    finally:
        parts.tiles.close()
        parts.watched.close()
        parts.live.stop()
        parts.record.close()


def shown(hub: Tiles) -> dict[str, Any]:
    """What a screen that comes now would get, by the table's name."""
    lines = hub.follow()
    next(lines)
    data = next(lines).split("data: ", 1)[1]
    lines.close()  # type: ignore[attr-defined]
    return {one["view"].get("table", one["key"]): one["view"] for one in json.loads(data)}


def test_every_table_is_on_the_screen_with_board_turn_and_last_verdict(club: str) -> None:
    with following(club) as parts, ExitStack() as tables:
        one, two = (tables.enter_context(table(None, club, f"Table {k}")) for k in (1, 2))
        one.desk.open(PLAYERS, name="Saturday")
        two.desk.open(PLAYERS, name="Ice", game="iglu", start={"centre": [1, 2, 3, 1]})
        play(one, FIRST_TURN)
        count = one.store.head(one.desk.table().match_id).events
        until(lambda: shown(parts.tiles).get("Table 1", {}).get("events") == count)
        until(lambda: shown(parts.tiles).get("Table 2", {}).get("game") == "iglu")
        tile = shown(parts.tiles)["Table 1"]
        assert tile["turn"] == 2
        assert tile["player"] == "y"
        assert tile["last"]["kind"] == "ok"
        assert tile["scene"]["state"] == one.desk.table().view()["state"]
        assert [each["name"] for each in tile["players"]] == ["Ada", "Bela", "Chiara"]
        play(one, ("Nn",))  # one tilt only
        until(lambda: shown(parts.tiles)["Table 1"]["last"]["kind"] == "fault")
        assert set(shown(parts.tiles)["Table 1"]["last"]["text"]) == {"en", "de", "fr", "it"}


def test_a_live_tile_of_a_game_with_points_shows_them_as_the_table_does(club: str) -> None:
    with following(club) as parts, ExitStack() as tables:
        one, two = (tables.enter_context(table(None, club, f"Table {k}")) for k in (1, 2))
        players = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}]
        one.desk.open(players, game="iglu", start=LATE)
        two.desk.open(PLAYERS)
        before = until(lambda: shown(parts.tiles).get("Table 1", {}).get("points"))
        assert before == one.desk.table().view()["score"]["scores"]
        play(one, ("melt c4", "reveal fish1 1"), end=False)
        until(lambda: shown(parts.tiles)["Table 1"]["points"] != before)
        assert shown(parts.tiles)["Table 1"]["points"] == one.desk.table().view()["score"]["scores"]
        until(lambda: shown(parts.tiles).get("Table 2", {}).get("points") == {})


def test_a_screen_gets_only_what_has_changed() -> None:
    hub = Tiles(breath_s=0.0, heartbeat_s=0.05)
    hub.publish({"a": {"n": 1}, "b": {"n": 1}})
    lines = hub.follow()
    next(lines)
    assert [each["key"] for each in json.loads(next(lines).split("data: ")[1])] == ["a", "b"]
    hub.publish({"a": {"n": 1}, "b": {"n": 2}})
    news = next(lines)
    assert json.loads(news.split("data: ")[1]) == [{"key": "b", "view": {"n": 2}}]
    assert next(lines) == ": here\n\n"
    again = hub.follow(news.split("\n")[0].removeprefix("id: "))
    next(again)
    hub.publish({"a": {"n": 3}})
    assert json.loads(next(again).split("data: ")[1]) == [{"key": "a", "view": {"n": 3}}]
    hub.close()
    assert list(lines) == []
    assert list(again) == []
    assert hub.following == 0


def test_whoever_watches_one_table_gets_its_history(club: str) -> None:
    with following(club) as parts, table(None, club, "Table 1") as one:
        one.desk.open(PLAYERS)
        play(one, FIRST_TURN)
        assert one.club.sender is not None
        key = one.club.sender.outbox.table_id()
        count = one.store.head(one.desk.table().match_id).events
        until(lambda: shown(parts.tiles).get("Table 1", {}).get("events") == count)
        lines = parts.watched.follow(only=key)
        parts.live.show_whole(key)
        next(lines)
        view, server = json.loads(next(lines).split("data: ", 1)[1])
        assert server == {"key": "server", "view": {"answers": True}}
        assert [each["turn"] for each in view["view"]["history"]] == [1]
        lines.close()  # type: ignore[attr-defined]


def test_the_club_s_names_are_offered_at_its_tables(club: str) -> None:
    from tests.webui.making import Page

    with table(None, club, "Table 1") as one, table(None, club, "Table 2") as two:
        match_id = one.desk.open(PLAYERS)
        until(lambda: arrived(one, club, match_id))
        two.desk.open([{"name": "Eva", "colour": "r"}, {"name": "Fritz", "colour": "y"}])
        until(lambda: "Ada" in Page(two).get("/api/setup/names").get_json()["names"])
        names = Page(two).get("/api/setup/names").get_json()["names"]
        assert len(names) == len(set(names))


@pytest.mark.slow
def test_nothing_of_a_club_is_loaded_without_its_option() -> None:
    code = (
        "import sys, webui.cli, webui.wiring, webui.commands.table.play\n"
        "from webui.wiring import build; from webui.settings import Settings\n"
        "parts = build(Settings(port=0), None); parts.store.close()\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('psycopg', 'openskill') or m == 'webui.club.sender'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
