"""Makes confidences mean what they say: fits how much to soften the networks' scores, on held-out pictures.

python -m workshop.icecult.reader.temper --answers DIR --frames DIR [DIR ...] --out vision/icecult/models/reader.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.icecult.read.networks import CUBE_CLASSES, impossible, level_softness, log_softmax, sigmoid
from vision.icecult.read.rectify import LEVELS, Array, corners
from workshop.icecult.reader.data import Json, cube_arrays, geometry_arrays, space_arrays, stack_arrays, table_arrays

STEPS = np.geomspace(0.4, 4.0, 60)
NEAR_MM = 22.0


def best_temperature(scores: Array, labels: Array) -> float:
    """The divisor of the scores (n, classes) under which the labels are most probable."""
    rows = np.arange(len(labels))
    losses = [-log_softmax(scores / t, 1)[rows, labels].mean() for t in STEPS]
    return float(STEPS[int(np.argmin(losses))])


def truths(names: Sequence[str], folders: Sequence[Path]) -> list[Json]:
    """Truth files of the pictures, in order."""
    files = {file.stem: file for folder in folders for file in folder.glob("*.json")}
    read = {name: json.loads(files[name].read_text()) for name in {name.split()[0] for name in names}}
    return [read[name.split()[0]] for name in names]


def cube_temperature(scores: Array, facts: Sequence[Json]) -> float:
    """For cube tops that can be seen."""
    scores, labels, seen = scores[:, :CUBE_CLASSES].copy(), [], []
    for k, truth in enumerate(facts):
        arrays = cube_arrays(truth)
        scores[4 * k : 4 * k + 4, impossible(corners(truth["geometry"]))] = -1e3
        labels.append(arrays["cube_class"])
        seen.append(arrays["cube_share"] >= 0.6)
    keep = np.concatenate(seen)
    return best_temperature(scores[keep], np.concatenate(labels)[keep])


def level_temperatures(scores: Array, facts: Sequence[Json]) -> tuple[float, float]:
    """For the levels of stacks that can be seen: seen from the side, and how much more seen from above."""
    arrays = [stack_arrays(truth) for truth in facts]
    keep = np.concatenate([(a["share"] >= 0.5) & (a["levels"][:, 0] > 0) for a in arrays])
    labels = np.concatenate([a["levels"] for a in arrays])[keep]
    views = np.concatenate([space_arrays(truth)["space_facts"] for truth in facts])[keep]
    scores = scores.transpose(0, 2, 1)[keep]

    return softness(scores, labels, views, np.ones(labels.shape, bool))


def rim_temperatures(scores: Array, names: Sequence[str], facts: Sequence[Json]) -> tuple[float, float]:
    """As `level_temperatures`, for single stacks ("PICTURE SPACE") read from the top as far as they reach."""
    labels, views, asked, keep = [], [], [], []
    for k, (name, truth) in enumerate(zip(names, facts, strict=True)):
        space = int(name.split()[1])
        stack = stack_arrays(truth)
        pawns = stack["levels"][space][stack["levels"][space] > 0]
        if stack["share"][space] < 0.5 or len(pawns) == 0:
            continue
        keep.append(k)
        labels.append(np.concatenate([pawns[::-1], np.zeros(LEVELS - len(pawns), int)]))
        asked.append(np.arange(LEVELS) <= len(pawns))
        views.append(space_arrays(truth)["space_facts"][space])
    return softness(scores.transpose(0, 2, 1)[keep], np.array(labels), np.array(views), np.array(asked))


def softness(scores: Array, labels: Array, views: Array, asked: Array) -> tuple[float, float]:
    """The two numbers under which the labels that are asked for are most probable."""

    def loss(values: tuple[float, float]) -> float:
        softened = log_softmax(scores / level_softness(views, *values)[:, None, None], 2)
        return float(-np.take_along_axis(softened, labels[:, :, None], 2)[..., 0][asked].mean())

    return min(((level, steep) for level in np.geomspace(0.8, 4, 24) for steep in np.linspace(0, 10, 21)), key=loss)


def peaks(heat: Array, truth: Json) -> Iterator[tuple[float, bool]]:
    """Scores of the heat maps' peaks, and whether a pawn of that colour stands there."""
    patch = geometry_arrays(truth)["table_patch"][0]
    pawns = table_arrays(truth)["pawns"]
    cells = heat.shape[1]
    for channel, scores in enumerate(heat):
        tops = (scores >= cv2.dilate(scores, np.ones((3, 3), np.uint8))) & (scores > -3)
        mine = pawns[(pawns[:, 2] == channel % 4) & (pawns[:, 3] == channel // 4)]
        for y, x in zip(*np.nonzero(tops), strict=True):
            at = patch[0] + patch[1] * ((x + 0.5) / cells * 2 - 1) + patch[2] * (1 - (y + 0.5) / cells * 2)
            yield float(scores[y, x]), bool((np.hypot(*(mine[:, :2] - at[:2]).T) < NEAR_MM).any())


def pawn_line(heat: Array, facts: Sequence[Json]) -> tuple[float, float]:
    """Slope and lift of a peak's score so that it is the log-odds of a pawn."""
    found = [pair for one, truth in zip(heat, facts, strict=True) for pair in peaks(one, truth)]
    score, right = np.array([s for s, _ in found]), np.array([r for _, r in found], float)
    options = [(slope, lift) for slope in np.geomspace(0.5, 6, 40) for lift in np.linspace(-3, 5, 65)]

    def loss(line: tuple[float, float]) -> float:
        p = sigmoid(score * line[0] + line[1]).clip(1e-6, 1 - 1e-6)
        return float(-(right * np.log(p) + (1 - right) * np.log(1 - p)).mean())

    slope, lift = min(options, key=loss)
    return float(slope), float(lift)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=Path, required=True, help="folder of NET_KIND.npz")
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", default="held_out", help="which answers to fit on: held_out, or other (another look)")
    args = parser.parse_args()
    answers = {net: np.load(args.answers / f"{net}_{args.kind}.npz") for net in ("cubes", "stacks", "rims", "pawns")}
    facts = {net: truths([str(n) for n in data["names"]], args.frames) for net, data in answers.items()}
    first = {net: data["out0"].astype(np.float32) for net, data in answers.items()}
    level, steep = level_temperatures(first["stacks"], facts["stacks"])
    rims, rims_steep = rim_temperatures(first["rims"], [str(n) for n in answers["rims"]["names"]], facts["rims"])
    values = {
        "cubes": round(cube_temperature(first["cubes"], facts["cubes"]), 3),
        "levels": round(float(level), 3),
        "steep": round(float(steep), 3),
        "rims": round(float(rims), 3),
        "rims_steep": round(float(rims_steep), 3),
    }
    slope, lift = pawn_line(first["pawns"], facts["pawns"])
    out = {"temperatures": values, "pawns": {"slope": round(slope, 3), "lift": round(lift, 3)}}
    args.out.write_text(json.dumps(out, indent=1) + "\n")
    print(json.dumps(out))


if __name__ == "__main__":
    main()
