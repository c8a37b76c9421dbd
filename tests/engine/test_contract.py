"""What every game keeps, the ones on offer and one that exists only here: random play, logs, replay, taking back."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.core.game import Game, find_game
from engine.core.log import EndLine, Header, LogError, MatchLog, Player, TurnLine
from engine.core.replay import replay
from engine.core.rules import Rules, Turn
from engine.core.verdict import Fault
from engine.games import DEFAULT_GAME, GAMES
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine import tables as icecult
from tests.engine.igluiglu import tables as iglu
from tests.toy.engine.game import TOY, Heap, TakeStones

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Sample:
    """A game with a way to begin a match of it by chance."""

    game: Game
    begin: Callable[[Random], tuple[Rules[Any], Any, dict[str, Any], dict[str, Any]]]
    """Rules, first state, and the JSON of set and house rules."""


def _ice_cult(rng: Random) -> tuple[IceCult, State, dict[str, Any], dict[str, Any]]:
    rules = icecult.random_rules(rng)
    return rules, State.setup(rules.players[0]), rules.cube_set.to_json(), rules.house.to_json()


def _iglu(rng: Random) -> tuple[Any, Any, dict[str, Any], dict[str, Any]]:
    rules = iglu.random_rules(rng)
    return rules, iglu.start(rng, rules, hidden=rng.random() < 0.5), rules.tiles.to_json(), rules.house.to_json()


SAMPLES = (
    Sample(GAMES["ice-cult"], _ice_cult),
    Sample(GAMES["iglu"], _iglu),
    Sample(TOY, lambda rng: (TakeStones("rb"), Heap(rng.randint(4, 30), "r"), {}, {})),
)
games = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.game.name)
seeds = pytest.mark.parametrize("seed", range(6))
TABLE = {**GAMES, TOY.name: TOY}


def play_turn(rng: Random, begun: Turn) -> list[str]:
    """A legal turn by chance."""
    turn, words = begun, list[str]()
    while True:
        legal, verdict = turn.legal_words(), turn.end()
        if verdict.fault is None and verdict.next is not None and (not legal or rng.random() < 0.3):
            return words
        words.append(rng.choice(legal))
        after = turn.play_words(words[-1:])
        assert not isinstance(after, Fault), (words, after)
        turn = after


def play(sample: Sample, seed: int, turns: int = 25) -> tuple[Rules[Any], list[Any], MatchLog]:
    """A match by chance: its rules, its states, its log."""
    rng = Random(seed)
    rules, state, equipment, house = sample.begin(rng)
    players = tuple(Player(f"Player {colour}", colour) for colour in rules.players)
    header = Header("2026-11-14T20:31:05Z", sample.game.name, equipment, house, players, state.to_json())
    states, lines, winners = [state], list[TurnLine](), ""
    while len(lines) < turns and not winners:
        words = play_turn(rng, rules.begin(state))
        verdict = rules.judge(state, words)
        after = verdict.next
        lines.append(TurnLine(len(lines) + 1, rules.mover(state), tuple(words), after.to_json(), verdict.to_json()))
        state, winners = after, verdict.winners
        states.append(state)
    how = rules.how_won(state, winners) if winners else "stopped"
    end = EndLine(winners, how, rules.end_details(state) if winners else {})
    return rules, states, MatchLog(header, tuple(lines), end)


@games
@seeds
def test_every_word_prints_and_parses(sample: Sample, seed: int) -> None:
    rules, states, log = play(sample, seed, turns=12)
    for state, line in zip(states, log.turns, strict=False):
        turn = rules.begin(state)
        for word in line.actions:
            legal = turn.legal_words()
            assert word in legal
            assert len(set(legal)) == len(legal)
            assert legal == sorted(legal)
            assert [sample.game.read_word(each) for each in legal] == legal
            after = turn.play_words([word])
            assert not isinstance(after, Fault)
            turn = after


@games
@seeds
def test_judging_a_turn_is_playing_it_word_by_word(sample: Sample, seed: int) -> None:
    rules, states, log = play(sample, seed)
    for before, line, after in zip(states, log.turns, states[1:], strict=False):
        turn = rules.begin(before)
        for at, word in enumerate(line.actions):
            whole = rules.begin(before).play_words(line.actions[:at])
            assert whole == turn
            result = turn.play_words([word])
            assert not isinstance(result, Fault)
            turn = result
        assert turn.end().next == after
        assert turn.end().to_json() == rules.judge(before, line.actions).to_json() == line.verdict


@games
@seeds
def test_a_log_replays_and_reads_back(sample: Sample, seed: int) -> None:
    _, states, log = play(sample, seed)
    assert MatchLog.parse(str(log)) == log
    again = replay(MatchLog.parse(str(log)), TABLE)
    assert list(again.states) == states
    assert again.winners == (log.end.winners if log.end else "")


@pytest.mark.slow
@games
def test_matches_come_to_an_end_that_the_log_holds_to(sample: Sample) -> None:
    won = [log for seed in range(4) if (log := play(sample, seed, turns=150)[2]).end and log.end.winners]
    assert won
    for log in won:
        assert log.end
        assert replay(log, TABLE).winners == log.end.winners
        last = log.turns[-1]
        more = MatchLog(log.header, (*log.turns, TurnLine(last.turn + 1, *_again(last))), None)
        with pytest.raises(LogError):
            replay(more, TABLE)
        with pytest.raises(LogError, match="expected an end by"):
            replay(MatchLog(log.header, log.turns, EndLine(log.end.winners, "luck")), TABLE)


def _again(line: TurnLine) -> tuple[str, tuple[str, ...], Any, Any]:
    return line.player, line.actions, line.after, line.verdict


@games
@seeds
def test_taking_back_is_replaying_what_is_left(sample: Sample, seed: int) -> None:
    _, states, log = play(sample, seed, turns=10)
    for kept in range(len(log.turns)):
        shorter = MatchLog(log.header, log.turns[:kept])
        assert list(replay(shorter, TABLE).states) == states[: kept + 1]


@games
@seeds
def test_a_fault_changes_nothing_and_has_a_sentence(sample: Sample, seed: int) -> None:
    rules, states, log = play(sample, seed, turns=15)
    every = sorted({word for line in log.turns for word in line.actions})
    faults = 0
    for before, line in zip(states, log.turns, strict=False):
        turn = rules.begin(before)
        for word in every:
            result = turn.play_words([word])
            if isinstance(result, Fault):
                faults += 1
                assert result.at == 0
                assert turn == rules.begin(before)
                assert all(rules.fault_text(before, [word], result, lang) for lang in sample.game.languages)
        assert before.to_json() == states[line.turn - 1].to_json()
    assert faults


@games
def test_a_state_reads_back_and_rubbish_is_an_error(sample: Sample) -> None:
    rules, states, _ = play(sample, 3)
    assert [rules.read_state(state.to_json()) for state in states] == states
    for rubbish in (None, 3, "state", [], {}, {"to_move": "r"}):
        with pytest.raises(NotationError):
            rules.read_state(rubbish)
    for rubbish in ("", "hop", "done done", "melt", "Nn Nn", "take 10"):
        with pytest.raises(NotationError):
            sample.game.read_word(rubbish)


def test_a_header_without_a_game_means_the_first() -> None:
    _, states, log = play(SAMPLES[0], 1, turns=3)
    lines = str(log).replace('"game": "ice-cult", ', "")
    assert '"game"' not in lines
    old = MatchLog.parse(lines)
    assert old.header.game == ""
    assert str(old) == lines
    assert list(replay(old, GAMES).states) == states
    assert find_game(GAMES, "").name == DEFAULT_GAME == "ice-cult"


def test_the_core_knows_no_game() -> None:
    words = ("icecult", "igluiglu", "cube", "pawn", "tilt", "arrow", "tower", "igloo", "inuit", "missed-", "ice-cult")
    for file in (ROOT / "engine" / "core").glob("*.py"):
        text = file.read_text(encoding="utf-8").lower()
        assert not [word for word in words if word in text], file
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine"):
                assert (node.module or "").startswith("engine.core"), file
