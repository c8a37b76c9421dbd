"""Ground truth of a traced picture, told as the virtual table tells its own."""

from __future__ import annotations

import numpy as np

from vision.icecult.sim.arranging import position
from vision.icecult.sim.draw.render import CUBE_IDS, HAND_IDS, PAWN_IDS
from vision.icecult.sim.scene import Scene
from vision.icecult.sim.truth import truth
from vision.sim.space import Array
from workshop.icecult.lab.shapes.places import stacks_of
from workshop.lab.space import Json

THING_ID = -1
HANDS = ("hand", "sleeve", "held")


def number_of(name: str) -> int:
    """The number that the quick painter gives what is named like "pawn_3" or "cube_NE"."""
    kind, _, which = name.partition("_")
    if kind in HANDS:
        return HAND_IDS
    return {"cube": CUBE_IDS.get(which, 0), "prop": THING_ID}[kind] if kind != "pawn" else PAWN_IDS + int(which)


def numbered(masks: dict[str, Array], resolution_wh: tuple[int, int]) -> Array:
    """What every pixel shows, by number; 0 where there is nothing but board and table."""
    ids = np.zeros(resolution_wh[::-1], np.int32)
    for name, mask in masks.items():
        ids[mask] = number_of(name)
    return ids


def ground_truth(table: Scene, scene: Json, ids: Array) -> Json:
    """The truth file of a picture."""
    hand_px = int((ids >= HAND_IDS).sum())
    own = {"difficulty": scene.get("difficulty"), "scene": scene, "hand_px": hand_px}
    return truth(table, position(stacks_of(scene), table.dims), ids) | own
