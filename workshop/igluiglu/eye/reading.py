"""Learning to read: what every space shows, and where cards lie."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch.nn import functional

from calibration.igluiglu.flat import READ
from calibration.igluiglu.grid import SIDE
from vision.igluiglu.kinds import COLOUR_NAMES, HEADS, KINDS
from workshop.igluiglu.eye.drawing import Store, bends, covered, drawn, spoiled
from workshop.igluiglu.eye.lessons import LABELS
from workshop.igluiglu.eye.nets import STEP, SpacesNet
from workshop.train.loop import half_where_it_pays

Tensor = Any
OFF = (0.045, 0.03, 0.012)  # spaces by which a profile is wrong, by degree
COVER = 0.25  # of the tables something more lies over
SOME, MOST = 0.1, 0.5  # of a space covered: from here on it is no lesson, from there it is not seen
RARE = 5.0  # how much more the rarest answers count at most
HEAT = 4  # pixels of what is read to one of the heat map
SIGMA = 1.1  # of a peak
HEAT_SAYS, SIZE_SAYS, READABLE_SAYS = 1.0, 0.3, 0.5


class Seen(NamedTuple):
    """Tables as they are shown, and what is true of them then."""

    fine: Tensor  # (T, 3, 832, 768)
    facts: Tensor
    lean: Tensor
    labels: Tensor  # (T, 64, labels)
    lesson: Tensor  # (T, 64) whether what stands there can be read
    ground: Tensor  # (T, 64) whether the ground can
    at: Tensor  # (T, TOKENS, 2) where cards are shown, on the turned board
    token: Tensor  # (T, TOKENS, 4)
    there: Tensor  # (T, TOKENS)
    size: Tensor  # (T,)
    mirrored: Tensor


def rare(store: Store) -> dict[str, Tensor]:
    """How much each answer of each head counts, so that how frequent it is cannot be learned."""
    out = {}
    for head, count in HEADS.items():
        if head != "readable":
            said = store.tables["labels"][..., LABELS.index(head)].flatten().long()
            many = torch.bincount(said, minlength=count)[:count].float().clamp(min=1)
            out[head] = (many.max() / many).pow(0.35).clamp(max=RARE)
    return out


def shown(store: Store, chosen: Tensor, exact: bool = False) -> Seen:
    """The chosen tables as a wrong profile would have them, spoiled and partly covered; or as they are."""
    device, count = store.device, len(chosen)
    tables = {key: value[chosen] for key, value in store.tables.items()}
    mirrored = torch.rand(count, device=device) < (0.0 if exact else 0.5)
    scales = (0.0, 0.0, 0.0) if exact else OFF
    cut = drawn(store, chosen, READ, bends(count, scales, device), mirrored)
    fine, labels = cut.flat, tables["labels"]
    hidden = torch.zeros((count, SIDE * SIDE), device=device)
    there = (tables["token"][..., 3] > 0) & ~tables["token_at"][..., 0].isnan()
    at = cut.shown_at(tables["token_at"].nan_to_num())
    if not exact:
        fine, mask = covered(fine, COVER)
        fine = spoiled(fine)
        hidden = share_of_spaces(mask)
        there = there & (looked_up(mask, at) < 0.3)
    flip = mirrored.view(-1, 1, 1)
    facts = torch.where(flip, east_for_west(tables["facts"]) * signs(device), tables["facts"])
    labels = torch.where(flip, east_for_west(labels), labels)
    lean = torch.where(mirrored[:, None], tables["lean"] * signs(device), tables["lean"])
    readable = labels[..., LABELS.index("readable")] > 0
    ground = (labels[..., LABELS.index("seen")] > 0) & (hidden < MOST)
    return Seen(
        *(fine, facts, lean, labels, readable & (hidden < SOME), ground, at, tables["token"], there),
        *(tables["token_size"], mirrored),
    )


def signs(device: str) -> Tensor:
    """What becomes of facts in a mirror: things lean the other way."""
    return torch.tensor([-1.0, 1.0, 1.0], device=device)


def east_for_west(x: Tensor) -> Tensor:
    """(T, 64, n): spaces of a mirrored board."""
    return x.unflatten(1, (SIDE, SIDE)).flip(2).flatten(1, 2)


def share_of_spaces(mask: Tensor) -> Tensor:
    """(T, 64): how much of each space a mask (T, 1, 832, 768) covers."""
    whole = functional.interpolate(mask, scale_factor=0.25, mode="area")
    px = READ.px // 4
    down, across = round((READ.top - SIDE) * px), round(-READ.left * px)
    inside = whole[:, :, down : down + SIDE * px, across : across + SIDE * px]
    return functional.avg_pool2d(inside, px)[:, 0].flatten(1)


def in_window(uv: Tensor) -> Tensor:
    """Points of the turned board in the coordinates of `grid_sample`."""
    x = (uv[..., 0] - READ.left) / (READ.right - READ.left) * 2 - 1
    y = (READ.top - uv[..., 1]) / (READ.top - READ.bottom) * 2 - 1
    return torch.stack([x, y], -1)


def looked_up(mask: Tensor, uv: Tensor) -> Tensor:
    """(T, n): a mask at points of the turned board."""
    return functional.grid_sample(mask, in_window(uv)[:, :, None], align_corners=False)[:, 0, :, 0]


def peaks_of(seen: Seen, hw: tuple[int, int]) -> tuple[Tensor, Tensor]:
    """Heat maps (T, kinds, h, w) of the middles of cards, to parts of a pixel, and the pixels nearest to them."""
    px = READ.px / 2 / HEAT
    x, y = (seen.at[..., 0] - READ.left) * px - 0.5, (READ.top - seen.at[..., 1]) * px - 0.5
    rows = torch.arange(hw[0], device=x.device).view(1, 1, -1)
    columns = torch.arange(hw[1], device=x.device).view(1, 1, -1)
    down = torch.exp(-((rows - y[..., None]) ** 2) / (2 * SIGMA**2))
    across = torch.exp(-((columns - x[..., None]) ** 2) / (2 * SIGMA**2))
    nearest = (rows == y.round()[..., None]).float().unsqueeze(3) * (columns == x.round()[..., None]).unsqueeze(2)
    out, peak = [], []
    for kind in range(len(KINDS)):
        on = (seen.there & (seen.token[..., 0] == kind)).float()[..., None]
        out.append((down * on).unsqueeze(3).mul(across.unsqueeze(2)).amax(1))
        peak.append((nearest * on.unsqueeze(3)).amax(1) > 0)
    return torch.stack(out, 1), torch.stack(peak, 1)


def heat_loss(scores: Tensor, heat: Tensor, peak: Tensor, ignored: Tensor) -> Tensor:
    """How far scores are from heat maps; what is near a peak counts less, and what is surely right hardly at all."""
    share = torch.sigmoid(scores.float()).clamp(1e-5, 1 - 1e-5)
    right = peak * (1 - share) ** 2 * share.log()
    wrong = ~peak * (1 - heat) ** 4 * share**2 * (1 - share).log() * ~ignored
    return -(right + wrong).sum() / peak.sum().clamp(min=1)


def loss_of(net: SpacesNet, store: Store, worth: dict[str, Tensor], count: int) -> dict[str, Tensor]:
    """Each part of the loss for one batch."""
    with torch.no_grad():
        seen = shown(store, store.some(count))
        small = functional.avg_pool2d(seen.fine, 2)
    with half_where_it_pays(store.device):
        said, heat, size = net(small.contiguous(memory_format=torch.channels_last), seen.facts, seen.lean)
    wanted, peak = peaks_of(seen, heat.shape[2:])
    parts = {"heat": HEAT_SAYS * heat_loss(heat, wanted, peak, unsure(seen, heat.shape[2:]))}
    parts["size"] = SIZE_SAYS * functional.smooth_l1_loss(size.float(), seen.size.log(), beta=0.1)
    for head, score in said_by_head(said.float()).items():
        if head == "readable":
            readable = seen.lesson.float()
            doubt = (seen.labels[..., LABELS.index("readable")] > 0) & ~seen.lesson & seen.ground
            each = functional.binary_cross_entropy_with_logits(score[..., 0], readable, reduction="none")
            parts["readable"] = READABLE_SAYS * (each * ~doubt).mean()
            continue
        label = seen.labels[..., LABELS.index(head)].long()
        weight = (seen.ground if head == "ground" else seen.lesson).float() * worth[head][label]
        each = functional.cross_entropy(score.flatten(0, 1), label.flatten(), reduction="none", label_smoothing=0.005)
        share = 1.0 if head in ("ground", "igloo", "fish") else 0.7
        parts[head] = share * (each * weight.flatten()).sum() / weight.sum().clamp(min=1)
    return {"inuit": sum(parts.pop(colour) for colour in COLOUR_NAMES), **parts}


def unsure(seen: Seen, hw: tuple[int, int]) -> Tensor:
    """(T, 1, h, w): where spaces cannot be read: a card there is neither right nor wrong."""
    grid = (~seen.lesson).float().unflatten(1, (1, SIDE, SIDE))
    px = STEP * 8 // HEAT
    inside = functional.interpolate(grid, scale_factor=float(px), mode="nearest")
    down, across = round((READ.top - SIDE) * px), round(-READ.left * px)
    pad = (across, hw[1] - across - SIDE * px, down, hw[0] - down - SIDE * px)
    return functional.pad(inside, pad) > 0


def said_by_head(said: Tensor) -> dict[str, Tensor]:
    """Head -> its scores."""
    return dict(zip(HEADS, said.split(list(HEADS.values()), -1), strict=True))
