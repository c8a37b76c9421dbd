"""What lies on top of the cubes, once a rest has made it certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.icecult.cube import Top
from vision.eye import Glance

Tops = Mapping[str, Top | None]

SURE: Final = 0.8
"""A reading below this confidence counts as not read."""
PLAIN: Final = 0.97
AGREEING: Final = 2
"""So many readings of a cube must agree, unless all four are plain."""
PATIENT: Final = 8
"""Pictures of one rest after which cubes that still cannot be read are told."""


def as_tops(cubes: Mapping[str, Any]) -> Tops:
    """What is read on top; a reading that is not sure counts as none."""
    return {
        slot: None if top is None or top.get("confidence", 1.0) < SURE else Top(str(top["symbol"]), top.get("facing"))
        for slot, top in cubes.items()
    }


class Rests:
    """Gathers what is read of one rest until it is certain; each rest is given once."""

    def __init__(self) -> None:
        self._rest, self._given, self._lost = -1, False, False
        self._read: list[Tops] = []

    def lost(self, glance: Glance) -> bool:
        """Whether the board has just gone out of sight."""
        before, self._lost = self._lost, glance.status == "lost"
        return self._lost and not before

    def see(self, glance: Glance) -> Tops | None:
        """What lies on top, once that is certain; cubes that cannot be read are None after a while."""
        if glance.observation is None:
            return None
        if glance.rest != self._rest:
            self._rest, self._given, self._read = glance.rest, False, []
        read = [seen.to_json()["cubes"] for seen in (*glance.earlier, glance.observation)]
        self._read += [as_tops(cubes) for cubes in read]
        enough = 1 if len(self._read) == 1 and _plain(read[-1]) else AGREEING
        if self._given or len(self._read) < enough:
            return None
        tops = {slot: _agreed([seen[slot] for seen in self._read], enough) for slot in self._read[-1]}
        if None in tops.values() and len(self._read) < PATIENT:
            return None
        self._given = True
        return tops


def _plain(cubes: Mapping[str, Any]) -> bool:
    """Whether all four are read beyond doubt."""
    return all(top is not None and top["confidence"] >= PLAIN for top in cubes.values())


def _agreed(read: Sequence[Top | None], enough: int) -> Top | None:
    """What was read on a cube most often, if often enough and more often than anything else together."""
    tops = [top for top in read if top is not None]
    best = max(tops, key=tops.count, default=None)
    often = sum(top == best for top in tops)
    return best if often >= enough and 2 * often > len(tops) else None
