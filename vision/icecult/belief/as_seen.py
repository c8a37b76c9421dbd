"""The table taken as it is seen: where no rule explains it, and where two states look different."""

from __future__ import annotations

from collections.abc import Iterator

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS
from engine.icecult.cube import POSES, CubeSet
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.belief.evidence import Sight
from vision.icecult.belief.histories import Line
from vision.icecult.belief.prices import MISSED, Closed


def grounds(line: Line) -> Iterator[tuple[TurnInProgress, tuple[Closed, ...], float]]:
    """On which turn an unexplained table may be taken over: the one in progress, or the next one."""
    yield line.turn, (), 0.0
    if len(line.turn.tilts) == 2 and not line.turn.over:
        closed = Closed(line.turn, line.fouls)
        begun = TurnInProgress.begin(closed.after(), line.turn.cube_set, line.turn.house, line.turn.players)
        yield begun, (closed,), MISSED if closed.missed else 0.0


def top_faces(state: State) -> tuple[str, ...]:
    """Which home faces are up."""
    return tuple(pose[0] for pose in state.cubes)


def adopted_state(turn: TurnInProgress, sight: Sight) -> State | None:
    """The state that the view shows, unseen places from memory; None where the pawns cannot be made to count."""
    cubes = tuple(_pose(turn, sight, k) for k in range(4))
    paths = tuple(
        tuple(
            stack if not seen.scores or str(seen.best).startswith("?") else seen.best
            for seen, stack in zip(sight.paths[k], turn.state.paths[k], strict=True)
        )
        for k in range(4)
    )
    goal = tuple(turn.state.goal[k] if not sight.goal[k].scores else sight.goal[k].best for k in range(4))
    every = "".join(goal) + "".join("".join(path) for path in paths)
    if any(every.count(colour) > PAWNS for colour in COLOURS):
        return None
    start = "".join(colour * (PAWNS - every.count(colour)) for colour in COLOURS)
    return State.trusted(cubes, paths, start, goal, turn.state.to_move)


def _pose(turn: TurnInProgress, sight: Sight, k: int) -> str:
    """A pose of this cube that shows what is seen; the one it had, if that does."""
    now, seen = turn.state.cubes[k], sight.top(k)
    cube = turn.cube_set.cubes[k]
    if seen is None or cube.top(now) in (seen, None):
        return now
    return next((pose for pose in POSES if cube.top(pose) == seen), now)


def places_of(a: State, b: State, cube_set: CubeSet) -> tuple[str, ...]:
    """The places in which two states look different."""
    out = [
        slot for slot, one, two in zip(SLOTS, cube_set.tops(a.cubes), cube_set.tops(b.cubes), strict=True) if one != two
    ]
    for k, path in enumerate(PATHS):
        pairs = enumerate(zip(a.paths[k], b.paths[k], strict=True), start=1)
        out += [f"{path}{n}" for n, (one, two) in pairs if one != two]
        out += [f"goal{path}"] * (a.goal[k] != b.goal[k])
    return tuple(out) + (("start",) if a.start != b.start else ())
