"""Words, states, sets and house rules: what is printed reads back, and anything else is an error."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.igluiglu.actions import Drift, Hunt, Reveal, parse_action
from engine.igluiglu.board import CELLS, CENTRE, CORNERS, NEXT_TO, RING
from engine.igluiglu.equipment import STANDARD_SET, TileSet
from engine.igluiglu.options import CHOICES, HouseRules, parse_players
from engine.igluiglu.state import State
from engine.igluiglu.writing.forms import read_state
from engine.igluiglu.writing.notation import parse_state, parse_turn, turn_text
from tests.engine.igluiglu.tables import COUNTED, random_game, random_rules, vectors

WORDS = (
    "place a3", "melt c4", "reveal fish2 1 3", "reveal fish2", "reveal bear", "reveal glacier 2", "reveal glacier",
    "reveal drift", "keep", "keep harpoon", "keep fish2", "drift b5 e", "drift b5 e fish1>d6 bear4>d4", "walk c3 c4",
    "walk c3 c4 harpoon", "kayak c3 f6", "kayak c3 f6 harpoon", "hunt c3 fox2", "hunt c3 fish1 c4", "harpoon c3 bear4",
    "harpoon c3 fish3 c4", "build c3", "play energy2", "play melt c5", "play animals", "move bear4 c3 c4", "defend g",
    "pass g", "flee g a8", "stop", "done",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_word_prints_as_it_reads(word: str) -> None:
    assert str(parse_action(word)) == word


def test_any_order_reads_and_one_is_printed() -> None:
    assert parse_action("reveal fish3 3 1 2") == Reveal("fish3", (1, 2, 3))
    swims = parse_action("drift b5 e bear4>d4 fish1>d6 fish1>c5")
    assert isinstance(swims, Drift)
    assert str(swims) == "drift b5 e fish1>c5 fish1>d6 bear4>d4"
    assert str(Hunt(CELLS["c3"], "fox2", CELLS["c3"])) == "hunt c3 fox2" == str(parse_action("hunt c3 fox2 c3"))


@pytest.mark.parametrize(
    "word",
    ["", "melt", "melt i3", "melt c9", "Melt c4", "melt  c4", " melt c4", "melt c4\n", "drift c4 q", "reveal bear 1",
     "reveal energy1", "reveal fish0 1", "reveal fish1 4", "keep fox1", "walk c3", "walk c3 c4 bear", "hunt c3 wolf",
     "play harpoon", "play energy", "play energy0", "play melt", "defend x", "flee r", "done done", "place a3 a4"],
)  # fmt: skip
def test_a_word_of_another_form_is_an_error(word: str) -> None:
    with pytest.raises(NotationError):
        parse_action(word)


def test_the_board() -> None:
    assert len(RING) == 24
    assert len(CENTRE) == 4
    assert {len(NEXT_TO[corner]) for corner in CORNERS} == {2}
    assert sum(map(len, NEXT_TO)) == 2 * 2 * 7 * 8


def test_states_read_back_as_json_and_as_text() -> None:
    for seed in range(4):
        rng = Random(seed)
        rules = random_rules(rng)
        for state, words, _ in random_game(rng, rules, hidden=seed % 2 == 0)[::3]:
            assert rules.read_state(state.to_json()) == state
            assert parse_state(str(state), rules.tiles) == state
            assert turn_text(parse_turn(turn_text(words))) == turn_text(words)


EXAMPLE = """\
iglu rb r
8 L # # # # # # L
7 # # # # # # # #
6 # # # ~ ~ # # #
5 # # ~ ~ ~ ~ # #
4 # # ^ ~ ~ # # #
3 # # # ~ # # # #
2 # # # # # # # #
1 L # # # # # # L
  a b c d e f g h
