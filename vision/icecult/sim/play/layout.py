"""Where every single pawn stands during a film, so that only what is touched moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.arranging import Spots, Stack
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.play.motions import Add, Carry, Motion, Remove, Reorder
from vision.icecult.sim.scene import PawnPlace, Vec3

Foot = tuple[float, float, float, float]  # x, y, yaw, twist


class Layout:
    """All pawns with their places; every pawn has a number of its own."""

    def __init__(self, table: Mapping[str, Any], dims: Dimensions, rng: np.random.Generator, offset_mm: float) -> None:
        self.dims, self._rng, self._offset_mm = dims, rng, offset_mm
        self._spots = Spots(dims, rng)
        self.colour: dict[int, str] = {}
        self.places: dict[str, list[int]] = {}
        self._feet: dict[str, Foot] = {}
        self._spot: dict[int, Foot] = {}
        self._standing: list[tuple[int, PawnPlace]] | None = None  # worked out once for all frames in which none moves
        for arm in ARMS:
            for i, stack in enumerate(table["paths"][arm]):
                self._new(f"{arm}{i + 1}", stack)
        self._new("start", table["start"])
        for arm in ARMS:
            self._new(f"goal{arm}", table["goal"][arm])

    def _new(self, place: str, colours: str) -> None:
        self.places[place] = []
        for colour in colours:
            number = len(self.colour)
            self.colour[number] = colour
            self._arrive(number, place)

    def _arrive(self, number: int, place: str) -> None:
        """Let a pawn stand at a place, on top of what is there."""
        if place == "start":
            x, y, yaw = self._spots.start(self.colour[number], False)
            self._spot[number] = (x, y, yaw, 0.0)
        elif place.startswith("goal"):
            x, y, yaw = self._spots.goal(place[4:])
            self._spot[number] = (x, y, yaw, 0.0)
        elif not self.places[place]:
            dx, dy = self._rng.uniform(-self._offset_mm, self._offset_mm, 2)
            x, y, _ = self.dims.space_centre(place[0], int(place[1:]) - 1)
            twist, yaw = float(self._rng.normal(0, 12)), float(self._rng.uniform(0, 90))
            self._feet[place] = (float(x + dx), float(y + dy), yaw, twist)
        self.places[place].append(number)

    def _leave(self, number: int, place: str) -> None:
        self.places[place].remove(number)
        spot = self._spot.pop(number, None)
        if spot is not None:
            near = [k for k, p in enumerate(self._spots.taken) if np.hypot(p[0] - spot[0], p[1] - spot[1]) < 1]
            for k in reversed(near):
                self._spots.taken.pop(k)

    def chosen(self, motion: Motion) -> list[int]:
        """The pawns that a motion takes, bottom to top."""
        if isinstance(motion, Carry | Remove):
            place = motion.source if isinstance(motion, Carry) else motion.place
            pawns = motion.pawns if isinstance(motion, Carry) else motion.colour
            here = self.places[place]
            if place != "start" and not place.startswith("goal"):
                return here[motion.at : motion.at + len(pawns)]
            left = list(here)
            out = []
            for colour in pawns:
                number = next(n for n in left if self.colour[n] == colour)
                left.remove(number)
                out.append(number)
            return out
        return list(self.places[motion.place]) if isinstance(motion, Reorder) else []

    def apply(self, motion: Motion) -> None:
        """Make the motion; cubes are not kept here."""
        numbers, self._standing = self.chosen(motion), None
        if isinstance(motion, Carry):
            for number in numbers:
                self._leave(number, motion.source)
                self._arrive(number, motion.target)
        elif isinstance(motion, Remove):
            self._leave(numbers[0], motion.place)
        elif isinstance(motion, Add):
            number = len(self.colour)
            self.colour[number] = motion.colour
            self._arrive(number, motion.place)
        elif isinstance(motion, Reorder):
            rest = list(numbers)
            self.places[motion.place] = []
            for colour in motion.stack:
                number = next(n for n in rest if self.colour[n] == colour)
                rest.remove(number)
                self.places[motion.place].append(number)

    def nudge(self, place: str, dx_mm: float, dy_mm: float, turn_deg: float) -> None:
        """A stack is straightened or touched."""
        x, y, yaw, twist = self._feet[place]
        cx, cy, _ = self.dims.space_centre(place[0], int(place[1:]) - 1)
        limit = 7.0
        x, y = float(np.clip(x + dx_mm, cx - limit, cx + limit)), float(np.clip(y + dy_mm, cy - limit, cy + limit))
        self._feet[place], self._standing = (x, y, yaw + turn_deg, twist), None

    def stacks(self) -> list[str]:
        """The spaces on which something stands."""
        return [place for place in self._feet if self.places[place]]

    def position(self, number: int) -> Vec3:
        """Where a pawn's foot is."""
        return next(p.origin_mm for n, p in self._numbered() if n == number)

    def landing(self, place: str) -> Vec3:
        """Roughly where the next pawn at a place will come to stand."""
        if place in self._feet and self.places[place]:
            x, y, _, _ = self._feet[place]
            return x, y, self.dims.board_thickness + self.dims.stack_pitch * len(self.places[place])
        if place == "start":
            return 75.0, 75.0, 0.0
        if place.startswith("goal"):
            x, y, z = self.dims.on_arm(place[4:], self.dims.tip + self.dims.goal_distance_from_tip, 0.0)
        else:
            x, y, z = self.dims.space_centre(place[0], int(place[1:]) - 1)
        return float(x), float(y), float(z)

    def _numbered(self) -> list[tuple[int, PawnPlace]]:
        """Every pawn by its number, as a scene has it."""
        if self._standing is None:
            self._standing = self._stood()
        return self._standing

    def _stood(self) -> list[tuple[int, PawnPlace]]:
        out: list[tuple[int, PawnPlace]] = []
        for place, numbers in self.places.items():
            if place == "start" or place.startswith("goal"):
                for k, number in enumerate(numbers):
                    alone = Stack(self.colour[number], *self._spot[number])
                    out.append((number, alone.pawns(f"{place}{k}", self.dims)[0]))
            elif numbers:
                stack = Stack("".join(self.colour[n] for n in numbers), *self._feet[place])
                out += zip(numbers, stack.pawns(f"{place[0]}{int(place[1:]) - 1}", self.dims), strict=True)
        return out

    def pawns(self, held: Mapping[int, Vec3] | None = None) -> tuple[PawnPlace, ...]:
        """All pawns for a scene; those in `held` are in somebody's hand."""
        out = []
        for number, pawn in self._numbered():
            at = (held or {}).get(number)
            if at is None:
                out.append(pawn)
            else:
                out.append(
                    PawnPlace(pawn.where, pawn.level, pawn.colour, at, pawn.yaw_deg, covered=pawn.covered, held=True)
                )
        return tuple(out)
