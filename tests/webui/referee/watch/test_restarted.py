"""A table begun anew from its record shows what the running one shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.icecult.cube import UNKNOWN_SET
from tests.webui.referee.watched import Watched
from webui.icecult.watch.watching import Watch
from webui.present.view import Looking, table_view

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
def test_the_same_is_shown_after_a_correction_that_leaves_a_turn_in_progress(seen: list[tuple[str, str]]) -> None:
    table = ended_by_hand(*seen)
    table.take(table.referee.correct_turn(1, table.referee.match.turns[0].actions))
    assert len(table.referee.match.turns) == len(seen), "of the last turn the camera has seen one tilt only"
    before = shown(table)
    assert before["turn"]["tilts"] == before["turn"]["actions"] == ["Sn"]
    table.start()
    assert shown(table) == before


def believed(table: Watched) -> list[Any]:
    """Every history that may be true."""
    watch = table.referee._watch
    assert isinstance(watch, Watch)
    return [(each.number, each.state, each.breaches, each.turn.cube_set) for each in watch.tracker.histories]


def test_the_same_is_believed_while_the_set_is_being_learned() -> None:
    table = Watched(cube_set=UNKNOWN_SET)
    for word in ("Sn", "Nn", "rS0@NW", "rE0@SE"):
        table.do(word)
    table.do("Nn", seconds=1.2)
    assert table.referee.match.equipment != UNKNOWN_SET
    before = believed(table)
    table.start()
    assert believed(table) == before
