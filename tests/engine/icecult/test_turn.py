"""A turn in progress: what may come next, what is owed, what has become of each symbol, when it may end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from engine.icecult.board import TILTS
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import Tilt, parse_action, parse_real
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.engine.tables import passed, played, random_rules, random_state, random_turn, seeds, showing, table

TILTED = "Nn Sn"


def tilted(state: State, cubes: CubeSet, players: str = "ry", **house: str) -> TurnInProgress:
    """A turn after both tilts."""
    return played(IceCult(cubes, HouseRules(**house), players).begin(state), TILTED)


def test_eight_tilts_then_seven() -> None:
    turn = IceCult().begin(State.setup())
    assert [str(action) for action in turn.legal_actions()] == list(TILTS)
    assert "Ns" not in [str(action) for action in played(turn, "Nn").legal_actions()]
    assert len(played(turn, "Nn").legal_actions()) == 7


def test_nothing_is_owed_or_allowed_before_both_tilts() -> None:
    turn = played(IceCult().begin(State.setup()), "Nn")
    assert not turn.may_end()
    assert turn.owed() == {}
    assert {(symbol.status, symbol.why) for symbol in turn.symbols()} == {("none", "tilts-first")}
    assert turn.end().fault == Fault("tilt-count", 1)
    assert IceCult().begin(State.setup()).end().fault == Fault("tilt-count", 0)


def test_what_is_owed_is_every_action_that_serves() -> None:
    turn = tilted(table(E="yr.y.3", start="yr"), showing(NW="Y>E", NE="A", SE="O", SW="A"))
    steps = ["yE0", "yE1.0", "yE2.0"]
    assert [str(step) for step in turn.owed()["NW"]] == [f"{step}@NW" for step in steps]
    assert [str(step) for step in turn.owed()["SE"]] == [f"{step}@NW*SE" for step in steps]
    verdict = turn.end()
    assert (verdict.rule, verdict.at) == ("missed-arrow", 2)
    assert list(verdict.owed) == [f"{step}@NW" for step in steps] + [f"{step}@NW*SE" for step in steps]


def test_symbols_say_what_has_become_of_them() -> None:
    cubes = showing(NW="Y>E", NE="R>S", SE="O", SW="A")
    turn = played(tilted(table(E="y.4", N="r.4"), cubes), "yE1@NW")
    assert [(symbol.status, symbol.why) for symbol in turn.symbols()] == [
        ("spent", ""),
        ("lapsed", "no-pawn"),
        ("open", ""),
        ("unused", ""),
    ]
    turn = played(turn, "NW+@SW")  # now no arrow on top has a move: the circle lapses with them
    assert [symbol.status for symbol in turn.symbols()] == ["spent", "lapsed", "lapsed", "spent"]
    assert turn.symbols()[2].why == "no-arrow-moves"
    assert turn.may_end()


def test_circles_without_any_arrow_do_nothing() -> None:
    turn = tilted(table(E="y.4", N="r.4"), showing(NW="O", NE="O", SE="O", SW="A"))
    assert turn.symbols()[0].why == "no-arrow"
    assert turn.may_end()


@pytest.mark.parametrize(("circles", "rule"), [("must", "missed-circle"), ("may", None)])
def test_a_circle_may_lapse_only_by_house_rule(circles: str, rule: str | None) -> None:
    turn = played(tilted(table(E="yr.4"), showing(NW="Y>E", NE="O", SE="A", SW="A"), circles=circles), "yE1@NW")
    assert turn.end().rule == rule
    assert list(turn.end().owed) == (["yE2.0@NW*NE"] if rule else [])
    assert turn.symbols()[1].status == ("open" if rule else "unused")


def test_an_unused_arrow_turned_towards_a_pawn_is_owed_again() -> None:
    turn = tilted(table(E="yr.4"), showing(NW="Y>N", NE="A", SE="A", SW="A"))
    assert turn.may_end()
    turn = played(turn, "NW+@SE")
    assert not turn.may_end()
    assert played(turn, "NW+@SW").may_end()


def test_a_pawn_without_height_is_the_topmost() -> None:
    turn = played(tilted(table(E="yry.4"), showing(NW="Y>E", NE="A", SE="A", SW="A")), "yE1@NW")
    assert turn.state.paths[1][:2] == ("yr", "y")


ONE_OF_EACH = showing(NW="Y>E", NE="R>S", SE="O", SW="A")


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("Nw", "tilt-axis"),
        ("Xn", "tilt-axis"),
        ("Nn Ns", "tilt-undone"),
        ("Nn Sn Ee", "tilt-count"),
        ("Nn Sn Es", "tilt-axis"),  # not a tilt at all comes before one too many
        ("yE0@NW", "early-move"),
        ("Nn NE+@SW", "early-move"),
        ("Nn yE0@SE*NW", "early-move"),
        ("Nn Sn yE0@SE", "not-an-arrow"),
        ("Nn Sn yE0@SE*NE", "not-an-arrow"),
        ("Nn Sn yE0@NW*SW", "not-a-circle"),
        ("Nn Sn gW0@NW*SW", "not-a-circle"),
        ("Nn Sn yE0@NW*NW", "not-a-circle"),
        ("Nn Sn NW+@SE", "not-an-arc"),
        ("Nn Sn rW0@NW", "wrong-colour"),
        ("Nn Sn yW0@NW", "wrong-path"),
        ("Nn Sn yE0@NW yE0@NW", "arrow-spent"),
        ("Nn Sn yE0@NW yW0@NW", "wrong-path"),
        ("Nn Sn yE0@NW yE4@NW", "arrow-spent"),
        ("Nn Sn yE0@NW*SE yE0@NW*SE", "circle-spent"),
        ("Nn Sn NW+@SW NW+@SW", "arc-spent"),
        ("Nn Sn yE4@NW", "no-such-pawn"),
        ("Nn Sn yE9@NW", "no-such-pawn"),
        ("Nn Sn yE1.1@NW", "no-such-pawn"),
        ("Nn Sn yE1.7@NW", "no-such-pawn"),
    ],
)
def test_where_several_rules_are_broken_the_first_is_named(words: str, rule: str) -> None:
    begun = IceCult(ONE_OF_EACH, players="ry").begin(table(E="yr.4", start="yyrr"))
    result = begun.play_words(words.split())
    assert result == Fault(rule, len(words.split()) - 1)


def test_a_used_arrow_may_be_copied_and_a_copied_one_used() -> None:
    turn = tilted(table(E="yr.4", start="yyrr"), ONE_OF_EACH)
    assert played(turn, "yE0@NW*SE yE0@NW rS0@NE").may_end()
    assert played(turn, "yE0@NW yE0@NW*SE rS0@NE").may_end()


def test_positions_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(NotationError, match="to move"):
        IceCult(players="ry").begin(State.setup("b"))
    with pytest.raises(NotationError, match="5 spaces"):
        IceCult().begin(State.setup("r", spaces=4))


def test_short_paths_work_too() -> None:
    cubes = CubeSet(STANDARD_SET.cubes, spaces=2)
    state = State.setup("r", spaces=2)
    assert IceCult(cubes).judge(state, ["Nn", "Nn"]).rule in (None, "missed-arrow")


@given(seeds())
def test_every_action_of_a_legal_turn_was_listed_and_pawns_are_conserved(rng: Random) -> None:
    rules = random_rules(rng)
    state = random_state(rng, rules.players)
    turn = rules.begin(state)
    done = random_turn(rng, turn)
    for action in done.actions:
        assert action in turn.legal_actions()
        assert turn.broken_by(action) is None
        turn = turn.after(action)
        assert set(turn.state.pawns().values()) == {5}
    assert turn == done
    if done.may_end():
        verdict = rules.judge(state, [str(action) for action in done.actions])
        assert verdict.next == passed(done.state, rules.players)


@given(seeds())
def test_what_is_not_listed_is_a_fault(rng: Random) -> None:
    rules = random_rules(rng)
    turn = random_turn(rng, rules.begin(random_state(rng, rules.players)))
    listed = set(turn.legal_actions())
    for other in random_turn(rng, rules.begin(random_state(rng, rules.players))).actions:
        assert (turn.broken_by(other) is None) == (other in listed)


def test_the_players_are_told_after_three_quiet_rounds() -> None:
    rules = IceCult(players="ryg")
    states = [State.setup()]
    while len(states) <= 9:
        assert not rules.stalled(states)
        states.append(passed(states[-1], rules.players))
    assert rules.stalled(states)
    moved = rules.result(states[-1], ["Nn", "Ww", "rN0@NW"])
    assert moved
    assert not rules.stalled([*states, moved])


@pytest.mark.parametrize(
    ("word", "possible"),
    [
        ("Nn", True),
        ("Nw", False),
        ("Xn", False),
        ("rN0@NW", True),
        ("rN1@NW", False),
        ("yE7@NE", False),
        ("NE+@SW", True),
    ],
)
def test_whether_hands_can_do_it_is_asked_in_one_place(word: str, possible: bool) -> None:
    turn, action = IceCult().begin(State.setup()), parse_action(word)
    assert turn.can_be_done(action) is possible
    assert (turn.anyway(action).state != turn.state) is possible


def test_a_turn_is_played_on_whatever_it_breaks() -> None:
    turn, fault = IceCult().begin(State.setup()).play_anyway(["Nn", "rN0@NW", "Xn", "Ee", "Ss"])
    assert fault == Fault("early-move", 1)
    assert turn.state.stack("N", 1) == "r"
    assert turn.tilts == (Tilt("N", "n"), Tilt("E", "e"))
    assert turn.tops == turn.cube_set.tops(turn.state.cubes)


@pytest.mark.parametrize("word", ["Nz", "Xn", "yE6@NE", "yE9@NE", "zz"])
def test_what_no_table_has_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_real(word, 5)
