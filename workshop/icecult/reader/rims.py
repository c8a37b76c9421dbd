"""Single stacks, cut finely, with the rows and columns in which their rims appear; with the rise known or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from vision.icecult.read.rectify import BLIND, LEVELS, RIM_COLUMNS, RIM_ROWS, SPACES, WIDTH_MM, view_of
from workshop.icecult.reader.batches import CUTS, EXCHANGED, cut_out, distort, moved, normal, spoiled
from workshop.icecult.reader.data import Example
from workshop.icecult.reader.nets import PITCH_FACT
from workshop.train.worlds import exchanged

Tensor = Any
BESIDE_MM = 2.2  # how far a stack may be from where the profile has it, one in three times more
LEAST_SHARE = 0.15  # in view, of a stack worth learning from
EMPTY_SHARE = 0.1  # of the empty spaces are learned from as well
STEEP, HIGH = 0.16, 0.3  # cosines of the elevation: groups of the measurement
STRIDE = 8  # a column of the network for as many of the crop
LARGER = 0.06  # by so much, where nothing is known of the pawns
NOT_ASKED = -100  # class of a row above the topmost rim


class Rims:
    """All stacks of some pictures and a few empty spaces, on the training device."""

    def __init__(self, kind: str, examples: Iterable[Example], device: str) -> None:
        self.device, self.kind = device, kind
        self.names: list[str] = []
        self.groups: list[str] = []
        pixels, labels = [], []
        for example in examples:
            keep = worth_learning(example)
            if len(keep) == 0:
                continue
            pixels.append(cut_out(example, *CUTS[kind], device)[torch.from_numpy(keep).to(device)])
            labels.append(stack_facts(example, keep))
            self.names += [f"{example.name} {k}" for k in keep]
            self.groups += [group(example, k) for k in keep]
        self.pixels = torch.cat(pixels)
        self.labels = {k: torch.from_numpy(np.concatenate([part[k] for part in labels])).to(device) for k in labels[0]}

    def __len__(self) -> int:
        return len(self.names)


class Bands(Rims):
    """The same, cut out as if all pawns were alike: how far each stack rises is to be seen."""

    def __init__(self, kind: str, examples: Iterable[Example], device: str) -> None:
        super().__init__(kind, map(blind, examples), device)


def blind(example: Example) -> Example:
    """The example with its spaces looked at as pawns of unknown size are."""
    a = example.arrays
    view = view_of(BLIND, a["space_foot"].astype(float), a["eye"].astype(float))
    seen = {"space_patch": view.patches.astype(np.float32), "space_facts": view.facts}
    return replace(example, arrays={**a, **seen})


def worth_learning(example: Example) -> Any:
    """Spaces with a stack in view, and some empty ones."""
    stack, share = example.arrays["levels"][:, 0] > 0, example.arrays["share"]
    some = np.random.default_rng(len(example.name) + int(example.camera[-1])).random(SPACES) < EMPTY_SHARE
    return np.flatnonzero((share >= LEAST_SHARE) & (stack | some))


def group(example: Example, k: int) -> str:
    """How steeply a space is seen, and the picture's difficulty."""
    cos = float(example.arrays["space_facts"][k, 0])
    return f"{'steep' if cos < STEEP else 'high' if cos < HIGH else 'side'} {example.difficulty}"


def stack_facts(example: Example, keep: Any) -> dict[str, Any]:
    """What is true of the kept spaces: pawns from the top, and where the rims of each level appear on -1..1."""
    a = example.arrays
    levels = a["levels"][keep]
    count = (levels > 0).sum(1)
    from_top = np.take_along_axis(levels, np.maximum(count[:, None] - 1 - np.arange(LEVELS), 0), 1)
    from_top[np.arange(LEVELS)[None] >= count[:, None]] = 0
    return {
        "levels": levels,
        "from_top": from_top,
        "count": count,
        "share": a["share"][keep],
        "facts": a["space_facts"][keep],
        "half_mm": np.linalg.norm(a["space_patch"][keep, 2], axis=1),
        "rims": rims_in_crop(example, keep).astype(np.float32),
    }


