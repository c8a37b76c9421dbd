"""The club's page: archive, replay, export; people, standings, ratings; and names that are removed."""

from __future__ import annotations

import csv
import io
import json
import time
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg
import pytest

from tests.webui.club.evenings import ClubPageClient, Picture, page_on, said, sent, won_by_red
from tests.webui.igluiglu.making import LATE
from tests.webui.making import near_won
from webui.record.fold import apply
from webui.record.opening import create_match
from webui.record.store import Store

SATURDAY = 1_790_000_000.0
DAY = 86_400.0


@pytest.fixture
def store() -> Iterator[Store]:
    """A table's own record."""
    made = Store.in_memory()
    yield made
    made.close()


def test_the_archive_is_searched_by_player_game_date_and_kind_of_fault(club: str, store: Store) -> None:
    plain = won_by_red(store, ("Ada", "Bela"), SATURDAY, title="First")
    faulty = create_match(
        store, [{"name": "Chiara", "colour": "r"}, {"name": "Bela", "colour": "y"}], at=SATURDAY + DAY
    )
    said(store, faulty, ("Nn",), SATURDAY + DAY + 9)  # one tilt only
    ice = create_match(
        store,
        [{"name": "Ada", "colour": "r"}, {"name": "Dora", "colour": "b"}],
        game="iglu",
        start=LATE,
        at=SATURDAY + 2 * DAY,
    )
    sent(store, club, [plain, faulty, ice])
    with page_on(club) as page:

        def found(query: str) -> set[str]:
            return {match["id"] for match in page.json(f"/api/matches?{query}")["matches"]}

        assert found("") == {plain, faulty, ice}
        assert found("player=ADA") == {plain, ice}
        assert found("player=nobody") == set()
        assert found("game=iglu") == {ice}
        (rule,) = page.json("/api/matches")["faults"]
        assert rule["game"] == "ice-cult"
        assert found(f"fault={rule['rule']}") == {faulty}
        day = time.strftime("%Y-%m-%d", time.localtime(SATURDAY + DAY - 6 * 3600))
        assert found(f"from={day}") == {faulty, ice}
        assert found(f"from={day}&to={day}") == {faulty}
        assert page.get("/api/matches?from=yesterday").status_code == 400


def test_replay_and_exports_are_those_of_the_table(club: str, store: Store) -> None:
    from webui.present.replay import replay_json
    from webui.present.sheet import log_text, score_sheet
    from webui.record.fold import fold

    match_id = won_by_red(store, ("Ada", "Bela"), SATURDAY)
    store.append(match_id, [], [Picture("p1", "before", 1.0, b"\xff\xd8 picture")])
    sent(store, club, [match_id])
    events = store.events(match_id)
    match = fold(events)
    with page_on(club) as page:
        assert page.json(f"/api/matches/{match_id}")["replay"] == json.loads(
            json.dumps(replay_json(match_id, match, events))
        )
        assert page.get(f"/api/matches/{match_id}/log").text == log_text(match)
        assert page.get(f"/api/matches/{match_id}/sheet?language=de").text == score_sheet(match, events, "de")
        assert b"shared" in page.get(f"/api/matches/{match_id}/share").data
        with zipfile.ZipFile(io.BytesIO(page.get(f"/api/matches/{match_id}/archive").data)) as packed:
            assert packed.read("evidence/p1-before.jpg") == b"\xff\xd8 picture"
        assert page.get("/api/pictures/p1").data == b"\xff\xd8 picture"
        assert page.get("/api/matches/none").status_code == 404
        for path in ("/", "/matches", "/people", "/tables/x", f"/matches/{match_id}"):
            assert page.get(path).status_code == 200, path


