"""Pawns that are missing or too many: noted, with nobody to blame."""

from __future__ import annotations

from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched, lawful
from vision.icecult.belief.explaining.breaches import with_stacks
from webui.record import events as ev


def _notes(table: Watched) -> list[tuple[int, str]]:
    return table.told("note")


def test_a_sixth_pawn_of_a_colour_is_noted_once() -> None:
    table = Watched()
    table.do("Nn")
    table.hand()
    table.rest(4.5, observe(table.state) | {"extra": "b"})
    assert _notes(table) == [], "not yet: six are seldom true"
    table.rest(1.0, observe(table.state) | {"extra": "b"})
    table.hand()
    table.rest(6.0, observe(table.state) | {"extra": "b"})
    assert _notes(table) == [(1, "pawn-extra")]
    told = next(e for e in table.events if isinstance(e, ev.Told))
    assert told.text["en"].startswith("There is one blue pawn too many: 6 instead of 5.")
    assert table.told() == []


def _sixth_blue_on_north(space: int) -> Watched:
    """A lawful turn, then a sixth blue pawn on that space of the north path while the start is out of sight."""
    table = Watched()
    table.finish("Nn", "Ee")
    table.rest(1.5)
    table.hand()
    seen = observe(table.state) | {"extra": "b", "start": None}
    seen["hidden"].append("start")
    seen["paths"]["N"][space - 1] = "b"
    table.rest(2.5, seen)
    return table


def test_a_sixth_pawn_on_a_space_was_not_taken_from_a_start_out_of_sight() -> None:
    assert _sixth_blue_on_north(4).told() == [(1, "pawn-extra")]


def test_nobody_is_blamed_for_a_sixth_pawn_that_might_come_from_a_start_out_of_sight() -> None:
    table = _sixth_blue_on_north(1)
    assert table.told() == []
    assert _notes(table) == [], "six of a colour are told only where the start is in sight too"


def test_one_picture_with_a_sixth_pawn_is_no_news() -> None:
    table = Watched()
    table.do("Nn")
    table.hand()
    table.rest(0.0, observe(table.state) | {"extra": "b"}, least=1)
    table.rest(1.5)
    assert _notes(table) == []


def test_a_pawn_taken_for_another_colour_is_neither_missing_nor_too_many() -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.hand()
    confused = table.state.start.replace("g", "", 1) + "b"
    table.rest(1.5, observe(table.state) | {"extra": "b", "start": confused})
    assert _notes(table) == []


def test_a_pawn_that_seems_gone_from_its_space_is_noted_before_anyone_is_blamed() -> None:
    table = Watched()
    turn = lawful("r", table.state, "Nn", "Ee")
    for action in turn.actions:
        table.do(str(action))
    place = next(f"{path}1" for path, stacks in zip("NESW", turn.state.paths, strict=True) if len(stacks[0]) == 1)
    right = table.state
    seen = observe(with_stacks(right, {place: ""}))
    seen["confidences"][place] = 0.94
    table.hand()
    table.rest(1.5, seen)
    assert _notes(table) == [(1, "pawn-missing")]
    table.put(right)
    table.finish("Ss", "Ww")
    assert table.told() == []
    assert table.referee.match.turns[0].legal is True


def test_a_pawn_that_went_elsewhere_is_not_missing() -> None:
    table = Watched()
    table.finish("Nn", "Ee")
    table.do("Ss")
    table.rest(1.5)
    assert _notes(table) == []
