"""The match that `demo` shows: stacks, arcs, circles, a missed arrow put right, a lone tilt, idle hands, a winner."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.icecult.board import COLOURS, PATHS, in_order
from engine.icecult.cube import STANDARD_SET
from engine.icecult.options import next_player
from engine.icecult.state import State
from vision.icecult.sim.play.fouls import Rng, begin, honest_turn
from vision.icecult.sim.play.match import find_foul, plain_to_see, winning_turn
from vision.icecult.sim.play.motions import played
from vision.icecult.sim.play.script import MatchScript, TurnScript
from vision.icecult.sim.scene import Defects
from vision.icecult.sim.staging import Stage, stage_for
from vision.sim.camera import VirtualCamera, fitted

DEMO_SEED = 191
PLAYERS = "ryg"
FOULS_AT = {3: ("missed-arrow", "late"), 6: ("tilt-alone", ""), 8: ("pawn-unearned", "soon")}
HAPPENINGS_AT = {2: "idle", 4: "touch-pawn", 5: "shadow", 7: "light"}
TEMPI = ("slow", "mixed", "slow", "fast")
FIRST_WIN, LAST_TURN = 10, 14


def opening(rng: Rng) -> State:
    """The middle of a match: every player has finished some pawns, stacks stand on the paths."""
    paths, goal, start = {path: [""] * 5 for path in PATHS}, dict.fromkeys(PATHS, ""), ""
    for colour in COLOURS:
        for number in range(5):
            path = str(rng.choice(list(PATHS)))
            if number < 3 and colour != "b":
                goal[path] = in_order(goal[path] + colour)
            elif number == 4 and rng.random() < 0.5:
                start += colour
            else:
                paths[path][int(rng.integers(0, 4))] += colour
    cubes = {"NW": "UN", "NE": "UN", "SE": "UN", "SW": "UN"}
    return State.from_json({"cubes": cubes, "paths": paths, "start": start, "goal": goal, "to_move": PLAYERS[0]})


def demo_match(seed: int = DEMO_SEED) -> MatchScript:
    """The scripted match of the demo."""
    rng = np.random.default_rng([seed, 71])
    state = opening(rng)
    start, winners = state.to_json(), ""
    turns: list[TurnScript] = []
    while not winners and len(turns) < LAST_TURN:
        turn, state, winners = _turn(rng, state, len(turns) + 1)
        turns.append(turn)
    return MatchScript(
        STANDARD_SET.to_json(),
        PLAYERS,
        start,
        tuple(turns),
        demo_stage(),
        seed=seed,
        winners=winners,
        rest_s=(1.6, 2.4),
    )


def demo_stage() -> Stage:
    """A wooden table under a lamp; not compressed, so that it runs in real time on a small machine."""
    stage = stage_for(2, "sides", "ceiling")
    dims = stage.dims
    camera = VirtualCamera(azimuth_deg=14.0, elevation_deg=57.0, hfov_deg=62.0, k1=-0.03)
    reach = dims.tip + dims.goal_distance_from_tip + 38
    beyond = np.array([dims.on_arm(a, reach, side, 20.0) for a in PATHS for side in (-45, 45)])
    look = replace(stage.look, table_kind="wood", table_colour=(0.56, 0.38, 0.24), table_gloss=0.4, square_foot=True)
    camera = fitted(camera, [*dims.tips(), *beyond], 1.02)
    return replace(stage, camera=camera, look=look, defects=Defects(noise_sd=2.0, jpeg_quality=0))


def _turn(rng: Rng, state: State, number: int) -> tuple[TurnScript, State, str]:
    """One turn of the demo, the table after it, the winners."""
    before = (HAPPENINGS_AT[number],) if number in HAPPENINGS_AT else ()
    turn = TurnScript(state.to_move, (), tempo=TEMPI[number % 4], before=before)
    kind, when = FOULS_AT.get(number, ("", ""))
    check = plain_to_see(STANDARD_SET.to_json(), PLAYERS)
    foul = find_foul(rng, state, STANDARD_SET, PLAYERS, [kind], check) if kind else None
    if foul is not None:
        fix = foul.fix if when else ()
        table = played(state.to_json(), foul.acts + fix) | {"to_move": next_player(PLAYERS, state.to_move)}
        turn = replace(turn, acts=foul.acts, fault=foul.kind, fix=fix, fix_when=when or "soon")
        return turn, State.from_json(table), ""
    honest = winning_turn(state, STANDARD_SET, PLAYERS, rng) if number >= FIRST_WIN else None
    honest = honest or honest_turn(begin(state, STANDARD_SET, PLAYERS), rng, 0.9)
    verdict = honest.done.end()
    return replace(turn, acts=honest.words), verdict.next or honest.state, verdict.winners
