"""From a picture's truth to what there is to learn of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.igluiglu.grid import (
    CELLS,
    CROSSINGS,
    SPACE_MM,
    Grid,
    cells_in_order,
    column_row,
    turned,
)
from vision.igluiglu.kinds import COLOUR_NAMES, GROUNDS, IGLOOS, KINDS, MOST_FISH, MOST_FOXES, MOST_INUIT
from vision.igluiglu.read.facts import facts_of

Array = npt.NDArray[Any]
Json = dict[str, Any]
TOKENS = 56  # of a table that are kept: there are 42, and lessons may have some more
LABELS = ("ground", "readable", "red", "yellow", "green", "blue", "igloo", "fish", "fox", "bear", "seen")
SEEN = 0.5  # of a ground, to be a lesson


def truths(folder: Path) -> Iterator[tuple[Path, Json]]:
    """Every picture of a folder with its truth."""
    for file in sorted(folder.rglob("*.json")):
        picture = file.with_suffix(".jpg")
        if picture.exists():
            truth = json.loads(file.read_text(encoding="utf-8"))
            if truth.get("cells") and truth.get("pixels"):
                yield picture, truth


def true_camera(truth: Json) -> Camera:
    """The camera of a picture, with spaces as large as profiles have them."""
    camera = truth["camera"]
    k = camera["K"]
    a, b, c = cv2.Rodrigues(np.array(camera["R_world_to_camera"], float))[0].ravel().tolist()
    x, y, z = (np.array(camera["t_world_to_camera_mm"], float) * SPACE_MM / float(truth["geometry"]["cell"])).tolist()
    focal = (k[0][0] + k[1][1]) / 2
    lens = tuple(float(v) for v in camera.get("distortion_k1k2p1p2k3", (0.0,) * 5))
    return Camera((camera["width"], camera["height"]), focal, (k[0][2], k[1][2]), lens, (a, b, c), (x, y, z))


def true_crossings(truth: Json) -> Array:
    """(81, 2): where the crossings of the grid are seen, by the corners of the spaces."""
    total, count = np.zeros((CROSSINGS, CROSSINGS, 2)), np.zeros((CROSSINGS, CROSSINGS, 1))
    for cell in CELLS:
        column, row = column_row(cell)
        corners = truth["cells"][cell]["px"]["corners"]  # sw, se, ne, nw
        for (right, up), at in zip(((0, 0), (1, 0), (1, 1), (0, 1)), corners, strict=True):
            total[row + up, column + right] += at
            count[row + up, column + right] += 1
    return np.asarray(total / count).reshape(-1, 2)


def true_grid(truth: Json) -> Grid:
    """The board as it lies in a picture."""
    return Grid.through(true_camera(truth), true_crossings(truth))


def arrays(truth: Json) -> dict[str, Array]:
    """What is true of one picture, for a board turned so that what stands on it leans upwards."""
    grid = true_grid(truth)
    quarter = grid.quarter
    names = cells_in_order(quarter)
    facts, lean = facts_of(grid, quarter)
    return {
        "labels": np.array([labels_of(truth, name) for name in names], np.int8),
        "facts": facts,
        "lean": lean,
        "corners": np.array(grid.corners, np.float32),
        **tokens_of(truth, grid, quarter),
    }


def labels_of(truth: Json, name: str) -> list[int]:
    """What is true of one space, in the order of `LABELS`."""
    cell = truth["cells"][name]
    inuit = [min(cell["inuit"].get(colour, 0), MOST_INUIT) for colour in COLOUR_NAMES]
    igloo = IGLOOS.index(cell["igloo"][0].upper() if cell["igloo"] else "")
    seen = cell.get("visibility", {}).get("ground", 1.0) >= SEEN
    animals = [min(len(cell["fish"]), MOST_FISH), min(len(cell["fox"]), MOST_FOXES), int(bool(cell["bear"]))]
    return [GROUNDS.index(cell["ground"]), int(cell["readable"]), *inuit, igloo, *animals, int(seen)]


def tokens_of(truth: Json, grid: Grid, quarter: int) -> dict[str, Array]:
    """The round cards on the board: where their middles are seen, what they are, and whether that can be read."""
    at = np.full((TOKENS, 2), np.nan, np.float32)
    what = np.zeros((TOKENS, 4), np.int8)  # kind, value, legible, in view
    angle = np.zeros(TOKENS, np.float32)
    cards = [thing for thing in truth["things"] if thing["kind"] in KINDS and thing.get("cell")][:TOKENS]
    for k, card in enumerate(cards):
        box = turned(grid.points(np.array(card["number_box_px"])), quarter)
        angle[k] = np.arctan2(*(box[3] - box[0])[::-1]) - np.pi / 2  # a number stands upright on its card
        at[k] = turned(grid.points(np.array([card["centre_px"]])), quarter)[0]
        value = int(card["value"]) if card["kind"] != "bear" else 0
        what[k] = [KINDS.index(card["kind"]), value, int(bool(card["legible"])), int(card["visibility"] >= SEEN)]
    size = float(truth["geometry"]["token_size"]) / float(truth["geometry"]["cell"])
    return {"token_at": at, "token": what, "token_angle": angle, "token_size": np.array(size, np.float32)}
