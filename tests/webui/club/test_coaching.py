"""The coach on the club's page: an analysis beside the replay as at the table, kept on the club's record."""

from __future__ import annotations

import time
from typing import Any

import psycopg
import pytest

from engine.core.log import MatchLog
from tests.coach.matches import ice_cult, iglu
from tests.waiting import until_ended
from tests.webui.club.evenings import ClubPageClient, page_on, said, sent, won_by_red
from tests.webui.making import FIRST_TURN, PLAYERS
from webui.record.importing import import_log
from webui.record.opening import create_match
from webui.record.store import Store

PATIENCE_S = 90.0


def archived(club: str, log: MatchLog) -> str:
    """A match that a table has sent, and does not play any more."""
    store = Store.in_memory()
    match = import_log(store, log)
    sent(store, club, [match, won_by_red(store, ("Dora", "Emil"), 1_790_000_000.0)])
    store.close()
    return match


def done(page: ClubPageClient, match: str) -> dict[str, Any]:
    """The analysis once it is made."""
    until_ended(f"analysis {match}", PATIENCE_S)
    found = page.json(f"/api/matches/{match}/analysis")
    assert found["state"] == "done", found
    return dict(found)


@pytest.mark.parametrize("log", [ice_cult(3, 2), iglu(3, 11)], ids=["ice-cult", "iglu"])
def test_a_match_of_the_archive_is_analysed_and_that_is_kept(club: str, log: MatchLog) -> None:
    match = archived(club, log)
    with page_on(club) as page:
        assert page.json(f"/api/matches/{match}/analysis")["state"] == "none"
        guest = ClubPageClient(page.parts, "192.168.1.20")
        assert guest.post(f"/api/matches/{match}/analysis").status_code == 403
        assert page.post(f"/api/matches/{match}/analysis").status_code == 200
        found = done(page, match)
        assert [turn["turn"] for turn in found["analysis"]["turns"]] == [line.turn for line in log.turns]
        assert guest.json(f"/api/matches/{match}/analysis") == found
        assert guest.json(f"/api/matches/{match}/analysis/{len(log.turns)}/0")["steps"][0]["word"] is None
        assert page.get(f"/api/matches/{match}/analysis/{len(log.turns)}/9").status_code == 404
        assert b"coach/analysis.js" in page.get(f"/matches/{match}").data
    with page_on(club) as again:
        assert again.json(f"/api/matches/{match}/analysis") == found
        (person,) = [one for one in again.json("/api/club/people")["people"] if one["name"] == "r"]
        again.post(f"/api/club/people/{person['id']}", method="DELETE")
        assert again.json(f"/api/matches/{match}/analysis")["state"] == "none"
    with psycopg.connect(club) as connection:
        assert connection.execute("SELECT count(*) FROM icekeeper.analyses").fetchone() == (0,)


def test_a_page_that_may_only_look_analyses_and_keeps_it_to_itself(club: str) -> None:
    from bench.club.postgres import PASSWORD
    from webui.club.schema import make_screen_role

    match = archived(club, ice_cult(3, 1))
    with page_on(club) as page, page.parts.record.connected() as connection:
        make_screen_role(connection, "look")
    with page_on(club.replace(f"club:{PASSWORD}", "icekeeper_screen:look")) as screen:
        assert screen.post(f"/api/matches/{match}/analysis").status_code == 200
        assert len(done(screen, match)["analysis"]["turns"]) == 1
    with page_on(club) as page:
        assert page.json(f"/api/matches/{match}/analysis")["state"] == "none"


def test_the_coach_is_silent_while_a_table_plays_the_match(club: str) -> None:
    store = Store.in_memory()
    match = create_match(store, PLAYERS)
    said(store, match, FIRST_TURN, time.time())
    sent(store, club, [match])
    store.close()
    with page_on(club) as page:
        assert page.json(f"/api/matches/{match}/analysis")["allowed"] is False
        assert page.post(f"/api/matches/{match}/analysis").get_json()["key"] == "coach"
        with psycopg.connect(club) as connection:
            connection.execute("UPDATE icekeeper.tables SET match_id = NULL")
        assert page.json(f"/api/matches/{match}/analysis")["allowed"] is True
