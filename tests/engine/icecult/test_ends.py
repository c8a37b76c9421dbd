"""Every end of a legal turn: none missing, none too many, each with a turn that leads there."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings

from engine.core.verdict import Fault
from engine.icecult.ends.ends import DOUBLE_TILTS, End, Turns, ends, outcomes
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.engine.tables import (
    passed,
    position,
    random_rules,
    random_state,
    random_turn,
    seeds,
    showing,
    table,
    vectors,
)


def walked(begun: TurnInProgress, double_tilts: Iterable[tuple[str, str]]) -> dict[End, int]:
    """Every end and the fewest actions to it, by trying every action after every other."""
    turns = [turn for pair in double_tilts if not isinstance(turn := begun.play_words(pair), Fault)]
    found: dict[End, int] = {}
    seen: set[tuple[State, frozenset[str]]] = set()
    while turns:
        further: dict[tuple[State, frozenset[str]], TurnInProgress] = {}
        for turn in turns:
            verdict = turn.end()
            if verdict.next:
                found.setdefault((verdict.next, verdict.winners), len(turn.actions))
            for action in turn.legal_actions():
                after = turn.after(action)
                further.setdefault((after.state, after.spent), after)
        turns = [turn for key, turn in further.items() if key not in seen]
        seen |= {*further}
    return found


def same_as_walked(rules: IceCult, state: State, double_tilts: list[tuple[str, str]]) -> None:
    """The quick search finds what the patient one does, with turns as short that a judge accepts."""
    turns = Turns(rules.begin(state))
    found = turns.after(*double_tilts)
    assert {end: len(words) for end, words in found.items()} == walked(rules.begin(state), double_tilts)
    for (after, winners), words in found.items():
        verdict = rules.judge(state, words)
        assert (verdict.next, verdict.winners) == (after, winners)


def test_there_are_56_double_tilts() -> None:
    assert len(DOUBLE_TILTS) == 56
    assert len(Turns(IceCult().begin(State.setup())).poses()) == 44  # some come to the same


@pytest.mark.slow
@given(seeds())
@settings(max_examples=60)
def test_the_quick_search_finds_what_a_patient_one_does(rng: Random) -> None:
    rules = random_rules(rng)
    same_as_walked(rules, random_state(rng, rules.players), [rng.choice(DOUBLE_TILTS)])


@pytest.mark.slow
@pytest.mark.parametrize("tower", ["anyone", "owner"])
@pytest.mark.parametrize("end", ["move", "turn"])
@pytest.mark.parametrize("mover", "yr")
def test_also_where_towers_are_near(tower: str, end: str, mover: str) -> None:
    cubes = showing(NW="Y>E", NE="R>N", SE="O", SW="A")
    rules = IceCult(cubes, HouseRules(end=end, tower=tower), "ry")
    for path in ("1.yry.yyy.2", "yy.yyyrrr.3", "2.yyyyyr.2"):
        same_as_walked(rules, table(mover, E=path, N="r.3.r"), [("Nn", "Sn"), ("Nn", "Nn")])


@pytest.mark.slow
@pytest.mark.parametrize("end", ["move", "turn"])
@pytest.mark.parametrize("mover", "yrg")
def test_also_where_pawns_are_about_to_leave(end: str, mover: str) -> None:
    """A copy in a new direction may come after the winning step only if nothing has been won yet."""
    cubes = showing(NW="Y>E", NE="O", SE="A", SW="O")
    rules = IceCult(cubes, HouseRules(end=end), "ryg")
    for path in ("4.yr", "3.y.gy", "3.yg.ry"):
        same_as_walked(rules, table(mover, E=path, S="4.y", N="rg.4"), [("Nn", "Sn")])


@pytest.mark.slow
@given(seeds())
@settings(max_examples=40)
def test_whatever_one_legal_turn_does_is_among_the_ends(rng: Random) -> None:
    rules = random_rules(rng)
    state = random_state(rng, rules.players)
    verdict = random_turn(rng, rules.begin(state)).end()
    found = outcomes(rules.begin(state))
    if verdict.next:
        assert (verdict.next, verdict.winners) in found
    else:
        assert len(found) == 0  # the match was won before


def test_ends_of_some_tilts_are_some_of_the_ends() -> None:
    rules, state = position(vectors("ends.jsonl")[0]["in"])
    begun = rules.begin(state)
    everything = set(ends(begun))
    turns = Turns(begun)
    parts = [set(turns.after(pair)) for pair in DOUBLE_TILTS]
    assert set().union(*parts) == everything
    assert set(outcomes(begun, tilts=DOUBLE_TILTS[:3])) == set().union(*parts[:3])
    assert len(turns.after(("Nn", "Ns"))) == 0


def test_a_state_that_is_no_end_is_not_found() -> None:
    state = State.setup()
    found = outcomes(IceCult().begin(state))
    assert (state, "") not in found
    end = next(iter(found))
    assert end in found
    assert (end[0], "r") not in found
    assert (passed(end[0], "rygb"), "") not in found
    with pytest.raises(KeyError):
        found[state, ""]


def test_a_match_that_is_over_has_no_ends() -> None:
    assert ends(IceCult().begin(table("y", E="4.y", N="gb.4"))) == []
