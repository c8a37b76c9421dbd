"""How observations are judged against the truth of a picture; the rules of the issue's tables."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Any

MUST_CUBE, MUST_SPACE, PLAIN = 0.6, 0.5, 0.8  # share in view
PAWN_PX = 25  # a pawn that shows less cannot be asked for
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.01)


@dataclass(frozen=True, slots=True)
class Judged:
    """One reading or refusal beside the truth."""

    kind: str  # cube, stack or empty
    place: str
    share: float
    want: str
    got: str | None  # None: called hidden
    confidence: float | None

    @property
    def right(self) -> bool:
        return self.got == self.want


def judge(truth: dict[str, Any], seen: dict[str, Any]) -> list[Judged]:
    """All 24 places of a table."""
    want, free = truth["observation"], truth["visibility"]
    hidden, sure = set(seen.get("hidden", [])), seen.get("confidences", {})
    out = []
    for slot, cube in want["cubes"].items():
        got = seen.get("cubes", {}).get(slot)
        text = None if slot in hidden or got is None else f"{got['symbol']} {got['facing']}"
        target = f"{cube['symbol']} {cube['facing']}"
        out.append(Judged("cube", slot, free["cubes"][slot], target, text, (got or {}).get("confidence")))
    pawns = truth.get("pawns", [])
    faint = {p["where"] for p in pawns if p["where"][1:].isdigit() and p["visible_px"] < PAWN_PX}
    for path, stacks in want["paths"].items():
        for i, stack in enumerate(stacks):
            place = f"{path}{i + 1}"
            share = min(free["spaces"][place], 0.4) if f"{path}{i}" in faint else free["spaces"][place]
            got = seen["paths"][path][i] if path in seen.get("paths", {}) else None
            text = None if place in hidden or got is None or "?" in got else got
            out.append(Judged("stack" if stack else "empty", place, share, stack, text, sure.get(place)))
    return out


def count(judged: list[Judged]) -> Counter[str]:
    """The counts of one table."""
    n = Counter[str](tables=1)
    for one in judged:
        must = MUST_CUBE if one.kind == "cube" else MUST_SPACE
        n["plain"] += one.share >= PLAIN
        if one.got is None:
            n[f"{one.kind} not read"] += one.share >= must
            n["overhidden"] += one.share >= PLAIN
            continue
        n[f"{one.kind} read"] += 1
        n[f"{one.kind} right"] += one.right
        n["wrong"] += not one.right
        n["confident wrong"] += not one.right and one.confidence is not None and one.confidence >= 0.9
        n[f"visible {one.kind} read"] += one.share >= must
        n[f"visible {one.kind} right"] += one.right and one.share >= must
    n["exact"] = int(not (n["wrong"] or n["overhidden"]))
    return n


def reliability(judged: list[Judged]) -> list[tuple[float, float, int, int, float]]:
    """Rows (from, to, readings, right, mean confidence) of the confidences."""
    read = [(j.confidence, j.right) for j in judged if j.got is not None and j.confidence is not None]
    rows = []
    for low, high in itertools.pairwise(BINS):
        inside = [(c, right) for c, right in read if low <= c < high]
        mean = sum(c for c, _ in inside) / len(inside) if inside else 0.0
        rows.append((low, min(high, 1.0), len(inside), sum(right for _, right in inside), mean))
    return rows
