"""A gap in sight is said, and what follows from it is asked, not ruled; so is a turn whose cubes nobody could read."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.icecult.moves import parse_action, perform
from engine.icecult.rules import IceCult
from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched
from vision.eye import Glance
from vision.icecult.belief.conclusions import Begun, Conclusions
from vision.icecult.belief.explaining.breaches import with_stacks
from vision.icecult.observation import Observation
from webui.record import events as ev


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