def test_the_same_person_at_two_tables_is_one_and_two_names_can_be_merged(club: str, store: Store) -> None:
    first = won_by_red(store, ("Ada", "Bela"), SATURDAY)
    sent(store, club, [first], "Table 1")
    other = Store.in_memory()
    second = won_by_red(other, (" ADA ", "Bela B."), SATURDAY + 60)
    sent(other, club, [second], "Table 2")
    other.close()
    with page_on(club) as page:
        people = {one["name"]: one["id"] for one in page.json("/api/club/people")["people"]}
        assert set(people) == {"Ada", "Bela", "Bela B."}
        (ada, *others) = page.json("/api/club/standings")["standings"]
        assert (ada["name"], ada["matches"], ada["wins"]) == ("Ada", 2, 2)
        assert [one["matches"] for one in others] == [1, 1]
        assert page.post(f"/api/club/people/{people['Bela B.']}/merge", {"into": people["Bela"]}).status_code == 200
        assert page.post(f"/api/club/people/{people['Bela']}/rename", {"name": "Béla"}).status_code == 200
        rows = page.json("/api/club/standings")["standings"]
        assert [(one["name"], one["matches"], one["wins"]) for one in rows] == [("Ada", 2, 2), ("Béla", 2, 0)]
        assert "Béla" in page.get(f"/api/matches/{second}/sheet").text
        (bela,) = [one for one in page.json("/api/club/people")["people"] if one["name"] == "Béla"]
        assert bela["also"] == ["bela", "bela b."]
        refused = page.post(f"/api/club/people/{people['Bela']}/rename", {"name": "ada"})
        assert refused.status_code == 400
        assert (refused.get_json()["key"], refused.get_json()["name"]) == ("somebody", "Ada")


def people_of(page: ClubPageClient) -> dict[str, int]:
    """Everybody of the club by name."""
    return {one["name"]: one["id"] for one in page.json("/api/club/people")["people"]}


def counted(page: ClubPageClient) -> dict[str, int]:
    """How many matches everybody has played."""
    return {one["name"]: one["matches"] for one in page.json("/api/club/standings")["standings"]}


def test_two_who_sat_in_one_match_are_never_one_person(club: str, store: Store) -> None:
    first = won_by_red(store, ("Ada", "Bela"), SATURDAY, title="First")
    other = won_by_red(store, ("Bela B.", "Chiara"), SATURDAY + 60)
    sent(store, club, [first, other])
    with page_on(club) as page:
        ids = people_of(page)
        assert page.post(f"/api/club/people/{ids['Bela B.']}/merge", {"into": ids["Bela"]}).status_code == 200
        refused = page.post(f"/api/club/people/{ids['Ada']}/merge", {"into": ids["Bela"]})
        said = {"key": "together", "name": "Ada", "other": "Bela", "match": "First"}
        assert (refused.status_code, refused.get_json() | said) == (400, refused.get_json())
        refused = page.post(f"/api/club/people/{ids['Bela']}/merge", {"into": ids["Chiara"]})
        assert refused.get_json()["match"] == store.matches()[0].name  # as Bela B., who is Bela
        assert counted(page) == {"Ada": 1, "Bela": 2, "Chiara": 1}


def test_what_was_merged_is_separated_again(club: str, store: Store) -> None:
    matches = [won_by_red(store, (name, "Emil"), SATURDAY + k) for k, name in enumerate(("Ada", "Adele", "A."))]
    sent(store, club, matches)
    with page_on(club) as page:
        ids, before = people_of(page), counted(page)
        for one, into in (("A.", "Adele"), ("Adele", "Ada")):
            assert page.post(f"/api/club/people/{ids[one]}/merge", {"into": ids[into]}).status_code == 200
        assert counted(page) == {"Ada": 3, "Emil": 3}
        page.post(f"/api/club/people/{ids['Ada']}/rename", {"name": "Adelheid"})
        (ada,) = [one for one in page.json("/api/club/people")["people"] if one["id"] == ids["Ada"]]
        assert ada["merged"] == [{"id": ids["Adele"], "name": "Adele"}]
        assert page.post(f"/api/club/people/{ids['Adele']}/separate").status_code == 200
        assert counted(page) == {"Adelheid": 1, "Adele": 2, "Emil": 3}
        assert page.post(f"/api/club/people/{ids['A.']}/separate").status_code == 200
        assert counted(page) == {"Adelheid" if name == "Ada" else name: count for name, count in before.items()}
        assert page.post(f"/api/club/people/{ids['Ada']}/separate").status_code == 400
        guest = ClubPageClient(page.parts, "192.168.1.20")
        assert guest.post(f"/api/club/people/{ids['Ada']}/separate").status_code == 403


