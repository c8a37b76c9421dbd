"""Reads pictures with the exported networks as the product would: numpy and ONNX Runtime, no torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from calibration.networks import network
from vision.icecult.read.cubes import reading
from vision.icecult.read.networks import impossible, log_softmax, sigmoid
from vision.icecult.read.observer import half_askew
from vision.icecult.read.rectify import OUTWARD, PATHS, SPACES, corners, cube_patches, space_feet
from vision.rectify import Sampler
from workshop.icecult.places.decode import Scored, tables_of
from workshop.icecult.places.look import COLUMNS, ROWS, TOP_PX, facts_of, patches_of, sight_of

Array = npt.NDArray[Any]


class KnownTable(Protocol):
    """What is asked of a profile."""

    @property
    def geometry(self) -> Mapping[str, Any]: ...
    @property
    def camera(self) -> Any: ...
    @property
    def arms(self) -> Mapping[str, Any]: ...
    def project(self, points_mm: Any) -> Any: ...


class PictureRead(NamedTuple):
    """What a picture shows."""

    stacks: list[list[Scored]]  # of each place, the likeliest first
    in_view: Array  # (n,) how likely each place is in view
    tops: list[tuple[str, float]]  # in the order of SLOTS, with their probabilities


class Eyes:
    """A pair of exported networks that reads the spaces of one table, and other places beside them."""

    def __init__(self, places: Path, tops: Path, profile: KnownTable, beside_mm: Sequence[Array] = ()) -> None:
        self.places, self.tops = network(places), network(tops)
        self.diagonal = corners(profile.geometry)
        feet = np.array([*space_feet(profile.geometry, half_askew(profile.arms)), *beside_mm])
        ways = np.zeros((len(feet), 2))
        ways[:SPACES] = np.repeat([OUTWARD[path] for path in PATHS], SPACES // len(PATHS), 0)
        eye = np.broadcast_to(np.asarray(profile.camera.position_mm, float), feet.shape)
        sight = sight_of(np, eye, feet)
        focal = np.full(len(feet), profile.camera.focal_px * picture_scale(profile.camera.resolution_wh))
        self.facts = facts_of(np, eye, feet, sight, ways, focal).astype(np.float32)
        self.crops = Sampler.of(profile.project, patches_of(feet, sight), ROWS, COLUMNS)
        self.patches = Sampler.of(profile.project, cube_patches(profile.geometry), TOP_PX, TOP_PX)

    def read(self, bgr: Array) -> PictureRead:
        """One picture."""
        rows, said = self.places.answer(["rows", "said"], crops=self.crops.take(bgr), facts=self.facts)
        (scores,) = self.tops.answer(["scores"], crops=self.patches.take(bgr))
        return PictureRead(tables_of(rows), sigmoid(said[:, 0]), [top_of(each, self.diagonal) for each in scores])


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
