"""The trained networks: from crops to probabilities, before any reasoning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from calibration.networks import network
from vision.icecult.read.cubes import turned
from vision.icecult.read.pawns import Spot
from vision.icecult.read.rectify import Array, SpaceView
from vision.icecult.read.stacks import Guess

MODELS = Path(__file__).resolve().parents[1] / "models"
SIDE_VIEW = 0.4  # cosine of the elevation from which rims are well apart
FIRST, BESIDE = "stacks", "stacks_beside"  # the latter learned pawns beside the paths as well
PLAIN_LIFT = 0.6  # by how many nats the networks think too little of what is plainly in view
BANDS_SAY, STEEP_BANDS = 0.45, 4.0  # how much bands count from the side, and how fast that fades from above
CUBES_SECOND = 0.99  # a less certain top is shown to a second network as well
HAND_IN_PICTURE = 0.5  # a hand this likely may cover pawns
HIDDEN, FINGERTIP = 0.5, 0.001  # of the table at least so much is hidden, more likely than not, where a hand is
FINGERS = 0.015  # of the table: what hides less, as a hand would, may be a thing that lies about
UNFOUND, DOUBTED = 0.1, 0.6  # probability of a hand that nothing shows but the look of a cloth, or no more than a speck
CUBE_CLASSES = 37  # four colours of arrow in eight directions, the circle, four corners of the arc


@dataclass(frozen=True, slots=True)
class NetworkEvidence:
    """What the networks say about one picture."""

    cubes: Array  # (4, 37) log-probabilities of the tops, in the order of SLOTS
    cubes_plain: Array  # (4,) probability that the top is plainly in view
    stacks: Sequence[Sequence[Guess]]  # (20) what each may be
    share: Array  # (20,) how much of the space or its worst pawn is in view
    plain: Array  # (20,) probability that the space is plainly in view
    beside: Sequence[Spot]  # the stacks beside the paths
    hand: float
    covered: Array  # (20,) how much of each space's ground hands and things hide
    shining: bool = False  # something like a pawn shines through the block where it would hide one


@cache
def tempering() -> dict[str, dict[str, float]]:
    """How the networks' scores are softened so that confidences mean what they say."""
    values: dict[str, dict[str, float]] = json.loads((MODELS / "reader.json").read_text(encoding="utf-8"))
    return values


def _forward(name: str, outputs: list[str], **inputs: Array) -> list[Array]:
    """The named outputs for these inputs, pictures as they were cut out."""
    return network(MODELS / f"{name}.onnx").answer(outputs, **inputs)


def log_softmax(scores: Array, axis: int) -> Array:
    """Log-probabilities along an axis."""
    shifted = scores - scores.max(axis, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis, keepdims=True)))


def sigmoid(scores: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))))


def impossible(diagonal: bool) -> Array:
    """Arrows are printed diagonally in the corner layout, straight in the other."""
    return np.array([k for k in range(32) if k % 2 != diagonal])


def cube_scores(crops: Array) -> Array:
    """(n, 38): class scores of the tops, and of being plainly in view; in doubt the mean of two networks."""
    (scores,) = _forward("cubes", ["scores"], crops=crops)
    softened = scores[:, :CUBE_CLASSES] / tempering()["temperatures"]["cubes"]
    doubtful = log_softmax(softened, 1).max(1) < np.log(CUBES_SECOND)
    if doubtful.any():
        (second,) = _forward("cubes_second", ["scores"], crops=crops[doubtful])
        scores[doubtful] = (scores[doubtful] + second) / 2
    return np.asarray(scores)


def turned_cube_scores(crops: Array, quarter: int) -> Array:
    """As `cube_scores`, but looks at the crops turned clockwise and turns the answer back."""
    scores = cube_scores(np.rot90(crops, -quarter, (1, 2)))
    seen_as = turned(np.arange(CUBE_CLASSES), quarter, False)
    return np.concatenate([scores[:, seen_as], scores[:, CUBE_CLASSES:]], 1)


