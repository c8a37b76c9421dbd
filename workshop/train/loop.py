"""The loop of any training: batches drawn on the device until the time is over, and the running mean of the weights."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import nn

Tensor = Any
WARM = 0.03  # of the time until the full rate
DECAY = 0.02  # of weights
KEPT = 0.9995  # of the running mean of the weights, each step
TELL_S = 30.0
N = TypeVar("N", bound=nn.Module)


@dataclass(frozen=True, slots=True)
class HowLong:
    """How to train."""

    minutes: float
    rate: float = 2e-3
    seed: int = 0
    steps: int | None = None  # at most
    kept: float = KEPT


def half_where_it_pays(device: str) -> Any:
    """Half precision on a GPU."""
    return torch.autocast("cuda", torch.bfloat16, enabled=device != "cpu")


def trained(
    net: N,
    loss_of: Callable[[], dict[str, Tensor]],
    plan: HowLong,
    device: str,
    keep: Callable[[N], None] | None = None,
) -> N:
    """Train a network that is on the device by the parts of its loss; gives the running mean of its weights.

    `keep` is handed that mean now and then: a rented machine may be gone at any time.
    """
    torch.manual_seed(plan.seed)
    if device != "cpu":
        torch.backends.cudnn.benchmark = True
        torch.set_float32_matmul_precision("high")
    net.train()
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=DECAY, fused=device != "cpu")
    started = told_at = time.monotonic()
    step, told_step = 0, 0
    sums: dict[str, Any] = {}
    while True:
        done = max((time.monotonic() - started) / 60 / plan.minutes, step / plan.steps if plan.steps else 0.0)
        if done >= 1:
            break
        rate = plan.rate * min(1.0, done / WARM) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        parts = loss_of()
        optimiser.zero_grad(set_to_none=True)
        torch.stack(list(parts.values())).sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        step += 1
        follow(mean, net, min(plan.kept, (step + 1) / (step + 10)))
        sums = {key: sums.get(key, 0.0) + value.detach() for key, value in parts.items()}
        if time.monotonic() - told_at > TELL_S or step == 1:
            now, many = time.monotonic(), step - told_step
            losses = ", ".join(f"{key} {float(value) / many:.3f}" for key, value in sums.items())
            name = type(net).__name__
            print(f"{name} {now - started:.0f} s, step {step}: {losses}; {many / (now - told_at):.1f}/s", flush=True)
            if keep is not None and step > 1:
                keep(mean)
            told_at, told_step, sums = time.monotonic(), step, {}
    print(f"{type(net).__name__}: {step} steps in {time.monotonic() - started:.0f} s", flush=True)
    mean.eval()
    return mean


def follow(mean: nn.Module, net: nn.Module, kept: float) -> None:
    """Move the running mean of the weights towards what they are now."""
    with torch.no_grad():
        pairs = zip(mean.state_dict().values(), net.state_dict().values(), strict=True)
        floats = [(old, new) for old, new in pairs if old.is_floating_point()]
        torch._foreach_lerp_([old for old, _ in floats], [new for _, new in floats], 1 - kept)
