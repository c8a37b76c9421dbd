"""Tables, sets and turns for the tests: made by hand for stories, by chance (with a seed) for properties."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.core.log import EndLine, Header, MatchLog, Player, TurnLine
from engine.core.verdict import Fault
from engine.icecult.board import COLOURS, OPPOSITE, PATHS, PAWNS, SLOTS, in_order
from engine.icecult.cube import FACES, POSES, STANDARD_SET, Cube, CubeSet, Top, print_of
from engine.icecult.moves import Action
from engine.icecult.options import HouseRules, next_player
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress

DATA = Path(__file__).resolve().parent.parent / "data"
NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def vectors(name: str) -> list[dict[str, Any]]:
    """The lines of a file of vectors."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def position(question: Mapping[str, Any]) -> tuple[IceCult, State]:
    """A vector's question as values."""
    rules = IceCult.from_header(question["set"], question["house"], question["players"])
    return rules, State.from_json(question["state"])


def top(text: str) -> Top:
    """'R>E' is a red arrow to the east, 'O' a circle, 'A' an arc."""
    if text in "OA":
        return Top("circle", None) if text == "O" else Top("arc", "SE")
    return Top(NAMES[text[0]], text[2])


def showing(**tops: str) -> CubeSet:
    """A set that shows these symbols, by slot, once both pairs are tilted north: `Nn Sn` brings the south faces up."""
    cubes = [Cube((None, None, None, None, print_of("SU", top(tops[slot])), None)) for slot in SLOTS]
    return CubeSet((cubes[0], cubes[1], cubes[2], cubes[3]))


def table(to_move: str = "r", start: str = "", **paths: str) -> State:
    """A state with the cubes at home and these paths (N='rg.1.y.2'); the other pawns are beyond the west tip."""
    every = [paths.get(name, "5") for name in PATHS]
    text = "".join(every) + start
    rest = "".join(colour * (PAWNS - text.count(colour)) for colour in COLOURS)
    goals = f"-/-/-/{rest or '-'}"
    return State.parse(f"UNUNUNUN {'/'.join(every)} {in_order(start) or '-'} {goals} {to_move}")


def played(turn: TurnInProgress, words: str) -> TurnInProgress:
    """The turn after these lawful actions."""
    after = turn.play_words(words.split())
    assert not isinstance(after, Fault), after
    return after


def random_set(rng: Random) -> CubeSet:
    """Cubes with any prints: symbols may repeat, lack, or be unknown."""
    return CubeSet(tuple(Cube(tuple(_print(rng, face) for face in FACES)) for _ in SLOTS))  # type: ignore[arg-type]


def _print(rng: Random, face: str) -> str | None:
    beside = [other for other in FACES if other not in (face, OPPOSITE[face])]
    to = rng.choice(beside)
    corner = to + rng.choice([other for other in beside if other not in (to, OPPOSITE[to])])
    arrows = [f"{name}>{to}" for name in NAMES.values()]
    return rng.choice([*arrows, *arrows, "circle", "circle", f"arc:{corner}", f"arc:{corner}", None])


def random_state(rng: Random, players: str = "rygb", spaces: int = 5) -> State:
    """Pawns anywhere, from the first turns to the last; now and then most of a colour in one stack."""
    late, tower = rng.random(), rng.choice(COLOURS + "----")
    high = rng.randrange(4), rng.randrange(spaces)
    paths, goal, start = [[""] * spaces for _ in PATHS], [""] * 4, ""
    for pawn in rng.sample(COLOURS * PAWNS, len(COLOURS) * PAWNS):
        path, space, chance = rng.randrange(4), rng.randrange(spaces), rng.random()
        if pawn == tower and chance < 0.9:
            paths[high[0]][max(0, high[1] - (chance < 0.2))] += pawn
        elif chance < 0.7 * late:
            goal[path] += pawn
        elif chance < 0.7:
            start += pawn
        else:
            paths[path][space] += pawn
    cubes = tuple(rng.choice(POSES) for _ in SLOTS)
    to_move = rng.choice(players)
    return State(cubes, tuple(map(tuple, paths)), in_order(start), tuple(map(in_order, goal)), to_move)


def random_rules(rng: Random) -> IceCult:
    """Any set, house rules and seating."""
    house = HouseRules(rng.choice(["must", "may"]), rng.choice(["move", "turn"]), rng.choice(["anyone", "owner"]))
    players = "".join(rng.sample(COLOURS, rng.randint(2, 4)))
    return IceCult(STANDARD_SET if rng.random() < 0.4 else random_set(rng), house, players)


def random_turn(rng: Random, begun: TurnInProgress) -> TurnInProgress:
    """A legal turn, played action by action."""
    turn = begun
    while not turn.may_end() or (not turn.over and rng.random() < 0.3):
        choices: tuple[Action, ...] = turn.legal_actions()
        if not choices:
            break
        turn = turn.after(rng.choice(choices))
    return turn


def random_match(rng: Random, rules: IceCult, turns: int = 12) -> MatchLog:
    """The log of a match, with a turn ended too early here and there."""
    state = State.setup(rules.players[0])
    players = tuple(Player(f"Player {colour}", colour) for colour in rules.players)
    house, equipment = rules.house.to_json(), rules.cube_set.to_json()
    header = Header("2026-11-14T20:31:05Z", "ice-cult", equipment, house, players, state.to_json())
    lines: list[TurnLine] = []
    winners = ""
    while len(lines) < turns and not winners:
        turn = random_turn(rng, rules.begin(state))
        words = [str(action) for action in turn.actions]
        words = words[: rng.randint(2, len(words))] if rng.random() < 0.2 else words
        verdict = rules.judge(state, words)
        after = verdict.next or rules.result(state, words)
        assert after is not None
        line = TurnLine(len(lines) + 1, state.to_move, tuple(words), after.to_json(), verdict.to_json())
        lines.append(line)
        state, winners = after, verdict.winners
    end = EndLine(winners, rules.how_won(state, winners)) if winners else EndLine("", "stopped")
    return MatchLog(header, tuple(lines), end)


def seeds() -> st.SearchStrategy[Random]:
    """Sources of chance that shrink and repeat."""
    return st.integers(0, 2**32 - 1).map(Random)


def passed(state: State, players: str) -> State:
    """The same table, the next player to move."""
    return State(state.cubes, state.paths, state.start, state.goal, next_player(players, state.to_move))