def cube_log_probs(scores: Array, diagonal: bool) -> Array:
    """Log-probabilities of the classes that this layout can show."""
    softened = scores[:, :CUBE_CLASSES] / tempering()["temperatures"]["cubes"]
    softened[:, impossible(diagonal)] = -1e3
    return log_softmax(softened, 1)


def stack_scores(crops: Array, view: SpaceView, together: Array, name: str = FIRST) -> tuple[Array, Array]:
    """Scores (n, 12, 5) of none, r, y, g, b by height, and (n, 3) of offset, share in view and plainly in view.

    `together` (n, n) says how much each picture counts for what colours look like in the light of each.
    """
    seen = {"facts": view.facts, "slot_rows": view.slot_rows, "together": together.astype(np.float32)}
    levels, other = _forward(name, ["levels", "other"], crops=crops, **seen)
    return levels.transpose(0, 2, 1), other


def level_log_probs(scores: Array, view: SpaceView) -> Array:
    """Log-probabilities of the levels; seen from above, rims are thin and the scores say less."""
    values = tempering()["temperatures"]
    return log_softmax(scores / level_softness(view.facts, values["levels"], values["steep"])[:, None, None], 2)


def rim_log_probs(crops: Array, facts: Array) -> Array:
    """(n, 12, 5): none, r, y, g, b of single stacks from the top down, by two looks at finer crops."""
    values = tempering()["temperatures"]
    soft = level_softness(facts, values["rims"], values["rims_steep"])
    return log_softmax(_two_looks("rims", "levels", crops, facts) / soft[:, None, None], 2)


def band_log_probs(crops: Array, facts: Array) -> Array:
    """(n, 128, 5): none, r, y, g, b of single stacks, row by row from the top, by two looks; cut out as `BLIND`."""
    return log_softmax(_two_looks("bands", "bands", crops, facts), 2)


def _two_looks(name: str, output: str, crops: Array, facts: Array) -> Array:
    """The mean scores of crops as they are and mirrored, the classes last."""
    both = np.concatenate([crops, crops[:, :, ::-1]])
    (scores,) = _forward(name, [output], crops=both, facts=np.concatenate([facts, facts]))
    return np.asarray(np.mean(np.split(scores, 2), 0).transpose(0, 2, 1))


def band_weights(facts: Array, say: float = BANDS_SAY) -> list[float]:
    """How much the bands of each stack count, from the side `say`: seen from above they are thin."""
    return [float(say / soft) for soft in level_softness(facts, 1.0, STEEP_BANDS)]


def level_softness(facts: Array, level: float, steep: float) -> Array:
    """What the scores of each space are divided by; `level` where it is seen from the side."""
    return np.asarray(level + steep * np.maximum(0.0, SIDE_VIEW - facts[:, 0]))


def cover(table: Array) -> Array:
    """(h, w): how likely a hand or another thing that is no part of the game hides the table there."""
    return np.asarray(1 - np.prod(1 - _hidden(table), 0))


def _hidden(table: Array) -> Array:
    """(2, h, w): how likely a hand hides the table there, and another thing."""
    (scores,) = _forward("covers", ["cover"], table=table)
    return sigmoid(scores[0])


def pawn_heat(table: Array) -> tuple[Array, float]:
    """Probabilities (12, h, w) of a foot, for four colours on the table, riding and higher up, and that of a hand."""
    heat, hand = _forward("pawns", ["heat", "hand"], table=table)
    line = tempering()["pawns"]
    return sigmoid(heat[0] * line["slope"] + line["lift"]), hand_there(float(sigmoid(hand)[0, 0]), table)


def hand_there(likely: float, table: Array) -> float:
    """How likely a hand is in the picture: one that is `likely` by the look of it all must hide some part of it too."""
    if likely <= HIDDEN:
        return likely
    hidden = _hidden(table) > HIDDEN
    if hidden[0].mean() >= FINGERS:
        return likely
    return min(likely, DOUBTED) if hidden.any(0).mean() >= FINGERTIP else UNFOUND
