"""How far a stack rises with each pawn, from stacks of which it is known what they are.

The reader sees a stack of five as a stack of five only when it expects about the right rise. All rises are tried at
once, as many as the network takes spaces in one look.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from calibration.icecult.profile import TableProfile
from vision.icecult.observation import PATHS
from vision.icecult.read.networks import level_log_probs, stack_scores
from vision.icecult.read.observer import half_askew
from vision.icecult.read.rectify import COLUMNS, ROWS, SPACES, Array, SpaceView, space_view
from vision.rectify import Sampler

RISES_MM = np.linspace(6.8, 15.7, SPACES)
USUAL_MM, USUAL_SD_MM = 11.5, 3.5
LEAST_PAWNS = 3  # lower stacks say little of the rise
WIDE_MM = 1.6  # where so different rises explain a stack alike, none is believed
MOST_SURE = 0.98


@dataclass(frozen=True, slots=True)
class Rise:
    """A rise in the profile's millimetres, and how sure it is."""

    mm: float
    sure: float

    def to_json(self) -> dict[str, float]:
        return {"mm": round(self.mm, 2), "sure": round(self.sure, 3)}


@dataclass(slots=True)
class RiseMeter:
    """Weighs all rises against each other, stack by stack."""

    profile: TableProfile
    _weights: Array = field(default_factory=lambda: -0.5 * ((RISES_MM - USUAL_MM) / USUAL_SD_MM) ** 2)
    _best: list[float] = field(default_factory=list)

    def see(self, bgr: Array, stacks: Mapping[str, str]) -> None:
        """Add the stacks of a picture: place like "N3" and the pawns known to stand there."""
        for place, text in stacks.items():
            if len(text) >= LEAST_PAWNS:
                likely = _likelihoods(self.profile, bgr, place, len(text))
                self._weights = self._weights + likely
                self._best.append(float(likely.max()))

    @property
    def rise(self) -> Rise | None:
        """The rise that explains every stack seen; None before there was any."""
        if not self._best:
            return None
        weights = np.exp(self._weights - self._weights.max())
        mean = float((weights * RISES_MM).sum() / weights.sum())
        sd = math.sqrt(float((weights * (RISES_MM - mean) ** 2).sum() / weights.sum()))
        sure = math.exp(float(np.mean(self._best))) * min(1.0, WIDE_MM / max(sd, 1e-6)) ** 2
        return Rise(mean, min(MOST_SURE, sure))


def measured_rise(profile: TableProfile, bgr: Array, stacks: Mapping[str, str]) -> Rise | None:
    """The rise that one picture of known stacks tells; None where there is none high enough."""
    meter = RiseMeter(profile)
    meter.see(bgr, stacks)
    return meter.rise


def with_rise(profile: TableProfile, rise: Rise) -> TableProfile:
    """The profile with the rise of its stacks measured."""
    return profile.sized({"stack_pitch": rise.to_json()})


def _likelihoods(profile: TableProfile, bgr: Array, place: str, pawns: int) -> Array:
    """Log-probability, for each of the rises, that this many pawns are seen there."""
    view = _one_place(profile, place)
    crops = Sampler.of(profile.project, view.patches, ROWS, COLUMNS).take(bgr)
    scores, _ = stack_scores(crops, view, np.full((len(crops), len(crops)), 1 / len(crops)))
    none = np.minimum(level_log_probs(scores, view)[:, :, 0].astype(float), -1e-9)
    filled = np.log1p(-np.exp(none))
    return np.asarray(filled[:, :pawns].sum(1) + none[:, pawns:].sum(1))


def _one_place(profile: TableProfile, place: str) -> SpaceView:
    """One space seen once for each rise."""
    number = PATHS.index(place[0]) * (SPACES // len(PATHS)) + int(place[1:]) - 1
    eye, askew = np.asarray(profile.camera.position_mm, float), half_askew(profile.arms)
    views = [space_view(_geometry(profile, rise), eye, askew) for rise in RISES_MM]
    parts = ([getattr(view, name)[number] for view in views] for name in ("patches", "facts", "slot_rows"))
    return SpaceView(*(np.array(part) for part in parts))


def _geometry(profile: TableProfile, rise_mm: float) -> dict[str, Any]:
    return {**profile.geometry, "stack_pitch": float(rise_mm)}
