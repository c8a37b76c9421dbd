"""What one picture shows of the table: of every space how likely each thing is, and the same as words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.igluiglu.grid import COLUMNS, SIDE
from engine.igluiglu.board import COLOURS
from vision.igluiglu.kinds import COLOUR_NAMES, IGLOOS, LETTERS, VALUES

Array = npt.NDArray[Any]
SEEN = 0.3  # that a space can be read, for anything to be said of it
SAID = 0.6  # that a card has a value, for the value to be said


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies on a space."""

    kind: str  # fish, fox, bear
    at: tuple[float, float]  # where its middle is seen, as a point of the board
    values: tuple[float, ...] | None  # how likely each value is; None for a bear, or where no card was made out

    def value(self, least: float = SAID) -> int | None:
        """The value, where one is likely enough to be said."""
        if self.values is None or max(self.values) < least:
            return None
        return VALUES[int(np.argmax(self.values))]


@dataclass(frozen=True, slots=True)
class Space:
    """What one space shows."""

    readable: float
    logs: Mapping[str, Array]  # ground, each colour, igloo, fish, fox, bear -> log-probabilities
    cards: tuple[Card, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether anything is said of it."""
        return self.readable >= SEEN

    def best(self, head: str) -> int:
        """The likeliest answer."""
        return int(np.argmax(self.logs[head]))

    @property
    def ground(self) -> str:
        """`L # ^ ~`, or `?` where it is not seen."""
        return LETTERS[self.best("ground")] if self.seen else "?"

    @property
    def words(self) -> str | None:
        """What is on it, as the formats write it; None where that is not seen."""
        return self.told()

    def told(self, least: float = SAID) -> str | None:
        """The same with no values but those that are so likely."""
        if not self.seen:
            return None
        inuit = "".join(
            letter * self.best(name) for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True) if self.best(name)
        )
        parts = [inuit, IGLOOS[self.best("igloo")]]
        for kind in ("fish", "fox"):
            values = sorted(card.value(least) or math.inf for card in self.cards if card.kind == kind)
            parts += [f"{kind}{'?' if value == math.inf else int(value)}" for value in values]
        parts += ["bear4"] * self.best("bear")
        return " ".join(part for part in parts if part)

    def confidence(self, least: float = SAID) -> float:
        """That all that is told of it is right."""
        if not self.seen:
            return 1.0 - self.readable
        logs = sum(float(np.max(each)) for each in self.logs.values())
        known = [max(card.values) for card in self.cards if card.values is not None and card.value(least) is not None]
        return math.exp(logs) * math.prod(known)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one picture shows."""

    spaces: Mapping[str, Space]  # all 64 by their names, in text order
    hands: Mapping[str, int | None] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()  # pixels of a1, h1, h8, a8

    @property
    def hidden(self) -> list[str]:
        """Spaces of which nothing is said."""
        return [name for name, space in self.spaces.items() if not space.seen]

    @property
    def board(self) -> list[str]:
        """Rows of grounds from the north."""
        return ["".join(self.spaces[f"{column}{row}"].ground for column in COLUMNS) for row in range(SIDE, 0, -1)]

    def to_json(self, least: float = SAID) -> dict[str, Any]:
        """As the formats have it, with no values but those that are so likely."""
        words = {name: space.told(least) for name, space in self.spaces.items()}
        sure = {name: round(space.confidence(least), 4) for name, space in self.spaces.items() if space.seen}
        return {
            "board": self.board,
            "on": {name: word for name, word in words.items() if word != ""},
            "hands": dict(self.hands),
            "shown": list(self.shown),
            "hidden": self.hidden + [f"hand {colour}" for colour, count in self.hands.items() if count is None],
            "confidences": sure,
            "confidence": round(float(np.mean(list(sure.values()))), 4) if sure else 0.0,
            "corners": [[round(x, 2), round(y, 2)] for x, y in self.corners],
        }
