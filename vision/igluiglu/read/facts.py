"""What is known of the view of each space before it is looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.igluiglu.grid import SIDE, Grid, cells_in_order, middles, turned

Array = npt.NDArray[Any]
FACTS, LEAN = 3, 3
USUAL_PX = 45.0  # a space


def facts_of(grid: Grid, quarter: int) -> tuple[Array, Array]:
    """(64, FACTS) of the spaces and (LEAN,) of the board: how far things lean (right, up), and how finely seen."""
    at = middles(cells_in_order(quarter))
    leans = turned(grid.leans(at) + SIDE / 2, quarter) - SIDE / 2
    fine = np.log(np.clip(grid.fineness(at), 1.0, None) / USUAL_PX)
    facts = np.column_stack([leans, fine]).astype(np.float32)
    return facts, np.asarray(facts.mean(0), np.float32)
