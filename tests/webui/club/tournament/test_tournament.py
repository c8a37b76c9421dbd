"""A club's tournament: decided on its page, played at its tables; results come with the matches and nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.webui.club.evenings import ClubPageClient, page_on, said, sent, won_by_red
from tests.webui.club.test_page import everything
from tests.webui.igluiglu.making import LATE
from webui.record.events import Finished
from webui.record.opening import create_match
from webui.record.store import Store

SATURDAY = 1_790_000_000.0
NAMES = ("Ada", "Bela", "Chiara", "Dora", "Emil", "Fritz", "Gina", "Hugo")
Json = dict[str, Any]


@pytest.fixture
def store() -> Iterator[Store]:
    """A table's own record."""
    made = Store.in_memory()
    yield made
    made.close()


def begun(page: ClubPageClient, count: int, least: int = 2, most: int = 2, game: str = "ice-cult") -> str:
    """A tournament with so many people."""
    wanted = {"title": "Autumn Cup", "game": game, "least": least, "most": most, "key": "autumn1"}
    answer = page.post("/api/club/tournaments", wanted)
    assert answer.status_code == 200, answer.text
    key = answer.get_json()["id"]
    assert page.post(f"/api/club/tournaments/{key}/people", {"names": list(NAMES[:count])}).status_code == 200
    return str(key)


def done(page: ClubPageClient, path: str, body: Json | None = None, method: str = "POST") -> Json:
    """Decide something; how the tournament stands then."""
    answer = page.post(f"/api/club/tournaments/{path}", body, method)
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def refused(page: ClubPageClient, path: str, body: Json | None = None) -> str:
    """Try something that is refused; the key of the sentence."""
    answer = page.post(f"/api/club/tournaments/{path}", body)
    assert answer.status_code == 400, answer.text
    return str(answer.get_json()["key"])


def seated(table: Json) -> list[str]:
    """Who sits at a table."""
    return [seat["name"] for seat in table["seats"]]


def played(store: Store, club: str, table: Json, winner: str = "", name: str = "Table 1") -> str:
    """The people of a table play a match which one of them wins; it comes to the club."""
    names = sorted(seated(table), key=lambda each: each != (winner or seated(table)[0]))
    match_id = won_by_red(store, names, SATURDAY, "rygb"[: len(names)])
    sent(store, club, [match_id], name)
    return match_id


def test_results_come_with_the_matches_and_the_next_round_from_them(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 7)
        first = done(page, f"{key}/rounds/1")["rounds"][0]
        assert [len(each["seats"]) for each in first["tables"]] == [2, 2, 2]
        assert len(first["byes"]) == 1
        assert refused(page, f"{key}/rounds/2") == "cup.playing"
        matches = [played(store, club, each) for each in first["tables"]]
        view = page.json(f"/api/club/tournaments/{key}")
        assert [each["state"] for each in view["rounds"][0]["tables"]] == ["over"] * 3
        assert [each["match"] for each in view["rounds"][0]["tables"]] == matches
        assert view["rounds"][0]["tables"][0]["place"] == "Table 1"
        winners = {seated(each)[0] for each in first["tables"]} | {first["byes"][0]["name"]}
        assert {row["name"] for row in view["standings"] if row["wins"] == 1} == winners
        second = done(page, f"{key}/rounds/2")["rounds"][1]
        assert second["byes"] != first["byes"]
        pairs = [{frozenset(seated(each)) for each in one["tables"]} for one in (first, second)]
        assert not pairs[0] & pairs[1]
        # the same people again, in another round: that match is of this one
        played(store, club, second["tables"][0], seated(second["tables"][0])[1])
        view = page.json(f"/api/club/tournaments/{key}")
        table = view["rounds"][1]["tables"][0]
        assert table["winners"] == [seat["id"] for seat in table["seats"] if seat["name"] == seated(table)[1]]


def test_a_game_with_points_counts_them(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 2, game="iglu")
        table = done(page, f"{key}/rounds/1")["rounds"][0]["tables"][0]
        players = [{"name": name, "colour": colour} for name, colour in zip(seated(table), "rb", strict=True)]
        match_id = create_match(store, players, game="iglu", start=LATE, at=SATURDAY)
        match = said(store, match_id, ("melt c4", "reveal fish1 1", "done"), SATURDAY + 9, end=False)
        sent(store, club, [match_id])
        scores = match.rules.end_details(match.before)["scores"]
        rows = {row["name"]: row for row in page.json(f"/api/club/tournaments/{key}")["standings"]}
        assert [rows[p["name"]]["points"] for p in players] == [scores["r"], scores["b"]]


