"""Plays for other programs: what BG Stats takes, and a table that no spreadsheet reckons with."""

from __future__ import annotations

import csv
import io
import json

from tests.coach.matches import iglu
from tests.webui.making import PLAYERS, Page, near_won, parts_for, play
from webui.present.plays import COLUMNS, bgstats_json, csv_text
from webui.record.fold import fold
from webui.record.importing import import_log


def test_a_play_tells_who_when_how_long_and_who_won() -> None:
    parts = parts_for(None)
    page = Page(parts)
    match_id = parts.desk.open(PLAYERS, name="Saturday", start=near_won())
    play(parts, ("Nn", "Ee", "rS5@NE"), end=False)
    answer = page.get(f"/api/matches/{match_id}/bgstats")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="icekeeper-{match_id}.bgsplay"'
    told = json.loads(answer.data)
    assert told["game"] == {"name": "ICE CULT", "sourceGameId": "ice-cult", "highestWins": True, "noPoints": True}
    assert [(p["name"], p["winner"], p["startPlayer"]) for p in told["players"]] == [
        ("Ada", True, True), ("Bela", False, False), ("Chiara", False, False),
    ]  # fmt: skip
    assert (told["sourcePlayId"], told["comments"]) == (match_id, "Saturday")
    assert told["playDate"][:2] == "20"
    parts.desk.clear()
    parts.store.close()


def test_points_are_told_where_the_game_counts_any() -> None:
    parts = parts_for(None)
    match_id = import_log(parts.store, iglu(3, 2))
    match = fold(parts.store.events(match_id))
    told = bgstats_json(match_id, match)
    assert told["game"]["noPoints"] is not bool(match.winners)
    assert all(("score" in player) is bool(match.winners) for player in told["players"])
    parts.store.close()


def test_the_table_has_a_row_for_each_player_and_none_of_a_demo() -> None:
    parts = parts_for(None)
    page = Page(parts)
    parts.desk.open([{"name": "=HYPERLINK(1)", "colour": "r"}, {"name": 'Bela, "the" second', "colour": "y"}])
    parts.desk.open(PLAYERS, simulated=True)
    text = page.get("/api/matches/plays.csv").data.decode()
    head, *rows = list(csv.reader(io.StringIO(text)))
    assert tuple(head) == COLUMNS
    assert [row[COLUMNS.index("player")] for row in rows] == ["'=HYPERLINK(1)", 'Bela, "the" second']
    assert [row[COLUMNS.index("seat")] for row in rows] == ["1", "2"]
    parts.desk.clear()
    parts.store.close()


def test_a_winner_and_points_are_in_the_table() -> None:
    line = {"id": "m", "at": 0.0, "game": "iglu", "name": "x", "seconds": 130.0, "turns": 9, "how": "stuck",
            "players": PLAYERS[:2], "winners": "y", "simulated": False, "points": {"r": 12, "y": 17.5}}  # fmt: skip
    _, ada, bela = list(csv.reader(io.StringIO(csv_text([line]))))
    assert (ada[-2:], bela[-2:], ada[4]) == (["0", "12"], ["1", "17.5"], "2")
