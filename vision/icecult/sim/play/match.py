"""Random matches, honest or not, as scripts for films."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.icecult.board import COLOURS, PATHS, SLOTS, in_order
from engine.icecult.cube import CubeSet
from engine.icecult.explain.explain import explain
from engine.icecult.options import next_player
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from vision.icecult.sim.geometry import all_poses
from vision.icecult.sim.play.fouls import FOULS, Foul, Honest, Rng, begin, honest_turn
from vision.icecult.sim.play.motions import played
from vision.icecult.sim.play.script import HAPPENINGS, MatchScript, TurnScript
from vision.icecult.sim.staging import LIGHTS, Stage, stage_for
from vision.icecult.sim.states import random_set

Check = Callable[[Mapping[str, Any], Mapping[str, Any], str], bool]
"""Whether two tables (before, after) show a breach of that kind; a foul that does not is not used."""


def plain_to_see(prints: Mapping[str, Any], players: str) -> Check:
    """Accepts a foul if the rules name it first, knowing the poses and also from the cubes' tops alone.

    That two cubes were exchanged is not asked of the tops: they seldom tell.
    """
    cube_set = CubeSet.from_json(prints)

    def check(before: Mapping[str, Any], after: Mapping[str, Any], kind: str) -> bool:
        begun = begin(State.from_json(before), cube_set, players)
        views = [after] if kind == "cubes-exchanged" else [after, {**after, "cubes": tops_of(after, cube_set)}]
        return all(explain(begun, PartialState.from_json(v)).rule == kind for v in views)

    return check


def tops_of(table: Mapping[str, Any], cube_set: CubeSet) -> dict[str, Any]:
    """What the cubes show on top, exchanged ones included, as an observation says it."""
    out: dict[str, Any] = {}
    for slot in SLOTS:
        owner, _, pose = str(table["cubes"][slot]).rpartition(":")
        top = cube_set.cube(owner or slot).top(pose)
        out[slot] = None if top is None else top.to_json()
    return out


def random_match(
    seed: int,
    players: str = COLOURS,
    turns: int = 8,
    faults: Sequence[str] = (),
    start: State | None = None,
    stage: Stage | None = None,
    happenings: float = 0.25,
    check: Check | None = None,
    eager: bool = False,
) -> MatchScript:
    """A random match; each kind in `faults` is committed once, at a random turn where it is possible.

    Every other breach is put right where that can be done, half of those before the turn is over. Eager players win
    when they see a way, once all breaches have been committed.
    """
    rng = np.random.default_rng([seed, 51])
    prints = random_set(rng)
    cube_set = CubeSet.from_json(prints)
    check = check or plain_to_see(prints, players)
    state = start or State.setup(players[0])
    opening = state.to_json()
    wanted, out, winners = list(faults), [], ""
    for number in range(turns):
        tries = 60 if eager and not wanted else 0
        turn, state, winners = _turn(rng, state, cube_set, players, wanted, turns - number, happenings, check, tries)
        out.append(turn)
        if winners:
            break
    stage = stage or random_stage(seed)
    return MatchScript(prints, players, opening, tuple(out), stage, seed=seed, winners=winners)


def random_stage(seed: int) -> Stage:
    """Layouts and lights in turn, everything else by chance."""
    lights = list(LIGHTS)
    return stage_for(seed, ("sides", "corners")[seed % 2], lights[seed % len(lights)])


def _turn(
    rng: Rng, state: State, cube_set: CubeSet, players: str, wanted: list[str], left: int,
    happenings: float, check: Check | None, tries: int,
) -> tuple[TurnScript, State, str]:  # fmt: skip
    """The next turn, the table afterwards and who has won."""
    before = tuple(str(rng.choice(HAPPENINGS)) for _ in range(int(rng.random() < happenings)))
    tempo = str(rng.choice(["fast", "slow", "mixed"]))
    begun = begin(state, cube_set, players)
    if wanted and rng.random() < min(1.0, len(wanted) / left + 0.15):
        foul = find_foul(rng, begun.state, cube_set, players, wanted, check)
        if foul is not None:
            wanted.remove(foul.kind)
            return _foul_turn(rng, state, foul, players, tempo, before)
    honest = winning_turn(state, cube_set, players, rng, tries) or honest_turn(begun, rng)
    verdict = honest.done.end()
    after = verdict.next or honest.state
    return TurnScript(state.to_move, honest.words, tempo=tempo, before=before), after, verdict.winners


def _foul_turn(
    rng: Rng, state: State, foul: Foul, players: str, tempo: str, before: tuple[str, ...]
) -> tuple[TurnScript, State, str]:
    fix = foul.fix if foul.must_fix or (foul.fix and rng.random() < 0.5) else ()
    when = "soon" if rng.random() < 0.5 else "late"
    turn = TurnScript(state.to_move, foul.acts, foul.kind, fix, when, tempo, before)
    table = played(state.to_json(), foul.acts + fix)
    return turn, State.from_json(table | {"to_move": next_player(players, state.to_move)}), ""


def find_foul(
    rng: Rng, state: State, cube_set: CubeSet, players: str, kinds: Sequence[str], check: Check | None = None
) -> Foul | None:
    """A breach of one of these kinds that is possible now."""
    table = state.to_json()
    for _ in range(60):
        kind = str(rng.choice(list(kinds)))
        honest = honest_turn(begin(state, cube_set, players), rng, 0.15)
        if honest.done.over:
            continue
        for foul in FOULS[kind](honest, rng):
            if check is None or check(table, played(table, foul.acts), kind):
                return foul
    return None


def late_state(seed: int, players: str) -> State:
    """A table on which the first player needs one more pawn to win, the others a few."""
    rng = np.random.default_rng([seed, 61])
    paths = {path: [""] * 5 for path in PATHS}
    goal = dict.fromkeys(PATHS, "")
    start = ""
    for colour in COLOURS:
        home = 4 if colour == players[0] else int(rng.integers(1, 4))
        for number in range(5):
            path = str(rng.choice(list(PATHS)))
            if number < home:
                goal[path] = in_order(goal[path] + colour)
            elif number == home and colour == players[0]:
                paths[path][4] += colour
            elif rng.random() < 0.7:
                paths[path][int(rng.integers(0, 5))] += colour
            else:
                start += colour
    cubes = {slot: str(rng.choice(all_poses())) for slot in SLOTS}
    return State.from_json(
        {"cubes": cubes, "paths": paths, "start": in_order(start), "goal": goal, "to_move": players[0]}
    )


def winning_turn(state: State, cube_set: CubeSet, players: str, rng: Rng, tries: int = 400) -> Honest | None:
    """A lawful turn that wins, if chance finds one."""
    for _ in range(tries):
        honest = honest_turn(begin(state, cube_set, players), rng)
        if honest.done.end().winners:
            return honest
    return None
