"""Each part of the eye learned from packs, tempered on worlds it did not learn from, and written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from calibration.igluiglu.find import BOARD, CORNER
from vision.igluiglu.kinds import HEADS
from workshop.igluiglu.eye import finding, numbers, reading
from workshop.igluiglu.eye.drawing import Store
from workshop.igluiglu.eye.export import export_crossings, export_overview, export_spaces
from workshop.igluiglu.eye.lessons import LABELS
from workshop.igluiglu.eye.nets import CrossingsNet, SpacesNet
from workshop.igluiglu.eye.packs import Pack
from workshop.igluiglu.eye.reading import said_by_head
from workshop.train.keeping import go_on, keep, rounded
from workshop.train.layers import OverviewNet
from workshop.train.loop import HowLong, half_where_it_pays, trained
from workshop.train.warm import begin_with, settle

Tensor = Any
TEMPERATURES = np.exp(np.linspace(math.log(0.5), math.log(3.0), 37))
AT_ONCE = 8  # tables that are asked about together
SHOWN_AGAIN = 2  # times that each table is shown, spoiled anew: a world of its own is worse than the one learned from
RARELY = -4.6  # the score of a corner before anything is learned


@dataclass(frozen=True, slots=True)
class Course:
    """How a part is learned."""

    minutes: float
    out: Path
    start: Sequence[Path] = ()
    steps: int | None = None
    tables: int | None = None  # a step
    room: Path | None = None  # where more lessons come
    most: int = 0  # lessons there is room for


def device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


Others = Callable[[], list[Pack]]
"""Packs of worlds that are not learned from, asked for when all is learned."""


def begun(
    net: nn.Module,
    name: str,
    course: Course,
    on: str,
    given: Callable[[], tuple[Tensor, ...]] | None = None,
) -> Any:
    """The network as it was left, if it was ever trained, on its device; `given` is a batch that it is shown.

    Weights of a lease come first, then what is shipped, where its layers are still the same.
    """
    endings = (".npz", ".onnx") if given else (".npz",)
    found = [folder / f"{name}{ending}" for ending in endings for folder in course.start]
    file = next((each for each in found if each.exists()), None)
    if file is not None and file.suffix == ".npz":
        anew = go_on({name: net}, file)
        print(f"{name} goes on from {file}; begins anew: {', '.join(anew) or 'nothing'}", flush=True)
    net = net.to(on, memory_format=torch.channels_last)
    if given is not None and file is not None and file.suffix == ".onnx":
        print(f"{name} goes on from {file}", flush=True)
        batch = given()
        begin_with(net, file, batch)
        settle(net, lambda: net(*batch))
    return net


def taught(
    name: str,
    net: nn.Module,
    store: Store,
    course: Course,
    loss: Callable[[Any], dict[str, Tensor]],
    given: Callable[[], tuple[Tensor, ...]],
    rate: float = 2e-3,
) -> Any:
    """The network trained, its weights written."""
    course.out.mkdir(parents=True, exist_ok=True)
    net = begun(net, name, course, store.device, given)

    def write(mean: nn.Module) -> None:
        keep({name: mean}, course.out / f"{name}.npz")

    plan = HowLong(course.minutes, rate, steps=course.steps, kept=0.998)
    mean = trained(net, lambda: loss(net), plan, store.device, write)
    write(mean)
    return rounded(mean)


def learn_overview(lessons: Sequence[Pack], others: Others, course: Course) -> dict[str, float]:
    """The network that looks at whole pictures."""
    store = Store(lessons, device(), "view", course.room, course.most)
    net = OverviewNet(2)
    with torch.no_grad():
        net.head.bias[CORNER], net.head.bias[BOARD] = RARELY, -1.0
    count = course.tables or 64

    def given() -> tuple[Tensor, ...]:
        return ((finding.views(store, store.some(AT_ONCE)).pictures - finding.GREY) / finding.SPREAD,)

    mean = taught("overview", net, store, course, lambda n: finding.loss_of_view(n, store, count), given, 3e-3)
    return export_overview(mean, course.out)


def learn_crossings(lessons: Sequence[Pack], others: Others, course: Course) -> dict[str, float]:
    """The network that measures crossings."""
    store = Store(lessons, device(), "flat", course.room, course.most)
    count = course.tables or 48

    def given() -> tuple[Tensor, ...]:
        return (finding.fitted(store, store.some(AT_ONCE))[0],)

    net = CrossingsNet()
    mean = taught("crossings", net, store, course, lambda n: finding.loss_of_crossings(n, store, count), given)
    return export_crossings(mean, course.out)


def learn_spaces(lessons: Sequence[Pack], others: Others, course: Course) -> dict[str, float]:
    """The network that reads spaces."""
    store = Store(lessons, device(), "flat", course.room, course.most)
    worth = reading.rare(store)
    count = course.tables or 32
    net = SpacesNet()
    net.prior.copy_(torch.cat([worth[head].log().cpu() if head in worth else torch.zeros(1) for head in HEADS]))
    prior = net.prior.clone()

    def loss(one: SpacesNet) -> dict[str, Tensor]:
        one.prior.copy_(prior)  # not what an earlier course began with
        return reading.loss_of(one, store, worth, count)

    def given() -> tuple[Tensor, ...]:
        seen = reading.shown(store, store.some(AT_ONCE))
        return functional.avg_pool2d(seen.fine, 2), seen.facts, seen.lean

    mean = taught("spaces", net, store, course, loss, given)
    print(f"learned from {len(store)} tables", flush=True)
    kept = others()
    held = Store(kept, device()) if kept else store
    asked = torch.arange(len(held), device=held.device) if kept else held.held
    soft = temperatures(mean, held, asked if len(asked) else torch.arange(len(held), device=held.device))
    print("temperatures: " + ", ".join(f"{name} {value:.2f}" for name, value in soft.items()), flush=True)
    (course.out / "temperatures.json").write_text(json.dumps(soft) + "\n", encoding="utf-8")
    return export_spaces(mean, soft, course.out)


def learn_numbers(lessons: Sequence[Pack], others: Others, course: Course) -> dict[str, float]:
    """The network that reads numbers, of cards that are cut out of lessons and of prints."""
    few = course.steps is not None
    held = numbers.on(numbers.prints(4 if few else numbers.STYLES, 1), device())
    lying = numbers.Lying([pack.out for pack in lessons], device(), course.room)
    net = begun(numbers.NumbersNet(), "numbers", course, device())
    count = course.tables or 512
    plan = HowLong(course.minutes, 3e-3, steps=course.steps, kept=0.995)
    mean = trained(
        net,
        lambda: numbers.loss_of(net, held, lying, count),
        plan,
        device(),
        lambda one: keep({"numbers": one}, course.out / "numbers.npz"),
    )
    keep({"numbers": mean}, course.out / "numbers.npz")
    unseen = numbers.Lying([pack.out for pack in others()], device())
    if len(unseen):
        judge_numbers(mean, unseen)
    return {"numbers": numbers.export(rounded(mean), course.out)}


def judge_numbers(net: nn.Module, unseen: numbers.Lying) -> None:
    """Say how many cards of a world that was not learned from are read right."""
    net.eval()
    with torch.no_grad():
        seen = unseen.plain()
        said = torch.cat([net(part) for part in seen.cards.split(512)])
    right = said.argmax(1) == seen.number
    for name, asked in (("that can be read", unseen.held["legible"]), ("that cannot", ~unseen.held["legible"])):
        of = max(int(asked.sum()), 1)
        print(f"numbers {name}: {int((right & asked).sum())} of {of} right", flush=True)


PARTS = {"spaces": learn_spaces, "crossings": learn_crossings, "overview": learn_overview, "numbers": learn_numbers}


def temperatures(net: SpacesNet, store: Store, asked: Tensor) -> dict[str, float]:
    """What the scores of each head are divided by so that they say how sure they may be."""
    scores: dict[str, list[Tensor]] = {}
    truths: dict[str, list[Tensor]] = {}
    net.eval()
    with torch.no_grad():
        for part in [*asked.split(AT_ONCE)] * SHOWN_AGAIN:
            seen = reading.shown(store, part)
            with half_where_it_pays(store.device):
                said, _, _ = net(functional.avg_pool2d(seen.fine, 2), seen.facts, seen.lean)
            for head, score in said_by_head(said.float() - net.prior).items():
                wanted = seen.lesson if head != "readable" else torch.ones_like(seen.lesson)
                scores.setdefault(head, []).append(score[wanted].cpu())
                truths.setdefault(head, []).append(seen.labels[..., LABELS.index(head)][wanted].long().cpu())
    out = {}
    for name, each in scores.items():
        score, truth = torch.cat(each), torch.cat(truths[name])
        out[name] = coolest(score, truth)
        right = (score[:, 0] > 0).long() == truth if score.shape[1] == 1 else score.argmax(1) == truth
        print(f"{name}: {int(right.sum())} of {len(right)} right ({100 * right.float().mean():.2f} %)", flush=True)
    return out


def coolest(score: Tensor, truth: Tensor) -> float:
    """The temperature at which scores (n, classes), or (n, 1) of a yes, are least surprised."""
    if not len(score):
        return 1.0
    if score.shape[1] == 1:
        lost = [functional.binary_cross_entropy_with_logits(score[:, 0] / t, truth.float()) for t in TEMPERATURES]
    else:
        lost = [functional.cross_entropy(score / t, truth) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin([float(each) for each in lost]))])
