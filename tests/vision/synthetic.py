"""Matches without pictures: random play, and observations made from true states with chosen defects."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import COLOURS, PATHS, SLOTS
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import Action, Step, Turn, parse_action
from engine.icecult.options import HouseRules, next_player
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.views.evidence import CultView
from vision.icecult.observation import Observation


@dataclass(frozen=True)
class Noise:
    """How an observation is spoiled: chances per place and picture."""

    misread: float = 0.0
    hidden: float = 0.0
    confidence: float = 0.99


@dataclass
class Played:
    """One true turn: its actions, the states after each, and what was wrong with it."""

    player: str
    before: State
    words: list[str]
    states: list[State]
    fault: str | None
    winners: str = ""
    after: State = field(init=False)

    def __post_init__(self) -> None:
        self.after = self.states[-1]


def observe(
    state: State, cube_set: CubeSet = STANDARD_SET, noise: Noise | None = None, rng: random.Random | None = None
) -> dict[str, Any]:
    """The observation of a state as the contract has it, with defects."""
    noise, rng = noise or Noise(), rng or random.Random(0)
    hidden: list[str] = []
    cubes: dict[str, Any] = {}
    for slot, top in zip(SLOTS, cube_set.tops(state.cubes), strict=True):
        assert top is not None
        symbol, facing = top.symbol, top.facing
        if rng.random() < noise.misread and facing is not None:
            facing = rng.choice("NESW" if len(facing) == 1 else ("NE", "SE", "SW", "NW"))
        cubes[slot] = {"symbol": symbol, "facing": facing, "confidence": _confidence(noise, rng)}
        if rng.random() < noise.hidden:
            hidden.append(slot)
            cubes[slot] = None
    paths: dict[str, list[str | None]] = {}
    confidences: dict[str, float] = {}
    for path, stacks in zip(PATHS, state.paths, strict=True):
        paths[path] = []
        for n, stack in enumerate(stacks, start=1):
            text: str | None = _misread(stack, rng) if rng.random() < noise.misread else stack
            if rng.random() < noise.hidden:
                hidden.append(f"{path}{n}")
                text = f"?{stack[-1:]}" if len(stack) > 1 else None
            paths[path].append(text)
            confidences[f"{path}{n}"] = _confidence(noise, rng)
    goal: dict[str, str | None] = dict(zip(PATHS, state.goal, strict=True))
    return {
        "cubes": cubes,
        "paths": paths,
        "start": state.start,
        "goal": goal,
        "hidden": hidden,
        "confidences": confidences,
        "confidence": noise.confidence,
    }


def _confidence(noise: Noise, rng: random.Random) -> float:
    return min(0.9999, max(0.3, 1 - (1 - noise.confidence) * rng.uniform(0.2, 2.0)))


def _misread(stack: str, rng: random.Random) -> str:
    """A stack as a careless reader might see it."""
    if not stack:
        return rng.choice(COLOURS) if rng.random() < 0.3 else ""
    k = rng.randrange(len(stack))
    if rng.random() < 0.4:
        return stack[:k] + stack[k + 1 :]
    return stack[:k] + rng.choice(COLOURS) + stack[k + 1 :]


def lawful_turn(
    rng: random.Random, state: State, cube_set: CubeSet, house: HouseRules, players: str, missed: bool = False
) -> Played | None:
    """A random lawful turn, or one that ends while something is owed; None where there is nothing to miss."""
    begun = turn = IceCult(cube_set, house, players).begin(state)
    states: list[State] = []
    ends: list[int] = []
    while True:
        actions: list[Action] = list(turn.legal_actions())
        if len(turn.tilts) == 2:
            if missed and turn.owed():
                ends.append(len(states))
            if turn.may_end() and (not actions or rng.random() < 0.6 or turn.winners):
                break
            steps = [a for a in actions if isinstance(a, Step)]
            arcs = [a for a in actions if isinstance(a, Turn)]
            actions = [*steps] if steps and (not arcs or rng.random() < 0.75) else [*(arcs or steps)]
        if not actions:
            break
        after = turn.play(rng.choice(actions))
        assert isinstance(after, TurnInProgress)
        turn = after
        states.append(turn.state)
    words = [str(a) for a in turn.actions]
    if missed:
        ends = [e for e in ends if e >= 2]
        if not ends:
            return None
        k = rng.choice(ends)
        words, states = words[:k], states[:k]
        verdict = begun.play_words(words)
        assert not isinstance(verdict, Fault)
        return Played(state.to_move, state, words, states, verdict.end().rule)
    return Played(state.to_move, state, words, states, None, turn.end().winners)


def match(
    seed: int, turns: int = 12, players: str = "rygb", cube_set: CubeSet = STANDARD_SET, missed: float = 0.0
) -> Iterator[Played]:
    """A random match; some turns end too early with that chance."""
    rng = random.Random(seed)
    state = State.setup(players[0])
    house = HouseRules()
    for _ in range(turns):
        played = lawful_turn(rng, state, cube_set, house, players, True) if rng.random() < missed else None
        played = played or lawful_turn(rng, state, cube_set, house, players)
        assert played is not None
        yield played
        if played.winners:
            return
        after = played.after
        state = State(after.cubes, after.paths, after.start, after.goal, next_player(players, after.to_move))


def views(rng: random.Random, turns: list[Played], fast: float) -> Iterator[tuple[int, State]]:
    """Resting views of a match: (turn number, state); with that chance a whole turn happens unseen."""
    for number, played in enumerate(turns, start=1):
        if rng.random() < fast:
            yield number, played.states[-1]
            continue
        for state in played.states:
            yield number, state


def same_turn(words: list[str] | tuple[str, ...], played: Played, after: State) -> bool:
    """Whether a logged turn is what was played: as many of each kind of action, and the same table after it."""
    mine, true = ([parse_action(w) for w in ws] for ws in (words, played.words))
    steps = [sum(isinstance(a, Step) for a in acts) for acts in (mine, true)]
    return steps[0] == steps[1] and (after.paths, after.start, after.goal) == (
        played.after.paths,
        played.after.start,
        played.after.goal,
    )


def table_with(**stacks: str) -> State:
    """A table in the middle of a match with these stacks, as N1="rg"; all other pawns are at the start."""
    begun = State.setup("r")
    paths = [["", "", "", "", ""] for _ in PATHS]
    for place, stack in stacks.items():
        paths[PATHS.index(place[0])][int(place[1:]) - 1] = stack
    start = "".join(colour * (5 - "".join(stacks.values()).count(colour)) for colour in COLOURS)
    return State(begun.cubes, tuple(tuple(path) for path in paths), start, begun.goal, "r")


def sight_of(pictures: Sequence[Mapping[str, Any]], held_s: float = 0.0) -> CultView:
    """The view that these pictures of one rest give together."""
    return CultView.of([Observation.from_json(picture) for picture in pictures], held_s)
