"""Cubes, poses, actions and states: what can be printed can be read back, for every value there is."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS, PATHS, SLOTS, TILTS
from engine.icecult.cube import LOOKS, POSES, ROLLED, STANDARD_SET, TURNED, Cube, CubeSet, print_of
from engine.icecult.faults import Rule
from engine.icecult.moves import Step, Tilt, Turn, parse_action
from engine.icecult.options import CHOICES, HouseRules, next_player, parse_players
from engine.icecult.state import State
from engine.icecult.writing import notation
from engine.icecult.writing.notation import parse_turn, turn_text
from tests.engine.tables import random_rules, random_set, random_state, seeds


def test_there_are_24_poses_as_in_the_contract() -> None:
    assert len(POSES) == len({*POSES}) == 24
    assert ROLLED["UN"]["n"] == "SU"
    assert TURNED["UN"]["+"] == "UW"


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("heading", "nesw")
def test_four_rolls_are_none(pose: str, heading: str) -> None:
    seen = [pose]
    for _ in range(4):
        seen.append(ROLLED[seen[-1]][heading])
    assert seen[4] == pose
    assert len({*seen}) == 4


@pytest.mark.parametrize("pose", POSES)
def test_turns_go_round_and_back(pose: str) -> None:
    around = pose
    for _ in range(4):
        assert TURNED[TURNED[around]["+"]]["-"] == around
        around = TURNED[around]["+"]
    assert around == pose
    assert TURNED[pose]["+"][0] == pose[0]  # the top stays


@pytest.mark.parametrize(("there", "back"), ["ns", "sn", "ew", "we"])
def test_a_roll_back_is_no_roll(there: str, back: str) -> None:
    assert all(ROLLED[ROLLED[pose][there]][back] == pose for pose in POSES)


@pytest.mark.parametrize("pose", POSES)
def test_every_face_looks_somewhere_else(pose: str) -> None:
    assert sorted(LOOKS[pose].values()) == sorted("UDNESW")


def test_at_set_up_the_arcs_form_a_circle() -> None:
    tops = STANDARD_SET.tops(State.setup().cubes)
    assert [top and (top.symbol, top.facing) for top in tops] == [("arc", c) for c in ("SE", "SW", "NW", "NE")]


@pytest.mark.parametrize("pose", POSES)
def test_prints_follow_from_what_is_seen(pose: str) -> None:
    for cube in STANDARD_SET.cubes:
        top = cube.top(pose)
        assert top is not None
        assert cube.with_print(pose[0], print_of(pose, top)).top(pose) == top


def every_action() -> list[str]:
    """All action words that can be meant on a table."""
    turns = [f"{slot}{sense}@{arc}" for slot, sense, arc in product(SLOTS, "+-", SLOTS)]
    spaces = ["0", *(f"{n}{height}" for n in range(1, 10) for height in ("", *(f".{h}" for h in range(20))))]
    circles = ["", *(f"*{slot}" for slot in SLOTS)]
    steps = ["".join(parts) for parts in product(COLOURS, PATHS, spaces, "@", SLOTS, circles)]
    return [a + b for a, b in product("NESW", "nesw")] + turns + steps


def test_every_action_reads_back() -> None:
    words = every_action()
    assert len(words) == len({*words}) > 60_000
    assert [word for word in words if str(parse_action(word)) != word] == []


def test_actions_are_what_they_say() -> None:
    assert parse_action("Nn") == Tilt("N", "n")
    assert parse_action("yE2.0@NE*SW") == Step("y", "E", 2, 0, "NE", "SW")
    assert parse_action("yE2@NE") == Step("y", "E", 2, None, "NE")
    assert parse_action("NE-@SW") == Turn("NE", "-", "SW")


@pytest.mark.parametrize(
    "word",
    ["", "N", "nN", "Nnn", "NWn", "Nn ", "Ñn", "yE0", "yE0@XX", "yX0@NE", "pE0@NE", "yE0@NE*", "yE0@NE\n"],
)
def test_a_word_that_is_not_whole_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="expected an action like"):
        parse_action(word)


@pytest.mark.parametrize(
    "word",
    ["yE0@NE*NE*NE", "yE-1@NE", "yE0.0@NE", "yE2.@NE", "yE12@NE", "yE2.100@NE", "yE٣@NE", "NE@SW", "NE*@SW", "NE+@"],
)
def test_a_word_of_no_known_form_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_action(word)


def test_a_tilt_that_cannot_be_made_is_still_a_word() -> None:
    assert [word for word in ("Nn", "Nw", "En", "Ee", "Xn") if Tilt(*word).exists] == ["Nn", "Ee"]
    assert all(Tilt(*word).exists for word in TILTS)


@given(seeds())
def test_states_read_back(rng: Random) -> None:
    state = random_state(rng)
    assert State.parse(str(state)) == state
    assert State.from_json(state.to_json()) == state


@given(seeds())
def test_sets_and_house_rules_read_back(rng: Random) -> None:
    cubes, house = random_set(rng), random_rules(rng).house
    assert CubeSet.from_json(cubes.to_json()) == cubes
    assert HouseRules.from_json(house.to_json()) == house


@given(st.lists(st.sampled_from(every_action()), max_size=9))
def test_whole_turns_read_back(words: list[str]) -> None:
    assert turn_text(parse_turn(" ".join(words))) == " ".join(words)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("UNUNUNUN 5/5/5/5 rrrrryyyyygggggbbbb -/-/-/- r", "5 pawns of colour b, got 4"),
        ("UNUNUNUU 5/5/5/5 rrrrryyyyygggggbbbbb -/-/-/- r", "four poses"),
        ("UNUNUNUN 5/5/5 rrrrryyyyygggggbbbbb -/-/-/- r", "four paths"),
        ("UNUNUNUN 5/5/5/x rrrrryyyyygggggbbbbb -/-/-/- r", "expected a path"),
        ("UNUNUNUN 5/5/5/5 yrrrrryyyygggggbbbbb -/-/-/- r", "colour order"),
        ("UNUNUNUN 5/5/5/5 rrrrryyyyygggggbbbbb -/-/-/- p", "a colour to move"),
        ("UNUNUNUN 5/5/5/5", "expected a state like"),
    ],
)
def test_a_state_that_cannot_be_refuses_to_exist(broken: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        State.parse(broken)


@pytest.mark.parametrize("text", ["red>N", "red>S", "red>", "pink>U", "arc:SN", "arc:NU", "arc", "arc:", "x", "red"])
def test_a_print_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a print"):
        Cube((None, None, text, None, None, None))


@pytest.mark.parametrize("key", CHOICES)
def test_house_rules_know_their_choices(key: str) -> None:
    assert HouseRules.from_json({key: CHOICES[key][1]}).to_json()[key] == CHOICES[key][1]
    with pytest.raises(NotationError, match=key):
        HouseRules.from_json({key: "perhaps"})
    with pytest.raises(NotationError, match="unknown house rule 'colour'"):
        HouseRules.from_json({"colour": "red"})


def test_seats_go_round() -> None:
    assert [next_player("gyb", colour) for colour in "gyb"] == ["y", "b", "g"]
    for wrong in ("r", "", "rr", "rygbr", "rp", 3, None):
        with pytest.raises(NotationError, match="seating order"):
            parse_players(wrong)


def test_the_examples_of_the_notation_read_back() -> None:
    text = (Path(notation.__file__).parents[1] / "NOTATION.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    assert len(words) == 6
    assert [str(parse_action(word)) for word in words] == words
    states = re.findall(r"UNUN\S+ \S+ [rygb]+ \S+ [rygb]\b", text)
    assert len(states) == 2
    assert [str(State.parse(state)) for state in states] == states


def test_every_paragraph_that_a_fault_names_is_in_the_rules() -> None:
    text = (Path(notation.__file__).parents[1] / "RULES.md").read_text(encoding="utf-8")
    assert re.findall(r"\*\*(R\d+)\*\*", text) == [f"R{n}" for n in range(1, 23)]
    assert {rule.paragraph for rule in Rule} <= {*re.findall(r"R\d+", text)}