def test_standings_count_wins_points_and_shared_wins_and_the_files_say_the_same(club: str, store: Store) -> None:
    cult = won_by_red(store, ("Ada", "Bela", "Chiara"), SATURDAY, "ryg")
    ice = create_match(
        store,
        [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}],
        game="iglu",
        start=LATE,
        at=SATURDAY + DAY,
    )
    match = said(store, ice, ("melt c4", "reveal fish1 1", "done"), SATURDAY + DAY + 9, end=False)
    sent(store, club, [cult, ice])
    with page_on(club) as page:
        rows = {one["name"]: one for one in page.json("/api/club/standings")["standings"]}
        assert rows["Ada"]["wins"] == 1 + ("r" in match.winners)
        points = match.rules.end_details(match.before)["scores"]
        assert match.over
        assert rows["Ada"]["points"] == points["r"]
        assert rows["Bela"]["points"] == points["b"]
        assert rows["Chiara"]["points"] is None
        assert rows["Ada"]["rating"] > rows["Chiara"]["rating"]
        assert rows["Ada"]["uncertainty"] < 8.4
        table = page.get("/api/club/standings?as=csv")
        assert "attachment" in table.headers["Content-Disposition"]
        read = list(csv.DictReader(io.StringIO(table.data.decode("utf-8-sig"))))
        assert {row["name"]: int(row["wins"]) for row in read} == {name: row["wins"] for name, row in rows.items()}
        kept = json.loads(page.get("/api/club/standings?as=json&game=ice-cult").data)
        assert [row["matches"] for row in kept["standings"]] == [1, 1, 1]


def test_demos_and_colours_without_names_are_nobody(club: str, store: Store) -> None:
    named = won_by_red(store, ("Ada", ""), SATURDAY)
    nameless = won_by_red(store, ("", "Yellow"), SATURDAY + DAY)
    shown = [{"name": name, "colour": colour} for name, colour in (("Ada", "r"), ("Bela", "y"))]
    demo = create_match(store, shown, start=near_won(), at=SATURDAY + 2 * DAY, simulated=True)
    assert said(store, demo, ("Nn", "Ee", "rS5@NE"), SATURDAY + 2 * DAY + 60).winners == "r"
    sent(store, club, [named, nameless, demo])
    with page_on(club) as page:
        (ada,) = page.json("/api/club/standings")["standings"]
        assert (ada["name"], ada["matches"], ada["wins"], ada["rating"]) == ("Ada", 1, 1, None)
        told = page.json("/api/club/people")
        assert [one["name"] for one in told["people"]] == ["Ada"]
        assert len(told["evenings"]) == 1, "nobody is known to have played on the others"


def test_a_series_is_a_span_of_evenings(club: str, store: Store) -> None:
    matches = [won_by_red(store, ("Ada", "Bela"), SATURDAY + k * DAY) for k in range(3)]
    sent(store, club, matches)
    with page_on(club) as page:
        evenings = page.json("/api/club/people")["evenings"]
        assert len(evenings) == 3
        wanted = {"name": "Autumn", "from": evenings[2], "to": evenings[1], "game": ""}
        assert page.post("/api/club/series", wanted).status_code == 200
        assert page.post("/api/club/series", {**wanted, "to": "2001-01-01"}).status_code == 400
        (series,) = page.json("/api/club/people")["series"]
        rows = page.json(f"/api/club/standings?from={series['from']}&to={series['to']}")["standings"]
        assert [row["matches"] for row in rows] == [2, 2]
        assert page.post(f"/api/club/series/{series['id']}", method="DELETE").status_code == 200


def test_a_name_that_is_removed_is_nowhere_any_more(club: str, store: Store) -> None:
    kept = won_by_red(store, ("Chiara", "Bela"), SATURDAY)
    gone = won_by_red(store, ("Adalbert", "Bela"), SATURDAY + 60, title="Adalbert against Bela")
    going_on = create_match(store, [{"name": "adalbert", "colour": "r"}, {"name": "Bela", "colour": "y"}])
    for match_id in (kept, gone):
        store.append(match_id, [], [Picture(f"p{match_id}", "before", 1.0, b"\xff\xd8 picture")])
    sent(store, club, [kept, gone, going_on])
    with page_on(club) as page:
        page.json("/api/matches")  # summed up, so that summaries are there to be cleaned
        (person,) = [one for one in page.json("/api/club/people")["people"] if one["name"] == "Adalbert"]
        assert page.post(f"/api/club/people/{person['id']}", method="DELETE").get_json() == {"matches": 2}
        other = f"Player {person['id']}"
        assert other in page.get(f"/api/matches/{gone}/sheet").text
        assert f"{other} against Bela" in page.get(f"/api/matches/{gone}/sheet").text
        assert {row["name"] for row in page.json("/api/club/standings")["standings"]} == {"Bela", "Chiara", other}
        assert page.get(f"/api/pictures/p{gone}").status_code == 404
        assert page.get(f"/api/pictures/p{kept}").status_code == 200
        said(store, going_on, ("Nn", "Ee"), time.time(), end=False)  # the match goes on, and arrives
        sent(store, club, [going_on])
        assert other in page.get(f"/api/matches/{going_on}/log").text
        assert len(page.json(f"/api/matches/{going_on}")["replay"]["players"]) == 2
    assert "adalbert" not in everything(club).casefold()


