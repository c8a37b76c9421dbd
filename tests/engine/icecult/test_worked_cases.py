"""The eight worked cases of the rules, each as a story: what lies on top, what the player does, what stands then."""

from __future__ import annotations

from engine.core.verdict import Fault
from engine.icecult.board import COLOURS, PAWNS
from engine.icecult.cube import CubeSet
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.engine.tables import played, showing, table

TILTS = "Nn Sn "


def players(state: State) -> str:
    """Everyone who is not home yet; the other colours are neutral."""
    return "".join(colour for colour in COLOURS if "".join(state.goal).count(colour) < PAWNS)


def begin(state: State, cubes: CubeSet) -> TurnInProgress:
    """The turn once both pairs are tilted north and the symbols lie on top."""
    return played(IceCult(cubes, players=players(state)).begin(state), TILTS)


def paths_after(state: State, cubes: CubeSet, words: str) -> dict[str, str]:
    """The paths after a turn that must be legal, as text."""
    verdict = IceCult(cubes, players=players(state)).judge(state, (TILTS + words).split())
    assert verdict.next, verdict
    return dict(zip("NESW", str(verdict.next).split()[1].split("/"), strict=True))


def test_1_four_arrows_four_moves() -> None:
    """Two yellow arrows, a blue and a green: in, along, in, along."""
    cubes = showing(NW="Y>E", NE="Y>E", SE="B>S", SW="G>W")
    before = table(E="r.yg.3", W="4.g", start="yb")
    after = paths_after(before, cubes, "yE0@NW yE2.0@NE bS0@SE gW5@SW")
    assert after["E"] == "ry.1.yg.2"  # one entered onto the red; the lower one took the green along
    assert after["S"] == "b.4"
    assert after["W"] == "5"  # the green has left the ice


def test_2_a_throw_off_and_an_arrow_that_lapses() -> None:
    """Yellow leaves a red stack with its rider; red moves from the bottom, twice; green has no move at all."""
    cubes = showing(NW="Y>N", NE="R>N", SE="R>N", SW="G>S")
    before = table(N="rbgyb.4", E="g.4")
    turn = played(begin(before, cubes), "yN1@NW")
    assert turn.state.paths[0] == ("rbg", "yb", "", "", "")
    turn = played(turn, "rN1.0@NE rN2.2@SE")
    assert turn.state.paths[0] == ("", "yb", "rbg", "", "")
    green = turn.symbols()[3]
    assert (green.status, green.why) == ("lapsed", "no-pawn")
    assert turn.may_end()


def test_3_a_circle_copies_yellow_and_the_red_below_stays() -> None:
    cubes = showing(NW="Y>E", NE="Y>E", SE="R>S", SW="O")
    before = table(E="ry.4", start="yy", S="2.r.2")
    after = paths_after(before, cubes, "yE1@NW yE2@NE*SW yE0@NE rS3@SE")
    assert after["E"] == "ry.1.y.2"
    assert after["S"] == "3.r.1"


def test_4_two_circles_two_ways() -> None:
    """Three green moves and one red; or green twice and red twice, the greens riding."""
    cubes = showing(NW="G>N", NE="R>N", SE="O", SW="O")
    before = table(N="rg.g.3")
    assert paths_after(before, cubes, "gN2@NW gN3@NW*SE gN1@NW*SW rN1@NE")["N"] == "1.gr.1.g.1"
    assert paths_after(before, cubes, "gN2@NW gN3@NW*SE gN4@NW*SW rN1@NE")["N"] == "1.rg.2.g"
    assert paths_after(before, cubes, "gN1@NW gN2.1@NW*SE rN1@NE rN2@NE*SW")["N"] == "1.g.gr.2"
    assert paths_after(before, cubes, "rN1@NE rN2.1@NE*SE gN2@NW gN3.1@NW*SW")["N"] == "2.r.gg.1"


def test_5_one_yellow_four_spaces_in_a_row() -> None:
    """Its riders reach the destination from space 2."""
    cubes = showing(NW="Y>W", NE="O", SE="O", SW="O")
    before = table(W="1.gyrb.3", start="yrgb")
    words = (TILTS + "yW2.1@NW*NE yW3@NW yW4@NW*SE yW5@NW*SW").split()
    verdict = IceCult(cubes, players=players(before)).judge(before, words)
    assert verdict.next
    assert verdict.next.paths[3] == ("", "g", "", "", "")
    assert len(verdict.next.goal[3]) == len(before.goal[3]) + 3


def test_6_a_turned_red_arrow() -> None:
    """Reds on two different paths, then yellow onto a red."""
    cubes = showing(NW="R>N", NE="R>N", SE="Y>E", SW="A")
    before = table(start="rrry", N="r.4")
    after = paths_after(before, cubes, "NW+@SW rE0@NW rN1@NE yE0@SE")
    assert after["N"] == "1.r.3"
    assert after["E"] == "ry.4"


def test_7_a_green_arrow_turned_twice() -> None:
    """Its move on the way is not owed; then two greens enter the same path."""
    cubes = showing(NW="G>N", NE="G>S", SE="A", SW="A")
    before = table(start="ggg", E="g.4", W="r.4")
    turn = played(begin(before, cubes), "NW+@SE")
    assert [str(step) for step in turn.owed()["NW"]] == ["gE0@NW", "gE1.0@NW"]  # now it points east
    turn = played(turn, "NW+@SW gS0@NW gS0@NE")
    assert turn.state.paths[2] == ("gg", "", "", "", "")
    assert turn.may_end()


def test_8_a_circle_copies_in_the_new_direction() -> None:
    """Yellow moves, its arrow is turned, the circle copies it there; red lands on the yellow just moved."""
    cubes = showing(NW="Y>N", NE="R>E", SE="A", SW="O")
    before = table(start="yy", E="r.y.3", N="y.4")
    after = paths_after(before, cubes, "yN1@NW NW+@SE yE2@NW*SW rE1@NE")
    assert after["N"] == "1.y.3"
    assert after["E"] == "1.r.y.2"
    after = paths_after(before, cubes, "yN1@NW NW+@SE yE0@NW*SW rE1@NE")
    assert after["E"] == "1.yry.3"  # the yellow rode in on the red


def test_8_the_used_arrow_gives_no_second_move() -> None:
    cubes = showing(NW="Y>N", NE="R>E", SE="A", SW="O")
    turn = played(begin(table(start="yyy", W="r.4"), cubes), "yN0@NW NW+@SE")
    assert turn.play_words(["yE0@NW"]) == Fault("arrow-spent", 4)
