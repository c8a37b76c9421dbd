"""Tables of IGLU IGLU for the tests: whole starts by chance (with a seed), and small ones typed by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from engine.core.verdict import Fault
from engine.igluiglu.board import CENTRE, FACE_DOWN, LAND, NAMES, SEA, SIDE, TILES, in_order
from engine.igluiglu.equipment import ANIMALS, STANDARD_SET, TOKENS, TileSet, inuit_each
from engine.igluiglu.options import CHOICES, HouseRules
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import EMPTY, NO_ANIMALS, Secret, State
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.valid import check

DATA = Path(__file__).resolve().parents[2] / "data" / "iglu"
COUNTED = replace(STANDARD_SET, counted=True, name="counted")


def vectors(name: str) -> list[dict[str, Any]]:
    """The lines of a file of vectors."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def position(question: dict[str, Any]) -> tuple[IgluIglu, State]:
    """A vector's question as values."""
    rules = IgluIglu.from_header(question.get("set"), question.get("house"), question.get("players"))
    return rules, rules.read_state(question["state"])


def random_rules(rng: Random) -> IgluIglu:
    """Any house rules and seating, counted tiles or not."""
    house = {switch: rng.choice(choices) for switch, choices in CHOICES.items() if rng.random() < 0.4}
    players = rng.choice(["rb", "br", "".join(rng.sample("rygb", 3)), "".join(rng.sample("rygb", 4))])
    return IgluIglu(rng.choice([STANDARD_SET, COUNTED]), HouseRules.from_json(house), players)


def start(rng: Random, rules: IgluIglu, hidden: bool = True) -> State:
    """The table before the first Inuit is placed; with `hidden` its secret is known, as to a simulator."""
    board = "".join(
        LAND if name in ("a1", "a8", "h1", "h8") else SEA if cell in CENTRE else FACE_DOWN
        for cell, name in enumerate(NAMES)
    )
    fish, fox = ([value for value in (1, 2, 3) for _ in range(TOKENS[f"{kind}{value}"])] for kind in ("fish", "fox"))
    rng.shuffle(fish)
    rng.shuffle(fox)
    animals = [*NO_ANIMALS]
    for cell in sorted(CENTRE):
        animals[cell] = (f"fish{fish.pop()}",)
    secret = Secret(_laid(rng, board, rules.tiles), tuple(fish), tuple(fox)) if hidden else None
    pieces = in_order("".join(player * inuit_each(rules.players) for player in rules.players))
    nobody = ((),) * len(rules.players)
    state = State(
        rules.players, board, EMPTY, EMPTY, tuple(animals), pieces, in_order(rules.players * 2), _counts(fish),
        _counts(fox), TOKENS[ANIMALS[-1]], nobody, nobody, (), 0, rules.players[0], secret,
    )  # fmt: skip
    return check(state, rules.tiles)


def _counts(values: list[int]) -> tuple[int, int, int]:
    return values.count(1), values.count(2), values.count(3)


def _laid(rng: Random, board: str, tiles: TileSet) -> tuple[str, ...]:
    faces = [kind for kind, copies in tiles.tiles for _ in range(copies)]
    assert len(faces) == TILES
    rng.shuffle(faces)
    return tuple(faces.pop() if board[cell] == FACE_DOWN else "" for cell in range(SIDE * SIDE))


def random_turn(rng: Random, rules: IgluIglu, state: State) -> list[str]:
    """A legal turn, word by word; phase 2 does not end at once."""
    turn, words = rules.begin(state), list[str]()
    while turn.wants != "nothing":
        legal = turn.legal_words()
        choices = [word for word in legal if word != "done"] if rng.random() < 0.8 else legal
        words.append(rng.choice(choices or legal))
        turn = played(turn, words[-1])
    return words


def played(turn: TurnInProgress, *words: str) -> TurnInProgress:
    """The turn after these lawful words."""
    after = turn.play_words(words)
    assert not isinstance(after, Fault), after
    return after


def random_game(rng: Random, rules: IgluIglu, hidden: bool = True) -> list[tuple[State, list[str], State]]:
    """A whole game by chance: before, words, after, turn by turn."""
    state, turns = start(rng, rules, hidden), []
    while not (not state.reserve and rules.begin(state).over):
        words = random_turn(rng, rules, state)
        after = rules.judge(state, words).next
        assert after is not None
        turns.append((state, words, after))
        state = after
    return turns