ON
reserve -
igloos r1 b2
supply fish 6 9 7, fox 3 3 3, bear 3
hand r ? melt
hand b -
caught r fish1
caught b -
out bear 1, drift 1, fish2 1
lost 0
""".replace(
    "ON",
    "on a4 r R, a5 b, c3 rr, c4 fox2, c5 bear4, c6 b, d4 fish1, d5 fish2, d6 fish2, e3 b, e4 fish2 fish3, f6 r, "
    "g5 b, h2 r, h8 b",
)


def example() -> State:
    """The state that the paper on formats shows."""
    return parse_state(EXAMPLE)


def test_the_example_reads_and_prints() -> None:
    assert str(example()) == EXAMPLE
    assert example().to_json()["on"]["e4"] == "fish2 fish3"


@pytest.mark.parametrize("at", range(len(EXAMPLE.splitlines())))
def test_a_line_less_or_changed_is_no_state(at: int) -> None:
    lines = EXAMPLE.splitlines()
    for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[:at], lines[at] + " x", *lines[at + 1 :]]):
        with pytest.raises(NotationError):
            parse_state("\n".join(changed) + "\n")


def _set(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.__setitem__(key, value)


def _on(cell: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["on"].__setitem__(cell, value)


def _in(group: str, key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data[group].__setitem__(key, value)


BROKEN = {
    "land inside": lambda data: data["board"].__setitem__(2, "###L~###"),
    "no land": lambda data: data["board"].__setitem__(0, "#######L"),
    "short row": lambda data: data["board"].__setitem__(0, "L#####L"),
    "strange letter": lambda data: data["board"].__setitem__(0, "L####?#L"),
    "seven rows": lambda data: data["board"].pop(),
    "fish on ice": _on("b2", "fish1"),
    "fox at sea": _on("d3", "fox1"),
    "fox on land": _on("a1", "fox1"),
    "bear on land": _on("a1", "bear4"),
    "igloo on land": _on("h8", "b R"),
    "igloo at sea": _on("d3", "R"),
    "inuit at sea": _on("d3", "r"),
    "two bears": _on("d3", "bear4 bear4"),
    "two igloos": _on("a4", "r RB"),
    "order": _on("c3", "fox2 rr"),
    "colours out of order": _on("c3", "br"),
    "nothing": _on("b2", ""),
    "no text": _on("b2", 3),
    "no space": _on("i3", "r"),
    "six inuit": _on("b2", "r"),
    "another colour": _on("a5", "y"),
    "igloos": _set("igloos", {"r": 2, "b": 2}),
    "igloos of one": _set("igloos", {"r": 1}),
    "reserve": _set("reserve", {"r": 1}),
    "reserve of none": _set("reserve", {"r": 0}),
    "hands of one": _set("hands", {"r": ["?", "melt"]}),
    "hands of three": _in("hands", "y", []),
    "event in hand": _in("hands", "b", ["drift"]),
    "unsorted hand": _in("hands", "r", ["melt", "?"]),
    "caught": _in("caught", "r", ["wolf1"]),
    "too many bears": _in("supply", "bear", 4),
    "too many fish": _in("supply", "fish", [8, 9, 7]),
    "negative": _in("supply", "fox", [-1, 3, 3]),
    "not whole": _in("supply", "fox", [1.0, 3, 3]),
    "true": _in("supply", "bear", True),
    "out": _in("out", "harpoon", 0),
    "out of none": _in("out", "energy9", 1),
    "57 tiles": _set("lost", 1),
    "to move": _set("to_move", "y"),
    "nobody to move": _set("to_move", ""),
    "unknown key": _set("weather", "cold"),
    "secret of sea": _set("secret", {"tiles": {"d4": "melt"}}),
    "secret of a glacier": _set("secret", {"tiles": {"c4": "melt"}}),
    "secret of no kind": _set("secret", {"tiles": {"a2": "wolf"}}),
    "secret supply": _set("secret", {"fox": [1, 2, 3]}),
    "unknown secret": _set("secret", {"bears": []}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_state_that_cannot_be_is_an_error(name: str) -> None:
    data = example().to_json()
    assert read_state(data, "rb") == example()
    BROKEN[name](data)
    with pytest.raises(NotationError):
        read_state(data, "rb")


def test_counted_numbers_are_held_to_and_guesses_are_not() -> None:
    data = example().to_json()
    data["out"] = {"bear": 1, "drift": 1, "fish1": 5}
    data["lost"] = 0
    data["board"][0] = "L#~~~~#L"
    with pytest.raises(NotationError, match="fish1"):
        read_state(data, "rb", COUNTED)
    assert read_state(data, "rb", STANDARD_SET).out.count("fish1") == 5


def test_sets_and_house_rules_read_back() -> None:
    assert TileSet.from_json(COUNTED.to_json()) == COUNTED
    for switch, choices in CHOICES.items():
        for choice in choices:
            house = HouseRules.from_json({switch: choice})
            assert house.to_json()[switch] == choice
            assert HouseRules.from_json(house.to_json()) == house
    bad: list[Any] = [{"ringMelt": "never"}, {"seriously": "on"}, {"half": ["up"]}, [], None, "on"]
    for data in bad:
        with pytest.raises(NotationError):
            HouseRules.from_json(data)
    for data in ({}, {"tiles": {"wolf": 56}}, {"tiles": {"melt": 5}}, {"tiles": {"melt": -1}, "counted": False}, 3):
        with pytest.raises(NotationError):
            TileSet.from_json(data)
    for players in ("rg", "r", "rr", "rbx", "", None, ["r", "b"]):
        with pytest.raises(NotationError):
            parse_players(players)


def test_the_vectors_states_print_as_text() -> None:
    for vector in vectors("score.jsonl"):
        state = read_state(vector["in"]["state"], vector["in"]["players"])
        assert parse_state(str(state)) == state
