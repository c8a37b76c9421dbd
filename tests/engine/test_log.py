"""Match logs: text both ways, and a replay that lets nothing slip."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from engine.core.log import EndLine, LogError, MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from tests.engine.tables import random_match, random_rules, seeds

RULES = IceCult(house=HouseRules(circles="may"), players="ryg")


def match(turns: int = 9) -> MatchLog:
    """A match that has legal and illegal turns in it."""
    return random_match(Random(5), RULES, turns)


def edited(log: MatchLog, line: int, **changes: Any) -> str:
    """The log's text with one line changed."""
    lines = [json.loads(text) for text in log.lines()]
    lines[line] |= changes
    return "\n".join(json.dumps(text) for text in lines)


def refused(text: str) -> LogError:
    """Why this log does not hold."""
    with pytest.raises(LogError) as caught:
        replay(MatchLog.parse(text), GAMES)
    return caught.value


@given(seeds())
@settings(max_examples=40)
def test_the_log_of_a_random_match_replays_and_reads_back(rng: Random) -> None:
    log = random_match(rng, random_rules(rng), turns=rng.randint(0, 10))
    assert MatchLog.parse(str(log)) == log
    again = replay(MatchLog.parse(str(log)), GAMES)
    assert again.turns == len(log.turns)
    assert [state.to_json() for state in again.states[1:]] == [line.after for line in log.turns]
    assert log.end
    assert again.winners == log.end.winners


@given(seeds())
@settings(max_examples=40)
def test_a_log_with_another_state_in_it_is_refused(rng: Random) -> None:
    log = random_match(rng, random_rules(rng), turns=6)
    at = rng.randrange(len(log.turns))
    state = State.from_json(log.turns[at].after)
    cubes = [*state.cubes]
    cubes[rng.randrange(4)] = rng.choice([pose for pose in ("UN", "DS", "EU") if pose not in cubes])
    tampered = replace(log.turns[at], after=replace(state, cubes=tuple(cubes)).to_json())
    lines = [*log.turns]
    lines[at] = tampered
    assert refused(str(replace(log, turns=tuple(lines)))).turn == at + 1


def test_a_match_without_an_end_replays_as_far_as_it_goes() -> None:
    log = replace(match(), end=None)
    assert replay(log, GAMES).to_json() == {"ok": True, "turns": 9, "winners": ""}


def test_the_sample_has_both_kinds_of_turns() -> None:
    assert {line.verdict["legal"] for line in match().turns} == {True, False}


@pytest.mark.parametrize(
    ("line", "changes", "turn", "text"),
    [
        (0, {"game": "chess"}, 0, "expected a game of ice-cult"),
        (0, {"players": [{"name": "Ada", "colour": "r"}]}, 0, "seating order"),
        (0, {"players": []}, 0, "seating order"),
        (0, {"players": [{"name": "Ada", "colour": "y"}, {"name": "Bo", "colour": "g"}]}, 0, "to move"),
        (0, {"house": {"circles": "often"}}, 0, "house rule circles"),
        (0, {"set": {"cubes": {}}}, 0, "expected cubes NW NE SE SW"),
        (0, {"start": {}}, 0, "state: expected"),
        (0, {"match": 3}, 0, "expected 'match' as str"),
        (3, {"turn": 7}, 3, "expected turn 3, got turn 7"),
        (3, {"turn": True}, 3, "expected 'turn' as int"),
        (3, {"player": "r"}, 3, "expected player"),
        (3, {"actions": ["Nn", "what"]}, 3, "expected an action like"),
        (3, {"actions": ["Nn", 5]}, 3, "actions as words"),
        (3, {"verdict": {"legal": "yes"}}, 3, "expected a verdict"),
        (3, {"source": "rumour"}, 3, "'source' camera or hand"),
        (3, {"after": "nothing"}, 3, "expected 'after' as mapping"),
        (-1, {"end": {"winners": "r", "how": "stopped"}}, 9, "recorded as stopped"),
        (-1, {"end": {"winners": "r", "how": "goal"}}, 9, "nobody has"),
        (-1, {"end": {"winners": "r", "how": "luck"}}, 10, "goal, tower or stopped"),
    ],
)
def test_a_tampered_log_is_refused_with_turn_and_reason(line: int, changes: Any, turn: int, text: str) -> None:
    error = refused(edited(match(), line, **changes))
    assert error.turn == turn
    assert text in error.text


def first(legal: bool) -> int:
    """The number of the first turn of that kind."""
    return next(line.turn for line in match().turns if line.verdict["legal"] is legal)


def test_verdicts_are_judged_again() -> None:
    legal, illegal = first(True), first(False)
    log = match()
    verdict = dict(log.turns[legal - 1].verdict)
    change: dict[str, Any]
    for change, text in (({"winners": "r"}, "expected winners"), ({"next": {}}, "next state")):
        assert text in refused(edited(log, legal, verdict=verdict | change)).text
    wrong = dict(log.turns[illegal - 1].verdict)
    for change, text in (({"rule": "tilt-axis"}, "got tilt-axis"), ({"at": 1}, "got"), ({"owed": ["Nn"]}, "owed")):
        assert text in refused(edited(log, illegal, verdict=wrong | change)).text
    assert "breaks" in refused(edited(log, illegal, verdict={"legal": True, "winners": ""})).text
    assert "are legal" in refused(edited(log, legal, verdict={"legal": False, "rule": "early-move", "at": 0})).text


def test_a_fault_read_from_two_views_is_taken_as_it_stands() -> None:
    legal = first(True)
    verdict = {"legal": False, "rule": "pawn-unearned", "violations": [{"rule": "pawn-unearned"}]}
    assert replay(MatchLog.parse(edited(match(), legal, verdict=verdict)), GAMES).turns == 9
    unsure = edited(match(), legal, verdict={"legal": None, "text": "?"})
    assert replay(MatchLog.parse(unsure), GAMES).turns == 9


def test_nothing_is_played_after_the_end() -> None:
    log = match()
    lines = str(log).splitlines()
    assert "nothing after the end" in refused("\n".join([*lines, lines[1]])).text
    assert refused("").text == "expected a match log, got an empty file"
    assert "JSON object" in refused("{").text
    assert refused("[" * 100_000).turn == 0
    assert refused("\n".join([lines[0], "3"])).turn == 1


def won_match() -> MatchLog:
    """Random play until somebody wins."""
    for seed in range(100):
        log = random_match(Random(seed), IceCult(players="rygb"), turns=80)
        if log.end and log.end.winners:
            return log
    raise AssertionError("nobody ever wins")


def test_a_won_match_names_its_winners() -> None:
    log = won_match()
    assert log.end
    assert replay(log, GAMES).winners == log.end.winners
    other = "tower" if log.end.how == "goal" else "goal"
    assert "recorded as won by" in refused(str(replace(log, end=EndLine(log.end.winners, other)))).text
    assert "expected winners" in refused(str(replace(log, end=EndLine("rygb", log.end.how)))).text
    assert "stopped" in refused(str(replace(log, end=EndLine("", "stopped")))).text
    last = log.turns[-1]
    extra = replace(last, turn=last.turn + 1, player=State.from_json(last.after).to_move)
    assert refused(str(replace(log, turns=(*log.turns, extra)))).turn == last.turn + 1
