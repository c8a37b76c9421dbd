"""A gap in sight is said, and what follows from it is asked, not ruled; so is a turn whose cubes nobody could read."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.icecult.board import PATHS, SLOTS
from engine.icecult.moves import parse_action, perform
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe
from tests.webui.referee.watched import Watched, lawful
from vision.eye import Glance
from vision.icecult.belief.conclusions import Begun, Conclusions
from vision.icecult.belief.explaining.breaches import with_stacks
from vision.icecult.observation import Observation
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.referee.view import Looking, table_view


def lose_sight(table: Watched, seconds: float) -> None:
    """No picture comes for so long."""
    table.at_s += seconds
    table.hand()


def cover(table: Watched, seconds: float) -> None:
    """Something is over the table for so long."""
    for _ in range(round(seconds)):
        table.at_s += 1.0
        table.take(table.referee.glance(Glance(table.at_s, "hand")))
    table.hand()


@pytest.mark.parametrize("blind", [lose_sight, cover])
def test_a_gap_is_said_once_and_a_short_one_is_none(blind: Callable[[Watched, float], None]) -> None:
    table = Watched()
    table.do("Nn")
    blind(table, 8.0)
    table.rest(1.0)
    assert table.told("note") == []
    blind(table, 12.0)
    table.rest(2.0)
    assert table.told("note") == [(1, "unseen")]
    told = next(e for e in table.events if isinstance(e, ev.Told))
    assert told.text["en"].startswith("I did not see the table for 1")
    assert set(told.text) == {"en", "de", "fr", "it"}


def unearned(table: Watched) -> None:
    """A pawn stands where no symbol has allowed it, and the turn is called done."""
    table.rest(1.5, observe(with_stacks(table.state, {"W1": "b"})))
    table.take(table.referee.done())


@pytest.mark.parametrize("gap_s", [0.0, 12.0])
@pytest.mark.parametrize("interrupted", [False, True])
def test_what_may_have_happened_unseen_is_asked(gap_s: float, interrupted: bool) -> None:
    table = Watched()
    table.do("Nn")
    lose_sight(table, gap_s)
    table.rest(1.0)
    if interrupted:
        table.start()
    table.do("Ee")
    unearned(table)
    last = table.referee.match.turns[-1]
    asked = [e for e in table.events if isinstance(e, ev.Asked)]
    if gap_s:
        assert (last.legal, len(asked), table.told()) == (None, 1, [])
    else:
        assert (last.legal, len(asked)) == (False, 0)


def play_on(table: Watched, *tilts: str, seen: Callable[[State], dict[str, Any]]) -> None:
    """A lawful turn, of which the camera makes this: one picture after each action."""
    turn = lawful(table.state.to_move, table.state, *tilts)
    for action in turn.actions:
        table.state = perform(table.state, action)
        table.at_s += 2.0
        table.hand()
        table.rest(0.1, seen(table.state), least=1)
    table.state = replace(table.state, to_move="y" if table.state.to_move == "r" else "r")


def unreadable(state: State) -> dict[str, Any]:
    """A picture at rest in which nothing can be made out."""
    seen = observe(state)
    hidden = [*SLOTS, *(f"{path}{n}" for path in PATHS for n in range(1, 6)), "start", *(f"goal{p}" for p in PATHS)]
    nothing = {path: [None] * 5 for path in PATHS}
    goal = dict.fromkeys(PATHS)
    return seen | {"cubes": dict.fromkeys(SLOTS), "paths": nothing, "start": None, "goal": goal, "hidden": hidden}


def doubtful(state: State) -> dict[str, Any]:
    """A picture of which no place is read surely: one of them is not enough."""
    return observe(state, noise=Noise(confidence=0.9))


def played_on(seen: Callable[[State], dict[str, Any]]) -> Watched:
    """An honest match: the set-up in sight, then three turns of which the camera makes this, and a last rest."""
    table = Watched()
    for tilts in (("Ee", "Ss"), ("Ww", "Nn"), ("Ee", "Nn")):
        play_on(table, *tilts, seen=seen)
    table.hand()
    table.rest(1.5)
    return table


@pytest.mark.slow
def test_after_a_long_gap_what_was_played_is_asked_and_nobody_is_accused() -> None:
    """A film of which nothing was read for half a minute ended in `three tilts` and six more faults."""
    table = played_on(unreadable)
    assert table.told("note") == [(1, "unseen")]
    table.take(table.referee.film_over())
    assert table.told() == []
    assert not [turn for turn in table.referee.match.turns if turn.legal is False]
    assert [e for e in table.events if isinstance(e, ev.Asked)]


def test_nobody_is_accused_where_nothing_is_seen_any_more_before_the_film_ends() -> None:
    """A move is owed when the table is seen for the last time; it may have been made since."""
    table = Watched()
    table.do("Nn", "Ee")
    for _ in range(6):
        table.at_s += 2.0
        table.hand()
        table.rest(0.1, unreadable(table.state))
    table.take(table.referee.film_over())
    assert table.told() == []
    assert [turn.legal for turn in table.referee.match.turns] == [None]
    assert [e for e in table.events if isinstance(e, ev.Asked)]


def test_rests_of_one_doubtful_picture_are_taken_in_when_they_are_over() -> None:
    """Of a noisy camera's two pictures one mean is read: such rests were dropped, all but the last of a film."""
    table = played_on(doubtful)
    table.take(table.referee.film_over())
    assert (table.told(), table.told("note")) == ([], [])
    assert table.referee.match.turns[0].legal is not False


