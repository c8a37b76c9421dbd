"""The coach of ICE CULT: a win in one is found, every proposal is legal, chances are chances."""

from __future__ import annotations

import re
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from coach.coach import Budget, CancelledError
from coach.icecult.features import features
from coach.icecult.field import Ends, of_states
from coach.icecult.search import IceCultCoach
from coach.icecult.value import Race, chances, learned
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.coach.matches import ice_cult
from tests.webui.making import near_won

BY_TOWER = "DSWDSESU g.yrryr.3/5/5/5 rryyyggggbbbbb -/-/-/- r"
"""Three red pawns in one stack, two at the start: the cubes allow a tower."""


def brief(steps: int = 6) -> Budget:
    """A budget that is used up after so many looks at the clock, however fast the machine."""
    return Budget(1.0, clock=count(0.0, 1 / steps).__next__)


@pytest.mark.parametrize("state", [State.parse(BY_TOWER), near_won()], ids=["tower", "goal"])
def test_a_win_in_one_turn_is_found(state: State) -> None:
    rules = IceCult(players="ry")
    best = IceCultCoach(rules).advise(state, brief()).best
    assert best
    for option in best:
        assert option.wins
        assert rules.judge(state, option.words).winners == "r"
        assert option.chances == {"r": 1.0, "y": 0.0}


@pytest.mark.slow
@pytest.mark.parametrize("players", ["ry", "gbr", "rygb"])
def test_proposals_are_legal_and_chances_sum_to_one(players: str) -> None:
    rules, log = IceCult(players=players), ice_cult(5, 4, players)
    state = State.from_json(log.turns[-1].after)
    advice = IceCultCoach(rules).advise(state, brief(3))
    assert advice.player == state.to_move
    assert len(advice.best) == 3
    for option in advice.best:
        assert rules.judge(state, option.words).legal
        assert sum(option.chances.values()) == pytest.approx(1, abs=1e-3)
        assert all(0 <= chance <= 1 for chance in option.chances.values())
    mine = [option.chances[state.to_move] for option in advice.best]
    assert mine == sorted(mine, reverse=True)
    boards = [rules.judge(state, option.words).next for option in advice.best]
    assert len({(b.paths, b.start, b.goal) for b in boards if b}) == 3


def test_the_turn_that_was_played_is_valued_with_the_others() -> None:
    log = ice_cult(3, 3)
    before, turn = State.from_json(log.turns[1].after), log.turns[2]
    played = (
        IceCultCoach(IceCult(players="ry")).advise(before, brief(), turn.actions, State.from_json(turn.after)).played
    )
    assert played is not None
    assert played.words == turn.actions
    assert not played.wins


def test_all_ends_as_arrays_are_the_ends_one_by_one() -> None:
    rules, state = IceCult(players="ry"), State.parse(BY_TOWER)
    ends, rng = Ends(rules, state), Random(2)
    some = rng.sample(range(len(ends)), 30)
    together = features(rules, ends.field, "y")[some]
    alone = features(rules, of_states([ends.end(number) for number in some]), "y")
    assert np.array_equal(together, alone)
    assert all(ends.find(ends.end(number)[0]) == number for number in some[:3])


def test_what_the_features_call_a_win_in_one_is_one() -> None:
    """It counts moves of one colour alone: a win by riding on another colour is left to the search."""
    rules = IceCult(players="ry")
    for state, won in ((near_won(), True), (State.setup("r"), False)):
        short = features(rules, of_states([(state, "")]), "r")[0, 0, 4]
        assert bool(short) == won == any("r" in winners for winners in Ends(rules, state).field.winners)


@pytest.mark.parametrize("value", [Race(), learned()], ids=["race", "learned"])
def test_who_is_nearer_has_the_better_chance(value: Race) -> None:
    rules = IceCult(players="ry")
    ahead = State.parse("UNUNUNUN 5/5/4.r/5 yyyyygggggbbbbb rrrr/-/-/- y")
    field = of_states([(ahead, ""), (ahead, "y")])
    found = chances(rules, value, field, "y")
    assert found[0, 0] > found[0, 1]
    assert found[1].tolist() == [0, 1]


def test_nobody_waiting_ends_the_thinking() -> None:
    with pytest.raises(CancelledError):
        IceCultCoach(IceCult(players="ry")).advise(State.setup(), Budget(9.0, cancelled=lambda: True))


@pytest.mark.parametrize(
    ("language", "places"),
    [
        ("en", ("NE", "SW", "E2", "pawn 2 from below")),
        ("de", ("NO", "SW", "O2", "Figur 2 von unten")),
        ("fr", ("NE", "SO", "E2", "pion 2 à partir du bas")),
        ("it", ("NE", "SO", "E2", "pedina 2 dal basso")),
    ],
)
def test_a_turn_in_words_with_the_letters_of_the_own_compass(language: str, places: tuple[str, ...]) -> None:
    words = ("Nn", "Ee", "NE+@SW", "rS0@NE", "yE2.1@SE*SW")
    text = IceCultCoach(IceCult()).in_words(words, language)
    assert text.count(";") == 4
    assert "{" not in text
    assert all(place in text for place in places)
    assert not set(re.findall(r"\b[NS]?[EOW]2?\b", text)) - {"SE", "SO", *places}


class Watched(IceCultCoach):
    """The coach, and which ends it plays on, in order, each with how far it has been followed by then."""

    def __init__(self) -> None:
        super().__init__(IceCult(players="ry"))
        self.followed: list[tuple[State, int]] = []

    def follow(self, line: Any, budget: Budget) -> None:
        self.followed.append((line.state, line.plies))
        super().follow(line, budget)

    def follows(self, after: State | None) -> list[tuple[State, int]]:
        """What it plays on at the first turn of a match that left this table."""
        self.followed.clear()
        self.advise(State.setup("r"), Budget(), ("?",), after)
        return list(self.followed)


@pytest.mark.slow
def test_the_turn_that_was_played_is_followed_first_and_once() -> None:
    coach = Watched()
    first, *_, last = [state for state, plies in coach.follows(None) if plies == 0]
    assert first == coach.at_once(State.setup("r"))[0], "where none was played, the most promising one comes first"
    for after in (last, first):
        followed = coach.follows(after)
        assert followed[0] == (after, 0)
        assert len(set(followed)) == len(followed)
