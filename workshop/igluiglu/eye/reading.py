"""Learning to read: what every space shows, where cards lie, and what is printed on them."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

from calibration.igluiglu.flat import READ
from calibration.igluiglu.grid import SIDE
from vision.igluiglu.kinds import COLOUR_NAMES, HEADS, KINDS, VALUES
from workshop.igluiglu.eye.drawing import Store, bends, covered, drawn, spoiled
from workshop.igluiglu.eye.lessons import LABELS
from workshop.igluiglu.eye.nets import STEP, TOKEN_PX, CardsNet, SpacesNet
from workshop.train.loop import half_where_it_pays

Tensor = Any
OFF = (0.045, 0.03, 0.012)  # spaces by which a profile is wrong, by degree
COVER = 0.25  # of the tables something more lies over
SOME, MOST = 0.1, 0.5  # of a space covered: from here on it is no lesson, from there it is not seen
RARE = 5.0  # how much more the rarest answers count at most
HEAT = 4  # pixels of what is read to one of the heat map
SIGMA = 1.1  # of a peak
CARDS_A_TABLE, OTHERS_A_TABLE = 9, 4
AROUND = 1.2  # of a card's side that is cut out
HEAT_SAYS, SIZE_SAYS, READABLE_SAYS, CARDS_SAY = 1.0, 0.3, 0.5, 0.6
SMOOTH = 0.02


class Readers(nn.Module):  # type: ignore[misc]
    """Both networks, trained side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.spaces, self.cards = SpacesNet(), CardsNet()


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
    """Heat maps (T, kinds, h, w) of the middles of cards, and where they are exactly one."""
    px = READ.px / 2 / HEAT
    x, y = (seen.at[..., 0] - READ.left) * px - 0.5, (READ.top - seen.at[..., 1]) * px - 0.5
    rows = torch.arange(hw[0], device=x.device).view(1, 1, -1)
    columns = torch.arange(hw[1], device=x.device).view(1, 1, -1)
    down = torch.exp(-((rows - y.round()[..., None]) ** 2) / (2 * SIGMA**2))
    across = torch.exp(-((columns - x.round()[..., None]) ** 2) / (2 * SIGMA**2))
    out = []
    for kind in range(len(KINDS)):
        on = (seen.there & (seen.token[..., 0] == kind)).float()[..., None]
        out.append((down * on).unsqueeze(3).mul(across.unsqueeze(2)).amax(1))
    heat = torch.stack(out, 1)
    return heat, heat > 0.999


def heat_loss(scores: Tensor, heat: Tensor, peak: Tensor, ignored: Tensor) -> Tensor:
    """How far scores are from heat maps; what is near a peak counts less, and what is surely right hardly at all."""
    share = torch.sigmoid(scores.float()).clamp(1e-5, 1 - 1e-5)
    right = peak * (1 - share) ** 2 * share.log()
    wrong = ~peak * (1 - heat) ** 4 * share**2 * (1 - share).log() * ~ignored
    return -(right + wrong).sum() / peak.sum().clamp(min=1)


def loss_of(nets: Readers, store: Store, worth: dict[str, Tensor], count: int) -> dict[str, Tensor]:
    """Each part of the loss for one batch."""
    with torch.no_grad():
        seen = shown(store, store.some(count))
        small = functional.avg_pool2d(seen.fine, 2)
        crops, what = crops_of(seen)
    with half_where_it_pays(store.device):
        said, heat, size = nets.spaces(small.contiguous(memory_format=torch.channels_last), seen.facts, seen.lean)
        scores = nets.cards(crops)
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
    merged = {"inuit": sum(parts.pop(colour) for colour in COLOUR_NAMES), **parts}
    return {**merged, **cards_loss(scores.float(), what)}


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


def crops_of(seen: Seen) -> tuple[Tensor, Tensor]:
    """Cards and what is none, cut out turned anyhow (n, 3, TOKEN_PX, TOKEN_PX); and kind, value, legible, there (n, 4).

    A mirrored table is mirrored back, since numbers are not read in a mirror.
    """
    device, tables = seen.fine.device, len(seen.fine)
    order = torch.rand(seen.there.shape, device=device) + seen.there.float()
    chosen = order.topk(CARDS_A_TABLE, 1).indices
    there = seen.there.gather(1, chosen)
    at = seen.at.gather(1, chosen[..., None].expand(-1, -1, 2))
    what = torch.cat([seen.token[..., :3].gather(1, chosen[..., None].expand(-1, -1, 3)), there[..., None]], 2).long()
    side = seen.size[:, None] * AROUND
    at = at + torch.randn_like(at).clamp(-2, 2) * 0.06 * side[..., None]
    anywhere = torch.rand((tables, OTHERS_A_TABLE, 2), device=device) * (SIDE + 0.4) - 0.2
    near = (anywhere[:, :, None] - seen.at[:, None]).norm(dim=3)
    free = near.amin(2) > 0.6 * seen.size[:, None]
    none = torch.zeros((tables, OTHERS_A_TABLE, 4), dtype=torch.long, device=device)
    none[..., 0], none[..., 3] = len(KINDS), free.long()
    at, what = torch.cat([at, anywhere], 1), torch.cat([what, none], 1)
    crops = turned_crops(seen.fine, at, side * (1 + 0.1 * torch.randn(at.shape[:2], device=device)), seen.mirrored)
    return crops, what.flatten(0, 1)


def turned_crops(fine: Tensor, at: Tensor, side: Tensor, mirrored: Tensor, turn: bool = True) -> Tensor:
    """(T * n, 3, TOKEN_PX, TOKEN_PX) of squares (T, n) of so many spaces about points of the turned board."""
    device, (tables, count) = fine.device, at.shape[:2]
    angle = torch.rand((tables, count), device=device) * 6.2832 * float(turn)
    step = (torch.arange(TOKEN_PX, device=device) + 0.5) / TOKEN_PX - 0.5
    x, y = step.view(1, 1, 1, -1), -step.view(1, 1, -1, 1)
    x = torch.where(mirrored.view(-1, 1, 1, 1), -x, x)
    cos, sin = (part[..., None, None] for part in (angle.cos(), angle.sin()))
    uv = torch.stack([x * cos - y * sin, x * sin + y * cos], -1) * side[..., None, None, None] + at[:, :, None, None]
    grid = in_window(uv).flatten(1, 2)
    crops = functional.grid_sample(fine, grid, align_corners=False)
    return crops.unflatten(2, (count, TOKEN_PX)).permute(0, 2, 1, 3, 4).flatten(0, 1)


def cards_loss(scores: Tensor, what: Tensor) -> dict[str, Tensor]:
    """How far the scores of cards are from what they are."""
    values, legible, kinds = scores.split((len(VALUES), 1, len(KINDS) + 1), 1)
    kind, value, clear, there = what.unbind(1)
    seen = there.float()
    each = functional.cross_entropy(kinds, kind, reduction="none", label_smoothing=SMOOTH)
    numbered = seen * (value > 0).float()
    can = functional.binary_cross_entropy_with_logits(legible[:, 0], clear.float(), reduction="none")
    read = functional.cross_entropy(values, (value - 1).clamp(min=0), reduction="none", label_smoothing=SMOOTH)
    weight = numbered * (clear > 0).float() + 0.15 * numbered * (clear == 0).float()
    return {
        "kinds": CARDS_SAY * (each * seen).sum() / seen.sum().clamp(min=1),
        "legible": 0.5 * CARDS_SAY * (can * numbered).sum() / numbered.sum().clamp(min=1),
        "values": CARDS_SAY * (read * weight).sum() / weight.sum().clamp(min=1),
    }
