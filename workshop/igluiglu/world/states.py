"""Tables to be drawn: from random games by the rules, and thrown ones on which anything lies anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.igluiglu.actions import parse_action
from engine.igluiglu.board import CORNERS, FACE_DOWN, GLACIER, LAND, NAMES, SEA
from engine.igluiglu.equipment import BEAR
from engine.igluiglu.opening import opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose
from engine.igluiglu.state import State, board_rows

Rng = np.random.Generator
Json = dict[str, Any]


def some_players(rng: Rng) -> str:
    """Two to four colours in seating order."""
    count = int(rng.choice([2, 3, 4], p=[0.3, 0.3, 0.4]))
    if count == 2:
        return "rb" if rng.random() < 0.5 else "br"
    return "".join(rng.permutation(list("rygb"))[:count])


def played(rng: Rng, players: str, turns: int, sensible: float = 0.3) -> State:
    """The table after so many turns of random play (some words by players with a little sense)."""
    rules = IgluIglu(players=players)
    state = opening(players, tuple(int(v) for v in rng.integers(1, 4, 4)))
    for _ in range(turns):
        turn = rules.begin(state)
        while not turn.over and turn.wants != "nothing":
            words = turn.legal_words()
            wise = rng.random() < sensible and len(words) < 60
            word = choose(turn, float(rng.random())) if wise else words[int(rng.integers(0, len(words)))]
            turn = turn.after(parse_action(word))
        if turn.over:
            return turn.table
        state = turn.table
    return state


def thrown(rng: Rng, players: str) -> Json:
    """A table on which every space may hold anything; what is left over lies beside it."""
    letters = []
    icy, glaciers, busy = rng.uniform(0.1, 0.95), rng.uniform(0.02, 0.4), rng.uniform(0.1, 0.7)
    for cell in range(64):
        ice = FACE_DOWN if rng.random() > glaciers else GLACIER
        letters.append(LAND if cell in CORNERS else ice if rng.random() < icy else SEA)
    on: dict[str, str] = {}
    for cell, letter in enumerate(letters):
        if rng.random() > (max(busy, 0.5) if letter == LAND else busy):
            continue
        many = int(rng.choice([1, 1, 1, 2, 2, 3, 4]))
        inuit, igloo, animals = "", "", []
        for _ in range(many):
            kind = rng.random()
            if letter != SEA and kind < 0.5:
                inuit += str(rng.choice(list("rygb")))
            elif letter not in (SEA, LAND) and kind < 0.62:
                igloo = str(rng.choice(list("RYGB")))
            elif letter == LAND:
                inuit += str(rng.choice(list("rygb")))
            elif kind < 0.72 and BEAR not in animals:
                animals.append(BEAR)
            else:
                animals.append(f"{'fish' if letter == SEA else 'fox'}{int(rng.integers(1, 4))}")
        words = ["".join(sorted(inuit, key="rygb".index)), igloo, *sorted(animals, key=order)]
        on[NAMES[cell]] = " ".join(w for w in words if w)
    hands = {p: ["?"] * int(rng.choice([0, 0, 1, 1, 2, 3])) for p in players}
    caught = {p: [f"fish{int(rng.integers(1, 4))}"] * int(rng.integers(0, 4)) for p in players}
    supply = {"fish": [int(v) for v in rng.integers(0, 6, 3)], "fox": [int(v) for v in rng.integers(0, 3, 3)]}
    return {
        "board": board_rows("".join(letters)),
        "on": on,
        "reserve": {p: int(rng.integers(0, 3)) for p in players},
        "igloos": {p: int(rng.integers(0, 3)) for p in players},
        "supply": {**supply, "bear": int(rng.integers(0, 4))},
        "hands": hands,
        "caught": caught,
        "out": {"drift": int(rng.integers(0, 3))},
        "lost": 0,
        "to_move": players[0],
    }


def order(animal: str) -> tuple[int, str]:
    """Fish, then foxes, then bears, by value."""
    return ("fish", "fox", "bear").index(animal[:-1]), animal


def some_table(rng: Rng) -> tuple[Json, str, int]:
    """A table, its players and how many turns were played (-1 = thrown)."""
    players = some_players(rng)
    if rng.random() < 0.35:
        return thrown(rng, players), players, -1
    turns = int(rng.integers(0, 60))
    state = played(rng, players, turns)
    return replace(state, secret=None).to_json(), players, turns
