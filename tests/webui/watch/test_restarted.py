"""A table begun anew from its record shows what the running one shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.icecult.cube import UNKNOWN_SET
from tests.webui.referee.watched import Watched
from vision.icecult.belief.conclusions import Conclusions
from webui.record import events as ev
from webui.referee.news import News
from webui.referee.view import Looking, table_view
from webui.watch.watching import Watch

ONLY_RUNNING = ("eye", "seen")


def shown(table: Watched) -> dict[str, Any]:
    """The view without what only a running table has."""
    view = table_view(table.match_id, table.referee, Looking())
    return {key: value for key, value in view.items() if key not in ONLY_RUNNING}


def ended_by_hand(*seen: tuple[str, str]) -> Watched:
    """A table after turns with these tilts that the camera saw, and one of which it saw the first tilt only."""
    table = Watched()
    for tilts in seen:
        table.finish(*tilts)
    table.do("Sn")
    table.take(table.referee.act("Ee"))
    table.take(table.referee.done())
    assert [turn.source for turn in table.referee.match.turns] == ["camera"] * len(seen) + ["hand"]
    return table


@pytest.mark.parametrize("seen", [[("Nn", "Ee")], [("Nn", "Ee"), ("Nn", "Nn")]], ids=["last", "earlier"])
def test_a_correction_keeps_a_later_turn_that_was_told_by_hand(seen: list[tuple[str, str]]) -> None:
    table = ended_by_hand(*seen)
    table.take(table.referee.correct_turn(1, table.referee.match.turns[0].actions))
    assert table.referee.match.turns[-1].actions == ("Sn", "Ee")
    before = shown(table)
    table.start()
    assert shown(table) == before


def test_a_correction_keeps_what_a_human_said_of_a_later_turn() -> None:
    table = Watched()
    for tilts in (("Nn", "Ee"), ("Nn", "Nn"), ("Ee", "Ee")):
        table.finish(*tilts)
    table.take(table.referee.correct_turn(2, ("Nn", "Ss")))
    table.take(table.referee.correct_turn(1, table.referee.match.turns[0].actions))
    assert table.referee.match.turns[1].actions == ("Nn", "Ss")
    before = shown(table)
    table.start()
    assert shown(table) == before


def test_the_same_is_shown_after_a_correction_that_leaves_a_turn_in_progress() -> None:
    table = Watched()
    for tilts in (("Nn", "Ee"), ("Nn", "Nn")):
        table.finish(*tilts)
    table.do("Sn")
    table.take(table.referee.correct_turn(1, table.referee.match.turns[0].actions))
    before = shown(table)
    assert before["turn"]["tilts"] == before["turn"]["actions"] == ["Sn"]
    table.start()
    assert shown(table) == before


def believed(table: Watched) -> list[Any]:
    """Every history that may be true."""
    watch = table.referee.watcher
    assert isinstance(watch, Watch)
    assert isinstance(watch.belief, Conclusions)
    return [(each.number, each.state, each.breaches, each.turn.cube_set) for each in watch.belief.tracker.histories]


def test_views_after_a_correction_are_judged_again_though_it_left_no_later_turn() -> None:
    table = Watched()
    for tilts in (("Nn", "Ee"), ("Nn", "Nn")):
        table.finish(*tilts)
    table.do("Sn")
    first, second = table.referee.match.turns
    table.take(News((ev.TurnsRevised(table.at_s, 1, (first.to_record(),)),)))
    table.start()
    assert table.referee.match.turns[1:] == (), "the second turn is open again"
    assert believed(table)[0][0] == second.number + 1, "but what the camera saw of it is not forgotten"


@pytest.mark.slow
def test_the_same_is_believed_while_the_set_is_being_learned() -> None:
    table = Watched(cube_set=UNKNOWN_SET)
    for word in ("Sn", "Nn", "rS0@NW", "rE0@SE"):
        table.do(word)
    table.do("Nn", seconds=1.2)
    assert table.referee.match.equipment != UNKNOWN_SET
    before = believed(table)
    table.start()
    assert believed(table) == before