def everything(club: str) -> str:
    """All texts of all tables of the club's record."""
    out = []
    with psycopg.connect(club) as connection:
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'icekeeper'"
        for (name,) in connection.execute(query).fetchall():
            rows = connection.execute(f"SELECT t::text FROM icekeeper.{name} t").fetchall()  # type: ignore[arg-type]
            out += [row[0] for row in rows]
    return "\n".join(out)


def test_nothing_that_one_player_alone_may_know_leaves_the_table(club: str, store: Store) -> None:
    from engine.igluiglu.actions import parse_action
    from webui.igluiglu.demo import DemoGame
    from webui.record.events import Confided
    from webui.record.fold import fold
    from webui.referee import by_hand

    game = DemoGame(82)
    players = [{"name": name, "colour": colour} for name, colour in zip("ABCD", game.players, strict=True)]
    match_id = create_match(store, players, game="iglu", start={"centre": list(game.centre)})
    match, state = fold(store.events(match_id)), game.start
    while not match.confided:
        turn = game.rules.begin(state)
        while turn.wants != "nothing":
            word = game.next_word(turn)
            news = by_hand.act(match, word, 1.0, by=match.player)
            store.append(match_id, news)
            for event in news:
                match = apply(match, event)
            turn = turn.play(parse_action(word))  # type: ignore[assignment]
        state = turn.table
    secrets = [e for e in store.events(match_id) if isinstance(e, Confided)]
    count = store.head(match_id).events
    with page_on_sent(club, store, match_id, count - len(secrets)) as page:
        shown = json.dumps(page.json(f"/api/matches/{match_id}"))
        assert "confided" not in shown
    told = everything(club)
    assert "confided" not in told
    assert f'"what":"{secrets[0].what}"' not in told


def page_on_sent(club: str, store: Store, match_id: str, events: int) -> AbstractContextManager[ClubPageClient]:
    """The page after all but the secrets have been sent."""
    from tests.webui.club.tables import sender, there, until

    with sender(store, club, on_table=match_id) as one:
        one.enlist(match_id)
        until(lambda: len(there(club, match_id)) == events)
        until(lambda: one.standing.state == "joined")
    return page_on(club)


def test_other_machines_may_look_and_change_nothing(club: str, store: Store) -> None:
    match_id = won_by_red(store, ("Ada", "Bela"), SATURDAY)
    sent(store, club, [match_id])
    with page_on(club) as page:
        guest = ClubPageClient(page.parts, "192.168.1.20")
        assert guest.json("/api/club/standings")["standings"]
        (ada, _) = guest.json("/api/club/people")["people"]
        assert guest.post(f"/api/club/people/{ada['id']}", method="DELETE").status_code == 403
        assert guest.post(f"/api/club/people/{ada['id']}/rename", {"name": "Eve"}).status_code == 403
        page.token = "forged"
        assert page.post(f"/api/club/people/{ada['id']}/rename", {"name": "Eve"}).status_code == 419


def test_a_role_that_may_only_look_serves_the_page(club: str, store: Store, tmp_path: Path) -> None:
    from bench.club.postgres import PASSWORD
    from webui.club.schema import make_screen_role

    match_id = won_by_red(store, ("Ada", "Bela"), SATURDAY)
    sent(store, club, [match_id])
    with page_on(club) as page, page.parts.record.connected() as connection:
        make_screen_role(connection, "look")
    with page_on(club.replace(f"club:{PASSWORD}", "icekeeper_screen:look")) as screen:
        assert screen.json("/api/matches")["of"] == 1
        assert screen.json("/api/club/standings")["standings"][0]["name"] == "Ada"
        (ada, _) = screen.json("/api/club/people")["people"]
        refused = screen.post(f"/api/club/people/{ada['id']}/rename", {"name": "Eve"})
        assert (refused.status_code, refused.get_json()["key"]) == (409, "look")
