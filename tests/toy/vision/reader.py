"""What one picture shows of the nine squares: a stone is darker than the paper around it, a hand is no paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from calibration.proof import Follower
from tests.toy.calibration.board import SIDE_MM, SQUARES, MarkerSeeker, StonesProfile
from vision.frame import Bgr
from vision.rectify import Sampler
from vision.table_eye import TableEye
from vision.trouble import view_trouble

PIXELS: Final = 24
STONE_LEAST, DARKER = 0.35, 12.0
"""How much darker than the paper the middle of a square is where a stone is as likely as none, and what is sure."""
COLOURED: Final = 70  # saturation of 255: paper and stones have less
SQUARE_LEAST_PX: Final = 14.0


@dataclass(frozen=True)
class Squares:
    """One picture read: how likely there is a stone on each square; a hidden one is left out."""

    stones: Mapping[str, float]
    hand: float = 0.0

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(SQUARES) - set(self.stones)

    def rounded(self) -> Squares:
        return Squares({square: round(p, 3) for square, p in self.stones.items()}, round(self.hand, 2))

    def to_json(self) -> dict[str, Any]:
        return {"stones": dict(self.stones), "hand": self.hand}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Squares:
        return cls(dict(data["stones"]), data["hand"])


class StonesReader:
    """See `vision.table_eye.Reader`."""

    def __init__(self, profile: StonesProfile) -> None:
        half = SIDE_MM * 0.45
        middles = [profile.place_mm(square) for square in SQUARES]
        patches = np.array([(middle, (half, 0.0, 0.0), (0.0, half, 0.0)) for middle in middles])
        self._sampler = Sampler.of(profile.camera.project, patches, PIXELS, PIXELS)

    def read(self, bgr: Bgr, previous: Squares | None) -> Squares:
        patches = self._sampler.take(bgr).astype(np.float32)
        covered = [float((_saturation(patch) > COLOURED).mean()) for patch in patches]
        likely = {s: _stone(patch) for s, patch, share in zip(SQUARES, patches, covered, strict=True) if share < 0.1}
        return Squares(likely, hand=min(1.0, max(covered) * 2))

    def hand_share(self, bgr: Bgr) -> float:
        return float((_saturation(bgr) > COLOURED).mean())

    def is_plain(self, reading: Squares, usual: frozenset[str]) -> bool:
        return reading.hidden <= usual and all(abs(p - 0.5) > 0.4 for p in reading.stones.values())

    def blind(self, reading: Squares) -> tuple[str, ...]:
        return tuple(sorted(reading.hidden))

    def trouble(self, profile: StonesProfile, bgr: Bgr, reading: Squares) -> str:
        read_well = self.is_plain(reading, frozenset())
        return "" if read_well else view_trouble(profile, profile.changed_px(SQUARES), SQUARE_LEAST_PX)

    def learned(self, profile: StonesProfile) -> None:
        return None  # there is nothing to learn of a printed board

    def elsewhere(self, profile: StonesProfile) -> StonesReader:
        return StonesReader(profile)


def _saturation(bgr: Any) -> Any:
    return np.asarray(bgr, np.float32).max(axis=-1) - np.asarray(bgr, np.float32).min(axis=-1)


def _stone(patch: Any) -> float:
    """How likely a stone lies in the middle of this patch."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    third = PIXELS // 3
    middle, paper = np.median(grey[third:-third, third:-third]), np.percentile(grey, 90)
    darker = 1.0 - float(middle) / max(float(paper), 1.0)
    return float(1.0 / (1.0 + np.exp(-DARKER * (darker - STONE_LEAST) / STONE_LEAST)))


def eye(profile: StonesProfile, measured: Any) -> TableEye[StonesProfile]:
    """The eye of a table of take stones."""
    return TableEye(profile, StonesReader(profile), Follower(MarkerSeeker()), measured)
