"""The table taken as it is seen: where no rule explains it, and where two states look different."""

from __future__ import annotations

from collections.abc import Iterator

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS
from engine.icecult.cube import POSES, CubeSet
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.belief.breach import ADOPTED
from vision.belief.histories import History
from vision.icecult.belief.explaining.points import Closed
from vision.icecult.belief.prices import STANDARD, Prices
from vision.icecult.belief.views.evidence import CultView


def grounds(
    history: History[TurnInProgress], prices: Prices = STANDARD
) -> Iterator[tuple[TurnInProgress, tuple[Closed, ...], float]]:
    """The turns in which an unexplained table may be taken over: the one in progress, or the next one.

    Each with the turn that must have ended before, if any, and what it costs to believe that.
    """
    yield history.turn, (), 0.0
    if len(history.turn.tilts) == 2 and not history.turn.over:
        closed = Closed(history.turn, history.breaches)
        yield closed.next_turn(), (closed,), prices.owed_left if closed.missed else 0.0


def top_faces(state: State) -> tuple[str, ...]:
    """Which home faces are up."""
    return tuple(pose[0] for pose in state.cubes)


def adopted_state(turn: TurnInProgress, sight: CultView) -> State | None:
    """The state that the view shows, unseen places from memory; None where a colour has more than five pawns."""
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


def _pose(turn: TurnInProgress, sight: CultView, k: int) -> str:
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


def as_partial(history: History[TurnInProgress], sight: CultView, surplus: bool = False) -> PartialState:
    """The table for `explain`: the believed state, but what was seen wherever a breach shows, and nothing where unseen.

    `surplus`: more than five pawns of a colour are plainly seen, so none of them came from a start out of sight.
    """
    odd = {place for breach in history.breaches for place in breach.places}
    taken = ADOPTED in history.breaches

    def value(place: str, believed: str) -> str | None:
        seen = sight.readings(place)
        best: str | None = seen.best
        if place == "start" and surplus and not seen.scores:
            return believed
        return best if place in odd or taken or not seen.scores else believed

    state = history.state
    tops = history.turn.cube_set.tops(state.cubes)
    strangers = _strangers(history)
    cubes = tuple(
        (strangers.get(slot) or seen) if seen is not None and (taken or (slot in odd and seen != top)) else (pose,)
        for slot, pose, top, seen in zip(SLOTS, state.cubes, tops, (sight.top(k) for k in range(4)), strict=True)
    )
    paths = tuple(
        tuple(value(f"{path}{n}", stack) for n, stack in enumerate(stacks, start=1))
        for path, stacks in zip(PATHS, state.paths, strict=True)
    )
    goal = tuple(value(f"goal{path}", pawns) for path, pawns in zip(PATHS, state.goal, strict=True))
    return PartialState(cubes, paths, value("start", state.start), goal)


def _strangers(history: History[TurnInProgress]) -> dict[str, tuple[str]]:
    """Slots where another slot's cube is believed to stand: that cube with its pose, such as "SE:UN"."""
    pairs = [breach.places for breach in history.breaches if breach.rule == "cubes-exchanged"]
    poses = dict(zip(SLOTS, history.state.cubes, strict=True))
    return {here: (f"{home}:{poses[home]}",) for pair in pairs for here, home in (pair, pair[::-1])}
