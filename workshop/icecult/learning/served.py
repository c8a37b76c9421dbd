"""Reads pictures with the exported networks as the product would: numpy and ONNX Runtime, no torch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calibration.networks import network
from vision.icecult.read.beside import not_behind, places
from vision.icecult.read.cubes import reading
from vision.icecult.read.joint import weigh
from vision.icecult.read.networks import impossible, log_softmax, pawn_heat, sigmoid
from vision.icecult.read.observer import OUT_OF_SIGHT, UNDER_A_HAND, View, half_askew
from vision.icecult.read.pawns import find_spots
from vision.icecult.read.rectify import (
    OUTWARD,
    PATHS,
    SPACES,
    TABLE_PX,
    corners,
    cube_patches,
    space_feet,
    table_patch,
)
from vision.icecult.read.stacks import Guess
from vision.rectify import Sampler
from workshop.icecult.places.decode import Scored, tables_of
from workshop.icecult.places.look import (
    COLUMNS,
    LEAST_RISE_MM,
    MOST_RISE_MM,
    RISE_STEP,
    ROWS,
    TOP_PX,
    USUAL_RISE_MM,
    facts_of,
    patches_of,
    sight_of,
)

Array = npt.NDArray[Any]


FIRST_LOOKS = 3  # at a set nobody has looked at: how far its pawns rise, that more exactly, the stacks


class PictureRead(NamedTuple):
    """What a picture shows."""

    stacks: list[list[Guess]]  # of each space, weighed with all other pawns of the picture
    in_view: Array  # (n,) how likely each space is in view
    tops: list[tuple[str, float]]  # in the order of SLOTS, with their probabilities


class Eyes:
    """A pair of exported networks that reads one table: its spaces together with what stands beside the paths."""

    def __init__(self, places: Path, tops: Path, profile: View) -> None:
        self.places, self.tops = network(places), network(tops)
        self.profile, self.diagonal = profile, corners(profile.geometry)
        self.eye = np.asarray(profile.camera.position_mm, float)
        self.focal = profile.camera.focal_px * picture_scale(profile.camera.resolution_wh)
        self.rise_mm: float | None = None  # of this set's pawns, once a picture has shown it
        self.table = table_patch(self.eye)
        self.above = Sampler.of(profile.project, self.table, TABLE_PX, TABLE_PX)
        self.patches = Sampler.of(profile.project, cube_patches(profile.geometry), TOP_PX, TOP_PX)

    def _looked_at(self, beside: Sequence[Array], rise_mm: float) -> tuple[Sampler, Array]:
        """Where the crops of all spaces and of what stands beside them come from, and what is known of each view."""
        spaces = space_feet(self.profile.geometry, half_askew(self.profile.arms))
        feet = np.array([*spaces, *beside], float)
        ways = np.zeros((len(feet), 2))
        ways[:SPACES] = np.repeat([OUTWARD[path] for path in PATHS], SPACES // len(PATHS), 0)
        eye = np.broadcast_to(self.eye, feet.shape)
        sight = sight_of(np, eye, feet, rise_mm)
        facts = facts_of(np, eye, feet, sight, ways, np.full(len(feet), self.focal)).astype(np.float32)
        return Sampler.of(self.profile.project, patches_of(feet, sight), ROWS, COLUMNS), facts

    def read(self, bgr: Array) -> PictureRead:
        """One picture."""
        heat, hand = pawn_heat(self.above.take(bgr))
        found, _ = not_behind(find_spots(heat, self.table, self.profile.geometry), self.profile.geometry, self.eye)
        beside = [np.array([*spot.xy_mm, 0.0]) for spot in places(found, self.profile.geometry)]
        for _ in range(FIRST_LOOKS if self.rise_mm is None else 1):
            taken = self.rise_mm or USUAL_RISE_MM
            sampler, facts = self._looked_at(beside, taken)
            rows, said, more = self.places.answer(["rows", "said", "rise"], crops=sampler.take(bgr), facts=facts)
            risen = taken * math.exp(RISE_STEP * float(more.ravel()[0]))
            self.rise_mm = min(max(risen, LEAST_RISE_MM), MOST_RISE_MM)
        stacks = [guesses_of(each) for each in tables_of(rows)]
        weighed = weigh(stacks, missing=OUT_OF_SIGHT + UNDER_A_HAND * hand)
        (scores,) = self.tops.answer(["scores"], crops=self.patches.take(bgr))
        tops = [top_of(each, self.diagonal) for each in scores]
        return PictureRead(weighed[:SPACES], sigmoid(said[:SPACES, 0]), tops)


def guesses_of(scored: Sequence[Scored]) -> list[Guess]:
    """Stacks with their probabilities."""
    return [Guess(each.stack, float(np.exp(each.score))) for each in scored]


def picture_scale(resolution_wh: tuple[int, int]) -> float:
    """How much a picture of this size would be resized in a pack."""
    return min(1.0, 1280 / max(resolution_wh))


def top_of(scores: Array, diagonal: bool) -> tuple[str, float]:
    """The likeliest top that this layout can show, and its probability."""
    allowed = scores[:-1].astype(float)
    allowed[impossible(diagonal)] = -1e3
    shares = np.exp(log_softmax(allowed, 0))
    best = int(shares.argmax())
    return str(reading(best, diagonal, 1.0)), float(shares[best])
