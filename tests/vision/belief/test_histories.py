"""Going back to earlier points of a history: what it costs, and how far it reaches."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.histories import (
    History,
    PassedView,
    PastTurn,
    ancestors,
    back_price,
    trimmed,
)
from vision.icecult.belief.explainer import CultExplainer
from vision.icecult.belief.explaining.points import Closed
from vision.icecult.belief.prices import STANDARD

UNDONE = CultExplainer(STANDARD).back_price
BEGUN = IceCult(players="ry").begin(State.setup("r"))


def _played(*words: str) -> TurnInProgress:
    turn = BEGUN.play_words(list(words))
    assert isinstance(turn, TurnInProgress)
    return turn


def _chain(*turns: TurnInProgress) -> History[TurnInProgress]:
    """A history that was seen in all these states."""
    history = History(BEGUN)
    for turn in turns:
        history = History(turn, cost=history.cost + 2.0, parent=history)
    return history


def _next_turn(history: History[TurnInProgress], turn: TurnInProgress) -> History[TurnInProgress]:
    past = PastTurn(Closed(history.turn, ()), history.number, 0.0, 0.0, history.past)
    return History(turn, cost=history.cost, past=past, parent=history)


def test_every_view_passed_over_has_its_price() -> None:
    history = _chain(_played("Nn"), _played("Nn", "Ee"))
    found = list(ancestors([history]))
    one = STANDARD.back + STANDARD.back_change
    assert [found[0].cost, found[1].cost] == [2.0 + one, one + STANDARD.back_change + 1]
    assert [len(passed.turn.tilts) for passed in found[1].back] == [2, 1]


def test_what_is_settled_is_not_gone_back_to() -> None:
    history = _next_turn(_chain(_played("Nn"), _played("Nn", "Ee")), _played("Ss"))
    assert [at.number for at in ancestors([history])] == [1, 1, 1]
    assert list(ancestors([history], settled=1)) == []


def test_what_was_passed_over_once_stays_so() -> None:
    first = _chain(_played("Nn", "Ee"))
    back = next(iter(ancestors([first])))
    again = History(_played("Nn", "Ww"), cost=back.cost, parent=trimmed(back, 8))
    twice = next(iter(ancestors([again])))
    assert twice.cost == back.cost + STANDARD.back + STANDARD.back_change
    assert twice.back == (PassedView(1, again.turn), PassedView(1, first.turn))


def test_tilts_are_not_taken_back_after_both_were_made() -> None:
    seen = _chain(_played("Nn", "Ee"))
    back = next(iter(ancestors([seen])))
    assert back_price(back, _played("Nn", "Ww"), 1, UNDONE) == STANDARD.back_tilts
    assert back_price(back, _played("Nn", "Ee"), 1, UNDONE) == 0.0
    one = next(iter(ancestors([_chain(_played("Nn"))])))
    assert back_price(one, _played("Ww"), 1, UNDONE) == 0.0
    assert back_price(replace(back, back=()), _played("Nn", "Ww"), 1, UNDONE) == 0.0


def test_nobody_puts_a_table_right_and_the_next_one_plays_at_once() -> None:
    back = next(iter(ancestors([_chain(_played("Nn", "Ee"))])))
    assert back_price(back, _played("Ss"), 2, UNDONE) == STANDARD.back_over
