"""One story for each thing that can go wrong at the table, and for a few that only look wrong."""

from __future__ import annotations

from dataclasses import replace

from engine.icecult.board import SLOTS
from engine.icecult.cube import ROLLED, TURNED, Top
from engine.icecult.explain.explain import explain
from engine.icecult.moves import Tilt, tilted
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine.explain.tables import after, board, rules, seen, shows, told

ONE_RED_NORTH = shows("R>N", "A", "O", "A")
NO_ARCS = shows("R>N", "G>S", "B>E", "Y>E")


def test_a_legal_turn_is_told_as_it_can_be_played() -> None:
    before = board("y", start="g", N="r.4")
    cube_set = shows("R>N", "G>W", "B>E", "A")
    view = after(before, "Nn Sn gW0@NE rN1@NW NE+@SW")
    found = told(before, view, cube_set)
    assert found.legal
    assert found.violations == ()
    assert found.turn[:2] == ("Nn", "Sn")
    assert sorted(found.turn[2:]) == ["NE+@SW", "gW0@NE", "rN1.0@NW"]


def test_two_pawns_that_look_alike_are_two_explanations() -> None:
    before = board("r", N="r.r.3")
    cube_set = shows("R>N", "O", "G>S", "G>S")
    view = seen(after(before, "Nn Sn"), N="1.r.r.2")
    found = told(before, view, cube_set)
    assert found.legal
    assert found.others == 1  # one pawn went two spaces onwards past the other, or each went one


def test_a_cube_rolled_alone() -> None:
    before = board("r", N="r.4")
    view = seen(after(before, "Nn Sn rN1@NW"), SW=ROLLED["SU"]["e"])
    found = told(before, view, NO_ARCS)
    assert rules(found) == ["tilt-alone"]
    assert "SW" in found.text()
    assert found.text().endswith("(R7)")
    assert found.turn == ("Nn", "Sn", "rN1.0@NW")


def test_a_diagonal_pair_tilted() -> None:
    before = board("r")
    once = tilted(before.cubes, Tilt("N", "n"))
    diagonal = {slot: ROLLED[once[SLOTS.index(slot)]]["n"] for slot in ("NW", "SE")}
    found = told(before, seen(after(before, "Nn"), **diagonal), NO_ARCS)
    assert rules(found) == ["tilt-alone"]
    assert found.violations[0].params["slots"] == ("NW", "SE")


def test_a_third_tilt() -> None:
    before = board("r")
    found = told(before, after(before, "Nn Sn Nn"), NO_ARCS)
    assert rules(found) == ["tilt-count", "tilt-alone"]
    assert found.text() == "Three tilts seen; a turn has exactly two. Put the last one back. (R8)"


def test_only_one_tilt() -> None:
    before = board("r", N="r.4")
    found = told(before, after(before, "Nn"), NO_ARCS)
    assert rules(found) == ["tilt-count"]
    assert found.text() == "One tilt seen, two are needed. (R8)"
    assert found.turn == ("Nn",)


def test_the_pair_tilted_back() -> None:
    before = board("r", N="r.4")
    found = told(before, before, NO_ARCS)
    assert rules(found) == ["tilt-undone"]
    assert found.text().endswith("(R9)")


def test_a_cube_turned_without_an_arc() -> None:
    before = board("r", N="r.4")
    view = seen(after(before, "Nn Sn rN1@NW"), SE=TURNED["SU"]["+"])
    found = told(before, view, NO_ARCS)
    assert rules(found) == ["cube-turned"]
    assert found.text() == "Cube SE was turned, but no arc is on top that allows it. Turn it back. (R18)"


def test_more_cubes_turned_than_arcs_on_top() -> None:
    before = board("r", N="r.4")
    stands = after(before, "Nn Sn rN1@NW rN2@NW*SE")
    view = seen(stands, SE=TURNED["SU"]["+"], SW=TURNED["SU"]["-"], NE=TURNED["SU"]["+"])
    found = told(before, view, ONE_RED_NORTH)
    assert rules(found) == ["cube-turned"]
    assert found.violations[0].params == {"slots": ("NE", "SE", "SW"), "turns": 3, "arcs": 2}


def test_two_cubes_exchanged() -> None:
    before = board("r", N="r.4")
    view = seen(after(before, "Nn Sn rN1@NW"), NE="SW:SU", SW="NE:SU")
    found = told(before, view, NO_ARCS)
    assert rules(found) == ["cubes-exchanged"]
    assert "NE and SW" in found.text()


