"""The coach of IGLU IGLU: legal proposals, no tile that nobody showed, luck is no mistake."""

from __future__ import annotations

from itertools import count

import pytest

from coach.coach import Budget
from coach.igluiglu.search import IgluCoach
from coach.igluiglu.unknown import dealt, unseen
from coach.weighing import weigh
from engine.core.errors import NotationError
from engine.core.verdict import Fault
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from tests.coach.matches import iglu

RULES = IgluIglu(players="rb")


def brief(steps: int = 3) -> Budget:
    """A budget that is used up after so many looks at the clock."""
    return Budget(1.0, clock=count(0.0, 1 / steps).__next__)


@pytest.fixture(scope="module")
def played() -> tuple[State, tuple[str, ...], State]:
    """The last turn of a game by chance: before, words, after."""
    log = iglu(3, 14)
    before, after = (RULES.read_state(turn.after) for turn in log.turns[-2:])
    return before, log.turns[-1].actions, after


def test_proposals_are_legal_and_honest(played: tuple[State, tuple[str, ...], State]) -> None:
    before, words, after = played
    advice = IgluCoach(RULES).advise(before, brief(), words, after)
    assert 1 <= len(advice.best) <= 3
    assert advice.played is not None
    for option in advice.best:
        turn = RULES.begin(before).play_words(option.words)
        assert not isinstance(turn, Fault)
        assert (turn.wants == "nothing") == option.whole
        assert sum(option.chances.values()) == pytest.approx(1, abs=1e-3)
        assert option.spread >= 0.02
    shown = " ".join(words)
    assert not any("play" in word and word.split()[1] not in shown for o in advice.best for word in o.words)


def test_before_the_tile_is_seen_only_the_place_is_proposed(played: tuple[State, tuple[str, ...], State]) -> None:
    before, words, _ = played
    for option in IgluCoach(RULES).advise(before, brief()).best:
        assert option.words[0].startswith("melt ")
        assert len(option.words) == 1
        assert not option.whole
    seen = words[:2]
    for option in IgluCoach(RULES).advise(before, brief(), so_far=seen).best:
        assert option.words[: len(seen)] == seen


def test_what_is_dealt_by_chance_could_lie_there(played: tuple[State, tuple[str, ...], State]) -> None:
    from random import Random

    state = played[0]
    laid = dealt(state, RULES.tiles, Random(1))
    assert laid.secret is not None
    assert laid.secret.tiles is not None
    assert [bool(face) for face in laid.secret.tiles] == [ground == "#" for ground in state.board]
    assert set(unseen(state, RULES.tiles)) <= set(RULES.tiles.kinds)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_a_turn_in_words(language: str) -> None:
    words = ("melt c4", "keep", "walk c3 c4", "hunt c4 fish2 d4", "build c4", "play energy2", "done")
    text = IgluCoach(RULES).in_words(words, language)
    assert text.count(";") == 5
    assert "{" not in text


def test_where_to_melt_is_weighed_before_the_tile_is_seen() -> None:
    log = iglu(3, 14)
    best = weigh(log, 12, ("melt d6",))
    assert best.played == best.best[0]
    other = weigh(log, 12, ("melt d3",))
    assert other.played is not None
    assert not other.played.whole
    assert other.played.chances["b"] <= other.best[0].chances["b"]


def test_another_turn_is_weighed_after_what_the_tile_showed() -> None:
    log = iglu(3, 14)
    advice = weigh(log, 12, ("melt f5", "reveal glacier 2", "build a2", "done"))
    assert advice.played is not None
    assert advice.played.chances["b"] == advice.best[0].chances["b"]
    with pytest.raises(NotationError, match="breaks a rule"):
        weigh(log, 12, ("melt f5", "reveal glacier 2", "build c4", "done"))
    with pytest.raises(NotationError, match="a turn from 1 to 14"):
        weigh(log, 15, ("melt f5",))
