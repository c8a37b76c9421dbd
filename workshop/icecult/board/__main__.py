"""Train, export and check both networks: `python -m workshop.icecult.board --frames DIR [DIR...] --out DIR`."""

from __future__ import annotations

import argparse
import copy
import math
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from calibration.fitting.overview import INPUT_WH
from calibration.fitting.windows import PATCH_PX
from calibration.icecult.fitting.overview import CHANNELS
from calibration.networks import Network
from workshop.icecult.board import patches, views
from workshop.icecult.board.frames import FrameStore, load_frames
from workshop.icecult.board.nets import PatchNet
from workshop.train.blend import halved
from workshop.train.layers import OverviewNet
from workshop.train.warm import begin_with, settle

SEED = 20261115
KEEP = 0.998  # of the running mean of the weights
KEEP_S = 60.0


def train(
    net: nn.Module, step: Callable[[nn.Module], torch.Tensor], seconds: float, peak: float, keep: Path
) -> nn.Module:
    """Train for a time; the learning rate rises and falls with it. Gives the running mean of the weights.

    The mean is kept in a file every now and then: a rented machine may be gone at any time.
    """
    name = keep.stem
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.01)
    start, count, total = time.monotonic(), 0, 0.0
    kept = start
    while (share := (time.monotonic() - start) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = peak * min(1.0, share / 0.03 + 0.01) * (0.5 + 0.5 * math.cos(math.pi * share))
        net.train()
        value = step(net)
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(mean, net, min(KEEP, count / (count + 20)))
        count += 1
        total += value.detach()
        if count % 200 == 0:
            print(f"{name} step {count} ({share:.0%}): loss {float(total) / 200:.4f}", flush=True)
            total = 0.0
        if time.monotonic() - kept > KEEP_S:
            kept = time.monotonic()
            torch.save(mean.state_dict(), keep)
    print(f"{name}: {count} steps", flush=True)
    return mean.eval()


def follow(mean: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the running mean a little towards the present weights."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def export(net: nn.Module, shape: tuple[int, int, int], path: Path) -> None:
    """Write ONNX and check that ONNX Runtime computes the same."""
    net = net.cpu().eval()
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    example = torch.randn(2, *shape)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        names = {"input_names": ["picture"], "output_names": ["answer"]}
        axes = {"picture": {0: "n"}, "answer": {0: "n"}}
        torch.onnx.export(net, (example,), str(path), opset_version=13, dynamo=False, dynamic_axes=axes, **names)
    (told,) = Network(path).answer(["answer"], picture=example.numpy())
    with torch.no_grad():
        worst = float(np.abs(told - net(example).numpy()).max())
    onnx.save(halved(onnx.load(str(path))), str(path))
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB, differs from ONNX Runtime by at most {worst:.2g}")
    if worst > 1e-2:
        raise SystemExit(f"{path}: ONNX Runtime's answer differs from the trained network's")


def begun_with(net: nn.Module, folder: Path | None, name: str) -> nn.Module:
    """The network with the weights of an earlier training, if there is one."""
    if folder is not None and (folder / f"{name}.pt").is_file():
        net.load_state_dict(torch.load(folder / f"{name}.pt", map_location="cpu", weights_only=True))
    elif folder is not None:
        shape = (3, PATCH_PX, PATCH_PX) if name == "patch" else (3, INPUT_WH[1], INPUT_WH[0])
        begin_with(net, folder / f"{name}.onnx", (torch.randn(2, *shape),))
    return net


def settled(net: nn.Module, picture: torch.Tensor) -> nn.Module:
    """The network with the statistics of a batch in its normalisations."""
    net.to(picture.device)
    settle(net, lambda: net(picture))
    return net


def patch_step(store: FrameStore, count: int) -> Callable[[nn.Module], torch.Tensor]:
    def step(net: nn.Module) -> torch.Tensor:
        picture, kind, offset = patches.batch(store, count)
        return patches.loss(net(picture), kind, offset)

    return step


def view_step(store: FrameStore, count: int) -> Callable[[nn.Module], torch.Tensor]:
    def step(net: nn.Module) -> torch.Tensor:
        picture, target, known = views.batch(store, count)
        return views.loss(net(picture), target, known)

    return step


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m workshop.icecult.board", description=__doc__)
    parser.add_argument("--frames", nargs="+", type=Path, required=True, help="folders of pictures with truth")
    parser.add_argument("--out", type=Path, required=True, help="folder for the networks")
    parser.add_argument("--minutes", type=float, default=20.0, help="training time for both networks")
    parser.add_argument("--until", type=float, help="train up to this time (seconds since 1970) instead")
    parser.add_argument("--limit", type=int, help="use only the first pictures (to try it out)")
    parser.add_argument("--start", type=Path, help="folder of an earlier training to go on from")
    parser.add_argument("--only", choices=["patch", "overview"], help="train one of the two")
    args = parser.parse_args()
    torch.manual_seed(SEED)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    large = device.type == "cuda"
    torch.backends.cuda.matmul.allow_tf32 = False  # pixel positions are matrix products too: they need every bit
    torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    args.out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    store = load_frames(args.frames, device, args.limit)
    print(
        f"{len(store.full)} pictures, {len(store.hand_donors)} with a hand, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    minutes = max(0.01, (args.until - time.time()) / 60) if args.until else args.minutes
    seconds = minutes * 60 / (1 if args.only else 2)
    if args.only != "overview":
        net: nn.Module = train(
            settled(begun_with(PatchNet(), args.start, "patch"), patches.batch(store, 256)[0]),
            patch_step(store, 1536 if large else 96),
            seconds,
            2e-3,
            args.out / "patch.pt",
        )
        export(net, (3, PATCH_PX, PATCH_PX), args.out / "patch.onnx")
    if args.only != "patch":
        net = train(
            settled(begun_with(OverviewNet(len(CHANNELS)), args.start, "overview"), views.batch(store, 16)[0]),
            view_step(store, 48 if large else 4),
            seconds,
            2e-3,
            args.out / "overview.pt",
        )
        export(net, (3, INPUT_WH[1], INPUT_WH[0]), args.out / "overview.onnx")


if __name__ == "__main__":
    main()
