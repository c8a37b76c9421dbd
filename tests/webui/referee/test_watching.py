"""What the running referee says: stories at a watched table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import IcekeeperError
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from engine.icecult.cube import UNKNOWN_SET
from engine.icecult.moves import parse_action, perform
from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched, lawful
from webui.play.watcher import Patience
from webui.present.sheet import log_text, score_sheet
from webui.record import events as ev


def test_two_lawful_turns_are_logged_as_played() -> None:
    table = Watched()
    first = table.finish("Nn", "Ee")
    second = table.finish("Ss", "Ww")
    table.take(table.referee.film_over())
    turns = table.referee.match.turns
    assert [list(t.actions) for t in turns] == [first, second]
    assert [t.player for t in turns] == ["r", "y"]
    assert all(t.legal for t in turns)
    assert table.told() == []
    assert table.referee.match.how == "stopped"
    assert replay(MatchLog.parse(log_text(table.referee.match)), GAMES).turns == 2


def test_nothing_is_said_while_a_hand_is_in_view() -> None:
    table = Watched()
    count = len(table.events)
    table.state = lawful("r", table.state, "Nn", "Ee").state
    table.hand()
    assert len(table.events) == count


@pytest.mark.parametrize("rested", [True, False])
def test_a_film_that_ends_under_a_hand_accuses_nobody(rested: bool) -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.hand()
    if rested:
        table.rest()
    table.take(table.referee.film_over())
    assert bool(table.referee.match.turns) == rested
    assert table.told() == ([(1, "missed-arrow")] if rested else [])


def test_a_missed_arrow_is_told_when_the_next_player_goes_on() -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.do("Ss")
    assert table.told() == []
    table.do("Ss")
    assert table.told() == [(1, "missed-arrow")]
    told = next(e for e in table.events if isinstance(e, ev.Told))
    assert set(told.text) == {"en", "de", "fr", "it"}
    assert "play-it-now" in told.offers
    turn = table.referee.match.turns[0]
    assert turn.verdict["rule"] == "missed-arrow"
    assert turn.verdict["owed"]


def test_a_breach_is_told_once_it_has_stood() -> None:
    table = Watched()
    turn = lawful("r", table.state, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    colour = next(c for c in "rygb" if c not in {top.colour for top in turn.tops if top})
    table.do(f"{colour}W0@NW", seconds=0.5)
    assert table.told() == []
    table.rest(1.0)
    assert table.told() == [(1, "pawn-unearned")]


def test_a_player_who_puts_it_right_soon_is_not_accused() -> None:
    table = Watched()
    turn = lawful("r", table.state, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    right = table.state
    colour = next(c for c in "rygb" if c not in {top.colour for top in turn.tops if top})
    table.do(f"{colour}W0@NW", seconds=0.5)
    table.put(right)
    table.do("Ss")
    table.do("Ss")
    assert table.told() == []
    assert table.referee.match.turns[0].legal


def test_one_misread_picture_is_no_event() -> None:
    table = Watched()
    wrong = observe(table.state)
    wrong["paths"]["E"][1] = "g"
    table.hand()
    table.rest(0.2, wrong)
    table.rest(0.5)
    table.hand()
    table.rest(0.5)
    assert table.told() == []
    assert table.referee.match.state.paths == table.state.paths


def test_the_table_differs_and_fits_again() -> None:
    table = Watched()
    right = table.state
    away = replace(right, start=right.start[1:], paths=(("", "", "r", "", ""), *right.paths[1:]))
    table.put(away, seconds=1.5)
    assert table.referee.match.differs or table.told()
    table.put(right, seconds=0.5)
    assert table.referee.match.differs == ()
    assert table.referee.match.state.paths == right.paths


def test_the_table_can_be_adopted_as_it_is() -> None:
    table = Watched()
    away = replace(table.state, start=table.state.start[1:], paths=(("", "", "r", "", ""), *table.state.paths[1:]))
    table.put(away, seconds=1.5)
    table.take(table.referee.adopt())
    assert table.referee.match.state.paths == away.paths
    table.finish("Nn", "Ee")
    assert any(isinstance(e, ev.Adopted) for e in table.events)


def test_a_turn_is_taken_back_by_agreement() -> None:
    table = Watched()
    before = table.state
    table.finish("Nn", "Ee")
    table.do("Ss")
    assert len(table.referee.match.turns) == 1
    table.take(table.referee.take_back())
    table.take(table.referee.take_back())
    assert not table.referee.match.turns
    table.put(before)
    words = table.finish("Ww", "Nn")
    table.take(table.referee.film_over())
    assert list(table.referee.match.turns[0].actions) == words
    assert table.told() == []


def test_done_ends_the_turn() -> None:
    table = Watched()
    table.finish("Nn", "Ee")
    table.take(table.referee.done())
    assert len(table.referee.match.turns) == 1
    assert table.referee.match.player == "y"


def test_a_finished_turn_can_end_by_resting() -> None:
    table = Watched(patience=Patience(rest_ends_s=1.0))
    turn = lawful("r", table.state, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions), seconds=2.0)
    free = any(symbol.status == "unused" for symbol in turn.symbols())
    assert len(table.referee.match.turns) == (0 if free else 1)


def test_unknown_faces_are_learned_and_tilts_reported_as_unchecked() -> None:
    table = Watched(cube_set=UNKNOWN_SET)
    table.finish("Nn", "Ee")
    table.do("Ss")
    turn = table.referee.match.turns[0]
    assert turn.verdict["unchecked"] == ["tilts"]
    assert any(isinstance(e, ev.Learned) for e in table.events)
    assert table.told() == []


def test_a_referee_started_again_goes_on_where_it_was() -> None:
    table, calm = Watched(), Watched()
    for one in (table, calm):
        one.finish("Nn", "Ee")
        one.do("Ss")
    table.start()
    assert table.referee.match == calm.referee.match
    for one in (table, calm):
        one.do("Ww")
        one.take(one.referee.film_over())
    assert [t.to_log() for t in table.referee.match.turns] == [t.to_log() for t in calm.referee.match.turns]


def test_a_corrected_turn_is_judged_again_from_what_was_seen() -> None:
    table = Watched()
    first = table.finish("Nn", "Ee")
    table.finish("Ss", "Ww")
    table.do("Nn")
    assert len(table.referee.match.turns) == 2
    table.take(table.referee.correct_turn(1, tuple(first)))
    turns = table.referee.match.turns
    assert turns[0].human
    assert turns[1].legal
    assert list(turns[0].actions) == first
    assert table.referee.match.log()[1]["human"] is True


def test_what_makes_no_sense_is_refused() -> None:
    table = Watched()
    with pytest.raises(IcekeeperError, match="nothing to take back"):
        table.referee.take_back()
    with pytest.raises(IcekeeperError, match="does not offer"):
        table.referee.offer("1.x", "play-on")


def test_a_pawn_that_is_seen_no_more_is_noted_and_nobody_is_blamed() -> None:
    table = Watched()
    table.do("Nn")
    table.do("Ee")
    table.hand()
    table.rest(1.5, observe(table.state) | {"start": table.state.start.replace("y", "", 1)})
    notes = [e for e in table.events if isinstance(e, ev.Told)]
    assert [(e.about, e.rule) for e in notes] == [("note", "pawn-missing")]
    assert notes[0].text["en"] == "Yellow pawns: only 4 of 5 are in sight. Is one missing, or hidden?"
    table.hand()
    table.rest(1.5)
    assert table.told() == []
    assert len([e for e in table.events if isinstance(e, ev.Told)]) == 1


@pytest.mark.parametrize("sure", [True, False])
def test_a_plain_picture_is_believed_at_once_and_a_doubtful_one_with_the_next(sure: bool) -> None:
    table = Watched()
    table.state = perform(table.state, parse_action("Nn"))
    table.hand()
    seen = observe(table.state)
    seen["confidences"]["W5"] = 0.999 if sure else 0.9
    table.rest(0.0, seen, least=1)
    assert table.referee.match.actions == (("Nn",) if sure else ())
    table.rest(0.0, seen, least=1)
    assert table.referee.match.actions == ("Nn",)


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_was_told_and_put_right_stays_on_record(interrupted: bool) -> None:
    table = Watched()
    turn = lawful("r", table.state, "Nn", "Ee")
    for action in turn.actions:
        table.do(str(action))
    right = table.state
    colour = next(c for c in "rygb" if c not in {top.colour for top in turn.tops if top})
    table.do(f"{colour}W0@NW", seconds=1.5)
    if interrupted:
        table.start()
    table.put(right)
    table.do("Ss")
    table.do("Ss")
    ended = table.referee.match.turns[0]
    assert ended.legal is True
    assert ended.verdict["put_right"] == ["pawn-unearned"]
    assert "told and put right: pawn without arrow" in score_sheet(table.referee.match)
