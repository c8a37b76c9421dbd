"""R21 and R22 with every ruling: who wins, when, and what is still owed then."""

from __future__ import annotations

import pytest

from engine.core.verdict import Verdict
from engine.icecult.cube import CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine.tables import showing, table


def verdict(state: State, cubes: CubeSet, words: str, players: str = "rygb", **house: str) -> Verdict[State]:
    """The verdict on a turn that begins with both pairs tilted north."""
    return IceCult(cubes, HouseRules(**house), players).judge(state, ["Nn", "Sn", *words.split()])


YELLOW_CARRIES = showing(NW="Y>E", NE="G>N", SE="A", SW="A")


def test_the_fifth_pawn_ends_the_match_and_nothing_more_is_owed() -> None:
    state = table("y", E="4.y", N="rgb.4", start="g")
    won = verdict(state, YELLOW_CARRIES, "yE5@NW")
    assert (won.legal, won.winners) == (True, "y")
    assert won.next
    assert won.next.to_move == "g"


def test_nothing_may_follow_the_end() -> None:
    state = table("y", E="4.y", N="rgb.4", start="g")
    late = verdict(state, YELLOW_CARRIES, "yE5@NW gN0@NE")
    assert (late.rule, late.at) == ("after-the-end", 3)
    assert verdict(state, YELLOW_CARRIES, "yE5@NW NW+@SE").rule == "after-the-end"
    assert verdict(state, YELLOW_CARRIES, "yE5@NW Nn").rule == "after-the-end"
    assert verdict(state, YELLOW_CARRIES, "yE5@NW Nw").rule == "after-the-end"


def test_a_match_won_before_the_turn_stays_won() -> None:
    state = table("y", E="4.y", N="gb.4")
    rules = IceCult(YELLOW_CARRIES)
    over = rules.judge(state, ["Nn", "Sn"])
    assert (over.rule, over.at) == ("after-the-end", 0)
    assert rules.judge(state, []).rule == "after-the-end"
    assert IceCult(YELLOW_CARRIES, players="ygb").judge(state, ["Nn", "Sn", "yE5@NW"]).winners == "y"


def test_with_end_turn_the_rest_is_owed_and_all_steps_count() -> None:
    state = table("g", E="4.y", N="rbg.4", start="g")
    assert verdict(state, YELLOW_CARRIES, "yE5@NW", end="turn").rule == "missed-arrow"
    assert verdict(state, YELLOW_CARRIES, "yE5@NW gN0@NE", end="turn").winners == "y"


@pytest.mark.parametrize(("mover", "winners"), [("r", "r"), ("y", "y"), ("g", "ry"), ("b", "ry")])
def test_the_mover_first_else_shared(mover: str, winners: str) -> None:
    state = table(mover, E="4.yr", N="gb.4")
    assert verdict(state, YELLOW_CARRIES, "yE5@NW").winners == winners


@pytest.mark.parametrize(("mover", "winners"), [("r", "r"), ("b", "rg")])
def test_with_end_turn_arrivals_of_different_steps_are_shared(mover: str, winners: str) -> None:
    cubes = showing(NW="R>E", NE="G>N", SE="A", SW="A")
    state = table(mover, E="4.r", N="4.g", S="yb.4")
    assert verdict(state, cubes, "rE5@NW gN5@NE", end="turn").winners == winners
    first = verdict(state, cubes, "gN5@NE", end="move")
    assert first.winners == "g"  # judged after every step, red's arrow is not owed any more


def test_a_neutral_colour_never_wins_and_never_ends_the_match() -> None:
    state = table("r", E="4.y", N="rgb.4", start="g")
    quiet = verdict(state, YELLOW_CARRIES, "yE5@NW gN0@NE", players="rgb")
    assert (quiet.legal, quiet.winners) == (True, "")


TOWER = showing(NW="Y>E", NE="R>N", SE="A", SW="A")


@pytest.mark.parametrize(
    ("mover", "tower", "winners"), [("y", "anyone", "y"), ("r", "anyone", "y"), ("y", "owner", "y"), ("r", "owner", "")]
)
def test_a_tower_wins_at_once_for_whom_the_house_says(mover: str, tower: str, winners: str) -> None:
    state = table(mover, E="1.yry.yyy.2", N="rgb.4")
    rest = "" if winners else " rN1@NE"
    won = verdict(state, TOWER, "yE2.0@NW" + rest, tower=tower)
    assert (won.legal, won.winners) == (True, winners)


def test_a_neutral_tower_is_just_a_stack() -> None:
    state = table("r", E="1.yry.yyy.2", N="rgb.4")
    assert verdict(state, TOWER, "yE2.0@NW rN1@NE", players="rgb").winners == ""


def test_several_towers_are_shared_but_the_mover_comes_first() -> None:
    state = table("g", E="yyr.yyyrrrr.3", N="gb.4")
    assert verdict(state, TOWER, "yE1.0@NW").winners == "ry"
    mine = State.parse(str(state)[:-1] + "r")
    assert verdict(mine, TOWER, "yE1.0@NW").winners == "r"


def test_a_tower_found_standing_is_claimed_by_its_owners_first_step() -> None:
    state = table("y", E="2.yyryyy.2", N="rgb.4")
    assert verdict(state, TOWER, "rN1@NE", tower="owner").winners == "y"
    assert verdict(state, TOWER, "yE3.0@NW", tower="owner").winners == "y"
    assert verdict(state, TOWER, "yE3.1@NW rN1@NE", tower="owner").winners == ""  # taken apart by the same step
    assert IceCult(TOWER).judge(state, ["Nn"]).rule == "after-the-end"


def test_with_end_turn_only_what_stands_at_the_end_counts() -> None:
    cubes = showing(NW="Y>E", NE="O", SE="A", SW="A")
    state = table("y", E="1.yry.yyy.2", N="rgb.4")
    assert verdict(state, cubes, "yE2.0@NW yE3.5@NW*NE", end="turn").winners == ""
    assert verdict(state, cubes, "yE2.0@NW yE3.0@NW*NE", end="turn").winners == "y"


def test_with_end_turn_goals_and_towers_are_judged_together() -> None:
    cubes = showing(NW="Y>E", NE="G>N", SE="A", SW="A")
    for mover, winners in (("y", "y"), ("g", "g"), ("r", "yg"), ("b", "yg")):
        state = table(mover, E="1.yry.yyy.2", N="4.g", S="b.4")
        assert verdict(state, cubes, "yE2.0@NW gN5@NE", end="turn").winners == winners
    state = table("r", E="1.yry.yyy.2", N="4.g", S="b.4")
    assert verdict(state, cubes, "yE2.0@NW gN5@NE", end="turn", tower="owner").winners == "g"


def test_a_turn_without_a_step_wins_nothing() -> None:
    cubes = showing(NW="A", NE="A", SE="A", SW="A")
    state = table("y", E="2.yyyyy.2", N="rgb.4")
    for end in ("move", "turn"):
        assert verdict(state, cubes, "", end=end, tower="owner").winners == ""
