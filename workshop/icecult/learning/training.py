"""The loop: both networks learn from tables drawn, cut out and spoiled on the device, until the time is over."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine.icecult.board import COLOURS
from vision.icecult.read.cubes import reading
from vision.icecult.read.networks import impossible
from vision.icecult.read.rectify import SPACES
from workshop.icecult.learning.judging import Compared, JudgedTable
from workshop.icecult.learning.worlds import Again, Worlds, halves, together
from workshop.icecult.places.cutting import CLASSES, EXACT, Batch, Off, OnDevice, batch
from workshop.icecult.places.decode import stacks_of
from workshop.icecult.places.lessons import LEAST_SHARE, PLAIN_SHARE, UNKNOWN
from workshop.icecult.places.look import RISE_STEP
from workshop.icecult.places.nets import PlacesNet, TopsNet, log_shares
from workshop.icecult.places.spoiling import MOST, SOME, pasted, spoiled
from workshop.train.loop import HowLong, half_where_it_pays, trained

Tensor = Any
NONE_SAYS = 0.15  # a row with no pawn's foot, beside one with it
LEAST_POINTED = 0.05
EASY = 0.25  # of the tables are left as they are
ASKED_WHOLE = 0.3  # of the tables: there every place may ask all others; elsewhere so few that nobody can count
VIEW_SAYS, RISE_SAYS, TOPS_SAY = 0.3, 0.1, 1.0  # beside the rows
SMOOTH = 0.03  # of the classes of tops
TEMPERATURES = np.exp(np.linspace(math.log(0.5), math.log(4.0), 25))
AT_ONCE = 16  # tables that are judged together
FEW = 12  # stacks followed where only the likeliest is asked for


@dataclass(frozen=True, slots=True)
class HowToTrain:
    """How to train."""

    minutes: float
    tables: int = 32  # a step
    rate: float = 2e-3
    attention: bool = True
    seed: int = 0
    steps: int | None = None  # at most
    drawn: int = 0  # tables of a step that are drawn anew, beside those of pictures
    pointed: float = 1.0  # how much it counts at first in which row a pawn is found
    times: int = 3  # that a drawn table is shown, spoiled otherwise each time


class Nets(nn.Module):  # type: ignore[misc]
    """Both networks, trained side by side."""

    def __init__(self, attention: bool) -> None:
        super().__init__()
        self.places, self.tops = PlacesNet(attention), TopsNet()


def hearing(tables: int, places: int, device: str) -> Tensor:
    """(T, P, P): which places each may ask, itself among them."""
    share = torch.rand((tables, 1, 1), device=device)
    share = torch.where(share < ASKED_WHOLE, 1.0, share)
    own = torch.eye(places, dtype=torch.bool, device=device)
    return (torch.rand((tables, places, places), device=device) < share) | own


def seen_as(drawn: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Crops and tops as they are shown to the networks, and how much of each place is hidden besides."""
    tables, facts = drawn.tables, drawn.facts
    high = tables["tall"] * facts[..., 1] / (facts[..., 3] + 1)
    crops, hidden = pasted(drawn.crops, high)
    left = int(EASY * len(crops))  # tables are drawn in any order: the first may be as they are
    crops = torch.cat([crops[:left], spoiled(crops[left:], facts[left:, :, 5:7])])
    tops = drawn.tops.unflatten(0, (len(crops), -1))
    nowhere = torch.zeros_like(facts[left:, : tops.shape[1], :2])
    tops = torch.cat([tops[:left], spoiled(tops[left:], nowhere)])
    return crops, tops.flatten(0, 1), hidden


