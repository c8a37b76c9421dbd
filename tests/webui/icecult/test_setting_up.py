"""A match begins while the table is not set up: what has to be put back is shown, and nothing is judged meanwhile."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from engine.core.errors import IcekeeperError
from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe
from tests.webui.referee.watched import Watched
from vision.icecult.eye import table_eye
from vision.icecult.sim.play.source import SimSource
from webui.commands.camera.terminal import Terminal
from webui.icecult.commands.brought import BROUGHT
from webui.icecult.demo import demo_film
from webui.icecult.sentences import eye_words
from webui.record import events as ev
from webui.record.opening import create_match, seats
from webui.record.ready.history import History
from webui.record.store import Store
from webui.referee.referee import Referee
from webui.referee.view import Looking, table_view

LEFT = State.from_json(
    {
        "cubes": {"NW": "NU", "NE": "UN", "SE": "UN", "SW": "UN"},
        "paths": {"N": ["", "", "rg", "", ""], "E": [""] * 5, "S": [""] * 5, "W": [""] * 5},
        "start": "rrrryyyggggbbbbb",
        "goal": {"N": "", "E": "yy", "S": "", "W": ""},
        "to_move": "y",
    }
)
"""A table as the match before has left it."""
PLACES = ("NW", "N3", "goalE")


def shown(table: Watched) -> tuple[str, ...]:
    """What a page shows as still to be put back."""
    told = table_view("m", table.referee, Looking())["to_put_back"]
    return () if told is None else tuple(told["places"])


def test_what_is_left_of_the_match_before_is_shown_and_nobody_is_accused() -> None:
    table = Watched(lies=LEFT)
    table.rest(3.0)
    assert shown(table) == PLACES
    assert table_view("m", table.referee, Looking())["to_put_back"]["state"]["paths"]["N"][2] == "rg"
    assert table_view("m", table.referee, Looking())["eye"]["status"] == "not-set-up"
    table.put(replace(LEFT, paths=(("", "", "r", "", ""), *LEFT.paths[1:]), start="rrrryyygggggbbbbb"), seconds=2.0)
    assert shown(table) == PLACES
    assert table.events == []


def test_once_put_back_the_match_begins_with_the_right_player() -> None:
    table = Watched(lies=LEFT)
    table.put(State.setup("r"), seconds=1.5)
    assert shown(table) == ()
    first, second = table.finish("Nn", "Ee"), table.finish("Ss", "Ww")
    table.take(table.referee.film_over())
    turns = table.referee.match.turns
    assert [(turn.player, list(turn.actions), turn.legal) for turn in turns] == [
        ("r", first, True),
        ("y", second, True),
    ]
    assert table.told() == []
    assert turns[0].before == State.setup("r")


def test_it_may_begin_from_what_lies_there() -> None:
    table = Watched(lies=LEFT)
    table.take(table.referee.adopt())
    assert shown(table) == ()
    words = table.finish("Ss", "Ww")
    table.take(table.referee.film_over())
    header, line, _ = table.referee.match.log()
    assert header["start"] == State.setup("r").to_json()
    assert line["before"] == replace(LEFT, to_move="r").to_json()
    assert (line["player"], line["actions"], line["verdict"]["legal"]) == ("r", words, True)
    assert table.told() == []


def test_people_may_say_that_it_is_set_up_although_it_is_seen_otherwise() -> None:
    table = Watched(lies=LEFT)
    table.take(table.referee.adopt(set_up=True))
    assert shown(table) == ()
    assert table.referee.match.before == State.setup("r")
    assert [type(event) for event in table.events] == [ev.Adopted]


def test_no_turn_ends_before_the_table_is_set_up_or_taken() -> None:
    table = Watched(lies=LEFT)
    with pytest.raises(IcekeeperError, match="not set up yet"):
        table.referee.done()
    table.take(table.referee.film_over())
    assert not table.referee.match.turns


def test_a_restart_still_waits_and_one_in_the_first_turn_does_not() -> None:
    table = Watched(lies=LEFT)
    table.start()
    table.put(LEFT)
    assert shown(table) == PLACES
    table.put(State.setup("r"))
    table.start()
    table.do("Nn")
    assert shown(table) == ()
    assert table.referee.match.actions == ("Nn",)


def test_a_doubtful_reading_holds_nothing_up() -> None:
    table = Watched(lies=LEFT)
    seen = observe(State.setup("r"), noise=Noise(confidence=0.999))
    seen["paths"]["N"][2], seen["confidences"]["N3"] = "g", 0.6
    table.hand()
    table.rest(0.5, seen)
    assert shown(table) == ()


def test_the_terminal_says_once_what_has_to_be_put_back() -> None:
    out = io.StringIO()
    terminal = Terminal(BROUGHT, eye_words, out=out, language="de")
    for places in (PLACES, PLACES, (), ("N3",)):
        terminal.put_back(places)
    assert [line.rpartition(": ")[2] for line in out.getvalue().splitlines()] == ["NW, N3, das östliche Ziel", "N3"]


@pytest.mark.slow
def test_the_virtual_table_in_mid_game_is_not_taken_for_a_first_turn() -> None:
    film = demo_film()
    source, store = SimSource(film.script), Store.in_memory()
    match_id = create_match(store, seats(film.players), equipment=dict(film.cube_set), source="camera", at=0.0)
    referee = Referee.resumed(History(store, match_id), table_eye(film.profile(), dict(film.cube_set)))
    for frame in source.frames():
        assert referee.look(frame).events == ()
        if frame.taken_at_s > 1.4:
            break
    assert set(referee.to_put_back) == {"N1", "E3", "S4", "W1", "W4", "goalN", "goalE", "goalS", "goalW"}
    referee.adopt()
    assert referee.match.before.to_json() | {"start": ""} == {**film.script.start, "start": ""}
