"""What holds of every table and every turn: random games with fixed seeds."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine.igluiglu.actions import parse_action
from engine.igluiglu.board import CELLS, CORNERS, NAMES
from engine.igluiglu.equipment import ANIMALS, TOKENS
from engine.igluiglu.score import islands_of
from engine.igluiglu.steps.checks import broken_by
from engine.igluiglu.turn import TurnInProgress
from tests.engine.igluiglu.tables import played, random_game, random_rules

pytestmark = pytest.mark.slow


def every_word(turn: TurnInProgress) -> list[str]:
    """A great many words, legal or not, about what lies on this table."""
    cells = [NAMES[cell] for cell in range(64)]
    own = [cell for cell in cells if turn.mover in turn.table.inuit[CELLS[cell]]]
    animals = [(name, who) for name in cells for who in dict.fromkeys(turn.table.animals[CELLS[name]])]
    words = [f"{verb} {cell}" for verb, cell in product(("melt", "play melt", "build", "place"), cells)]
    words += [f"{verb} {a} {b}{how}" for verb, a, b, how in product(("walk", "kayak"), own, cells, ("", " harpoon"))]
    words += [f"{verb} {a} {who} {b}" for verb, a, (b, who) in product(("hunt", "harpoon"), own, animals)]
    words += [f"move {who} {a} {b}" for (a, who), b in product(animals, cells)]
    words += [f"{verb} {colour}" for verb, colour in product(("defend", "pass"), "rygb")]
    words += [f"flee {colour} {NAMES[corner]}" for colour, corner in product("rygb", CORNERS)]
    words += ["stop", "done", "play animals", "keep", *(f"play energy{n}" for n in range(1, 5))]
    words += [f"keep {kind}" for kind in turn.tiles.kinds] + ["reveal drift", "reveal bear"]
    return words


@pytest.mark.parametrize("seed", range(4))
def test_the_list_of_legal_words_is_just_those_that_break_no_rule(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    turns = random_game(rng, rules, hidden=bool(seed % 2))
    for state, words, _ in rng.sample(turns, 4):
        turn = rules.begin(state)
        for word in ["", *words]:
            turn = played(turn, word) if word else turn
            legal = set(turn.legal_words())
            lawful = {str(a) for a in map(parse_action, every_word(turn)) if broken_by(turn, a) is None}
            drawn = {w for w in legal if w.startswith(("drift", "reveal"))}
            assert legal - drawn == {w for w in lawful if not w.startswith("reveal")}


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_lose_nothing_and_end(seed: int) -> None:
    rng = Random(1000 + seed)
    rules = random_rules(rng)
    turns = random_game(rng, rules, hidden=bool(seed % 3))
    assert len(turns) < 110
    left = dict.fromkeys(ANIMALS, 99)
    for _, _, state in turns:
        rules.read_state(state.to_json())
        tiles = sum(lies in "#^" for lies in state.board) + sum(map(len, state.hands)) + len(state.out) + state.lost
        assert tiles == 56
        count = Counter(animal for place in (*state.animals, *state.caught) for animal in place)
        count.update(dict(zip(ANIMALS, (*state.fish, *state.fox, state.bears), strict=True)))
        assert all(count[animal] <= min(left[animal], TOKENS[animal]) for animal in ANIMALS)
        left = {animal: count[animal] for animal in ANIMALS}
    assert rules.begin(turns[-1][2]).over


def walked(board: str, rng: Random) -> set[frozenset[int]]:
    """The islands by joining tiles in any order."""
    group = {cell: {cell} for cell, lies in enumerate(board) if lies in "#^"}
    cells = [*group]
    rng.shuffle(cells)
    for cell in cells:
        column, row = divmod(cell, 8)
        for other in cells:
            if abs(other // 8 - column) + abs(other % 8 - row) == 1 and group[cell] is not group[other]:
                joined = group[cell] | group[other]
                for each in joined:
                    group[each] = joined
    return {frozenset(cells) for cells in group.values()}


@pytest.mark.parametrize("seed", range(4))
def test_islands_are_the_same_however_they_are_walked(seed: int) -> None:
    rng = Random(seed)
    for _, _, state in random_game(rng, random_rules(rng))[::7]:
        assert {frozenset(cells) for cells in islands_of(state.board)} == walked(state.board, rng)
