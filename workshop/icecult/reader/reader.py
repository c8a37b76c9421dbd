"""Train one of the reader's networks.

python -m workshop.icecult.reader.reader --net stacks --frames DIR [DIR ...] --out DIR --minutes M [--measure DIR]
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.icecult.read.cubes import turned
from vision.icecult.read.rectify import RIM_COLUMNS, SPACES
from workshop.icecult.reader.batches import Covered, Crops, cover_batch, cube_batch, space_batch, table_batch
from workshop.icecult.reader.data import Example, held_out, load_folders
from workshop.icecult.reader.export import INPUTS, export
from workshop.icecult.reader.nets import CUBE_CLASSES, BandNet, CoverNet, CubeNet, PawnNet, RimNet, StackNet
from workshop.icecult.reader.rims import NOT_ASKED, STRIDE, Bands, Rims, band_batch, rim_batch
from workshop.train.warm import begin_with, settle

Tensor = Any
Batch = dict[str, Tensor]
AVERAGE_EVERY = 5  # steps
KEEP_S = 60.0  # a rented machine may be gone at any time


def turns(device: str) -> Tensor:
    """(8, classes): what each class becomes, by 4 * mirrored + quarter turns."""
    label = np.arange(CUBE_CLASSES)
    rows = [turned(label, quarter, mirror) for mirror in (False, True) for quarter in range(4)]
    return torch.from_numpy(np.stack(rows)).to(device)


def turn_cubes(crops: Tensor, label: Tensor, step: int) -> tuple[Tensor, Tensor]:
    """Another quarter turn or mirror image for each eighth of the batch."""
    pictures, labels, becomes = [], [], turns(str(label.device))
    for k, (part, mark) in enumerate(zip(crops.chunk(8), label.chunk(8), strict=True)):
        quarter, mirror = (k + step) % 4, (k + step) % 8 >= 4
        part = torch.flip(part, (3,)) if mirror else part
        pictures.append(torch.rot90(part, -quarter, (2, 3)))
        labels.append(becomes[4 * mirror + quarter][mark])
    return torch.cat(pictures), torch.cat(labels)


def cube_loss(net: CubeNet, d: Batch, step: int) -> Tensor:
    crops, label = turn_cubes(d["crops"], d["cube_class"], step)
    out, share = net(crops).float(), d["cube_share"]
    weight = (share / 0.6).clamp(0.1, 1)
    loss = (functional.cross_entropy(out[:, :CUBE_CLASSES], label, reduction="none") * weight).mean()
    return loss + 0.3 * functional.binary_cross_entropy_with_logits(out[:, CUBE_CLASSES], (share >= 0.8).float())


def stack_loss(net: StackNet, d: Batch, step: int) -> Tensor:
    crops = torch.flip(d["crops"], (3,)) if step % 2 else d["crops"]
    levels, other, rows = net(crops, d["facts"], d["slot_rows"], d["together"])
    share, plain, offset = d["share"], d["plain"], d["offset"]
    weight = (share / 0.5).clamp(0.2, 1)
    loss = (functional.cross_entropy(levels.float(), d["levels"], reduction="none").sum(-1) * weight).mean()
    loss = loss + 0.1 * functional.cross_entropy(rows.float(), d["rows"])
    there = torch.isfinite(offset) & (share > 0.2)
    off = functional.smooth_l1_loss(other[:, 0].float(), offset.nan_to_num(0.0), reduction="none")
    loss = loss + 0.1 * (off * there).sum() / there.sum().clamp(min=1)
    for k, target in ((1, share), (2, plain)):
        loss = loss + 0.2 * functional.binary_cross_entropy_with_logits(other[:, k].float(), target)
    return loss


def rim_loss(net: RimNet, d: Batch, step: int) -> Tensor:
    mirror = step % 2 == 1
    levels, other, _, rows = net(torch.flip(d["crops"], (3,)) if mirror else d["crops"], d["facts"])
    weight = (d["share"] / 0.5).clamp(0.2, 1)
    asked = torch.arange(levels.shape[2], device=levels.device)[None] <= d["count"][:, None]
    each = functional.cross_entropy(levels.float(), d["from_top"], reduction="none") * asked
    loss = (each.sum(-1) * weight).mean() + 0.1 * functional.cross_entropy(
        rows.float(), d["rows"], ignore_index=NOT_ASKED
    )
    column = RIM_COLUMNS / STRIDE - d["column"] - 1 / STRIDE if mirror else d["column"]
    for k, (target, scale) in enumerate(((d["row"], 2.0), (column, 0.5), (d["stretch"], 0.1))):
        known = torch.isfinite(target) & (d["share"] > 0.2)
        off = functional.smooth_l1_loss(other[:, k].float() / scale, target.nan_to_num(0.0) / scale, reduction="none")
        loss = loss + 0.1 * (off * known).sum() / known.sum().clamp(min=1)
    return loss


def band_loss(net: BandNet, d: Batch, step: int) -> Tensor:
    mirror = step % 2 == 1
    bands, column, rows = net(torch.flip(d["crops"], (3,)) if mirror else d["crops"], d["facts"])
    said, n = functional.log_softmax(bands.float(), 1).permute(2, 0, 1), len(bands)
    length = torch.full((n,), len(said), device=said.device)
    each = functional.ctc_loss(said, d["from_top"], length, d["count"], reduction="none", zero_infinity=True)
    loss = (each * (d["share"] / 0.5).clamp(0.2, 1)).mean()
    loss = loss + 0.1 * functional.cross_entropy(rows.float(), d["rows"], ignore_index=NOT_ASKED)
    wanted = RIM_COLUMNS / STRIDE - d["column"] - 1 / STRIDE if mirror else d["column"]
    known = torch.isfinite(wanted) & (d["share"] > 0.2)
    off = functional.smooth_l1_loss(column[:, 0].float() * 2, wanted.nan_to_num(0.0) * 2, reduction="none")
    return loss + 0.1 * (off * known).sum() / known.sum().clamp(min=1)


def pawn_loss(net: PawnNet, d: Batch, step: int) -> Tensor:
    table, want = (torch.flip(d[k], (3,)) if step % 2 else d[k] for k in ("crops", "heat"))
    got, hand = net(table)
    p = torch.sigmoid(got.float()).clamp(1e-5, 1 - 1e-5)
    hit, cares = (want > 0.99).float(), (want >= 0).float()
    gain = hit * (1 - p) ** 2 * torch.log(p)
    cost = cares * (1 - hit) * (1 - want.clamp(0, 1)) ** 4 * p**2 * torch.log(1 - p)
    loss = -(gain + cost).sum() / hit.sum().clamp(min=1)
    return loss + 0.3 * functional.binary_cross_entropy_with_logits(hand.float(), d["hand"])


def cover_loss(net: CoverNet, d: Batch, step: int) -> Tensor:
    table, want = (torch.flip(d[k], (3,)) if step % 2 else d[k] for k in ("crops", "cover"))
    return functional.binary_cross_entropy_with_logits(net(table).float(), want) * 4


def cube_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    """Which cube tops are right, and which are asked for."""
    right = out[0][:, :CUBE_CLASSES].argmax(1) == d["cube_class"]
    asked = d["cube_share"] >= 0.6
    return {"cubes": asked.reshape(n, -1), "cubes right": (asked & right).reshape(n, -1)}


def stack_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    exact = (out[0].argmax(1) == d["levels"]).all(-1).reshape(n, SPACES)
    stack, free = (d["levels"][:, 0] > 0).reshape(n, SPACES), (d["share"] >= 0.5).reshape(n, SPACES)
    return {
        "stacks": stack & free,
        "stacks right": exact & stack & free,
        "empty": ~stack & free,
        "empty right": exact & ~stack & free,
    }


def rim_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    after = torch.arange(d["from_top"].shape[1], device=d["count"].device)[None] > d["count"][:, None]
    exact = ((out[0].argmax(1) == d["from_top"]) | after).all(-1, keepdim=True)
    asked = ((d["share"] >= 0.5) & (d["count"] > 0))[:, None]
    return {"stacks": asked, "stacks right": asked & exact}


def band_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    """Which stacks are read rightly row by row; a pawn begins where a row says another colour than the one above."""
    best = out[0].argmax(1)
    begins = (best > 0) & (best != functional.pad(best, (1, 0))[:, :-1])
    said = torch.zeros_like(best).scatter_add_(1, (begins.cumsum(1) - 1).clamp(min=0), best * begins)
    exact = (said[:, : d["from_top"].shape[1]] == d["from_top"]).all(-1, keepdim=True)
    asked = ((d["share"] >= 0.5) & (d["count"] > 0))[:, None]
    return {"stacks": asked, "stacks right": asked & exact}


def pawn_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    heat = torch.sigmoid(out[0])
    peaks = ((heat == functional.max_pool2d(heat, 3, 1, 1)) & (heat > 0.4)).sum((2, 3))
    right = (peaks == (d["heat"] > 0.99).sum((2, 3))).all(1, keepdim=True)
    return {"tables": torch.ones_like(right), "tables right": right}


def cover_right(out: list[Tensor], d: Batch, n: int) -> dict[str, Tensor]:
    """Cells that are covered or said to be, and those of them that are both."""
    got, want = torch.sigmoid(out[0]).amax(1) > 0.5, d["cover"].amax(1) > 0.5
    return {"cells": (got | want).flatten(1), "cells right": (got & want).flatten(1)}


@dataclass(frozen=True, slots=True)
class Task:
    """How one network is trained."""

    make: Callable[[], Any]
    kind: str
    batch: Callable[[Any, Tensor, float], Batch]
    inputs: tuple[str, ...]
    loss: Callable[[Any, Batch, int], Tensor]
    right: Callable[[list[Tensor], Batch, int], dict[str, Tensor]]
    tables: int  # in a batch
    crops: Callable[[str, Iterable[Example], str], Any] = Crops


TASKS = {
    "cubes": Task(CubeNet, "cubes", cube_batch, ("crops",), cube_loss, cube_right, 192),
    "stacks": Task(
        StackNet, "spaces", space_batch, ("crops", "facts", "slot_rows", "together"), stack_loss, stack_right, 48
    ),
    "rims": Task(RimNet, "rims", rim_batch, ("crops", "facts"), rim_loss, rim_right, 512, Rims),
    "bands": Task(BandNet, "rims", band_batch, ("crops", "facts"), band_loss, band_right, 512, Bands),
    "pawns": Task(PawnNet, "table", table_batch, ("crops",), pawn_loss, pawn_right, 64),
    "covers": Task(CoverNet, "table", cover_batch, ("crops",), cover_loss, cover_right, 64, Covered),
}


def train(task: Task, net: Any, crops: Any, minutes: float, rate: float, tables: int, keep: Path) -> Any:
    """Trains for `minutes`; gives the running average of the weights, which is kept now and then as well."""
    device, order = crops.device, torch.Generator().manual_seed(1)
    net.train()  # what goes on from an ONNX file was only looked at so far
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.05, fused=device != "cpu")
    start, step, told, queue = time.monotonic(), 0, 0.0, torch.zeros(0, dtype=torch.long)
    kept = start
    while (gone := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * gone))
        while len(queue) < tables:
            queue = torch.cat([queue, torch.randperm(len(crops), generator=order)])
        at, queue = queue[:tables].to(device), queue[tables:]
        batch = task.batch(crops, at, 1.0)
        with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            loss = task.loss(net, batch, step)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        if step % AVERAGE_EVERY == 0:
            average.update_parameters(net)
        if time.monotonic() - told > 10:
            told = time.monotonic()
            print(f"{gone:6.1%} step {step} loss {float(loss.detach()):.4f}", flush=True)
        if time.monotonic() - kept > KEEP_S:
            kept = time.monotonic()
            torch.save(average.module.state_dict(), keep)
    return average.module


def measure(task: Task, net: Any, crops: Any, spoil: float, keep: Path | None) -> None:
    """Print what is right by group; keeps the raw answers where a file is given."""
    torch.manual_seed(2)
    counts: dict[str, Counter[str]] = {}
    kept: list[list[Tensor]] = []
    for k in range(0, len(crops), task.tables):
        at = torch.arange(k, min(k + task.tables, len(crops)), device=crops.device)
        batch = task.batch(crops, at, spoil)
        with torch.no_grad():
            out = net(*(batch[key] for key in task.inputs))
        answers = list(out) if isinstance(out, tuple) else [out]
        for name, flags in task.right(answers, batch, len(at)).items():
            for i, number in zip(at.tolist(), flags.sum(1).tolist(), strict=True):
                counts.setdefault(crops.groups[i], Counter())[name] += number
        kept.append([a.cpu().half() for a in answers[:2]])
    for group, n in sorted(counts.items()):
        words = ", ".join(f"{key} {n[key + ' right']}/{n[key]}" for key in sorted(n) if not key.endswith("right"))
        print(f"spoil {spoil} {group:8s} {words}", flush=True)
    if keep:
        arrays = {f"out{i}": torch.cat(parts).numpy() for i, parts in enumerate(zip(*kept, strict=True))}
        np.savez(keep, names=np.array(crops.names), **arrays)


def go_on(task: Task, net: Any, crops: Any, name: str, file: Path) -> None:
    """Take over earlier weights; those of a shipped network need the statistics of a batch."""
    if file.suffix == ".pt":
        net.load_state_dict(torch.load(file, map_location=crops.device))
        return
    begin_with(net.cpu(), file, tuple(torch.rand(shape) for shape in INPUTS[name].values()))
    net.to(crops.device, memory_format=torch.channels_last)
    batch = task.batch(crops, torch.arange(min(len(crops), task.tables), device=crops.device), 0.5)
    settle(net, lambda: net(*(batch[key] for key in task.inputs)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--net", choices=sorted(TASKS), required=True)
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--measure", type=Path, help="pictures that are measured but never learned from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--until", type=float, help="train up to this time (seconds since 1970) instead")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--tables", type=int, help="pictures in a batch")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="a .pt or .onnx to start from, also one that is shipped")
    parser.add_argument("--other", type=Path, help="pictures of another look: never learned from, kept for tempering")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    device, task, begin = "cuda" if torch.cuda.is_available() else "cpu", TASKS[args.net], time.monotonic()
    args.out.mkdir(parents=True, exist_ok=True)
    held = held_out([f.stem for folder in args.frames for f in sorted(folder.glob("*.json"))][: args.limit])
    learned = load_folders(args.frames, args.limit, learn=True, wanted=lambda name: name not in held)
    crops = task.crops(task.kind, learned, device)
    kept = task.crops(task.kind, load_folders(args.frames, args.limit, wanted=held.__contains__), device)
    print(f"{len(crops)} pictures to learn from, {len(kept)} held out, {time.monotonic() - begin:.0f} s", flush=True)
    net = task.make().to(device, memory_format=torch.channels_last)
    if args.start:
        go_on(task, net, crops, args.net, args.start)
    minutes = max(0.01, (args.until - time.time()) / 60) if args.until else args.minutes
    file = args.out / f"{args.net}.pt"
    average = train(task, net, crops, minutes, args.rate, args.tables or task.tables, file).eval()
    torch.save(average.state_dict(), file)
    measure(task, average, kept, 0.5, args.out / f"{args.net}_held_out.npz")
    if args.other:
        strange = task.crops(task.kind, load_folders([args.other], args.limit), device)
        measure(task, average, strange, 0.5, args.out / f"{args.net}_other.npz")
    if args.measure:
        others = task.crops(task.kind, load_folders([args.measure], args.limit, standard=True), device)
        for spoil in (0.0, 0.5):
            measure(task, average, others, spoil, args.out / f"{args.net}_measured_{spoil}.npz")
    print(args.net, "difference of ONNX Runtime from torch:", export(args.net, average, args.out), flush=True)


if __name__ == "__main__":
    main()
