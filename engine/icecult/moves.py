"""The atomic actions of a turn: frozen values that print as short words (docs/FORMATS.md) and read back.

    Nn          a pair of cubes tilts             Tilt("N", "n")
    yE2.0@NE    a pawn steps outwards             Step("y", "E", 2, 0, "NE")
    yE2@NE*SW   the same by a circle's copy       Step("y", "E", 2, None, "NE", "SW")
    NE+@SW      an arc turns a cube on the spot   Turn("NE", "+", "SW")

A value here is only well-formed; whether it is allowed is for `engine.icecult.turn` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS, PAIRS, PATHS, ROLLS, SLOTS, in_order
from engine.icecult.cube import ROLLED, TURNED
from engine.icecult.state import Stacks, State

_SLOT: Final = "NW|NE|SE|SW"
# Any capital and small letter read as a tilt: a pair or a direction that does not exist is a foul, not a misprint.
_TILT: Final = re.compile(r"([A-Z])([a-z])")
_STEP: Final = re.compile(rf"([{COLOURS}])([{PATHS}])([0-9])(?:\.([0-9]{{1,2}}))?@({_SLOT})(?:\*({_SLOT}))?")
_TURN: Final = re.compile(rf"({_SLOT})([+-])@({_SLOT})")


@dataclass(frozen=True, slots=True)
class Tilt:
    """A pair of cubes rolled together a quarter turn (R7); `exists` is False for one that cannot be made."""

    pair: str
    heading: str

    @property
    def exists(self) -> bool:
        """Is it a pair, and can that pair roll this way?"""
        return self.heading in ROLLS.get(self.pair, "")

    def undoes(self, other: Tilt) -> bool:
        """Does it bring back the pair that `other` has just tilted? (R9)"""
        return self.pair == other.pair and self.heading != other.heading

    def __str__(self) -> str:
        return self.pair + self.heading


@dataclass(frozen=True, slots=True)
class Step:
    """A pawn moves one space outwards with all it carries (R13, R14); space 0 is the start, height None the topmost."""

    colour: str
    path: str
    space: int
    height: int | None
    arrow: str
    circle: str | None = None

    def __post_init__(self) -> None:
        if self.space == 0 and self.height is not None:
            raise NotationError(f"expected no height for a pawn from the start, like 'yE0@NE', got {str(self)!r}")

    def height_on(self, stack: str) -> int:
        """Where in this stack the meant pawn sits, 0 = bottom; -1 if it is not there."""
        if self.height is None:
            return stack.rfind(self.colour)
        return self.height if stack[self.height : self.height + 1] == self.colour else -1

    def __str__(self) -> str:
        height = "" if self.height is None else f".{self.height}"
        copied = "" if self.circle is None else f"*{self.circle}"
        return f"{self.colour}{self.path}{self.space}{height}@{self.arrow}{copied}"


@dataclass(frozen=True, slots=True)
class Turn:
    """An arc turns one cube on the spot (R18): `+` clockwise seen from above, `-` counter-clockwise."""

    slot: str
    sense: str
    arc: str

    def __str__(self) -> str:
        return f"{self.slot}{self.sense}@{self.arc}"


Action = Tilt | Step | Turn


def parse_action(word: str) -> Action:
    """The action that prints as `word`; raises NotationError for a word of no such form."""
    if match := _TILT.fullmatch(word):
        return Tilt(*match.groups())
    if match := _STEP.fullmatch(word):
        colour, path, space, height, arrow, circle = match.groups()
        return Step(colour, path, int(space), None if height is None else int(height), arrow, circle)
    if match := _TURN.fullmatch(word):
        return Turn(*match.groups())
    raise NotationError(f"expected an action like 'Nn', 'yE2.0@NE', 'yE2@NE*SW' or 'NE+@SW', got {word[:40]!r}")


def tilted(cubes: tuple[str, ...], tilt: Tilt) -> tuple[str, ...]:
    """The four poses after a tilt that exists."""
    pair = PAIRS[tilt.pair]
    return tuple(ROLLED[p][tilt.heading] if slot in pair else p for slot, p in zip(SLOTS, cubes, strict=True))


def turned(cubes: tuple[str, ...], turn: Turn) -> tuple[str, ...]:
    """The four poses after one cube was turned on the spot."""
    return tuple(TURNED[p][turn.sense] if slot == turn.slot else p for slot, p in zip(SLOTS, cubes, strict=True))


def stepped(path: Stacks, space: int, height: int) -> tuple[Stacks, str]:
    """A path after the pawn at `height` on `space` (from 1) went one out with its riders, and who left the ice."""
    stack = path[space - 1]
    stays, goes = stack[:height], stack[height:]
    if space == len(path):
        return (*path[:-1], stays), goes
    return (*path[: space - 1], stays, path[space] + goes, *path[space + 1 :]), ""


def entered(path: Stacks, colour: str) -> Stacks:
    """A path after a pawn came onto its entry space."""
    return (path[0] + colour, *path[1:])


def exists(action: Action, spaces: int) -> bool:
    """Is there such a thing at all on a table with paths of so many spaces, wherever the pawns stand?"""
    if isinstance(action, Tilt):
        return action.exists
    return isinstance(action, Turn) or action.space <= spaces


def can_be_done(state: State, action: Action) -> bool:
    """Could hands do this on the table, lawful or not? The only place that says so."""
    if not exists(action, state.spaces):
        return False
    if not isinstance(action, Step):
        return True
    if action.space == 0:
        return action.colour in state.start
    return action.height_on(state.stack(action.path, action.space)) >= 0


def parse_real(word: str, spaces: int) -> Action:
    """The action that prints as `word`; raises NotationError also where no table of this kind has such a thing."""
    action = parse_action(word)
    if exists(action, spaces):
        return action
    if isinstance(action, Tilt):
        raise NotationError(f"expected a tilt like 'Nn', 'Ss', 'Ee' or 'Ww', got {word!r}: no pair rolls that way")
    raise NotationError(f"expected a space from 0 to {spaces} in {word!r}: the paths of this set are no longer")


def perform(state: State, action: Action) -> State:
    """The table after a possible action, lawful or not; the same player is still to move."""
    if isinstance(action, Step):
        return _step(state, action)
    cubes = tilted(state.cubes, action) if isinstance(action, Tilt) else turned(state.cubes, action)
    return State.trusted(cubes, state.paths, state.start, state.goal, state.to_move)


def _step(state: State, step: Step) -> State:
    """The table after a pawn stepped out; the pawn must be there."""
    at = PATHS.index(step.path)
    start, left = state.start, ""
    if step.space == 0:
        path = entered(state.paths[at], step.colour)
        start = start.replace(step.colour, "", 1)
    else:
        path, left = stepped(state.paths[at], step.space, step.height_on(state.paths[at][step.space - 1]))
    paths = (*state.paths[:at], path, *state.paths[at + 1 :])
    goal = state.goal
    if left:
        goal = (*goal[:at], in_order(goal[at] + left), *goal[at + 1 :])
    return State.trusted(state.cubes, paths, start, goal, state.to_move)
