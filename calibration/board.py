"""What common code may ask of a game's board as it lies in the picture, whatever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Polygon = Sequence[tuple[float, float]]


class Board(Protocol):
    """A board that was found: where its parts are in the picture and on the table."""

    def landmarks(self) -> Mapping[str, tuple[float, float]]:
        """The points by which a person shows where the board lies: name -> pixel."""

    def place_mm(self, place: str) -> Array:
        """The middle of a place of the game, in table mm."""

    def changed_px(self, places: Sequence[str]) -> list[Array]:
        """Pixels (N, 2) of the corners around each thing that stands at these places, to ring it."""

    def outlines(self) -> list[list[list[float]]]:
        """Closed lines in pixels that show a person what was found."""

    def region(self) -> Polygon:
        """The corners of the part of the picture that the board spans, as shares (0..1) of its width and height."""