def loss_of(nets: Nets, drawn: Batch, worth: Tensor, device: str, pointed: float = 0.0) -> dict[str, Tensor]:
    """Each part of the loss for one batch; `pointed` is how much it counts in which row a pawn is found."""
    with torch.no_grad():
        crops, tops, hidden = seen_as(drawn)
        heard = hearing(crops.shape[0], crops.shape[1], device)
    with half_where_it_pays(device):
        rows, said, rise = nets.places(crops, drawn.facts, heard)
        scores = nets.tops(tops)
    tables = drawn.tables
    share = tables["share"]
    left = share * (1 - hidden)
    lesson = tables["lesson"] & (hidden < SOME)
    high = (tables["stack"] > 0).sum(2)
    known = (share > UNKNOWN).float() * torch.where(tables["kind"] >= SPACES, 0.5, 1.0)
    wanted = torch.stack([(left >= LEAST_SHARE), (left >= PLAIN_SHARE) & (hidden < MOST), high > 0], 2).float()
    weight = torch.stack([known, known, lesson.float()], 2)
    views = functional.binary_cross_entropy_with_logits(said.float(), wanted, weight, reduction="sum") / weight.sum()
    top_share = tables["top_share"].flatten()
    seen = (top_share >= LEAST_SHARE).float()
    classes = functional.cross_entropy(
        scores[:, :CLASSES].float(), drawn.top_class, reduction="none", label_smoothing=SMOOTH
    )
    plain = functional.binary_cross_entropy_with_logits(scores[:, CLASSES].float(), (top_share >= PLAIN_SHARE).float())
    return {
        "rows": in_order(rows, tables["stack"], high, worth[high] * lesson),
        "feet": pointed * at_their_feet(rows, tables["stack"], tables["rows"], high, lesson),
        "views": VIEW_SAYS * views,
        "rise": RISE_SAYS
        * functional.smooth_l1_loss(rise.float(), (tables["rise"] / tables["assumed"]).log() / RISE_STEP),
        "tops": TOPS_SAY * ((classes * seen).sum() / seen.sum().clamp(min=1) + VIEW_SAYS * plain),
    }


def in_order(rows: Tensor, stacks: Tensor, high: Tensor, weight: Tensor) -> Tensor:
    """How unlikely the rows (T, P, R, 5) have the stacks (T, P, 12), in nats for a place."""
    counts = weight.flatten().nonzero()[:, 0]
    each = unlikely(rows.flatten(0, 1)[counts], stacks.flatten(0, 1)[counts], high.flatten()[counts])
    return (each * weight.flatten()[counts]).sum() / weight.sum().clamp(min=1)


def unlikely(rows: Tensor, stacks: Tensor, high: Tensor) -> Tensor:
    """(n,): the same for each place."""
    shares = log_shares(rows).transpose(0, 1)
    length = torch.full_like(high, len(shares))
    return functional.ctc_loss(shares, stacks.long(), length, high, reduction="none", zero_infinity=True)


def at_their_feet(rows: Tensor, stacks: Tensor, feet: Tensor, high: Tensor, lesson: Tensor) -> Tensor:
    """How unlikely it is that each pawn is found in the row of its foot, and none in the rows between; in nats a row.

    Where pawns are found is left open in the end; without a hint it takes long to find out that they are in some row.
    """
    tables, places, count, _ = rows.shape
    level = torch.arange(feet.shape[2], device=rows.device)
    below = (high[..., None] - 1 - level).clamp(min=0)  # stacks are written from the top down
    colour = stacks.long().gather(2, below)
    at = feet.round().long()
    there = (level < high[..., None]) & (at >= 0) & (at < count)
    wanted = torch.zeros((tables, places, count + 1), dtype=torch.long, device=rows.device)
    wanted.scatter_(2, torch.where(there, at, count), torch.where(there, colour, 0))
    wanted = wanted[..., :count]
    found = (wanted > 0).float()
    near = functional.max_pool1d(found, 5, 1, 2) - found  # whether it is a row higher or lower does not matter
    weight = torch.where(found > 0, 1.0, NONE_SAYS) * (1 - near) * lesson[..., None]
    each = functional.cross_entropy(rows.float().flatten(0, 2), wanted.flatten(), reduction="none")
    return (each * weight.flatten()).sum() / weight.sum().clamp(min=1)