def test_what_is_begun_is_playing_and_what_was_stopped_waits_for_the_organisers(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 4)
        tables = done(page, f"{key}/rounds/1")["rounds"][0]["tables"]
        players = [{"name": name, "colour": colour} for name, colour in zip(seated(tables[0]), "gb", strict=True)]
        match_id = create_match(store, players)
        sent(store, club, [match_id])

        def states() -> list[str]:
            view = page.json(f"/api/club/tournaments/{key}")
            return [each["state"] for each in view["rounds"][0]["tables"]]

        assert states() == ["playing", "waiting"]
        store.append(match_id, [Finished(1.0, "", "stopped")])
        sent(store, club, [match_id])
        assert states() == ["stopped", "waiting"]
        played(store, club, tables[0])  # they begin anew
        assert states() == ["over", "waiting"]


def test_only_exactly_these_people_after_the_round_was_drawn_are_the_table(club: str, store: Store) -> None:
    with page_on(club) as page:
        early = won_by_red(store, ("Ada", "Bela"), SATURDAY)
        sent(store, club, [early])
        key = begun(page, 3, 2, 4)
        other = won_by_red(store, ("Ada", "Bela"), SATURDAY)
        sent(store, club, [other])
        table = done(page, f"{key}/rounds/1")["rounds"][0]["tables"][0]
        stranger = won_by_red(store, (*seated(table), "Zoe"), SATURDAY, "rygb")
        sent(store, club, [stranger])
        assert page.json(f"/api/club/tournaments/{key}")["rounds"][0]["tables"][0]["state"] == "waiting"
        played(store, club, table)
        assert page.json(f"/api/club/tournaments/{key}")["rounds"][0]["tables"][0]["state"] == "over"


def test_a_correction_pairs_anew_only_what_has_not_begun(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 8)
        first = done(page, f"{key}/rounds/1")["rounds"][0]
        for each in first["tables"]:
            played(store, club, each)
        second = done(page, f"{key}/rounds/2")["rounds"][1]
        kept = second["tables"][1]
        sent(
            store,
            club,
            [create_match(store, [{"name": n, "colour": c} for n, c in zip(seated(kept), "ry", strict=True)])],
        )
        loser = first["tables"][0]["seats"][1]
        path = f"{key}/rounds/1/1"
        view = done(page, path, {"winners": [loser["id"]]})
        assert view["rounds"][0]["tables"][0]["state"] == "ruled"
        assert view["rounds"][1]["tables"][1]["seats"] == kept["seats"]
        assert view["again"] == 1
        everybody = sorted(name for each in view["rounds"][1]["tables"] for name in seated(each))
        assert everybody == sorted(NAMES)
        assert done(page, path, {"winners": [loser["id"]]})["decisions"] == view["decisions"]  # asked again: the same
        back = done(page, path, method="DELETE")
        assert back["rounds"][0]["tables"][0]["state"] == "over"
        assert back["rounds"][1]["tables"][1]["seats"] == kept["seats"]


def test_who_leaves_is_paired_no_more_and_who_comes_late_is(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 6)
        view = done(page, f"{key}/rounds/1")
        gone, other = view["rounds"][0]["tables"][0]["seats"]
        view = done(page, f"{key}/people/{gone['id']}", method="DELETE")
        assert gone["name"] not in {name for each in view["rounds"][0]["tables"] for name in seated(each)}
        assert len(view["rounds"][0]["byes"]) == 1
        assert {row["name"] for row in view["standings"]} == set(NAMES[:6])
        again = done(page, f"{key}/people/{gone['id']}", method="DELETE")
        assert again["decisions"] == view["decisions"]
        done(page, f"{key}/people", {"names": ["Zoe", " zoe "]})
        view = done(page, f"{key}/again", {"again": view["again"]})
        assert "Zoe" in {name for each in view["rounds"][0]["tables"] for name in seated(each)}
        assert view["rounds"][0]["byes"] == []
        assert other["name"] in {name for each in view["rounds"][0]["tables"] for name in seated(each)}


