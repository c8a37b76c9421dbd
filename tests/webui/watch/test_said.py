"""Nothing is told twice, and what was told and put right is remembered."""

from __future__ import annotations

from engine.icecult.words.texts import in_all
from webui.record import events as ev
from webui.watch.ruling import Ruling
from webui.watch.said import Said

BROKEN = Ruling({"legal": False, "rule": "early-move"}, "early-move", in_all("note.legal"))
LAWFUL = Ruling({"legal": True})


def test_a_fault_of_a_turn_that_goes_on_is_told_once() -> None:
    said = Said({"pawn-missing", "pawn-extra"}, in_all("note.legal"))
    first = said.fault_in_progress(3, BROKEN, 1.0)
    assert [(e.id, e.about) for e in first if isinstance(e, ev.Told)] == [("3.early-move", "fault")]
    assert said.fault_in_progress(3, BROKEN, 2.0) == []
    assert said.ruling_while_it_went_on(3) == BROKEN
    assert said.ruling_while_it_went_on(4) is None
    assert said.fault_in_progress(3, LAWFUL, 2.0) == []


def test_what_was_put_right_is_written_with_a_lawful_verdict_only() -> None:
    said = Said({"pawn-missing", "pawn-extra"}, in_all("note.legal"))
    said.fault(3, BROKEN, 1.0)
    assert said.put_right(3, LAWFUL) == {"put_right": ["early-move"]}
    assert said.put_right(3, BROKEN) == {}
    assert said.put_right(4, LAWFUL) == {}


def test_a_note_is_told_once_and_never_after_a_fault() -> None:
    said = Said({"pawn-missing", "pawn-extra"}, in_all("note.legal"))
    said.fault(3, BROKEN, 1.0)
    assert said.note(3, "early-move", {}, 1.0) == []
    assert len(said.note(3, "pawn-extra", {}, 1.0)) == 1
    assert said.note(3, "pawn-extra", {}, 1.0) == []
    assert "pawn-extra" in said.noted(3)
    assert not said.is_fault(3, "pawn-extra")


def test_what_is_on_record_is_remembered_as_told() -> None:
    said = Said({"pawn-missing", "pawn-extra"}, in_all("note.legal"))
    said.again(ev.Told(0.0, "1.pawn-extra", 1, "note", "pawn-extra", {}))
    said.again(ev.Told(0.0, "2.relocated", 2, "note", "relocated", {}))
    said.again(ev.Told(0.0, "3.early-move", 3, "fault", "early-move", {}))
    assert (said.any_fault(1), said.any_fault(2), said.any_fault(3)) == (False, True, True)
    assert said.noted(1) == {"pawn-extra"}
