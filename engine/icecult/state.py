"""The table as a value: cubes' poses, stacks, start, goals, and who moves.

Text form, one line (see NOTATION.md):

    UNUNUNUN rg.1.y.2/5/5/5 rrrryyyyggggbbbbb -/-/-/- r

poses in slot order, the paths N/E/S/W from the block outwards (a number = that many empty spaces), the start, the goals
N/E/S/W, the colour to move; "-" = none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS, SPACES, in_order
from engine.icecult.cube import LOOKS

Stacks = tuple[str, ...]
"""One path: a stack (bottom to top) for each space, outwards."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that counts, with 5 pawns of each colour; raises NotationError otherwise."""

    cubes: tuple[str, ...]
    paths: tuple[Stacks, ...]
    start: str
    goal: tuple[str, ...]
    to_move: str

    def __post_init__(self) -> None:
        if len(self.cubes) != 4 or any(pose not in LOOKS for pose in self.cubes):
            raise NotationError(f"expected four poses like 'UN', got {' '.join(map(str, self.cubes))}")
        if len(self.paths) != 4 or len({len(path) for path in self.paths}) != 1 or not self.paths[0]:
            raise NotationError("expected four paths of equal length")
        if len(self.goal) != 4 or self.to_move not in COLOURS or len(self.to_move) != 1:
            raise NotationError(f"expected four goals and a colour to move, got {self.goal!r} and {self.to_move!r}")
        if self.start != in_order(_letters(self.start)) or any(g != in_order(_letters(g)) for g in self.goal):
            raise NotationError("expected start and goals in colour order r y g b")
        for colour, count in self.pawns().items():
            if count != PAWNS:
                raise NotationError(f"expected {PAWNS} pawns of colour {colour}, got {count}")

    @classmethod
    def trusted(
        cls, cubes: tuple[str, ...], paths: tuple[Stacks, ...], start: str, goal: tuple[str, ...], to_move: str
    ) -> State:
        """A state known to be valid because it follows from a valid one by rule; skips the checks."""
        state = _blank(cls)
        _put_cubes(state, cubes)
        _put_paths(state, paths)
        _put_start(state, start)
        _put_goal(state, goal)
        _put_to_move(state, to_move)
        return state

    def pawns(self) -> dict[str, int]:
        """How many pawns of each colour are on the table."""
        every = self.start + "".join(self.goal) + "".join("".join(path) for path in self.paths)
        if strange := set(every) - set(COLOURS):
            raise NotationError(f"expected pawns of {COLOURS!r}, got {sorted(strange)[0]!r}")
        return {colour: every.count(colour) for colour in COLOURS}

    @property
    def spaces(self) -> int:
        """How many spaces each path has."""
        return len(self.paths[0])

    def pose(self, slot: str) -> str:
        """How the cube in this slot stands."""
        return self.cubes[SLOTS.index(slot)]

    def stack(self, path: str, space: int) -> str:
        """The stack on a space counted outwards from 1, bottom to top."""
        return self.paths[PATHS.index(path)][space - 1]

    def at_goal(self, path: str) -> str:
        """The pawns beyond a path's tip."""
        return self.goal[PATHS.index(path)]

    @classmethod
    def setup(cls, to_move: str = "r", spaces: int = SPACES) -> State:
        """The table before the first turn (R6)."""
        return cls(("UN",) * 4, (("",) * spaces,) * 4, "".join(c * PAWNS for c in COLOURS), ("",) * 4, to_move)

    @classmethod
    def from_json(cls, data: Any) -> State:
        """From JSON (docs/FORMATS.md); raises NotationError saying what is wrong."""
        if not isinstance(data, Mapping):
            raise NotationError(f"expected a state, got {data!r}"[:200])
        cubes, paths, goal = (_members(data, key, names) for key, names in _GROUPS)
        start, to_move = data.get("start"), data.get("to_move")
        for text in (*cubes, *goal, start, to_move):
            if not isinstance(text, str):
                raise NotationError(f"state: expected text, got {text!r}")
        for path in paths:
            if not isinstance(path, list | tuple) or not all(isinstance(stack, str) for stack in path):
                raise NotationError(f"state: expected a path as a list of stacks, got {path!r}")
        ordered = tuple(in_order(_letters(g)) for g in goal)
        return cls(
            tuple(cubes), tuple(tuple(path) for path in paths), in_order(_letters(str(start))), ordered, str(to_move)
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        return {
            "cubes": dict(zip(SLOTS, self.cubes, strict=True)),
            "paths": {name: list(path) for name, path in zip(PATHS, self.paths, strict=True)},
            "start": self.start,
            "goal": dict(zip(PATHS, self.goal, strict=True)),
            "to_move": self.to_move,
        }

    def __str__(self) -> str:
        paths = "/".join(_path_text(path) for path in self.paths)
        return (
            f"{''.join(self.cubes)} {paths} {self.start or '-'} {'/'.join(g or '-' for g in self.goal)} {self.to_move}"
        )

    @classmethod
    def parse(cls, text: str) -> State:
        """The state that prints as `text`."""
        parts = text.split()
        if len(parts) != 5 or len(parts[0]) != 8:
            raise NotationError(f"expected a state like 'UNUNUNUN 5/5/5/5 rrrrr... -/-/-/- r', got {text!r}")
        cubes = tuple(parts[0][i : i + 2] for i in (0, 2, 4, 6))
        paths = tuple(_parse_path(path) for path in parts[1].split("/"))
        goal = tuple("" if g == "-" else g for g in parts[3].split("/"))
        return cls(cubes, paths, "" if parts[2] == "-" else parts[2], goal, parts[4])


# A frozen value is filled through its slots: `trusted` makes thousands of states for one question.
_blank = object.__new__
_put_cubes, _put_paths, _put_start, _put_goal, _put_to_move = (
    State.__dict__[name].__set__ for name in ("cubes", "paths", "start", "goal", "to_move")
)

_GROUPS = (("cubes", SLOTS), ("paths", tuple(PATHS)), ("goal", tuple(PATHS)))


def _members(data: Mapping[str, Any], key: str, names: tuple[str, ...]) -> list[Any]:
    """The members of a group in the order of `names`; each must be there and no other."""
    group = data.get(key)
    if not isinstance(group, Mapping) or set(group) != set(names):
        raise NotationError(f"state: expected {key!r} with {' '.join(names)}, got {group!r}"[:200])
    return [group[name] for name in names]


def _letters(text: str) -> str:
    """The text itself, if every letter is a colour."""
    if strange := set(text) - set(COLOURS):
        raise NotationError(f"expected pawns of {COLOURS!r}, got {sorted(strange)[0]!r} in {text!r}")
    return text


def _path_text(path: Stacks) -> str:
    """One path outwards: stacks and counts of empty spaces, with dots between."""
    out: list[str] = []
    empty = 0
    for stack in (*path, None):
        if stack == "":
            empty += 1
            continue
        out += [str(empty)] * (empty > 0) + ([stack] if stack else [])
        empty = 0
    return ".".join(out)


def _parse_path(text: str) -> Stacks:
    """The path that prints as `text`."""
    out: list[str] = []
    for item in text.split("."):
        if item.isdecimal() and 1 <= int(item) <= 9:
            out += [""] * int(item)
        elif item and not set(item) - set(COLOURS):
            out.append(item)
        else:
            raise NotationError(f"expected a path like 'rg.1.y.2', got {text!r}")
    return tuple(out)
