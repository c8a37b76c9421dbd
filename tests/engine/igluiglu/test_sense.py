"""Players with a little sense: always legal, the same for the same numbers, and the demonstration shows every event."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose, ranked
from engine.igluiglu.state import State
from tests.engine.igluiglu.tables import played, start


def game(seed: int, players: str) -> tuple[State, Counter[str]]:
    """A whole game of sensible players, and how often each word came."""
    rng, rules = Random(seed), IgluIglu(players=players)
    state, said = start(rng, rules), Counter[str]()
    while state.reserve or not rules.begin(state).over:
        turn = rules.begin(state)
        while turn.wants != "nothing":
            word = choose(turn, rng.random())
            assert word in turn.legal_words()
            said[" ".join(word.split()[: 2 if word.startswith(("reveal", "play")) else 1])] += 1
            turn = played(turn, word)
        state = turn.table
    return state, said


def test_a_game_comes_to_its_end_and_shows_the_game() -> None:
    _, said = game(1, "rb")
    assert {"melt", "keep", "hunt", "build", "walk", "drift", "reveal bear", "reveal glacier", "play animals"} <= set(
        said
    )
    assert said["build"] == 4


@pytest.mark.slow
def test_the_same_numbers_give_the_same_game() -> None:
    assert game(3, "ryg") == game(3, "ryg")


def test_every_legal_word_is_ranked_once_and_nothing_else() -> None:
    rules = IgluIglu(players="rb")
    turn = rules.begin(start(Random(2), rules))
    assert sorted(liking.word for liking in ranked(turn)) == turn.legal_words()
    assert choose(turn, 0.0) in turn.legal_words()
    assert choose(played(turn, "place a2"), 0.5) == ""
