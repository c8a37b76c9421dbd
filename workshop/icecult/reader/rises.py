"""How far a stack rises, from what the rim network sees of it: a small head on a trunk that stays as it is.

python -m workshop.icecult.reader.rises --frames pictures --minutes 7 --out vision/icecult/models

Learns from pictures in which every stack rises in its own way (`lab farm --rises --full --variety wide`): where all
stacks of a picture rise alike, the head learns pictures by heart.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from torch import nn
from torch.nn import functional

from vision.icecult.read.aim import Aim
from vision.icecult.read.networks import MODELS, RISES_TOLD_MM
from vision.icecult.read.rectify import PATHS, RIM_COLUMNS, RIM_ROWS, SPACE_FACTS, space_feet
from workshop.icecult.reader.data import SIZES, Json, eye_of, stack_arrays
from workshop.icecult.reader.export import write
from workshop.icecult.reader.nets import RIM_WIDTH, Residual, RimNet, conv
from workshop.train.blend import halved
from workshop.train.warm import begin_with

Tensor = Any
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LOOKS = 2  # at each stack, each as another profile would have it
FOOT_MM, SIZE_ERRORS, UNMEASURED = 1.2, {"cone_height": 0.05, "cone_foot_size": 0.06}, 0.15
IN_VIEW = 0.5
HELD_OUT = 7  # one picture in so many
WIDTH, BATCH, RATE = 40, 128, 2e-3
SPREAD_MM = 0.45  # of the rises that are as good as right
INPUTS = {"column": (2, RIM_WIDTH, RIM_ROWS, 1), "facts": (2, SPACE_FACTS + 3)}


class RiseHead(nn.Module):  # type: ignore[misc]
    """The rim network's column (n, 96, 128, 1) and `Aim.scale` (n, 10) to scores of the rises (n, 16)."""

    def __init__(self) -> None:
        super().__init__()
        self.fold = conv(RIM_WIDTH, WIDTH, 1)
        self.known = nn.Sequential(nn.Linear(SPACE_FACTS + 3, 32), nn.ReLU(), nn.Linear(32, WIDTH))
        self.column = nn.Sequential(*(Residual(WIDTH, (5, 1), spread) for spread in (1, 3, 6)))
        self.marks = nn.Conv2d(WIDTH, 4, 1)
        self.out = nn.Sequential(
            *(nn.Dropout(0.3), nn.Linear(3 * WIDTH + 8, 64), nn.ReLU(), nn.Dropout(0.2)),
            nn.Linear(64, len(RISES_TOLD_MM)),
        )
        self.register_buffer("rows", torch.arange(RIM_ROWS, dtype=torch.float32) / RIM_ROWS)

    def forward(self, column: Tensor, facts: Tensor) -> Tensor:
        known = self.known(facts)
        x = self.column(functional.relu(self.fold(column) + known[:, :, None, None]))
        at = torch.softmax(self.marks(x)[..., 0], 2)
        row = (at * self.rows).sum(2)
        wide = ((at * (self.rows - row[..., None]) ** 2).sum(2) + 1e-6).sqrt()
        return self.out(torch.cat([x.mean((2, 3)), x.amax((2, 3)), known, row, wide], 1))