def test_a_symbol_that_is_on_another_cube_alone_proves_that_cubes_were_exchanged() -> None:
    before, cube_set = board("r", N="r.4", E="b.4"), shows("R>N", "B>E", "O", "O")
    view = seen(after(before, "Nn Sn rN1@NW bE1@NE rN2@NW*SE rN3@NW*SW"))
    here = tuple(Top(symbol, facing) for symbol, facing in (("red", "N"), ("blue", "E"), ("circle", None)))
    found = told(before, replace(view, cubes=(*here, here[2])), cube_set)
    assert found.legal
    found = told(before, replace(view, cubes=(here[1], here[0], here[2], here[2])), cube_set)
    assert rules(found) == ["cubes-exchanged"]
    assert "NW and NE" in found.text()


def test_a_pawn_moved_without_an_arrow() -> None:
    before = board("y", N="r.4", E="1.y.3")
    cube_set = shows("R>N", "G>S", "B>E", "B>E")
    view = seen(after(before, "Nn Sn rN1@NW"), E="2.y.2")
    found = told(before, view, cube_set)
    assert rules(found) == ["pawn-unearned"]
    assert found.text().startswith("A yellow pawn moved on the east path, but no arrow or circle allows that move.")
    assert found.turn == ("Nn", "Sn", "rN1.0@NW")


def test_a_pawn_moved_on_the_wrong_path_leaves_its_arrow_unused() -> None:
    before = board("r", N="r.4", E="r.4")
    view = seen(after(before, "Nn Sn"), E="1.r.3")
    found = told(before, view, shows("R>N", "G>S", "B>E", "B>E"))
    assert rules(found) == ["missed-arrow", "pawn-unearned"]
    assert found.violations[0].owed == ("rN1.0@NW",)


def test_a_pawn_moved_two_spaces_for_one_arrow() -> None:
    before = board("r", S="b.4")
    view = seen(after(before, "Nn Sn"), S="2.b.2")
    found = told(before, view, shows("B>S", "G>N", "R>N", "R>N"))
    assert rules(found) == ["pawn-far"]
    assert found.text() == "Blue moved two spaces on the south path; one arrow points there. (R13)"


def test_a_pawn_moved_inwards() -> None:
    before = board("r", N="1.rg.1.y.1")
    view = seen(after(before, "Nn Sn"), N="1.rg.y.2")
    found = told(before, view, shows("B>N", "B>S", "A", "O"))
    assert rules(found) == ["pawn-inwards"]
    assert "north path" in found.text()


def test_a_pawn_back_at_the_start() -> None:
    before = board("r", N="2.y.2")
    found = told(before, seen(after(before, "Nn Sn"), N="5", start="y"), shows("B>N", "B>S", "A", "O"))
    assert rules(found) == ["pawn-inwards"]
    assert "back to the start" in found.text()


def test_a_pawn_changed_its_path() -> None:
    before = board("r", N="1.y.3")
    found = told(before, seen(after(before, "Nn Sn"), N="5", E="1.y.3"), shows("B>N", "B>S", "A", "O"))
    assert rules(found) == ["pawn-changed-path"]
    assert "from the north path onto the east path" in found.text()


def test_a_rider_stayed_behind() -> None:
    before = board("r", N="1.rg.3")
    view = seen(after(before, "Nn Sn"), N="1.g.r.2")
    found = told(before, view, shows("R>N", "B>S", "A", "A"))
    assert rules(found) == ["rider-left"]
    assert found.text() == "The green pawn on top stayed behind when red moved; it rides along. (R14)"
    assert found.turn == ("Nn", "Sn", "rN2.0@NW")


def test_two_riders_stayed_behind_as_one_fault() -> None:
    before = board("r", N="1.rgb.3")
    view = seen(after(before, "Nn Sn"), N="1.gb.r.2")
    found = told(before, view, shows("R>N", "A", "A", "A"))
    assert rules(found) == ["rider-left"]
    assert "(green, blue)" in found.text()


def test_a_pawn_below_was_dragged_along() -> None:
    before = board("r", N="1.yr.3")
    view = seen(after(before, "Nn Sn"), N="2.yr.2")
    found = told(before, view, shows("R>N", "B>S", "A", "A"))
    assert rules(found) == ["pawn-dragged"]
    assert found.text() == "The yellow pawn below went along when red moved; what is below stays. (R14)"


def test_a_pawn_that_climbed_after_the_other_was_not_dragged() -> None:
    before = board("r", N="1.yr.3")
    view = seen(after(before, "Nn Sn"), N="2.ry.2")
    assert rules(told(before, view, shows("R>N", "B>S", "A", "A"))) == ["pawn-unearned"]


def test_a_stack_in_another_order() -> None:
    before = board("r", N="1.rgb.3", E="r.4")
    view = seen(after(before, "Nn Sn rE1@NW"), N="1.gbr.3")
    found = told(before, view, shows("R>E", "Y>S", "A", "A"))
    assert rules(found) == ["stack-order"]
    assert found.text().endswith("From the bottom it should be: red, green, blue. (R14)")


