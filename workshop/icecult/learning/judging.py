"""How readings compare with the truth: shares with their intervals, and two readers of the same pictures in pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

SURE = 0.9  # a reading that is surer than this and wrong misleads
Z = 1.96  # of a normal distribution, 95 % to both sides


@dataclass(frozen=True, slots=True)
class Compared:
    """What was read at one place beside what is there, both from the bottom up or as a class."""

    truth: str
    read: str
    probability: float

    @property
    def right(self) -> bool:
        return self.read == self.truth

    @property
    def misleads(self) -> bool:
        return not self.right and self.probability > SURE


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """All that could be read of one picture."""

    name: str
    spaces: list[Compared] = field(default_factory=list)
    beside: list[Compared] = field(default_factory=list)
    tops: list[Compared] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether every space and top that could be read was read right."""
        return all(said.right for said in (*self.spaces, *self.tops))


def wilson(right: int, count: int) -> tuple[float, float]:
    """Where a share lies with 95 %, of so many right ones."""
    if count == 0:
        return 0.0, 1.0
    share, square = right / count, Z * Z / count
    middle = share + square / 2
    half = Z * math.sqrt(share * (1 - share) / count + square / count / 4)
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def shown(right: int, count: int) -> str:
    """A share for people."""
    low, high = wilson(right, count)
    return f"{right}/{count} = {100 * right / max(count, 1):.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def line(said: Iterable[Compared]) -> str:
    """How many were right, and how many misled."""
    each = list(said)
    return f"{shown(sum(one.right for one in each), len(each))}, misleading {sum(one.misleads for one in each)}"


def report(world: str, tables: Sequence[JudgedTable]) -> str:
    """What a reader makes of the pictures of one world."""
    spaces = [said for table in tables for said in table.spaces]
    beside = [said for table in tables for said in table.beside]
    parts = {
        "stacks": [said for said in spaces if said.truth],
        "empty": [said for said in spaces if not said.truth],
        "beside": [said for said in beside if said.truth],
        "nothing": [said for said in beside if not said.truth],
        "tops": [said for table in tables for said in table.tops],
    }
    told = [f"  {name} {line(each)}" for name, each in parts.items() if each]
    exact = [f"  tables {shown(sum(table.right for table in tables), len(tables))}"]
    stacks = sum(all(said.right for said in table.spaces) for table in tables)
    return "\n".join([f"{world}:", *told, *exact, f"  tables but for the tops {shown(stacks, len(tables))}"])


def mcnemar(only_one: int, only_other: int) -> float:
    """How likely two equally good readers differ at least so much (exact, both sides)."""
    count, least = only_one + only_other, min(only_one, only_other)
    if count == 0:
        return 1.0
    tail = sum(math.comb(count, k) for k in range(least + 1))
    return min(1.0, float(2 * tail / 2**count))


def pairs(one: Mapping[str, JudgedTable], other: Mapping[str, JudgedTable]) -> str:
    """Two readers of the same pictures, by tables and by stacks that only one of them has right."""
    names = sorted(one.keys() & other.keys())
    tables = [(one[name].right, other[name].right) for name in names]
    said = [
        (a.right, b.right)
        for name in names
        for a, b in zip(one[name].spaces + one[name].tops, other[name].spaces + other[name].tops, strict=True)
    ]
    out = []
    for what, found in (("tables", tables), ("places and tops", said)):
        first, second = found.count((True, False)), found.count((False, True))
        out.append(f"  {what}: only the first {first}, only the second {second}, p = {mcnemar(first, second):.3g}")
    return "\n".join(out)
