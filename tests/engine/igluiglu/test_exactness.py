"""Is what is called illegal really so? A search without any cleverness tries all words that the game allows."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.igluiglu.board import NEXT_TO, SEA, in_order
from engine.igluiglu.equipment import in_animal_order
from engine.igluiglu.explain.explain import explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress
from tests.engine.igluiglu.tables import played, random_game, random_rules

pytestmark = pytest.mark.slow

LATER = ("energy", "melt", "animals", "drift", "harpoon")
"""With these the plain search would take too long."""


def nudged(rng: Random, state: State, mover: str) -> State:
    """One Inuit of the mover a step on, or one animal next to them caught: often legal, often one point too many."""
    own = [cell for cell, people in enumerate(state.inuit) if mover in people]
    start = rng.choice(own)
    goal = rng.choice(NEXT_TO[start])
    if state.board[goal] != SEA and not state.has_bear(goal):
        inuit = [*state.inuit]
        inuit[start] = inuit[start].replace(mover, "", 1)
        inuit[goal] = in_order(inuit[goal] + mover)
        return replace(state, inuit=tuple(inuit))
    if state.animals[goal]:
        animals, caught, at = [*state.animals], [*state.caught], state.players.index(mover)
        prey = rng.choice(animals[goal])
        left = [*animals[goal]]
        left.remove(prey)
        animals[goal], caught[at] = tuple(left), in_animal_order([*caught[at], prey])
        return replace(state, animals=tuple(animals), caught=tuple(caught))
    return state


def plainly(turn: TurnInProgress, aim: PartialState) -> bool:
    """Does any turn lead there? Every legal word is tried; only ice and discards, which end with naming, prune."""
    seen, todo = set[object](), [turn]
    while todo:
        now = todo.pop()
        if now.wants == "nothing":
            if aim.agrees(now.table):
                return True
            continue
        if now.wants == "act" and (now.table.board != aim.board or now.table.out != aim.out):
            continue
        for word in now.legal_words():
            after = played(now, word)
            key = after.table, after.points, after.wants, after.drawn
            if key not in seen:
                seen.add(key)
                todo.append(after)
    return False


def cases(seed: int, count: int) -> list[tuple[IgluIglu, State, State]]:
    """Turns without much ado, their ends nudged."""
    rng = Random(seed)
    found: list[tuple[IgluIglu, State, State]] = []
    while len(found) < count:
        rules = random_rules(rng)
        for before, words, after in random_game(rng, rules, hidden=False)[15::4]:
            quiet = not any(name in " ".join(words[1:]) for name in LATER)
            if quiet and not before.reserve and len(found) < count:
                found.append((rules, before, nudged(rng, after, before.to_move)))
    return found


@pytest.mark.parametrize("seed", range(2))
def test_it_is_legal_just_where_a_plain_search_finds_a_turn(seed: int) -> None:
    said = set()
    for rules, before, after in cases(seed, 4):
        aim = PartialState.of(after)
        begun = replace(rules.begin(before), points=2)  # with all three the plain search takes minutes
        answer = explain(begun, aim)
        assert answer.legal is plainly(begun, aim)
        said.add(answer.legal)
    assert said
