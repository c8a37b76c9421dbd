"""The worked cases of the rules, and what holds of every turn."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from engine.core.verdict import Fault
from engine.igluiglu.board import CELLS, NAMES, RING
from engine.igluiglu.options import HouseRules
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.score import score
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.writing.forms import read_state
from tests.engine.igluiglu.tables import COUNTED, played, random_game, random_rules, start
from tests.engine.igluiglu.test_values import example


def rule(turn: TurnInProgress, *words: str) -> str:
    """The rule that these words break, at the last of them."""
    fault = turn.play_words(words)
    assert isinstance(fault, Fault), words
    assert fault.at == len(turn.actions) + len(words) - 1
    return fault.rule


def begun(state: State | None = None, **house: str) -> TurnInProgress:
    """A turn from the example."""
    return IgluIglu(house=HouseRules(**house)).begin(state or example())


def with_(state: State | None = None, **changes: Any) -> State:
    """The example with other hands, animals, Inuit or ground: `h2="r", ground_b2="~", hand_r="harpoon"`."""
    data = (state or example()).to_json()
    for key, value in changes.items():
        kind, _, name = key.rpartition("_")
        if kind == "hand":
            data["hands"][name] = value.split()
        elif kind == "ground":
            row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
            data["board"][row] = data["board"][row][:column] + value + data["board"][row][column + 1 :]
        else:
            data["on"][key] = value
            data["on"] = {cell: text for cell, text in data["on"].items() if text}
    for row in range(1, len(data["hands"]["r"]) - 1):  # a tile more in hand is one less on the board
        data["board"][row] = data["board"][row][:7] + "~"
    tiles = sum(row.count("#") + row.count("^") for row in data["board"]) + sum(map(len, data["hands"].values()))
    data["lost"] = 56 - tiles - sum(data["out"].values())
    return read_state(data, "rb")


def test_setting_up() -> None:
    rules = IgluIglu(players="rb")
    turn = rules.begin(start(Random(1), rules))
    assert turn.legal_words() == sorted(f"place {NAMES[cell]}" for cell in RING)
    assert rule(turn, "place a1") == rule(turn, "place c3") == "place-not-ring"
    assert rule(turn, "melt c4") == "place-first"
    state = played(turn, "place a3").table
    assert played(rules.begin(state), "place a3").table.inuit[CELLS["a3"]] == "rb"


def test_the_first_melt_is_around_the_hole_and_else_on_the_ring() -> None:
    rules = IgluIglu(players="rb")
    state = start(Random(1), rules)
    pieces = dict.fromkeys(("c4", "c5", "d3", "d6", "e3"), "rb")
    around = ["c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5"]
    inuit = tuple(pieces.get(name, "") for name in NAMES)
    placed = replace(state, inuit=inuit, reserve="", secret=None)
    assert rules.begin(placed).legal_words() == [f"melt {cell}" for cell in around if cell not in pieces]
    full = replace(placed, igloo=tuple("R" if name in around and name not in pieces else "" for name in NAMES))
    assert rules.begin(full).legal_words() == sorted(f"melt {NAMES[cell]}" for cell in RING)
    assert rule(rules.begin(full), "melt b2") == "melt-not-adjacent"
    assert rule(rules.begin(placed), "melt a2") == "melt-ring-too-early"
    assert "melt a2" in replace(rules, house=HouseRules(ring_melt="free")).begin(placed).legal_words()


def test_events() -> None:
    turn = played(begun(), "melt f4")
    assert rule(turn, "done") == "event-not-resolved"
    assert rule(turn, "keep fish1") == "keep-event"
    assert rule(turn, "reveal fish2 1") == "draw-count"
    assert played(turn, "reveal fish2 3 1").table.animals[CELLS["f4"]] == ("fish1", "fish3")
    assert played(turn, "reveal bear").table.has_bear(CELLS["f4"])
    glacier = played(turn, "reveal glacier 2").table
    assert (glacier.board[CELLS["f4"]], glacier.animals[CELLS["f4"]]) == ("^", ("fox2",))
    empty = played(begun(replace(example(), fish=(0, 0, 1), fox=(0, 0, 0), bears=0)), "melt f4")
    assert played(empty, "reveal fish3 3").table.fish == (0, 0, 0)
    assert played(empty, "reveal glacier").table.board[CELLS["f4"]] == "^"
    assert not played(empty, "reveal bear").table.animals[CELLS["f4"]]


def test_drift() -> None:
    turn = played(begun(), "melt f4", "reveal drift")
    assert "drift b6 e fish2>d5" in turn.legal_words()
    assert rule(turn, "drift b6 e") == "drift-animal-left"
    assert rule(turn, "drift b6 e fish2>d7") == "drift-animal-to"
    assert rule(turn, "drift b6 e fish2>e5") == "drift-animal-to"
    assert rule(turn, "drift b6 e fish3>d5") == "drift-no-animal"
    assert rule(turn, "drift a5 w") == "drift-off-board"
    assert rule(turn, "drift b1 w") == "drift-into-corner"
    assert rule(turn, "drift d4 w") == "drift-no-tile"
    after = played(turn, "drift b6 e fish2>d5").table
    assert (after.board[CELLS["b6"]], after.board[CELLS["d6"]]) == ("~", "#")
    assert after.inuit[CELLS["d6"]] == "b"
    assert after.animals[CELLS["d5"]] == ("fish2", "fish2")
    glacier = replace(turn, house=HouseRules(glacier_drift="off"))
    assert rule(glacier, "drift c4 e fish1>d3") == "drift-glacier"
    alone = played(
        begun(with_(ground_d7="~", d6="", d7="fish2", ground_d6="#", ground_b7="~")), "melt f4", "reveal drift"
    )
    assert rule(alone, "drift d3 n") == "drift-no-tile"
    assert rule(alone, "drift c7 e") == "drift-blocked"


def test_a_bear_makes_room_and_eats() -> None:
    for eats, left in (("on", ("bear4",)), ("off", ("fish2", "bear4"))):
        turn = played(begun(displaced_bear_eats=eats), "melt f4", "reveal drift")
        assert rule(turn, "drift b5 e bear4>c6") == "drift-animal-to"
        assert played(turn, "drift b5 e bear4>d5").table.animals[CELLS["d5"]] == left


def test_kept_tiles_one_of_each_kind() -> None:
    turn = begun(with_(hand_r="energy1 energy2 melt melt"))
    acting = played(turn, "play melt e3", "flee b h1", "melt f4", "keep", "play energy2")
    assert acting.points == 5
    assert rule(acting, "play energy1") == "kept-twice"
    assert rule(acting, "play melt g4") == "kept-twice"
    assert rule(turn, "play energy1") == "melt-first"
    thrown = replace(with_(hand_r="?"), out=("harpoon",) * 6)
    counted = IgluIglu(COUNTED).begin(thrown)
    assert rule(played(counted, "melt f4", "reveal bear"), "walk c3 c4", "harpoon c4 fox2") == "tile-not-held"
    guessed = IgluIglu().begin(thrown)
    assert played(guessed, "melt f4", "reveal bear", "walk c3 c4", "harpoon c4 fox2").table.hand("r") == ()


def test_a_melt_tile_sends_everybody_to_corners() -> None:
    turn = begun(with_(hand_r="melt", c4="", e3="rb fox2", f6=""))
    assert rule(turn, "play melt a4") == "melt-igloo"
    assert rule(turn, "play melt c4") == "melt-glacier"
    assert rule(turn, "play melt a7") == "melt-not-adjacent"
    open_ = played(turn, "play melt e3")
    assert open_.wants == "flee"
    assert open_.table.reserve == "rb"
    assert rule(open_, "melt f4") == "flee-open"
    assert rule(open_, "flee r e4") == "flee-not-corner"
    after = played(open_, "flee r a1", "flee b h8").table
    assert (after.inuit[CELLS["a1"]], after.inuit[CELLS["h8"]], after.lost) == ("r", "bb", turn.table.lost + 1)
    assert not any("fox2" in animals for animals in after.animals)


def test_kayaks() -> None:
    turn = played(begun(), "melt f4", "keep")
    goals = {word for word in turn.legal_words() if word.startswith("kayak c3")}
    assert "kayak c3 e3" in goals
    assert rule(turn, "kayak c3 d4") == "kayak-into-sea"
    assert rule(turn, "kayak c3 a2") == "kayak-no-way"
    assert rule(turn, "kayak a4 a2") == "kayak-no-way"
    strait = played(begun(with_(d3="bear4", c5="")), "melt f4", "keep")
    assert rule(strait, "kayak c3 e3") == "kayak-through-bear"


def test_hunting() -> None:
    turn = played(begun(with_(hand_r="harpoon harpoon", f6="", c5="", b5="r", c4="fox2 bear4")), "melt f4", "keep")
    assert rule(turn, "hunt c3 fish1 d4") == "hunt-out-of-reach"
    assert rule(turn, "walk c3 c4") == "bear-no-harpoon"
    assert rule(turn, "walk c3 b3 harpoon") == "no-bear"
    inside = played(turn, "walk c3 c4 harpoon")
    assert inside.table.prey("r") == ("fish1", "bear4")
    assert rule(inside, "harpoon c4 fox2") == "kept-twice"
    assert played(inside, "hunt c4 fox2").points == 0
    beside = played(begun(with_(c4="rr bear4", c3="", c5="")), "melt f4", "keep")
    assert rule(beside, "hunt c4 bear4") == "hunt-bear"


def test_igloos() -> None:
    turn = (
        played(begun(with_(a5="rb", f6="", c6="")), "melt f4", "keep") if False else played(begun(), "melt f4", "keep")
    )
    assert rule(turn, "build a4") == "igloo-there"
    assert rule(turn, "build c4") == "no-inuit"
    assert rule(played(begun(with_(f6="", c6="rb")), "melt f4", "keep"), "build c6") == "igloo-rival"
    assert rule(played(begun(with_(f6="", h1="r")), "melt f4", "keep"), "build h1") == "igloo-corner"
    built = played(turn, "build c3")
    assert built.points == 0
    assert "r" not in built.table.igloos_left


def attacked(**house: str) -> TurnInProgress:
    """A red bear stands before red, green and blue Inuit, a blue igloo and a fox on c4; red moves it."""
    rules = IgluIglu(house=HouseRules(**house), players="rgb")
    data = start(Random(1), rules).to_json() | {"reserve": {}, "igloos": {"r": 2, "g": 2, "b": 1}, "to_move": "r"}
    del data["secret"]
    data["on"] |= {"c4": "rgb B fox1", "a3": "rrggbb", "e5": "bear4"}
    data["board"][4] = "###~~###"
    data["on"]["d4"] = "bear4"
    data["on"]["e5"] = "fish1"
    data["supply"] = {"fish": [0, 0, 0], "fox": [0, 0, 0], "bear": 0}
    data["hands"] = {"r": ["animals", "harpoon"], "g": ["?"], "b": ["harpoon"]}
    data["board"][0] = "L~~~~##L"
    turn = rules.begin(rules.read_state(data))
    return played(turn, "melt c5", "reveal bear", "play animals", "move bear4 d4 c4")


def test_an_attack_is_answered_in_order() -> None:
    turn = attacked()
    assert (turn.wants, turn.who, turn.asked) == ("defence", "g", "gbr")
    assert turn.table.animals[CELLS["c4"]] == ("bear4",)
    assert rule(turn, "defend b") == "defence-order"
    assert rule(turn, "move bear4 c4 c3") == "attack-open"
    passed = played(turn, "pass g", "pass b", "pass r")
    assert (passed.wants, passed.fleeing) == ("flee", "rg")
    after = played(passed, "flee g a1", "flee r h8")
    assert after.table.inuit[CELLS["c4"]] == "b"
    assert after.wants == "animals"
    killed = played(turn, "pass g", "defend b")
    assert killed.table.inuit[CELLS["c4"]] == "rgb"
    assert killed.table.prey("b") == ("bear4",)


def test_the_end_before_a_turn_and_by_a_melt_tile() -> None:
    for seed in range(8):
        rng = Random(seed)
        rules = random_rules(rng)
        last = random_game(rng, rules)[-1][2]
        ruling = rules.judge(last, []).to_json()
        assert (ruling["over"], ruling["done"]) == (True, True)
        assert ruling["winners"] == score(last, rules.house).winners
        fault = rules.judge(last, ["done"]).fault
        assert fault
        assert fault.rule == "after-the-end"


def test_six_tiles_round_the_corner() -> None:
    data = start(Random(1), rules := IgluIglu(players="rygb")).to_json()
    del data["secret"]
    data |= {"reserve": {}, "igloos": {"r": 2, "y": 1, "g": 2, "b": 2}, "lost": 49}
    data["board"] = ["L#~~~~~L", "#~~~~~~~", "##~~~~~~", "###~~~~~", *["~~~~~~~~"] * 3, "L~~~~~~L"]
    data["on"] = {"a5": "rr", "a6": "y Y", "b5": "bbb", "c5": "g", "b8": "r", "h1": "yygg"}
    points = score(rules.read_state(data), rules.house).to_json()
    assert points["islands"][0]["points"] == {"r": 3, "y": 6, "g": 0, "b": 6}
    assert points["islands"][1]["points"] == {"r": 1}
    serious = score(rules.read_state(data), HouseRules(serious="on")).to_json()
    assert serious["islands"][0]["points"] == {"r": 10, "y": 21, "g": 0, "b": 21}
    assert score(rules.read_state(data), HouseRules(serious="on", half="exact")).scores()["r"] == 11.5


def test_a_judge_gives_the_words_that_would_serve() -> None:
    fault = IgluIglu().judge(example(), ["done"]).fault
    assert fault
    assert fault.owed
    assert all(word.startswith("melt ") for word in fault.owed)