def train(
    nets: Nets,
    worlds: Worlds,
    plan: HowToTrain,
    textures: Tensor | None = None,
    keep: Callable[[Nets], None] | None = None,
) -> Nets:
    """Train on pictures of `worlds` and, where there are `textures`, on tables drawn anew; gives the running mean.

    `keep` is handed that mean now and then: a rented machine may be gone at any time.
    """
    device = worlds.device
    nets = nets.to(device, memory_format=torch.channels_last)
    began = time.monotonic()
    drawn_anew = Again(plan.drawn, textures, plan.times) if plan.drawn and textures is not None else None

    def lessons_now() -> Batch:
        parts = [] if drawn_anew is None else [drawn_anew.some()]
        if worlds.stores:
            parts += [batch(*worlds.some(count), Off(), mirror=True) for count in halves(plan.tables)]
        return together(parts)

    def loss() -> dict[str, Tensor]:
        done = (time.monotonic() - began) / 60 / plan.minutes
        with torch.no_grad():
            drawn = lessons_now()
        return loss_of(nets, drawn, worlds.worth, device, max(LEAST_POINTED, plan.pointed * (1 - 2 * done)))

    return trained(nets, loss, HowLong(plan.minutes, plan.rate, plan.seed, plan.steps), device, keep)


@dataclass(frozen=True, slots=True)
class Answers:
    """What the networks say of every table of some packs, cut out exactly."""

    rows: Tensor  # (n, P, R, 5) scores
    tops: Tensor  # (n, 4, CLASSES) scores
    tables: dict[str, Tensor]
    names: Sequence[str]


def answers(nets: Nets, store: OnDevice, asked: Tensor | None = None) -> Answers:
    """Ask the networks about the tables that are asked about, or all."""
    asked = torch.arange(len(store)) if asked is None else asked
    rows, tops = [], []
    with torch.no_grad(), half_where_it_pays(store.device):
        nets.eval()
        for part in asked.split(AT_ONCE):
            chosen = part.to(store.device)
            drawn = batch(store, chosen, EXACT)
            rows.append(nets.places(drawn.crops, drawn.facts)[0].float().cpu())
            tops.append(nets.tops(drawn.tops)[:, :CLASSES].float().unflatten(0, (len(chosen), -1)).cpu())
    tables = {key: value.cpu()[asked] for key, value in store.tables.items()}
    return Answers(torch.cat(rows), torch.cat(tops), tables, [store.names[k] for k in asked.tolist()])


def temperatures(found: Answers) -> tuple[float, float]:
    """What the scores of rows and of tops are divided by so that they say how sure they may be."""
    wanted, shares = found.tables["lesson"], found.tables["top_share"] >= LEAST_SHARE
    stacks, high = found.tables["stack"][wanted], (found.tables["stack"] > 0).sum(2)[wanted]
    rows = [float(unlikely(found.rows[wanted] / float(t), stacks, high).mean()) for t in TEMPERATURES]
    scores, classes = found.tops[shares], found.tables["top_class"][shares].long()
    tops = [float(functional.cross_entropy(scores / float(t), classes)) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(rows))]), float(TEMPERATURES[int(np.argmin(tops))])


def judged(found: Answers, temperature: tuple[float, float]) -> list[JudgedTable]:
    """What was read of every table beside the truth."""
    shares = log_shares(found.rows / temperature[0]).numpy()
    tables = {key: value.numpy() for key, value in found.tables.items()}
    out = []
    for n, name in enumerate(found.names):
        table = JudgedTable(name)
        for p in np.flatnonzero(tables["lesson"][n]):
            best = stacks_of(shares[n, p], FEW)[0]
            truth = "".join(COLOURS[k - 1] for k in tables["stack"][n, p] if k)[::-1]
            where = table.spaces if tables["kind"][n, p] < SPACES else table.beside
            where.append(Compared(truth, best.stack, math.exp(best.score)))
        for k in np.flatnonzero(tables["top_share"][n] >= LEAST_SHARE):
            table.tops.append(top_said(found, n, int(k), temperature[1]))
        out.append(table)
    return out


def top_said(found: Answers, n: int, k: int, temperature: float) -> Compared:
    """One top as it was read, among those that the layout can show."""
    diagonal = bool(found.tables["diagonal"][n])
    scores = found.tops[n, k] / temperature
    scores[torch.from_numpy(impossible(diagonal))] = -1e3
    shares = scores.softmax(0)
    best, truth = int(shares.argmax()), int(found.tables["top_class"][n, k])
    there, read = (str(reading(each, diagonal, 1.0)) for each in (truth, best))
    return Compared(there, read, float(shares[best]))