def stacks_of(file: Path, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Crops, facts and rises of the stacks in view, seen as other profiles would have them."""
    truth, bgr = json.loads(file.read_text()), cv2.imread(str(file.with_suffix(".jpg")))
    rng = np.random.default_rng(seed)
    geometry, camera, scene, arrays = truth["geometry"], truth["camera"], truth["scene"], stack_arrays(truth)
    places = np.flatnonzero((arrays["levels"][:, 1] > 0) & (arrays["share"] >= IN_VIEW)).tolist()
    if bgr is None or not places:
        return
    poses = [scene["placement"].get(f"{PATHS[k // 5]}{k % 5}", {}) for k in places]
    rises = np.array([pose.get("rise_mm", geometry["stack_pitch"]) for pose in poses], np.float32)
    half = {arm: {key: value / 2 for key, value in pose.items()} for arm, pose in scene["board"]["arm_pose"].items()}
    for _ in range(LOOKS):
        sizes = {key: geometry[key] * (1 + rng.normal(0, error)) for key, error in SIZE_ERRORS.items()}
        taken = {**geometry, **(SIZES if rng.random() < UNMEASURED else sizes), "stack_pitch": SIZES["stack_pitch"]}
        feet = [foot + np.array([*rng.normal(0, FOOT_MM, 2), 0.0]) for foot in space_feet(geometry, half)]
        aim = Aim(taken, eye_of(camera), feet, lambda points: projected(camera, points))
        yield aim.rims(bgr, places).transpose(0, 3, 1, 2).astype(np.uint8), aim.scale(places), rises


def projected(camera: Json, points_mm: Any) -> Any:
    """Where points of the table appear."""
    turn, _ = cv2.Rodrigues(np.array(camera["R_world_to_camera"], float))
    shift, lens = np.array(camera["t_world_to_camera_mm"], float), np.array(camera["distortion_k1k2p1p2k3"], float)
    points = np.asarray(points_mm, float).reshape(-1, 3)
    return cv2.projectPoints(points, turn, shift, np.array(camera["K"], float), lens)[0].reshape(-1, 2)


@torch.no_grad()  # type: ignore[untyped-decorator]
def columns(trunk: RimNet, crops: Any, facts: Any, spoil: bool) -> Tensor:
    """What the trunk sees; `spoil`: in another light, with noise, the colours exchanged."""
    out = []
    for k in range(0, len(crops), BATCH):
        x = torch.from_numpy(crops[k : k + BATCH]).to(DEVICE).float() / 255
        if spoil:
            light, lift = (torch.empty(len(x), n, 1, 1, device=DEVICE) for n in (3, 1))
            light.uniform_(0.75, 1.3)
            x = x[:, torch.randperm(3)] * light + lift.uniform_(-0.06, 0.06)
            x = (x + torch.randn_like(x) * lift.uniform_(0, 0.03)).clamp(0, 1)
        out.append(trunk.columns(x, torch.from_numpy(facts[k : k + BATCH, :SPACE_FACTS]).to(DEVICE)).half())
    return torch.cat(out)


def wanted(rises: Tensor) -> Tensor:
    """The rises that would be right, each with its share."""
    weights = torch.exp(-0.5 * ((torch.from_numpy(RISES_TOLD_MM).float()[None] - rises[:, None]) / SPREAD_MM) ** 2)
    return weights / weights.sum(1, keepdim=True)


def train(frames: Sequence[Path], minutes: float, out: Path) -> None:
    """Learn until the time is over; the head that held-out pictures liked best goes into `out`."""
    torch.manual_seed(0)
    trunk = RimNet().eval()
    begin_with(trunk, MODELS / "rims.onnx", (torch.rand(2, 3, RIM_ROWS, RIM_COLUMNS), torch.rand(2, SPACE_FACTS)))
    trunk.to(DEVICE)
    files = [file for folder in frames for file in sorted(folder.glob("*.json"))]
    parts: dict[bool, list[tuple[Any, Any, Any]]] = {False: [], True: []}
    with ThreadPoolExecutor(8) as pool:
        looks = pool.map(lambda k: list(stacks_of(files[k], k)), range(len(files)))
        for k, stacks in enumerate(looks):
            parts[k % HELD_OUT == HELD_OUT // 2] += stacks
    crops, facts, rises = (np.concatenate(each) for each in zip(*parts[False], strict=True))
    held_crops, held_facts, held_rises = (np.concatenate(each) for each in zip(*parts[True], strict=True))
    print(f"{len(files)} pictures, {len(rises)} stacks to learn from, {len(held_rises)} held out", flush=True)
    seen = [columns(trunk, crops, facts, spoil) for spoil in (False, True)]
    held = columns(trunk, held_crops, held_facts, False).float()
    known, held_known = (torch.from_numpy(each).to(DEVICE) for each in (facts, held_facts))
    goals, held_goals = (wanted(torch.from_numpy(each)).to(DEVICE) for each in (rises, held_rises))
    head, best, began, epoch = RiseHead().to(DEVICE), np.inf, time.time(), 0
    optimiser = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=0.08)
    while (passed := (time.time() - began) / 60) < minutes:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.03, 1 - passed / minutes)
        head.train()
        for at in torch.randperm(len(known)).split(BATCH):
            x = functional.dropout2d(seen[epoch % 2][at].float(), 0.15)
            loss = functional.cross_entropy(head(x, known[at] + torch.randn_like(known[at]) * 0.01), goals[at])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        epoch += 1
        head.eval()
        with torch.no_grad():
            error = float(functional.cross_entropy(head(held, held_known), held_goals))
        print(f"{epoch}: {passed:.1f} minutes, held out {error:.3f}", flush=True)
        if error < best:
            best = error
            export(head, out)


def export(head: RiseHead, out: Path) -> None:
    """Write `out/rises.onnx`."""
    example, file = {key: torch.rand(shape) for key, shape in INPUTS.items()}, out / "rises.onnx"
    write(head.cpu(), example, ["scores"], file)
    onnx.save(halved(onnx.load(str(file))), str(file))
    head.to(DEVICE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    train(args.frames, args.minutes, args.out)


if __name__ == "__main__":
    main()
