"""What is told at a camera table stays long enough to be read and no longer; a question is not asked for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.icecult.words.texts import in_all
from tests.webui.igluiglu.test_watch import fresh, glimpse
from tests.webui.referee.watched import Watched
from vision.eye import Glance
from vision.igluiglu.sim.play.script import script
from webui.record import events as ev
from webui.record.fold import apply
from webui.record.folding.waiting import READ_S


def test_a_fault_that_the_next_turn_has_shown_can_be_read_and_then_goes() -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.do("Ss")
    table.do("Ww", seconds=2.0)
    assert table.told() == [(1, "missed-arrow")]
    match = table.referee.match
    assert (match.number, match.actions) == (2, ("Ss", "Ww"))
    assert [told.id for told in match.waiting] == ["1.missed-arrow"], "nobody could have read it before"
    table.rest(READ_S - 4)
    assert table.referee.match.waiting
    table.rest(4)
    assert table.referee.match.waiting == ()
    table.start()
    assert table.referee.match.waiting == (), "so it is on record too"


def test_a_fault_that_was_read_goes_with_the_first_tilt() -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.take(table.referee.done())
    table.rest(READ_S + 1)
    assert [told.rule for told in table.referee.match.waiting] == ["missed-arrow"], "nothing was played since"
    table.do("Ss")
    assert table.referee.match.waiting == ()


def test_the_second_game_s_faults_go_the_same_way() -> None:
    played, clock = script(4, 6, "rygb", 3, 2), [0.0]
    referee = fresh(played.players, played.known, lambda: clock[0])
    for number, state in enumerate((played.start, *(turn.after for turn in played.turns))):
        for k in range(60):
            clock[0] = number * 15 + k * 0.2
            referee.glance(Glance(clock[0], "rest", number, number * 15.0, glimpse(state)))
            begun = referee.match.number - (not referee.match.actions)
            old = [each for each in referee.match.waiting if each.turn < begun and clock[0] - each.at > READ_S]
            assert not old, "the next turn has begun, or is even over"
    assert [turn.number for turn in referee.match.turns if turn.legal is False], "somebody broke a rule"


@pytest.mark.parametrize(("ended_at", "stays"), [(2.0, True), (2.0 + READ_S, False), (0.5, False)])
def test_a_question_nobody_answers_goes_when_the_next_turn_is_over(ended_at: float, stays: bool) -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.take(table.referee.done())
    match = table.referee.match
    asked = apply(match, ev.Asked(1.0, "1.?", 1, in_all("open.several"), ({"turn": ["Nn"], "text": {}},)))
    after = replace(match.state, to_move="r").to_json()
    ended = apply(asked, ev.TurnEnded(ended_at, 2, "y", ("Ss", "Ww"), after, {"legal": True}, 0.0, 0.0, "camera"))
    assert (ended.question is not None) is stays
    assert apply(asked, ev.Finished(2.0, "r", "goal")).question is None
