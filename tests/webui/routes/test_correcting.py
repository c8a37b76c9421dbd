"""Correcting a past turn: what it still needs is named, and the turn in progress is kept as far as it still plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webui.igluiglu.making import ATTACK, joined, open_iglu, say
from tests.webui.making import FIRST_TURN, PLAYERS, Page, near_won, parts_for, play
from webui.parts import Parts
from webui.record.fold import fold


@pytest.fixture
def ice() -> Iterator[Parts]:
    made = parts_for(lan=True, joins_per_minute=60.0)
    open_iglu(made, ATTACK)
    yield made
    made.desk.clear()
    made.hub.close()
    made.store.close()


def notes(parts: Parts) -> list[str]:
    return [told["text"]["en"] for told in parts.desk.table().view()["waiting"] if told["kind"] == "note"]


def on_record(parts: Parts) -> bool:
    """Whether the match on record is the one on the table."""
    table = parts.desk.table()
    return fold(parts.store.events(table.match_id)) == table.match


@pytest.mark.parametrize(
    ("words", "owed", "possible"),
    [
        ([], {"wants": "melt", "who": "r"}, False),
        (["melt b6"], {"wants": "tile", "who": "r"}, False),
        (["melt b6", "keep"], {"wants": "act", "who": "r"}, False),
        (["melt b6", "keep", "done"], None, True),
        (["keep"], None, False),
    ],
)
def test_an_unfinished_turn_is_not_called_whole(
    words: list[str], owed: dict[str, str] | None, possible: bool, ice: Parts
) -> None:
    page, match = Page(ice), ice.desk.table().match_id
    say(page, "melt b6", "keep", "done")
    tried = page.post(f"/api/matches/{match}/try", {"turn": 1, "words": words}).get_json()
    assert (tried["owed"], tried["possible"]) == (owed, possible)
    status = page.post("/api/table/correct-turn", {"turn": 1, "words": words}).status_code
    assert (status == 200) is possible


def test_a_turn_that_missed_something_can_be_put_on_record(table: Parts) -> None:
    play(table, FIRST_TURN)
    page, match = Page(table), table.desk.table().match_id
    tried = page.post(f"/api/matches/{match}/try", {"turn": 1, "words": FIRST_TURN[:-1]}).get_json()
    assert tried["fault"] is not None
    assert (tried["owed"], tried["possible"]) == (None, True)


def test_the_turn_in_progress_goes_on_after_a_past_one_was_corrected(table: Parts) -> None:
    play(table, FIRST_TURN)
    play(table, ("Nn", "Ee"), end=False)
    words = [*FIRST_TURN[:3], FIRST_TURN[4], FIRST_TURN[3]]
    view = Page(table).post("/api/table/correct-turn", {"turn": 1, "words": words}).get_json()["view"]
    assert view["turn"]["actions"] == ["Nn", "Ee"]
    assert table.desk.table().match.turns[0].human
    assert notes(table) == []
    assert on_record(table)


def test_what_of_it_no_longer_plays_is_said(table: Parts) -> None:
    play(table, FIRST_TURN)
    tilts = ("Nn", "Nn")
    play(table, (*tilts, "yE1.0@SE"), end=False)
    view = Page(table).post("/api/table/correct-turn", {"turn": 1, "words": FIRST_TURN[:-1]}).get_json()["view"]
    assert view["turn"]["actions"] == list(tilts)
    assert any("can no longer be played" in note for note in notes(table))
    assert on_record(table)


def test_a_table_put_right_in_the_turn_in_progress_stays_so(table: Parts) -> None:
    play(table, FIRST_TURN)
    page = Page(table)
    state = page.get("/api/table/view").get_json()["state"]
    state["paths"]["N"][0], state["start"] = "b", state["start"].replace("b", "", 1)
    assert page.post("/api/table/correct-state", {"state": state}).status_code == 200
    words = [*FIRST_TURN[:3], FIRST_TURN[4], FIRST_TURN[3]]
    view = page.post("/api/table/correct-turn", {"turn": 1, "words": words}).get_json()["view"]
    assert view["state"] == state
    assert on_record(table)


def test_what_was_told_in_it_stays_told(ice: Parts) -> None:
    red, blue = joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21", "b")
    say(red, "melt b6", "keep", "done")
    melts = blue.get("/api/table/view").get_json()["turn"]["legal"][0]
    say(blue, melts, "keep harpoon")
    corrected = {"turn": 1, "words": ["melt b6", "reveal bear", "done"]}
    assert Page(ice).post("/api/table/correct-turn", corrected).status_code == 200
    view = blue.get("/api/table/view").get_json()
    assert view["turn"]["actions"] == [melts, "keep"]
    assert view["state"]["hands"]["b"] == ["?", "harpoon"]
    assert on_record(ice)


def test_a_correction_that_wins_ends_the_match(parts: Parts) -> None:
    parts.desk.open(PLAYERS, start=near_won())
    play(parts, ("Nn", "Ee"))
    play(parts, ("Ss",), end=False)
    view = Page(parts).post("/api/table/correct-turn", {"turn": 1, "words": ["Nn", "Ee", "rS5@NE"]}).get_json()["view"]
    assert view["winners"] == "r"
    assert view["turn"]["actions"] == []
