"""The match on the table over HTTP."""

from __future__ import annotations

import json

import pytest

from engine.icecult.state import State
from tests.webui.making import FIRST_TURN, PLAYERS, Page, near_won, play
from webui.parts import Parts
from webui.record.store import Picture


def test_the_first_page_is_the_table_or_home(parts: Parts) -> None:
    page = Page(parts)
    assert page.get("/").headers["Location"] == "/home"
    assert page.get("/table").headers["Location"] == "/home"
    parts.desk.open(PLAYERS)
    assert page.get("/").headers["Location"] == "/table"


def test_the_live_view_starts_with_the_whole_table(page: Page) -> None:
    answer = page.get("/api/table/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    lines = answer.iter_encoded()
    assert next(lines) == b"retry: 1000\n\n"
    event = next(lines).decode()
    assert event.startswith("id: ")
    assert json.loads(event.split("data: ")[1])["match"]["name"] == "Saturday"
    answer.close()


def test_a_page_that_goes_gives_its_place_back(table: Parts) -> None:
    page = Page(table)
    answer = page.get("/api/table/events", buffered=False)
    next(answer.iter_encoded())
    assert table.hub.following == 1
    answer.close()
    assert table.hub.following == 0


def test_one_page_too_many_is_told_so(table: Parts) -> None:
    page = Page(table)
    followers = [table.hub.follow() for _ in range(table.settings.spectators)]
    answer = page.get("/api/table/events")
    assert answer.status_code == 503
    assert "pages are following" in answer.get_json()["error"]
    for one in followers:
        one.close()


def test_a_whole_turn_by_hand(page: Page) -> None:
    for word in FIRST_TURN:
        view = page.post("/api/table/act", {"word": word}).get_json()["view"]
    assert view["turn"]["may_end"]
    view = page.post("/api/table/done").get_json()["view"]
    assert view["history"] == [{"turn": 1, "player": "r", "legal": True, "rule": None, "human": False}]
    assert view["turn"]["player"] == "y"


def test_an_illegal_action_is_explained_and_changes_nothing(page: Page) -> None:
    view = page.post("/api/table/act", {"word": "rN0@NW"}).get_json()["view"]
    assert view["turn"]["actions"] == []
    assert view["verdict"]["rule"] == "early-move"
    assert set(view["verdict"]["text"]) == {"en", "de", "fr", "it"}


def test_a_missed_arrow_can_be_played_now(page: Page) -> None:
    for word in FIRST_TURN[:-1]:
        page.post("/api/table/act", {"word": word})
    view = page.post("/api/table/done").get_json()["view"]
    assert (view["verdict"]["kind"], view["verdict"]["rule"]) == ("fault", "missed-arrow")
    view = page.post("/api/table/offer", {"verdict": view["verdict"]["id"], "offer": "play-it-now"}).get_json()["view"]
    assert view["turn"]["player"] == "r"
    view = page.post("/api/table/act", {"word": FIRST_TURN[-1]}).get_json()["view"]
    assert page.post("/api/table/done").get_json()["view"]["history"][0]["legal"] is True


def test_a_turn_is_taken_back(page: Page) -> None:
    page.post("/api/table/act", {"word": "Nn"})
    assert page.post("/api/table/take-back").get_json()["view"]["turn"]["tilts"] == []
    page.post("/api/table/act", {"word": "Nn"})
    assert page.post("/api/table/undo").get_json()["view"]["turn"]["tilts"] == []


def test_a_cube_is_corrected_by_its_look(table: Parts) -> None:
    page = Page(table)
    looks = page.get("/api/table/looks").get_json()["looks"]
    assert len(looks["NW"]) == 21, "four colours in four directions, four corners of the arc, one circle"
    circle = next(look for look in looks["NW"] if look["symbol"] == "circle")
    state = page.get("/api/table/view").get_json()["state"]
    state["cubes"]["NW"] = circle["pose"]
    view = page.post("/api/table/correct-state", {"state": state}).get_json()["view"]
    assert view["turn"]["symbols"][0]["symbol"] == "circle"


def test_a_past_turn_is_corrected(table: Parts) -> None:
    play(table, FIRST_TURN[:-1])
    page = Page(table)
    match = table.desk.table().match_id
    tried = page.post(f"/api/matches/{match}/try", {"turn": 1, "words": FIRST_TURN[:-1]}).get_json()
    assert "R16" in tried["fault"]["de"]
    assert FIRST_TURN[-1] in tried["legal"]
    view = page.post("/api/table/correct-turn", {"turn": 1, "words": FIRST_TURN}).get_json()["view"]
    assert view["history"][0]["legal"] is True
    assert view["history"][0]["human"] is True


def test_a_winning_step_ends_the_match(parts: Parts) -> None:
    parts.desk.open(PLAYERS, start=near_won())
    page = Page(parts)
    for word in ("Nn", "Ee", "rS5@NE"):
        view = page.post("/api/table/act", {"word": word}).get_json()["view"]
    assert (view["winners"], view["how"], view["verdict"]["kind"]) == ("r", "goal", "win")
    said = view["verdict"]["text"]
    assert said["en"] == "Red brings its fifth pawn home on the south path. Red wins."
    assert said["de"].startswith("Rot bringt die fünfte Figur")
    assert said["de"].endswith("Rot gewinnt.")
    assert said["fr"].startswith("Rouge amène son cinquième pion")
    assert said["fr"].endswith("Rouge gagne.")
    assert said["it"].startswith("Rosso porta la quinta pedina")
    assert said["it"].endswith("Rosso vince.")
    assert page.post("/api/table/act", {"word": "Nn"}).status_code == 409


@pytest.mark.parametrize(("stack", "needed"), [("r", []), ("yr", []), ("rr", ["rS5.0@NE", "rS5.1@NE"])])
def test_a_height_is_needed_only_among_several_pawns_of_a_colour(parts: Parts, stack: str, needed: list[str]) -> None:
    table = near_won().to_json()
    table["paths"]["S"][4] = stack
    table["start"] = table["start"].replace("y", "", stack.count("y"))
    table["goal"]["N"] = "r" * (5 - stack.count("r"))
    match = parts.desk.open(PLAYERS, start=State.from_json(table))
    view = play(parts, ("Nn", "Ee"), end=False)
    assert view["turn"]["several"] == needed
    word = f"rS5.{stack.rindex('r')}@NE"
    assert parts.desk.table().act(word).result(5)["turn"]["several"] == needed[1:]
    if not parts.desk.table().match.over:
        parts.desk.table().done().result(5)
    page = Page(parts)
    assert page.get(f"/api/matches/{match}").get_json()["replay"]["turns"][0]["several"] == needed[1:]
    tried = page.post(f"/api/matches/{match}/try", {"turn": 1, "words": ["Nn", "Ee"]}).get_json()
    assert tried["several"] == needed


def test_stopping_clears_the_table_and_keeps_the_match(page: Page, table: Parts) -> None:
    match = table.desk.table().match_id
    assert page.post("/api/table/stop").get_json() == {"ok": True}
    assert page.get("/api/table/view").status_code == 409
    assert (
        page.get("/api/matches").get_json()["matches"][0] | {"how": "stopped", "id": match}
        == (page.get("/api/matches").get_json()["matches"][0])
    )


def test_without_a_camera_there_is_no_picture(page: Page) -> None:
    assert page.get("/api/table/camera.jpg").status_code == 204


def test_evidence_comes_from_the_record_and_from_nowhere_else(page: Page, table: Parts) -> None:
    table.store.append(table.desk.table().match_id, [], [Picture("p1", "before", 0.0, b"\xff\xd8jpeg")])
    assert page.get("/api/pictures/p1").data == b"\xff\xd8jpeg"
    for name in ("p2", "..%2f..%2fetc%2fpasswd", "%00", "../../etc/passwd"):
        assert page.get(f"/api/pictures/{name}").status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("act", {}, 400),
        ("act", {"word": 3}, 400),
        ("act", [], 400),
        ("act", {"word": "XX"}, 400),
        ("answer", {"question": "q", "k": "1"}, 400),
        ("answer", {"question": "q", "k": 0}, 409),
        ("offer", {"verdict": "1", "offer": "x"}, 409),
        ("pause", {"on": 1}, 400),
        ("correct-state", {"state": {"cubes": 1}}, 400),
        ("correct-turn", {"turn": True, "words": []}, 400),
        ("correct-turn", {"turn": 1, "words": [1]}, 400),
        ("correct-turn", {"turn": 9, "words": []}, 400),
        ("done", {"about": 3}, 400),
        ("adopt", {}, 409),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(page: Page, path: str, body: object, status: int) -> None:
    answer = page.post(f"/api/table/{path}", body)
    assert answer.status_code == status
    assert isinstance(answer.get_json()["error"], str)
