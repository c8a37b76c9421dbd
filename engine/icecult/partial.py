"""A table of which not everything is known: what a camera sees, and the `after` of `explain`.

As a state, but a cube may be one of several poses, what is seen on top of it, another slot's cube, or nothing; a space
may be unseen (None) or seen only above ("?rg"); start and goals may be unseen; pawns need not be five of a colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS, PATHS, SLOTS, in_order
from engine.icecult.cube import ARROWS, LOOKS, POSES, Cube, CubeSet, Top
from engine.icecult.state import State

SeenCube = tuple[str, ...] | Top | None
"""A cube: its possible poses ('UN', or 'NE:UN' for the cube that belongs to NE), what is on top of it, or unseen."""

EVERY_POSE: Final = frozenset(POSES)


@dataclass(frozen=True, slots=True)
class PartialState:
    """What is known of a table; raises NotationError for what docs/FORMATS.md does not allow."""

    cubes: tuple[SeenCube, ...]
    paths: tuple[tuple[str | None, ...], ...]
    start: str | None
    goal: tuple[str | None, ...]

    def __post_init__(self) -> None:
        if len(self.cubes) != 4 or len(self.goal) != 4:
            raise NotationError("expected four cubes and four goals")
        if len(self.paths) != 4 or len({len(path) for path in self.paths}) != 1 or not self.paths[0]:
            raise NotationError("expected four paths of equal length")
        for sight in self.cubes:
            _check_sight(sight)
        for stack in [stack for path in self.paths for stack in path]:
            _check_pawns("a stack", stack.removeprefix("?") if isinstance(stack, str) else stack)
        for pawns in (self.start, *self.goal):
            _check_pawns("start and goals", pawns)

    @property
    def spaces(self) -> int:
        """How many spaces each path has."""
        return len(self.paths[0])

    @property
    def complete(self) -> bool:
        """Is every cube, space, the start and every goal known?"""
        poses = all(isinstance(sight, tuple) and len(sight) == 1 and ":" not in sight[0] for sight in self.cubes)
        return poses and not self.unseen_pawns()

    def unseen_pawns(self) -> tuple[str, ...]:
        """Where pawns may be that were not seen: 'N3', 'start', 'goalN'."""
        spaces = [
            f"{name}{space}"
            for name, path in zip(PATHS, self.paths, strict=True)
            for space, stack in enumerate(path, start=1)
            if stack is None or stack.startswith("?")
        ]
        goals = [f"goal{name}" for name, pawns in zip(PATHS, self.goal, strict=True) if pawns is None]
        return (*spaces, *(["start"] if self.start is None else []), *goals)

    def stack(self, path: str, space: int) -> str | None:
        """What was seen on a space counted outwards from 1."""
        return self.paths[PATHS.index(path)][space - 1]

    def count(self, colour: str) -> int:
        """How many pawns of a colour are seen."""
        every = [self.start, *self.goal, *(stack for path in self.paths for stack in path)]
        return sum(pawns.count(colour) for pawns in every if pawns)

    def possible_poses(self, slot: str, cube_set: CubeSet) -> frozenset[str]:
        """Every pose the slot's own cube may stand in; none if another cube stands there for certain."""
        sight = self.cubes[SLOTS.index(slot)]
        if sight is None:
            return EVERY_POSE
        if isinstance(sight, Top):
            return _poses_showing(cube_set.cube(slot), sight) or EVERY_POSE
        own = [pose.removeprefix(f"{slot}:") for pose in sight]
        return frozenset(pose for pose in own if ":" not in pose)

    def stranger(self, slot: str) -> tuple[str, str] | None:
        """(slot it belongs to, pose) of another cube that stands here for certain; None if the own cube may."""
        sight = self.cubes[SLOTS.index(slot)]
        if not isinstance(sight, tuple) or any(":" not in pose or pose.startswith(f"{slot}:") for pose in sight):
            return None
        home, _, pose = sight[0].partition(":")
        return home, pose

    def fits(self, state: State, cube_set: CubeSet) -> bool:
        """Could the table be in this state, for all that was seen?"""
        return self.fits_pawns(state) and all(
            pose in self.possible_poses(slot, cube_set) for slot, pose in zip(SLOTS, state.cubes, strict=True)
        )

    def fits_pawns(self, state: State) -> bool:
        """Could the pawns stand like this?"""
        if self.start is not None and self.start != state.start:
            return False
        if any(seen is not None and seen != pawns for seen, pawns in zip(self.goal, state.goal, strict=True)):
            return False
        return all(
            may_be(seen, stack)
            for path, stacks in zip(self.paths, state.paths, strict=True)
            for seen, stack in zip(path, stacks, strict=True)
        )

    @classmethod
    def of(cls, state: State) -> PartialState:
        """A state of which everything is known."""
        return cls(tuple((pose,) for pose in state.cubes), state.paths, state.start, state.goal)

    @classmethod
    def from_json(cls, data: Any) -> PartialState:
        """From the JSON of a partial state (docs/FORMATS.md); raises NotationError saying what is wrong."""
        if not isinstance(data, Mapping):
            raise NotationError(f"expected a state, got {data!r}"[:200])
        cubes = _members(data, "cubes", SLOTS)
        paths = _members(data, "paths", tuple(PATHS))
        goal = _members(data, "goal", tuple(PATHS))
        if "start" not in data:
            raise NotationError("state: expected 'start' (null where it is not seen)")
        for path in paths:
            if not isinstance(path, list | tuple):
                raise NotationError(f"state: expected a path as a list of stacks, got {path!r}"[:200])
        return cls(
            tuple(_sight(slot, cube) for slot, cube in zip(SLOTS, cubes, strict=True)),
            tuple(tuple(path) for path in paths),
            _ordered(data["start"]),
            tuple(_ordered(pawns) for pawns in goal),
        )

    @classmethod
    def from_observation(cls, data: Any) -> PartialState:
        """From an observation: what it calls hidden is unknown, whatever value it carries."""
        if not isinstance(data, Mapping) or not isinstance(data.get("hidden", []), list | tuple):
            raise NotationError(f"expected an observation, got {data!r}"[:200])
        hidden = {str(place) for place in data.get("hidden", [])}
        seen = cls.from_json(data)
        return cls(
            tuple(None if slot in hidden else sight for slot, sight in zip(SLOTS, seen.cubes, strict=True)),
            tuple(
                tuple(_unless_hidden(stack, f"{name}{i}" in hidden) for i, stack in enumerate(path, start=1))
                for name, path in zip(PATHS, seen.paths, strict=True)
            ),
            None if "start" in hidden else seen.start,
            tuple(None if f"goal{name}" in hidden else g for name, g in zip(PATHS, seen.goal, strict=True)),
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        return {
            "cubes": {slot: _sight_json(sight) for slot, sight in zip(SLOTS, self.cubes, strict=True)},
            "paths": {name: list(path) for name, path in zip(PATHS, self.paths, strict=True)},
            "start": self.start,
            "goal": dict(zip(PATHS, self.goal, strict=True)),
        }


def may_be(seen: str | None, stack: str) -> bool:
    """Could this stack be what was seen? '?rg' is anything (or nothing) below red and green."""
    if seen is None or seen == stack:
        return True
    return seen.startswith("?") and stack.endswith(seen[1:])


def _unless_hidden(stack: str | None, hidden: bool) -> str | None:
    return stack if not hidden or (stack or "").startswith("?") else None


def _poses_showing(cube: Cube, seen: Top) -> frozenset[str]:
    """The poses in which a cube shows this, faces not yet known included."""
    found = []
    for pose in POSES:
        top = cube.top(pose)
        same = top is None or (top.symbol == seen.symbol and seen.facing in (None, top.facing))
        found += [pose] if same else []
    return frozenset(found)


def _check_sight(sight: SeenCube) -> None:
    if isinstance(sight, tuple):
        for pose in sight:
            home, _, own = pose.rpartition(":")
            if own not in LOOKS or (home and home not in SLOTS):
                raise NotationError(f"expected a pose like 'UN' or 'NE:UN', got {pose!r}")
        if not sight:
            raise NotationError("expected at least one pose of a cube")
    elif sight is not None:
        facings = {"circle": (), "arc": SLOTS}.get(sight.symbol, tuple(PATHS))
        if sight.symbol not in (*ARROWS, "circle", "arc") or sight.facing not in (None, *facings):
            raise NotationError(f"expected a symbol like {{'symbol': 'red', 'facing': 'N'}}, got {sight.to_json()}")


def _check_pawns(where: str, pawns: Any) -> None:
    if pawns is not None and (not isinstance(pawns, str) or set(pawns) - set(COLOURS)):
        raise NotationError(f"{where}: expected pawns of {COLOURS!r} or null, got {pawns!r}")


def _members(data: Mapping[str, Any], key: str, names: tuple[str, ...]) -> list[Any]:
    """The members of a group in the order of `names`; each must be there and no other."""
    group = data.get(key)
    if not isinstance(group, Mapping) or set(group) != set(names):
        raise NotationError(f"state: expected {key!r} with {' '.join(names)}, got {group!r}"[:200])
    return [group[name] for name in names]


def _sight(slot: str, data: Any) -> SeenCube:
    """One cube of a partial state's JSON."""
    if data is None:
        return None
    if isinstance(data, str):
        return (data,)
    if isinstance(data, list | tuple) and data and all(isinstance(pose, str) for pose in data):
        return tuple(data)
    if isinstance(data, Mapping) and isinstance(data.get("symbol"), str):
        return Top(data["symbol"], data.get("facing"))
    raise NotationError(f"cube {slot}: expected a pose, a list of poses, a seen symbol or null, got {data!r}"[:200])


def _sight_json(sight: SeenCube) -> Any:
    if isinstance(sight, Top):
        return sight.to_json()
    return sight[0] if sight is not None and len(sight) == 1 else None if sight is None else list(sight)


def _ordered(pawns: Any) -> str | None:
    """Pawns of the start or a goal in colour order."""
    _check_pawns("start and goals", pawns)
    return None if pawns is None else in_order(pawns)
