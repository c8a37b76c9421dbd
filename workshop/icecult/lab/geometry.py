"""The dimensions, colours and symbols of a table as the lab names them.

Where the parts of a board lie, `calibration` says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.icecult.geometry import STANDARD_PATH
from calibration.icecult.geometry import Geometry as Board
from workshop.lab.space import Array, Json

COLOURS = ("red", "yellow", "green", "blue")
SYMBOLS = ("arrow_red", "arrow_yellow", "arrow_green", "arrow_blue", "circle", "arc")
INK = {  # sRGB
    "arrow_red": (0.80, 0.09, 0.11),
    "arrow_yellow": (0.98, 0.84, 0.06),
    "arrow_green": (0.05, 0.52, 0.21),
    "arrow_blue": (0.06, 0.27, 0.70),
    "circle": (0.42, 0.13, 0.55),
    "arc": (0.05, 0.05, 0.06),
}
PLASTIC = {
    "red": (0.76, 0.09, 0.09),
    "yellow": (0.98, 0.83, 0.07),
    "green": (0.06, 0.50, 0.20),
    "blue": (0.07, 0.25, 0.62),
}


@dataclass(frozen=True)
class Geometry:
    """Contents of geometry.json; every length in millimetres."""

    data: Json

    def __getattr__(self, name: str) -> Any:
        try:
            return self.data[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def board(self) -> Board:
        """Where the parts of a board with these dimensions lie."""
        return Board({"exit": "sides", **self.data})

    @property
    def corners(self) -> bool:
        """Paths leave through the block's corners (arrows printed diagonally) instead of its sides."""
        return self.board.corners

    @property
    def block_yaw(self) -> float:
        """Turn of holder and cubes against the paths: in the corner layout NW stands in the north."""
        return self.board.block_yaw_deg

    @property
    def arm_start(self) -> float:
        """Distance from the board centre to where a path begins."""
        return self.board.arm_start_mm

    @property
    def arm_end(self) -> float:
        """Distance to where the last space ends."""
        return self.board.arm_end_mm

    @property
    def tip(self) -> float:
        """Distance to the point of a path."""
        return self.board.tip_mm

    def cube_centre(self, slot: str) -> Array:
        """Centre of the cube in a slot."""
        return self.board.cube_centre(slot)

    def on_arm(self, arm: str, along: float, across: float, z: float = 0.0) -> Array:
        """Point `along` mm outwards from the board centre and `across` mm clockwise-sideways on an arm."""
        return self.board.on_arm(arm, along, across, z)

    def space_centre(self, arm: str, index: int) -> Array:
        """Middle of a space (from 0) on the strip."""
        return self.on_arm(arm, self.board.space_along_mm(index + 1), 0.0, self.board["board_thickness"])


def load_geometry(path: Path | None = None) -> Geometry:
    """The standard dimensions, or those of another file."""
    return Geometry(json.loads((path or STANDARD_PATH).read_text()))
