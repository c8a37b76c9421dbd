"""Turns that break a rule in a way that can be seen: what lies on the table after each step of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from engine.igluiglu.actions import parse_action
from engine.igluiglu.board import CORNERS, FACE_DOWN, ICE, NEXT_TO, SEA, in_order
from engine.igluiglu.equipment import BEAR
from engine.igluiglu.explain.explain import explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.steps import ground
from vision.igluiglu.belief.adopting import Lying, adopted

Rng = np.random.Generator
Tables = list[State]


def seen(state: State) -> PartialState:
    """What a camera can see of a state at best."""
    data = state.to_json()
    hands = {player: len(hand) for player, hand in data["hands"].items()}
    return PartialState.from_json({"board": data["board"], "on": data["on"], "hands": hands})


def moved(lying: Lying, letter: str, start: int, goal: int) -> Lying:
    """An Inuit elsewhere."""
    inuit = [*lying.inuit]
    inuit[start] = inuit[start].replace(letter, "", 1)
    inuit[goal] = in_order(inuit[goal] + letter)
    return replace(lying, inuit=tuple(inuit))


def carried(lying: Lying, animal: str, start: int, goal: int | None) -> Lying:
    """An animal elsewhere, or gone."""
    animals = [list(each) for each in lying.animals]
    animals[start].remove(animal)
    if goal is not None:
        animals[goal].append(animal)
    return replace(lying, animals=tuple(tuple(sorted(each)) for each in animals))


def without_tile(lying: Lying, cell: int) -> Lying:
    """A tile taken away."""
    return replace(lying, board=(*lying.board[:cell], SEA, *lying.board[cell + 1 :]))


def melted(rules: IgluIglu, state: State) -> tuple[State, bool]:
    """The table after this turn's duty to melt, settled as the shuffle has it; whether that was possible."""
    turn = rules.begin(state)
    while turn.wants not in ("act", "nothing"):
        words = turn.legal_words()
        if not words:
            return state, False
        turn = turn.after(parse_action(words[len(words) // 2]))
    return turn.table, turn.wants == "act"


def far_walk(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """An own Inuit comes to ice that is far away."""
    after, _ = melted(rules, state)
    lying = Lying.of(after)
    yield lying
    own = [cell for cell, letters in enumerate(after.inuit) if state.to_move in letters]
    ice = [cell for cell, lies in enumerate(after.board) if lies in ICE and not after.animals[cell]]
    start, goal = int(rng.choice(own)), int(rng.choice(ice))
    yield moved(lying, state.to_move, start, goal)


def other_moved(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """Somebody else's Inuit is moved."""
    after, _ = melted(rules, state)
    lying = Lying.of(after)
    yield lying
    theirs = [(c, k) for c, letters in enumerate(after.inuit) for k in letters if k != state.to_move]
    start, letter = theirs[int(rng.integers(0, len(theirs)))]
    goals = [cell for cell in NEXT_TO[start] if after.board[cell] in ICE and BEAR not in after.animals[cell]]
    if goals:
        yield moved(lying, letter, start, int(rng.choice(goals)))


def two_tiles(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """Two tiles melt instead of one."""
    after, _ = melted(rules, state)
    lying = Lying.of(after)
    yield lying
    free = [c for c, lies in enumerate(after.board) if lies == FACE_DOWN and after.is_empty(c)]
    if free:
        yield without_tile(lying, int(rng.choice(free)))


def wrong_tile(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """A tile melts that may not."""
    lawful = set(ground.meltable(state, rules.house))
    free = [c for c, lies in enumerate(state.board) if lies == FACE_DOWN and state.is_empty(c) and c not in lawful]
    if free:
        yield without_tile(Lying.of(state), int(rng.choice(free)))


def no_melt(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """An Inuit walks, and nothing melts."""
    own = [cell for cell, letters in enumerate(state.inuit) if state.to_move in letters]
    ways = [(a, b) for a in own for b in NEXT_TO[a] if state.board[b] in ICE and BEAR not in state.animals[b]]
    if ways:
        start, goal = ways[int(rng.integers(0, len(ways)))]
        yield moved(Lying.of(state), state.to_move, start, goal)


def fish_gone(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """An animal is taken that is out of reach."""
    after, _ = melted(rules, state)
    lying = Lying.of(after)
    yield lying
    every = [(c, a) for c, animals in enumerate(after.animals) for a in animals if a.startswith("fish")]
    if every:
        cell, animal = every[int(rng.integers(0, len(every)))]
        yield carried(lying, animal, cell, None)


def stray(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """An animal goes where nobody has led it."""
    after, _ = melted(rules, state)
    lying = Lying.of(after)
    yield lying
    sea = [c for c, lies in enumerate(after.board) if lies == SEA]
    every = [(c, a) for c, animals in enumerate(after.animals) for a in animals if a.startswith("fish")]
    if every:
        cell, animal = every[int(rng.integers(0, len(every)))]
        yield carried(lying, animal, cell, int(rng.choice(sea)))


def dear_igloo(rules: IgluIglu, state: State, rng: Rng) -> Iterator[Lying]:
    """An igloo is built and an Inuit walks besides."""
    after, _ = melted(rules, state)
    lying, me = Lying.of(after), state.to_move
    yield lying
    own = [c for c, k in enumerate(after.inuit) if me in k and c not in CORNERS and not set(k) - {me}]
    own = [c for c in own if not after.igloo[c] and after.igloos_left.count(me)]
    walks = [(a, b) for a, k in enumerate(after.inuit) if me in k for b in NEXT_TO[a] if after.board[b] in ICE]
    walks = [(a, b) for a, b in walks if BEAR not in after.animals[b]]
    if own and walks:
        cell = int(rng.choice(own))
        start, goal = walks[int(rng.integers(0, len(walks)))]
        built = replace(lying, igloo=(*lying.igloo[:cell], me.upper(), *lying.igloo[cell + 1 :]))
        yield built
        yield moved(built, me, start, goal)


FOULS: dict[str, Callable[[IgluIglu, State, Rng], Iterator[Lying]]] = {
    "far-walk": far_walk,
    "other-moved": other_moved,
    "two-tiles": two_tiles,
    "wrong-tile": wrong_tile,
    "no-melt": no_melt,
    "fish-gone": fish_gone,
    "stray": stray,
    "dear-igloo": dear_igloo,
}


def foul(kind: str, rules: IgluIglu, state: State, rng: Rng, tries: int = 12) -> tuple[Tables, tuple[str, ...]] | None:
    """The tables of such a turn, which nothing that can be seen explains, and the rules it breaks; None if none."""
    for _ in range(tries):
        tables: Tables = []
        for lying in FOULS[kind](rules, state, rng):
            last = tables[-1] if tables else state
            table = adopted(last, lying, state.to_move)
            if table is None:
                tables = []
                break
            tables.append(table)
        if not tables or Lying.of(tables[-1]) == Lying.of(state):
            continue
        said = explain(rules.begin(public(state)), seen(tables[-1]))
        if said.legal is False:
            return tables, tuple(str(each.rule) for each in said.violations)
    return None


def public(state: State) -> State:
    """A state as the referee knows it: kept tiles unknown."""
    hands = tuple(("?",) * len(hand) for hand in state.hands)
    return replace(state, hands=hands, secret=None)