def test_what_is_owed_after_a_gap_is_no_fault() -> None:
    table = Watched(patience=Patience(owed_s=1.0))
    table.do("Nn")
    lose_sight(table, 12.0)
    table.rest(3.0)
    assert table.told() == []


def test_what_is_not_seen_is_said_after_three_seconds_with_the_reason() -> None:
    table = Watched()
    for unseen_s in (0, 0, 3, 4):
        table.at_s += 1.0
        table.take(table.referee.glance(Glance(table.at_s, "moving", trouble="too-dark")))
        assert table.referee.eye.unseen_s == unseen_s
    text = table_view("m", table.referee, Looking())["eye"]["text"]
    assert text["en"] == "nothing seen for 4 s: too dark: switch on a light"
    assert text["fr"].startswith("rien vu depuis 4 s : trop sombre")
    table.rest(0.4)
    assert table_view("m", table.referee, Looking())["eye"]["text"]["en"] == "at rest"


def test_a_pause_is_no_gap() -> None:
    table = Watched()
    table.take(table.referee.pause(True))
    lose_sight(table, 60.0)
    table.take(table.referee.pause(False))
    table.rest(1.0)
    assert table.told("note") == []


def in_the_dark(table: Watched, rng: random.Random) -> dict[str, Any]:
    """The table as it is, with cubes of which nothing can be made out: each looks different in every picture."""
    seen = observe(table.state)
    for cube in seen["cubes"].values():
        cube |= {"symbol": "arc", "facing": rng.choice(("NE", "SE", "SW", "NW")), "confidence": rng.uniform(0.2, 0.5)}
    return seen


def played_in_the_dark(*words: str) -> Watched:
    """A match in which nobody can read a cube, after one turn that is called done."""
    table, rng = Watched(), random.Random(3)
    for word in words:
        table.state = perform(table.state, parse_action(word))
        table.hand()
        for _ in range(5):
            table.rest(0.1, in_the_dark(table, rng), least=1)
    table.take(table.referee.done())
    return table


def test_a_turn_whose_cubes_could_not_be_read_is_asked_about_and_not_judged() -> None:
    """A film of dark cubes was logged as five lawful turns, none of which had been played."""
    table = played_in_the_dark("Nn", "Ee")
    last = table.referee.match.turns[-1]
    asked = [e for e in table.events if isinstance(e, ev.Asked)]
    assert (last.legal, last.verdict["text"]) == (None, "I could not read the cubes.")
    assert [e.text["en"] for e in asked] == ["I could not see NW, NE, SE and SW. What was played?"]
    assert all(answer["text"]["en"] for answer in asked[0].answers)
    assert table.told() == []


def test_nobody_is_accused_by_cubes_that_could_not_be_read() -> None:
    table = played_in_the_dark("Nn")
    assert table.told() == []
    assert table.referee.match.turns[-1].legal is None


def test_how_well_the_cubes_were_read_is_forgotten_where_the_table_is_taken_over() -> None:
    """What was read then was compared with what nobody believes any more."""
    table, rng = Watched(), random.Random(3)
    begun = Begun(table.state)
    belief = Conclusions(IceCult(), begun, 1.0)
    for k in range(3):
        belief.rest, belief.at_s = k, float(k)
        belief.see([Observation.from_json(in_the_dark(table, rng))], 0.5)
    assert belief.blind
    belief.restart(IceCult(), begun)
    assert not belief.blind