def test_a_pawn_put_below_where_it_belongs_on_top() -> None:
    before = board("r", N="r.g.3")
    view = seen(after(before, "Nn Sn"), N="1.rg.3")
    assert rules(told(before, view, shows("R>N", "Y>S", "A", "A"))) == ["stack-order"]


def test_a_pawn_is_missing() -> None:
    before = board("r", N="1.rgb.3")
    found = told(before, seen(after(before, "Nn Sn"), N="1.rb.3"), shows("Y>N", "Y>S", "A", "A"))
    assert rules(found) == ["pawn-missing"]
    assert found.text() == "A green pawn is missing: 4 of 5 are on the table. Put it back. (R4)"


def test_a_pawn_too_many() -> None:
    before = board("r", N="1.rgb.3")
    found = told(before, seen(after(before, "Nn Sn"), N="1.rgbb.3"), shows("Y>N", "Y>S", "A", "A"))
    assert rules(found) == ["pawn-extra"]
    assert found.text() == "There is one blue pawn too many: 6 instead of 5. Take it away. (R4)"


def test_a_missed_arrow_says_which_and_what_would_have_served() -> None:
    before = board("y", start="g", S="g.1.rg.2")
    found = told(before, after(before, "Nn Sn"), shows("B>N", "G>S", "A", "A"))
    assert rules(found) == ["missed-arrow"]
    assert found.violations[0].owed == ("gS0@NE", "gS1.0@NE", "gS3.1@NE")
    assert found.text().startswith("Yellow’s turn ended with the green arrow on NE unused. It points south, and green ")


def test_a_missed_arrow_that_could_only_enter() -> None:
    before = board("y", start="g")
    found = told(before, after(before, "Nn Sn"), shows("B>N", "G>W", "A", "A"))
    text = "Yellow’s turn ended with the green arrow on NE unused. It points west, and green could enter there. (R16)"
    assert found.text() == text


def test_a_missed_circle() -> None:
    before = board("y", N="r.4")
    found = told(before, after(before, "Nn Sn rN1@NW"), shows("R>N", "O", "A", "A"))
    assert rules(found) == ["missed-circle"]
    assert found.violations[0].owed == ("rN2.0@NW*NE",)
    assert "copy the red arrow on NW" in found.text()


def test_circles_that_may_lapse_are_not_missed() -> None:
    before = board("y", N="r.4")
    view = after(before, "Nn Sn rN1@NW")
    lenient = IceCult(shows("R>N", "O", "A", "A"), HouseRules(circles="may"))
    assert explain(lenient.begin(before), view).legal


def test_a_step_after_the_match_was_won() -> None:
    before = State.parse("UNUNUNUN 4.r/y.4/5/5 yyygggbbb rrrr/y/gg/bb r")
    view = seen(after(before, "Nn Sn rN5@NW yE1@NE"))
    found = told(before, view, shows("R>N", "Y>E", "A", "A"))
    assert found.legal  # yellow may have moved first
    further = seen(after(before, "Nn Sn rN5@NW"), goal="rrrrr/y/gg/bb", E="y.4", start="yyygggbbb")
    assert told(before, further, shows("R>N", "Y>E", "A", "A")).winners == "r"


def test_after_a_won_match_nothing_is_played() -> None:
    before = State.parse("UNUNUNUN 5/y.4/5/5 yyygggbbb rrrrr/y/gg/bb y")
    assert rules(told(before, after(before, "Nn Sn"), NO_ARCS)) == ["after-the-end"]


def test_two_faults_are_both_told_the_first_in_order_is_the_rule() -> None:
    before = board("y", start="g", N="1.rg.3")
    view = seen(after(before, "Nn Sn"), N="1.g.r.2")
    found = told(before, view, shows("R>N", "G>S", "A", "A"))
    assert rules(found) == ["missed-arrow", "rider-left"]
    assert found.rule == "missed-arrow"


def test_cubes_and_pawns_can_both_be_wrong() -> None:
    before = board("r", N="1.rgb.3", E="2.y.2")
    view = seen(after(before, "Nn Sn rN2@NW"), N="2.gbr.2", E="1.y.3", SE=TURNED["SU"]["+"])
    found = told(before, view, shows("R>N", "G>S", "B>E", "R>S"))
    assert rules(found) == ["cube-turned", "pawn-inwards", "stack-order"]


def test_an_honest_turn_that_looks_odd_is_not_accused() -> None:
    """The arc takes the green arrow's move away, so it lapses (R19)."""
    before = board("g", S="g.4")
    view = after(before, "Nn Sn NE+@SE")
    assert told(before, view, shows("B>N", "G>S", "A", "B>N")).legal
