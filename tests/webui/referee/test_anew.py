"""The table set up anew while a match is on it: a new match is asked for, and nothing is ruled about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.icecult.state import State
from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched
from vision.icecult.observation import Observation
from vision.icecult.read.observer import Observer
from vision.icecult.sim.play.source import SimSource
from webui.icecult.beginning import set_up
from webui.icecult.demo import demo_film
from webui.referee.seeing.anew import HELD_S

TURNS = (("Nn", "Ee"), ("Ww", "Ss"), ("Nn", "Ww"))


def under_way() -> Watched:
    """A match in which some pawns have come out."""
    table = Watched()
    for tilts in TURNS:
        table.finish(*tilts)
        table.take(table.referee.done())
    assert len(table.state.start) < 18
    return table


def partly(seen: dict[str, Any], *places: str) -> Observation:
    """The same with spaces out of sight."""
    for place in places:
        seen["paths"][place[0]][int(place[1]) - 1] = None
    return Observation.from_json(seen)


def test_a_set_up_that_stands_is_asked_about_and_no_fault_is_told() -> None:
    table = under_way()
    faults, turns = table.told(), len(table.referee.match.turns)
    table.put(State.setup("r"), HELD_S - 1.0)
    assert not table.referee.anew.asks
    table.rest(2.0)
    assert table.referee.anew.asks
    assert (table.told(), len(table.referee.match.turns)) == (faults, turns)


def test_whoever_says_no_is_not_asked_again_until_something_else_is_seen() -> None:
    table = under_way()
    table.take(table.referee.finish("stopped"))
    played = table.state
    table.put(State.setup("r"), HELD_S + 1.0)
    table.take(table.referee.not_anew())
    table.rest(0.4)
    assert not table.referee.anew.asks
    table.put(played)
    table.put(State.setup("r"), HELD_S + 1.0)
    assert table.referee.anew.asks


def test_a_match_that_stands_like_its_own_beginning_goes_on() -> None:
    table = Watched()
    table.rest(HELD_S + 2.0)
    assert not table.referee.anew.asks


def test_after_the_end_the_set_up_is_asked_about_too() -> None:
    table = under_way()
    table.take(table.referee.finish("stopped"))
    table.put(State.setup("r"), HELD_S + 1.0)
    assert table.referee.anew.asks
    table.hand()
    table.put(table.state, 0.4)
    assert table.referee.anew.asks


def test_a_set_up_is_seen_through_a_few_hidden_places_but_not_guessed() -> None:
    fresh = State.setup("r")
    assert set_up(partly(observe(fresh), "N1", "N2"))
    assert not set_up(partly(observe(fresh), "N1", "N2", "N3", "N4"))
    assert not set_up(Observation.from_json(observe(under_way().state)))


@pytest.mark.slow
def test_the_set_up_of_the_virtual_table_is_recognised_in_its_picture() -> None:
    film = demo_film()
    fresh = SimSource(replace(film.script, start=State.setup("r").to_json()))
    eye = Observer(fresh.profile())
    assert set_up(eye.read(next(fresh.frames()).bgr))
    assert not set_up(eye.read(next(film.frames()).bgr))
