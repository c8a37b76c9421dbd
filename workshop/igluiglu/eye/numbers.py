"""Learning what number a card bears: which way up it lies, then the number itself.

Half of the cards are cut out of drawn tables, half are prints (`vision.igluiglu.sim.prints`) laid on any ground; all
are turned, lit and blurred.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.igluiglu.read.cards import AROUND, TOKEN_PX
from vision.igluiglu.sim.prints.animals import number_box, print_token, sample_tokens
from workshop.igluiglu.eye.drawing import LOOK_S
from workshop.igluiglu.eye.packs import CARDS, ROOM, cards_file
from workshop.igluiglu.eye.shards import ready
from workshop.train.keeping import write
from workshop.train.layers import Again, Conv
from workshop.train.loop import half_where_it_pays
from workshop.train.spoiling import shrunk
from workshop.train.worlds import another_light, sensor_noise, shadows

Tensor = Any
STYLES = 800  # of cards that are drawn
WAYS = 24  # in which a card may lie
TRIED = 3  # of them that are looked at more closely
NUMBERS = 4  # 1, 2, 3, and the 4 of bears
NUMBER_PX, NUMBER_WIDE = 24, 0.76  # of what is cut out about a number, and of a card's side
NUMBER_AT = 0.175  # of a card's side: how far right and up a number stands
PRINT_PX = 64
MOST = 150_000  # cards of drawn tables that are kept
KINDS = (("fish", 1), ("fish", 2), ("fish", 3), ("fox", 1), ("fox", 2), ("fox", 3), ("bear", 4))
SHRUNK = (1.0, 1.0, 0.8, 0.65, 0.5)
WAY_SAYS = 0.7
OFF = 0.11  # of half of what is cut out, by which a card is not in its middle
SLIP = 0.14  # radians by which a card's way is off, beside the step from one way to the next


class NumbersNet(nn.Module):  # type: ignore[misc]
    """Cards (n, 3, TOKEN_PX, TOKEN_PX) to scores of the ways they lie (n, WAYS), and numbers to scores (n, NUMBERS)."""

    def __init__(self) -> None:
        super().__init__()
        side = TOKEN_PX // 8
        self.way = nn.Sequential(
            *(Conv(3, 16, (3, 3), (2, 2)), Conv(16, 32, (3, 3)), Conv(32, 48, (3, 3), (2, 2)), Again(48, (3, 3))),
            *(Conv(48, 64, (3, 3), (2, 2)), nn.Flatten(), nn.Linear(64 * side * side, 96), nn.ReLU(), nn.Dropout(0.1)),
            nn.Linear(96, WAYS),
        )
        self.number = nn.Sequential(
            *(Conv(3, 24, (3, 3)), Conv(24, 40, (3, 3), (2, 2)), Again(40, (3, 3)), Conv(40, 56, (3, 3), (2, 2))),
            *(nn.Flatten(), nn.Linear(56 * (NUMBER_PX // 4) ** 2, 64), nn.ReLU(), nn.Dropout(0.1)),
            nn.Linear(64, NUMBERS),
        )

    def forward(self, cards: Tensor) -> Tensor:
        """Log-probabilities of the numbers (n, NUMBERS), by the likeliest ways."""
        ways = functional.log_softmax(self.way(cards - 0.5), 1)
        likely, which = ways.topk(TRIED, 1)
        angle = which.float() * (2 * math.pi / WAYS)
        again = cards[:, None].expand(-1, TRIED, -1, -1, -1).flatten(0, 1)
        said = functional.log_softmax(self.number(upright(again, angle.flatten()) - 0.5), 1).unflatten(0, (-1, TRIED))
        return torch.logsumexp(said + functional.log_softmax(likely, 1)[..., None], 1)


def upright(cards: Tensor, angle: Tensor) -> Tensor:
    """(n, 3, NUMBER_PX, NUMBER_PX): the numbers of cards that are turned anticlockwise by so much."""
    step = ((torch.arange(NUMBER_PX, device=cards.device) + 0.5) / NUMBER_PX - 0.5) * NUMBER_WIDE
    x, y = step[None, None, :] + NUMBER_AT, NUMBER_AT - step[None, :, None]  # y upwards
    cos, sin = angle.cos()[:, None, None], angle.sin()[:, None, None]
    across, up = x * cos - y * sin, x * sin + y * cos
    return functional.grid_sample(cards, torch.stack([across, -up], -1) * (2 / AROUND), align_corners=False)


class Prints(NamedTuple):
    """Printed faces of cards."""

    faces: Tensor  # (n, 4, PRINT_PX, PRINT_PX) of one: blue, green, red, cover
    number: Tensor  # (n,) from 0
    tilt: Tensor  # (n,) radians by which a number does not stand exactly right and up of the middle


def prints(styles: int, seed: int) -> Prints:
    """Faces of cards of so many styles."""
    rng = np.random.default_rng(seed)
    faces, numbers, tilts = [], [], []
    for _ in range(styles):
        style = sample_tokens(rng)
        style["square"] = bool(rng.random() < 0.15)
        x, y = number_box(style).mean(0)
        for kind, value in KINDS:
            face = cv2.resize(print_token(style, kind, value), (PRINT_PX, PRINT_PX), interpolation=cv2.INTER_AREA)
            faces.append(face.transpose(2, 0, 1))
            numbers.append(value - 1)
            tilts.append(math.atan2(y, x) - math.pi / 4)
    held = torch.from_numpy(np.array(faces)).float() / 255
    return Prints(held, torch.tensor(numbers), torch.tensor(tilts, dtype=torch.float32))


def on(held: Prints, device: str) -> Prints:
    """The same on a device."""
    return Prints(*(part.to(device) for part in held))


class Shown(NamedTuple):
    """Cards as they are shown."""

    cards: Tensor
    angle: Tensor
    number: Tensor


class Lying:
    """Cards cut out of drawn tables, on a device; more may come while they are learned from."""

    def __init__(self, outs: Sequence[Path], device: str, room: Path | None = None, most: int = MOST) -> None:
        self.device, self._room, self._most = device, room, most
        self._known: set[str] = set()
        self._looked = time.monotonic()
        self._parts: list[dict[str, Tensor]] = []
        self._add(outs)

    def __len__(self) -> int:
        return len(self.held["card"]) if self._parts else 0

    def _add(self, outs: Sequence[Path]) -> None:
        fresh = [out for out in outs if out.name not in self._known and cards_file(out).exists()]
        for out in fresh if len(self) < self._most else ():
            self._known.add(out.name)
            with np.load(cards_file(out)) as file:
                self._parts.append({key: torch.from_numpy(file[key]).to(self.device) for key in CARDS})
        if fresh and self._parts:
            self._parts = [{key: torch.cat([part[key] for part in self._parts]) for key in CARDS}]
            self.held = self._parts[0]
            number = self.held["number"]
            even = 1 / torch.bincount(number, minlength=NUMBERS).clamp(min=1).float().sqrt()
            self._share = even[number] * (0.15 + 0.85 * self.held["legible"].float())

    def plain(self) -> Shown:
        """Every card as it lies."""
        none = torch.zeros(len(self), device=self.device)
        cards = self.held["card"].permute(0, 3, 1, 2).float() / 255
        cards = placed(cards, none, torch.zeros((len(self), 2), device=self.device), none + AROUND * ROOM)
        return Shown(cards, self.held["angle"], self.held["number"])

    def some(self, count: int) -> Shown:
        """Cards by chance, turned and moved anew; those that can be read more often."""
        if self._room is not None and time.monotonic() - self._looked > LOOK_S:
            self._looked = time.monotonic()
            self._add(ready(self._room))
        chosen = torch.multinomial(self._share, count, replacement=True)
        turn = torch.rand(count, device=self.device) * 2 * math.pi
        shift = torch.randn((count, 2), device=self.device).clamp(-2.2, 2.2) * OFF
        size = torch.exp(torch.randn(count, device=self.device) * 0.09) * AROUND * ROOM
        cards = self.held["card"][chosen].permute(0, 3, 1, 2).float() / 255
        cards = placed(cards, turn, shift, size, "border")
        return Shown(spoiled(cards).clamp(0, 1), self.held["angle"][chosen] + turn, self.held["number"][chosen])


def shown(held: Prints, count: int) -> Shown:
    """Cards by chance, turned, on any ground, partly under others, in any light and more or less blurred."""
    device = held.faces.device
    chosen = torch.randint(0, len(held.faces), (count,), device=device)
    angle = torch.rand(count, device=device) * 2 * math.pi
    ground = torch.rand((count, 3, 1, 1), device=device) * 0.8 + 0.1
    other = torch.rand((count, 3, 1, 1), device=device) * 0.8 + 0.1
    rows = torch.linspace(-1, 1, TOKEN_PX, device=device)
    split = rows[None, None, :, None] + torch.randn((count, 1, 1, 1), device=device)
    card = torch.where(split > 0.9, other, ground).expand(-1, -1, -1, TOKEN_PX)
    beside = placed(held.faces[chosen.roll(1)], angle.roll(1), torch.randn((count, 2), device=device) * 0.9)
    under = torch.rand((count, 1, 1, 1), device=device) < 0.3
    card = torch.where(under, over(card, beside), card)
    shift = torch.randn((count, 2), device=device).clamp(-2.2, 2.2) * OFF
    own = placed(held.faces[chosen], angle, shift, torch.exp(torch.randn(count, device=device) * 0.09))
    card = over(card * (1 - 0.4 * own[:, 3:].roll((1, 1), (2, 3))), own)
    on = (torch.rand((count, 1, 1, 1), device=device) < 0.12) & (beside[:, 3:] > 0.5)
    card = torch.where(on, over(card, beside), card)
    return Shown(spoiled(card).clamp(0, 1), angle, held.number[chosen])


def placed(faces: Tensor, angle: Tensor, shift: Tensor, size: Tensor | None = None, beyond: str = "zeros") -> Tensor:
    """Faces turned anticlockwise and moved, in the square that is cut out about a card."""
    step = (torch.arange(TOKEN_PX, device=faces.device) + 0.5) / TOKEN_PX * 2 - 1
    x = (step[None, None, :] - shift[:, :1, None]) * AROUND
    y = (-step[None, :, None] - shift[:, 1:, None]) * AROUND
    if size is not None:
        x, y = x / size[:, None, None], y / size[:, None, None]
    cos, sin = angle.cos()[:, None, None], angle.sin()[:, None, None]
    grid = torch.stack([x * cos + y * sin, -(-x * sin + y * cos)], -1)
    return functional.grid_sample(faces, grid, padding_mode=beyond, align_corners=False)


def over(under: Tensor, face: Tensor) -> Tensor:
    """A face laid over a picture."""
    return under * (1 - face[:, 3:]) + face[:, :3] * face[:, 3:]


def spoiled(x: Tensor) -> Tensor:
    """Cards through any camera: each in a light of its own, seen finely or hardly at all."""
    count = len(x)
    x = shadows(another_light(x, count), count).clamp(0, 1.2)
    order = torch.randperm(count)
    out = x.clone()
    for part, share in zip(order.tensor_split(len(SHRUNK)), SHRUNK, strict=True):
        out[part] = shrunk(x[part], share).to(out.dtype)
    soft = functional.avg_pool2d(out, 3, 1, 1, count_include_pad=False)
    blur = torch.rand((count, 1, 1, 1), device=x.device) * (torch.rand((count, 1, 1, 1), device=x.device) < 0.5)
    return sensor_noise(out * (1 - blur) + soft * blur, count)


def mixed(held: Prints, lying: Lying, count: int) -> Shown:
    """Half prints, half cards of drawn tables where there are any."""
    if not len(lying):
        return shown(held, count)
    both = zip(shown(held, count // 2), lying.some(count - count // 2), strict=True)
    return Shown(*(torch.cat(pair) for pair in both))


def loss_of(net: NumbersNet, held: Prints, lying: Lying, count: int) -> dict[str, Tensor]:
    """How far ways and numbers are from what they are."""
    device = str(held.faces.device)
    with torch.no_grad():
        seen = mixed(held, lying, count)
        slip = torch.randn(count, device=device) * SLIP + (torch.rand(count, device=device) - 0.5) * 2 * math.pi / WAYS
        numbers = upright(seen.cards, seen.angle + slip)
        at = (seen.angle * WAYS / (2 * math.pi))[:, None] - torch.arange(WAYS, device=device)[None]
        near = (at + WAYS / 2) % WAYS - WAYS / 2
        wanted = torch.softmax(-(near**2) / (2 * 0.6**2), 1)
    with half_where_it_pays(device):
        ways, said = net.way(seen.cards - 0.5), net.number(numbers - 0.5)
    return {
        "way": WAY_SAYS * functional.cross_entropy(ways.float(), wanted),
        "number": functional.cross_entropy(said.float(), seen.number),
    }


class ServedNumbers(nn.Module):  # type: ignore[misc]
    """Cards in bytes to log-probabilities of their numbers."""

    def __init__(self, net: NumbersNet, temperature: float = 1.0, in_bytes: bool = True) -> None:
        super().__init__()
        self.net, self.temperature, self.in_bytes = net, temperature, in_bytes

    def forward(self, cards: Tensor) -> Tensor:
        said = self.net(cards.permute(0, 3, 1, 2).float() / 255 if self.in_bytes else cards)
        return functional.log_softmax(said / self.temperature, 1)


def export(net: NumbersNet, out: Path, temperature: float = 1.0) -> float:
    """`numbers.onnx`; how far it is off what was trained."""
    torch.manual_seed(0)
    out.mkdir(parents=True, exist_ok=True)
    given = {"cards": torch.randint(0, 256, (6, TOKEN_PX, TOKEN_PX, 3), dtype=torch.uint8)}
    return write(ServedNumbers(net.cpu().float(), temperature), given, ("numbers",), out / "numbers.onnx", counts=(2,))