def test_a_table_that_had_begun_unheard_of_is_taken_as_it_plays(club: str, store: Store) -> None:
    """Its cable was out when the round was drawn again; its match came to the club only then."""
    with page_on(club) as page:
        key = begun(page, 8, 2, 4)
        fours = done(page, f"{key}/rounds/1")["rounds"][0]["tables"]
        done(page, f"{key}/people", {"names": ["Zoe", "Yann"]})
        view = done(page, f"{key}/again", {"again": 0})
        now = [each["seats"] for each in view["rounds"][0]["tables"]]
        was = next(each for each in fours if each["seats"] not in now)  # ten sit at one table of four, and two of three
        match_id = create_match(store, [{"name": n, "colour": c} for n, c in zip(seated(was), "rygb", strict=True)])
        sent(store, club, [match_id])
        view = page.json(f"/api/club/tournaments/{key}")
        assert view["astray"] == 1
        view = done(page, f"{key}/again", {"again": 1})
        assert view["astray"] == 0
        (table,) = [each for each in view["rounds"][0]["tables"] if each["match"] == match_id]
        assert table["seats"] == was["seats"]
        everybody = sorted(name for each in view["rounds"][0]["tables"] for name in seated(each))
        assert everybody == sorted([*NAMES, "Yann", "Zoe"])


def test_the_files_say_why_in_words(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 4)
        for each in done(page, f"{key}/rounds/1")["rounds"][0]["tables"]:
            played(store, club, each)
        answer = page.get(f"/api/club/tournaments/{key}?as=csv&language=de")
        assert "attachment" in answer.headers["Content-Disposition"]
        rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
        assert [row["place"] for row in rows] == ["1", "1", "3", "3"]
        assert rows[0]["why"] == ""
        assert rows[2]["why"] == f"{rows[1]['name']} hat öfter gewonnen: 1 zu 0"
        kept = json.loads(page.get(f"/api/club/tournaments/{key}?as=json").data)
        assert [row["name"] for row in kept["standings"]] == [row["name"] for row in rows]
        assert kept["rounds"][0]["tables"][0]["seats"]


def test_whoever_looks_from_another_machine_decides_nothing(club: str) -> None:
    with page_on(club) as page:
        key = begun(page, 4)
        guest = ClubPageClient(page.parts, "192.168.1.20")
        assert guest.json(f"/api/club/tournaments/{key}")["there"] == 4
        assert guest.post(f"/api/club/tournaments/{key}/rounds/1").status_code == 403
        for path in ("/tournaments", f"/tournaments/{key}", f"/tournaments/{key}/me", "/wall"):
            assert guest.get(path).status_code == 200, path
        assert guest.get("/api/club/tournaments/none00").status_code == 404


def test_what_makes_no_sense_is_refused(club: str) -> None:
    with page_on(club) as page:
        key = begun(page, 4)
        view = done(page, f"{key}/rounds/1")
        stranger = next(p["id"] for p in view["people"] if p["name"] not in seated(view["rounds"][0]["tables"][0]))
        assert refused(page, f"{key}/rounds/1/1", {"winners": [stranger]}) == "cup.table"
        assert refused(page, f"{key}/rounds/1/9", {"winners": []}) == "cup.table"
        assert refused(page, f"{key}/rounds/5") == "cup.number"
        for body in (
            {"winners": "all"},
            {},
            {"winners": [1], "points": {"1": "x"}},
            {"winners": [1], "points": {"1": 1e9}},
        ):
            assert page.post(f"/api/club/tournaments/{key}/rounds/1/1", body).status_code == 400
        assert done(page, f"{key}/over", {"over": True})["over"]
        assert refused(page, f"{key}/people", {"names": ["Zoe"]}) == "cup.over"
        assert refused(page, f"{key}/rounds/2") == "cup.over"
        done(page, f"{key}/over", {"over": False})
        assert refused(page, f"{key}/rounds/2") == "cup.playing"


def test_two_names_of_one_person_and_a_name_that_is_removed(club: str, store: Store) -> None:
    with page_on(club) as page:
        key = begun(page, 2)
        page.post(
            "/api/club/tournaments", {"title": "Cup of Ada", "game": "iglu", "least": 2, "most": 4, "key": "ofada1"}
        )
        table = done(page, f"{key}/rounds/1")["rounds"][0]["tables"][0]
        sent(store, club, [won_by_red(store, ("Adele", "Bela"), SATURDAY)])
        page.parts.directory.refresh()
        ids = {one["name"]: one["id"] for one in page.json("/api/club/people")["people"]}
        assert table["state"] == "waiting"
        assert page.post(f"/api/club/people/{ids['Adele']}/merge", {"into": ids["Ada"]}).status_code == 200
        view = page.json(f"/api/club/tournaments/{key}")
        assert (view["rounds"][0]["tables"][0]["state"], view["standings"][0]["name"]) == ("over", "Ada")
        assert page.post(f"/api/club/people/{ids['Ada']}", method="DELETE").status_code == 200
        view = page.json(f"/api/club/tournaments/{key}")
        assert view["standings"][0]["name"] == f"Player {ids['Ada']}"
        assert view["rounds"][0]["tables"][0]["state"] == "over"
    assert "Ada" not in everything(club)
