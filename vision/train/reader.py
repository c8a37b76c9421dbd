"""Train the reader: `python -m vision.train.reader --frames DIR [DIR ...] --out DIR --minutes M`."""

from __future__ import annotations

import argparse
import json
import math
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.rectify import SPACES
from vision.train.batches import Pictures
from vision.train.data import Example, load_folders, turned
from vision.train.export import export
from vision.train.nets import CUBE_CLASSES, CubeNet, PawnNet, StackNet

Tensor = Any
TABLES = 32  # measured at a time


class Reader(nn.Module):  # type: ignore[misc]
    """The three networks, trained side by side on the same pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.cubes, self.stacks, self.pawns = CubeNet(), StackNet(), PawnNet()


def turns(device: str) -> Tensor:
    """(8, classes): what each class becomes, by 4 * mirrored + quarter turns."""
    label = np.arange(CUBE_CLASSES)
    rows = [turned(label, quarter, mirror) for mirror in (False, True) for quarter in range(4)]
    return torch.from_numpy(np.stack(rows)).to(device)


def turn_cubes(crops: Tensor, label: Tensor, becomes: Tensor, step: int) -> tuple[Tensor, Tensor]:
    """Another quarter turn or mirror image for each eighth of the batch."""
    pictures, labels = [], []
    for k, (part, mark) in enumerate(zip(crops.chunk(8), label.chunk(8), strict=True)):
        quarter, mirror = (k + step) % 4, (k + step) % 8 >= 4
        part = torch.flip(part, (3,)) if mirror else part
        pictures.append(torch.rot90(part, -quarter, (2, 3)))
        labels.append(becomes[4 * mirror + quarter][mark])
    return torch.cat(pictures), torch.cat(labels)


def cube_loss(net: CubeNet, d: dict[str, Tensor], becomes: Tensor, step: int) -> Tensor:
    crops, label = turn_cubes(d["cube"], d["cube_class"].flatten(), becomes, step)
    out = net(crops).float()
    share = d["cube_share"].flatten()
    weight = (share / 0.6).clamp(0.1, 1)
    loss = (functional.cross_entropy(out[:, :CUBE_CLASSES], label, reduction="none") * weight).mean()
    return loss + 0.3 * functional.binary_cross_entropy_with_logits(out[:, CUBE_CLASSES], (share >= 0.8).float())


def stack_loss(net: StackNet, d: dict[str, Tensor], mirror: bool) -> Tensor:
    crops = torch.flip(d["space"], (3,)) if mirror else d["space"]
    levels, other, rows = net(crops, d["facts"].flatten(0, 1), d["slot_rows"].flatten(0, 1))
    share, plain, offset = (d[k].flatten() for k in ("share", "plain", "offset"))
    weight = (share / 0.5).clamp(0.2, 1)
    loss = (
        functional.cross_entropy(levels.float(), d["levels"].flatten(0, 1), reduction="none").sum(-1) * weight
    ).mean()
    loss = loss + 0.1 * functional.cross_entropy(rows.float(), d["rows"].flatten(0, 1))
    there = torch.isfinite(offset) & (share > 0.2)
    loss = loss + 0.1 * functional.smooth_l1_loss(other[there, 0].float(), offset[there])
    for k, target in ((1, share), (2, plain)):
        loss = loss + 0.2 * functional.binary_cross_entropy_with_logits(other[:, k].float(), target)
    return loss


def pawn_loss(net: PawnNet, d: dict[str, Tensor], mirror: bool) -> Tensor:
    table, want = (torch.flip(d[k], (3,)) if mirror else d[k] for k in ("table", "heat"))
    got, hand = net(table)
    p = torch.sigmoid(got.float()).clamp(1e-5, 1 - 1e-5)
    hit, cares = (want > 0.99).float(), (want >= 0).float()
    gain = hit * (1 - p) ** 2 * torch.log(p)
    cost = cares * (1 - hit) * (1 - want.clamp(0, 1)) ** 4 * p**2 * torch.log(1 - p)
    loss = -(gain + cost).sum() / hit.sum().clamp(min=1)
    return loss + 0.3 * functional.binary_cross_entropy_with_logits(hand.float(), d["hand"])


def train(model: Reader, pictures: Pictures, minutes: float, device: str, rate: float, tables: int) -> Any:
    """Trains for `minutes`; gives the running average of the weights."""
    rng = torch.Generator(device).manual_seed(1)
    order = np.random.default_rng(1)
    becomes = turns(device)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.03)
    start, step, queue, told = time.monotonic(), 0, np.zeros(0, int), 0.0
    while (gone := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, step / 200) * (0.5 + 0.5 * math.cos(math.pi * gone))
        while len(queue) < tables:
            queue = np.concatenate([queue, order.permutation(len(pictures.names))])
        index, queue = queue[:tables].tolist(), queue[tables:]
        d = pictures.batch(index, rng, 1.0)
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            losses = [
                cube_loss(model.cubes, d, becomes, step),
                stack_loss(model.stacks, d, bool(step % 2)),
                pawn_loss(model.pawns, d, bool(step % 2)),
            ]
        optimiser.zero_grad(set_to_none=True)
        torch.stack(losses).sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(model)
        step += 1
        if time.monotonic() - told > 10:
            told = time.monotonic()
            parts = " ".join(f"{float(x):.4f}" for x in losses)
            print(f"{gone:6.1%} step {step} cubes/stacks/pawns {parts}", flush=True)
    return average


def measure(model: Reader, pictures: Pictures, groups: list[str], device: str, spoil: float) -> dict[str, Counter[str]]:
    """Counts of what is right on held-out pictures, by group."""
    out: dict[str, Counter[str]] = {}
    rng = torch.Generator(device).manual_seed(2)
    for k in range(0, len(groups), TABLES):
        index = list(range(k, min(k + TABLES, len(groups))))
        d = pictures.batch(index, rng, spoil)
        with torch.no_grad():
            cube = model.cubes(d["cube"])[:, :CUBE_CLASSES].argmax(1).reshape(-1, 4)
            levels = model.stacks(d["space"], d["facts"].flatten(0, 1), d["slot_rows"].flatten(0, 1))[0]
            heat, _ = model.pawns(d["table"])
        exact = (levels.argmax(1).reshape(-1, SPACES, d["levels"].shape[-1]) == d["levels"]).all(-1)
        heat = torch.sigmoid(heat)
        peaks = ((heat == functional.max_pool2d(heat, 3, 1, 1)) & (heat > 0.4)).sum((2, 3))
        wanted = (d["heat"] > 0.99).sum((2, 3))
        for j, i in enumerate(index):
            n = out.setdefault(groups[i], Counter())
            stack, free = d["levels"][j, :, 0] > 0, d["share"][j] >= 0.5
            n["cubes"] += int((d["cube_share"][j] >= 0.6).sum())
            n["cubes right"] += int(((cube[j] == d["cube_class"][j]) & (d["cube_share"][j] >= 0.6)).sum())
            n["stacks"] += int((stack & free).sum())
            n["stacks right"] += int((exact[j] & stack & free).sum())
            n["empty"] += int((~stack & free).sum())
            n["empty right"] += int((exact[j] & ~stack & free).sum())
            n["tables"] += 1
            n["counts right"] += int((peaks[j] == wanted[j]).all())
    return out


def held_out(example: Example) -> bool:
    """One picture in sixteen, by its name."""
    return zlib.crc32(example.name.encode()) % 16 == 0


def report(name: str, groups: dict[str, Counter[str]]) -> None:
    for group, n in sorted(groups.items()):
        parts = [f"{k} {n[k + ' right']}/{n[k]}" for k in ("cubes", "stacks", "empty")]
        print(f"{name} {group:8s} {', '.join(parts)}, table counts {n['counts right']}/{n['tables']}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--tables", type=int, default=32, help="pictures in a batch")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--weights", type=Path, help="start from these")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    args.out.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    examples = load_folders(args.frames, workers=16, limit=args.limit)
    kept = [e for e in examples if held_out(e)]
    pictures = Pictures([e for e in examples if not held_out(e)], device)
    print(
        f"{len(pictures.names)} pictures to learn from, {len(kept)} held out, {time.monotonic() - begin:.0f} s",
        flush=True,
    )
    model = Reader().to(device)
    if args.weights:
        model.load_state_dict(torch.load(args.weights, map_location=device))
    average = train(model, pictures, args.minutes, device, args.rate, args.tables).module.eval()
    torch.save(average.state_dict(), args.out / "reader.pt")
    if kept:
        for spoil in (0.0, 0.5):
            groups = measure(average, Pictures(kept, device), [e.difficulty for e in kept], device, spoil)
            report(f"spoil {spoil}", groups)
            (args.out / f"held_out_{spoil}.json").write_text(json.dumps(groups, indent=1))
    for name in ("cubes", "stacks", "pawns"):
        print(name, "difference of OpenCV from torch:", export(name, getattr(average, name), args.out), flush=True)


if __name__ == "__main__":
    main()
