"""The trained networks, run by OpenCV: from crops to probabilities, before any reasoning."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.core.errors import IcekeeperError
from vision.rectify import Array, SpaceView

MODELS = Path(__file__).resolve().parents[1] / "models"
CUBE_CLASSES = 37  # four colours of arrow in eight directions, the circle, four corners of the arc


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the networks say about one picture."""

    cubes: Array  # (4, 37) log-probabilities of the tops, in the order of SLOTS
    cubes_plain: Array  # (4,) probability that the top is plainly in view
    levels: Array  # (20, 12, 5) log-probabilities of none, r, y, g, b at each height
    share: Array  # (20,) how much of the space or its worst pawn is in view
    plain: Array  # (20,) probability that the space is plainly in view
    heat: Array  # (8, h, w) probability of a foot: four colours on the table, four riding
    hand: float


@cache
def _network(name: str) -> Any:
    file = MODELS / f"{name}.onnx"
    if not file.is_file():
        raise IcekeeperError(f"{file}: the trained network is missing; install icekeeper again or run `make train`")
    return cv2.dnn.readNetFromONNX(str(file))


@cache
def tempering() -> dict[str, dict[str, float]]:
    """How the networks' scores are softened so that confidences mean what they say."""
    values: dict[str, dict[str, float]] = json.loads((MODELS / "reader.json").read_text(encoding="utf-8"))
    return values


def _forward(name: str, outputs: list[str], **inputs: Array) -> list[Array]:
    net = _network(name)
    for key, value in inputs.items():
        net.setInput(value, key)
    return [np.asarray(out) for out in net.forward(outputs)]


def _blob(crops: Array) -> Array:
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def log_softmax(scores: Array, axis: int) -> Array:
    """Log-probabilities along an axis."""
    shifted = scores - scores.max(axis, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis, keepdims=True)))


def sigmoid(scores: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))))


def look(cubes: Array, spaces: Array, view: SpaceView, table: Array, diagonal: bool) -> Evidence:
    """Run the three networks on the crops of one picture."""
    soften, pawns = tempering()["temperatures"], tempering()["pawns"]
    (tops,) = _forward("cubes", ["scores"], crops=_blob(cubes))
    levels, other = _forward(
        "stacks", ["levels", "other"], crops=_blob(spaces), facts=view.facts, slot_rows=view.slot_rows
    )
    heat, hand = _forward("pawns", ["heat", "hand"], table=_blob(table))
    scores = tops[:, :CUBE_CLASSES] / soften["cubes"]
    scores[:, impossible(diagonal)] = -1e3
    return Evidence(
        cubes=log_softmax(scores, 1),
        cubes_plain=sigmoid(tops[:, CUBE_CLASSES]),
        levels=log_softmax(levels.transpose(0, 2, 1) / soften["levels"], 2),
        share=sigmoid(other[:, 1]),
        plain=sigmoid(other[:, 2]),
        heat=sigmoid(heat[0] * pawns["slope"] + pawns["lift"]),
        hand=float(sigmoid(hand)[0, 0]),
    )


def impossible(diagonal: bool) -> Array:
    """Arrows are printed diagonally in the corner layout, straight in the other."""
    return np.array([k for k in range(32) if k % 2 != diagonal])
