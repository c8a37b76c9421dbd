"""What one picture of the table shows: readings with confidences, JSON both ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.errors import NotationError
from engine.icecult.board import COLOURS, SLOTS

PATHS = ("N", "E", "S", "W")
SYMBOLS = ("red", "yellow", "green", "blue", "circle", "arc")
SPACES_PER_PATH = 5
SURE_LEAST = 0.8
"""A reading below this confidence is no statement: people are told that it is not sure."""


@dataclass(frozen=True, slots=True)
class CubeReading:
    """The top of one cube: what is printed there, where it points, how sure that is."""

    symbol: str
    facing: str | None
    confidence: float = 1.0
    rival: CubeReading | None = field(default=None, compare=False)
    """What else it is likeliest to be; for people, it does not go on record."""

    def __post_init__(self) -> None:
        allowed: tuple[str | None, ...] = PATHS
        if self.symbol in ("circle", "arc"):
            allowed = SLOTS if self.symbol == "arc" else (None,)
        if self.symbol not in SYMBOLS or self.facing not in allowed:
            raise NotationError(
                f"expected a cube top like red>N, arc:SE or circle, got {self.symbol!r} facing {self.facing!r}"
            )

    def __str__(self) -> str:
        if self.facing is None:
            return self.symbol
        return f"{self.symbol}{':' if self.symbol == 'arc' else '>'}{self.facing}"

    @classmethod
    def parse(cls, text: str) -> CubeReading:
        """Inverse of `str`, surely read."""
        symbol, mark, facing = text.partition(":" if text.startswith("arc") else ">")
        return cls(symbol, facing if mark else None)

    def to_json(self) -> dict[str, Any]:
        return {"symbol": self.symbol, "facing": self.facing, "confidence": round(self.confidence, 4)}

    @classmethod
    def from_json(cls, data: Any) -> CubeReading:
        """Inverse of `to_json`; the confidence may be missing."""
        if not isinstance(data, Mapping) or "symbol" not in data:
            raise NotationError(f'expected a cube top like {{"symbol": "red", "facing": "N"}}, got {data!r}')
        return cls(str(data["symbol"]), data.get("facing"), _number(data.get("confidence", 1.0)))


Likely = tuple[tuple[str, float], ...]
"""The likeliest few values of a place with their log-probabilities, the likeliest first, given that it can be seen: a
stack as letters from the bottom up ("" is empty), a cube's top as its text, such as "red>N"."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All readings of one picture; None is what was not seen, "?rg" a stack of which only the upper part was."""

    cubes: Mapping[str, CubeReading | None]
    paths: Mapping[str, tuple[str | None, ...]]
    start: str | None
    goal: Mapping[str, str | None]
    hidden: frozenset[str] = frozenset()
    confidences: Mapping[str, float] = field(default_factory=dict)
    confidence: float = 1.0
    hand: float = 0.0  # probability that a hand or arm is in the picture
    extra: str = ""  # colours of which more than five pawns are plainly seen
    readings: Mapping[str, Likely] = field(default_factory=dict, compare=False)
    """What each space and cube may show; places that are missing have a confidence alone. It does not go on record."""
    unseen: Mapping[str, float] = field(default_factory=dict, compare=False)
    """How likely each of these places cannot be seen at all; it does not go on record either."""

    def __post_init__(self) -> None:
        if set(self.cubes) != set(SLOTS) or set(self.paths) != set(PATHS) or set(self.goal) != set(PATHS):
            raise NotationError("an observation needs all four cubes, paths and goals")
        for stacks in self.paths.values():
            for stack in stacks:
                _check_letters(None if stack is None else stack.removeprefix("?"))
        for text in (self.start, *self.goal.values(), self.extra):
            _check_letters(text)
        for place, likely in self.readings.items():
            _check_likely(place, likely)

    def space(self, place: str) -> str | None:
        """What stands on a space such as "N3"."""
        return self.paths[place[0]][int(place[1:]) - 1]

    def rounded(self) -> Observation:
        """The same with its confidences as they are written down."""
        cubes = {s: None if c is None else replace(c, confidence=round(c.confidence, 4)) for s, c in self.cubes.items()}
        places = {place: round(value, 4) for place, value in self.confidences.items()}
        whole, hand = round(self.confidence, 4), round(self.hand, 4)
        return replace(self, cubes=cubes, confidences=places, confidence=whole, hand=hand)

    def to_json(self) -> dict[str, Any]:
        """All readings by place, how likely a hand is in view, and the colours with too many pawns, if any."""
        return {
            "cubes": {slot: None if (c := self.cubes[slot]) is None else c.to_json() for slot in SLOTS},
            "paths": {path: list(self.paths[path]) for path in PATHS},
            "start": self.start,
            "goal": {path: self.goal[path] for path in PATHS},
            "hidden": sorted(self.hidden),
            "confidences": {place: round(v, 4) for place, v in self.confidences.items()},
            "confidence": round(self.confidence, 4),
            "hand": round(self.hand, 4),
        } | ({"extra": self.extra} if self.extra else {})

    @classmethod
    def from_json(cls, data: Any) -> Observation:
        """Inverse of `to_json`; a NotationError says what is wrong with anything else."""
        if not isinstance(data, Mapping):
            raise NotationError(f"expected an observation, got {type(data).__name__}")
        try:
            return cls(
                cubes={s: None if (c := data["cubes"].get(s)) is None else CubeReading.from_json(c) for s in SLOTS},
                paths={path: tuple(data["paths"][path]) for path in PATHS},
                start=data["start"],
                goal={path: data["goal"][path] for path in PATHS},
                hidden=frozenset(str(place) for place in data.get("hidden", ())),
                confidences={str(k): _number(v) for k, v in data.get("confidences", {}).items()},
                confidence=_number(data.get("confidence", 1.0)),
                hand=_number(data.get("hand", 0.0)),
                extra=data.get("extra") or "",
            )
        except (KeyError, AttributeError, TypeError) as error:
            raise NotationError(f"expected an observation with cubes, paths, start and goal: {error!r}") from error


def in_order(letters: str) -> str:
    """Letters in colour order."""
    return "".join(sorted(letters, key=COLOURS.index))


def _check_letters(text: Any) -> None:
    if text is not None and not (isinstance(text, str) and set(text) <= set(COLOURS)):
        raise NotationError(f"expected letters of {COLOURS!r}, got {text!r}")


def _check_likely(place: str, likely: Likely) -> None:
    for value, log_probability in likely:
        if log_probability > 0:
            raise NotationError(f"expected a log-probability of at most 0 at {place}, got {log_probability!r}")
        if place in SLOTS:
            CubeReading.parse(value)
        else:
            _check_letters(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise NotationError(f"expected a number from 0 to 1, got {value!r}")
    return float(value)