def rims_in_crop(example: Example, keep: Any) -> Any:
    """(n, LEVELS + 1, 2): where the edge of each level's foot towards the camera appears, x right and y down."""
    a = example.arrays
    eye = a["eye"].astype(float)
    foot = np.column_stack([a["foot"], a["space_foot"][:, 2]])[keep].astype(float)
    towards = eye[:2] - foot[:, :2]
    towards /= np.linalg.norm(towards, axis=1, keepdims=True)
    foot[:, :2] += towards * float(a["cone_foot"][0]) / 2
    points = np.repeat(foot[:, None], LEVELS + 1, 1)
    points[..., 2] += np.arange(LEVELS + 1) * a["pitch"][keep][:, None].astype(float)
    centre, right, up = (a["space_patch"][keep][:, None, k].astype(float) for k in range(3))
    square = np.cross(right, up)
    ray = points - eye
    at = eye + ray * (((centre - eye) * square).sum(-1) / (ray * square).sum(-1))[..., None]
    x, y = (((at - centre) * side).sum(-1) / (side * side).sum(-1) for side in (right, up))
    return np.stack([x, -y], -1)


def band_batch(data: Bands, at: Tensor, spoil: float) -> dict[str, Tensor]:
    """Some stacks, each off by a few millimetres, larger or smaller than it is."""
    return rim_batch(data, at, spoil, LARGER)


def rim_batch(data: Rims, at: Tensor, spoil: float, larger: float = 0.025) -> dict[str, Tensor]:
    """Some stacks, each off by a few millimetres."""
    n, d = len(at), {k: v[at] for k, v in data.labels.items()}
    linear = distort(n, data.device, spoil, larger, 0.02)
    half_mm = torch.stack([torch.full_like(d["half_mm"], WIDTH_MM / 2), d["half_mm"]], -1)
    shift = spoil * normal((n, 2), BESIDE_MM, data.device) / half_mm
    crops = moved(data.pixels[at], (RIM_ROWS, RIM_COLUMNS), linear, shift)
    if spoil >= 1:
        both = torch.cat([d["levels"], d["from_top"]], 1)
        crops, both = exchanged(crops, both, n, EXCHANGED)
        d["levels"], d["from_top"] = both.split(LEVELS, 1)
    seen = (torch.linalg.inv(linear)[:, None] @ (d["rims"] - shift[:, None])[..., None])[..., 0]
    columns = ((seen[..., 0] + 1) / 2 * RIM_COLUMNS - 0.5) / STRIDE
    return {"crops": spoiled(crops, n, spoil), **d, **rim_labels(d, (seen[..., 1] + 1) / 2 * RIM_ROWS - 0.5, columns)}


def rim_labels(d: dict[str, Tensor], rows: Tensor, columns: Tensor) -> dict[str, Tensor]:
    """Row and column of the topmost rim, how much wider the rims lie than expected, and what each row shows."""
    count = d["count"]
    top = (count - 1).clamp(min=0)[:, None]
    row, column = rows.gather(1, top)[:, 0], columns.gather(1, top)[:, 0]
    index = torch.arange(RIM_ROWS, device=rows.device)
    level = (rows[:, None, :] >= index[None, :, None]).sum(-1) - 1
    colour = d["levels"].gather(1, level.clamp(0, LEVELS - 1))
    shows = torch.where(level < count[:, None], colour, NOT_ASKED)
    shows = torch.where((level < 0) | (count == 0)[:, None], 0, shows)
    expected = d["facts"][:, 2] * PITCH_FACT * (count - 1)
    stretch = torch.where(count > 1, (rows[:, 0] - row) / expected - 1, torch.nan)
    return {"row": row, "column": column, "stretch": stretch, "rows": shows}
