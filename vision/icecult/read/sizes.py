"""How tall the pawns are and how wide their feet, where nobody measured them: from those that stand by themselves.

A pawn is cut out along the plane square to the line of sight, where its outline is as wide as its foot and as high as
the foot's near half and the cone together. Outlines are rough, so many pawns are asked, each once, and what they say is
weighed against what was known before: an earlier picture of this set, or the usual sizes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import cv2
import numpy as np

from calibration.icecult.certainty import PAWNS
from calibration.icecult.profile import TableProfile
from calibration.sizes.certainty import WRONG_MM
from vision.icecult.read.networks import pawn_heat
from vision.icecult.read.pawns import Spot, find_spots, on_a_path
from vision.icecult.read.pitch import is_unknown
from vision.icecult.read.rectify import TABLE_PX, Array, sight_of, table_patch
from vision.rectify import Project, Sampler

CERTAIN, MAYBE_RIDING = 0.6, 0.2  # probabilities of a pawn that is asked, and of one on top of it that forbids it
APART_MM, RIDING_MM = 34.0, 25.0  # from other pawns: nearer ones hide each other's outline
HALF_MM, LOW_MM, HIGH_MM = 32, -26, 52  # what is cut out, one pixel for a millimetre
INSIDE_MM, BODY_MM = 3.5, (3.0, 13.0)  # from the axis, above the table: there every pawn shows its colour
STEEPEST = 0.25  # cosine of the elevation: from farther above no height is seen
OUTSIDE_MM, BELOW_MM, ABOVE_MM = 25.0, -20.0, 48.0  # there none does
LIGHTNESS = 0.35  # how much light and shade count beside the colour
GROUNDS = 4  # colours around a pawn
OTHERWISE = 0.5  # of the farthest of them: what is nearer to the pawn's own is not the table
BLUR_MM = 2.0  # an outline is so much too high
LEAST_TURNED = 0.25  # of the widths are a foot's own: square ones look wider when turned
FOOT_MM, HEIGHT_MM = (16.0, 46.0), (15.0, 60.0)  # beyond, it was no pawn
USUAL_MM = {"cone_foot_size": (26.0, 2.6), "cone_height": (34.0, 4.0)}  # and how far makes are from it
WIDTH_ERROR_MM, HEIGHT_ERROR_MM = 4.0, 4.0  # of one pawn, seen from the side
SYSTEMATIC_MM = 1.2  # what no number of pawns makes better
NEWS = 0.02  # a change of less is none
ENOUGH = 12.0  # pawns, counted as if seen from the side
MOST_SURE = 0.99
HAND_IN_PICTURE = 0.5  # a hand this likely may cover pawns


@dataclass(frozen=True, slots=True)
class Size:
    """A size in the profile's millimetres, and how far it may be off."""

    mm: float
    sd_mm: float

    def weighed(self, seen_mm: float, error_mm: float) -> Size:
        """Between what was known and what was seen."""
        error = math.hypot(error_mm, SYSTEMATIC_MM)
        trust = self.sd_mm**2 / (self.sd_mm**2 + error**2)
        return Size(self.mm + trust * (seen_mm - self.mm), max(math.sqrt(trust) * error, SYSTEMATIC_MM))

    def to_json(self) -> dict[str, float]:
        """As a profile has it: with the probability that it is not wrong."""
        return {"mm": round(self.mm, 2), "sure": round(math.erf(WRONG_MM / self.sd_mm / math.sqrt(2)), 3)}


def known_before(profile: Any) -> dict[str, Size]:
    """Foot and height as a profile has them; one that nobody measured may be off as far as makes are apart."""
    out = {}
    for key, (usual_mm, spread_mm) in USUAL_MM.items():
        sure = min(float(profile.sizes[key]["sure"]), MOST_SURE) if key in profile.sizes else 0.0
        sd_mm = min(spread_mm, WRONG_MM / max(NormalDist().inv_cdf((1 + sure) / 2), 1e-3))
        out[key] = Size(float(profile.geometry.get(key, usual_mm)), sd_mm)
    return out


@dataclass(frozen=True, slots=True)
class PawnOutline:
    """What one pawn shows: how wide and high its outline is, and from how far above it is seen."""

    width_mm: float
    height_mm: float
    elevation: float
    distance_mm: float

    @property
    def cone_mm(self) -> float:
        """The height of the pawn; its foot, round or square and however turned, is as deep as it is wide."""
        cos, sin = math.cos(self.elevation), math.sin(self.elevation)
        seen = (self.height_mm - BLUR_MM - self.width_mm / 2 * sin) / cos
        return seen / (1 + seen * sin / self.distance_mm)


@dataclass(slots=True)
class PawnMeter:
    """Gathers outlines until there are enough."""

    eye: Array
    project: Project
    before: Mapping[str, Size]  # as `known_before`
    outlines: list[PawnOutline] = field(default_factory=list)
    asked: set[tuple[int, int]] = field(default_factory=set)  # places whose pawn has been asked
    told: dict[str, float] = field(default_factory=dict)

    @property
    def enough(self) -> bool:
        """Whether more pawns would say nothing new."""
        return _weight(self.outlines) >= ENOUGH

    def see(self, bgr: Array, spots: Sequence[Spot], geometry: Mapping[str, Any]) -> bool:
        """Add the pawns of a picture that were not asked before; whether the sizes are others now."""
        places = [xy for xy in alone(spots, geometry) if _cell(xy) not in self.asked]
        if not places:
            return False
        self.asked |= {_cell(xy) for xy in places}
        self.outlines += outlines(bgr, places, self.eye, self.project)
        sizes = self.sizes
        if all(abs(sizes[key] / self.told.get(key, self.before[key].mm) - 1) < NEWS for key in sizes):
            return False
        self.told = sizes
        return True

    @property
    def sizes(self) -> dict[str, float]:
        """Foot and height of the pawns."""
        return {key: size.mm for key, size in self.known.items()}

    @property
    def known(self) -> dict[str, Size]:
        """What was seen and what was known before, weighed by how sure either is."""
        if not self.outlines:
            return dict(self.before)
        width = float(np.quantile([one.width_mm for one in self.outlines], LEAST_TURNED))
        weight = _weight(self.outlines)
        tall = _middle([(one.cone_mm, math.cos(one.elevation) ** 2) for one in self.outlines])
        seen = {
            "cone_foot_size": (width, WIDTH_ERROR_MM / math.sqrt(len(self.outlines))),
            "cone_height": (tall, HEIGHT_ERROR_MM / math.sqrt(max(weight, 1e-3))),
        }
        return {key: self.before[key].weighed(*one) for key, one in seen.items()}


def unmeasured(profile: TableProfile) -> bool:
    """Whether no picture has told feet and heights of the pawns yet: a profile then has the usual ones."""
    return any(key in profile.sizes and float(profile.sizes[key]["sure"]) <= PAWNS for key in USUAL_MM)


def with_pawns(profile: TableProfile, bgr: Array) -> TableProfile:
    """The profile with feet and heights of the pawns as a picture shows them, where they are unknown and it does."""
    wanted = [key for key in USUAL_MM if is_unknown(profile, key)]
    if not wanted:
        return profile
    eye = np.asarray(profile.camera.position_mm, float)
    table = table_patch(eye)
    heat, hand = pawn_heat(Sampler.of(profile.project, table, TABLE_PX, TABLE_PX).take(bgr))
    meter = PawnMeter(eye, profile.project, known_before(profile))
    if hand <= HAND_IN_PICTURE:
        meter.see(bgr, find_spots(heat, table, profile.geometry), profile.geometry)
    return profile.sized({key: meter.known[key].to_json() for key in wanted}) if meter.outlines else profile


def alone(spots: Sequence[Spot], geometry: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Where single pawns stand beside the paths, away from all others."""
    pawns = [s.xy_mm for s in spots if not s.rides and _shows(s) > CERTAIN and not on_a_path(s.xy_mm, geometry)]
    riding = [s.xy_mm for s in spots if s.rides and _shows(s) > MAYBE_RIDING]
    return [
        xy
        for xy in pawns
        if all(math.dist(xy, other) > APART_MM for other in pawns if other is not xy)
        and all(math.dist(xy, other) > RIDING_MM for other in riding)
    ]


def outlines(bgr: Array, places: Sequence[tuple[float, float]], eye: Array, project: Project) -> list[PawnOutline]:
    """The outlines of the pawns at these places that stand out from the table."""
    planes = [plane for plane in (_plane(xy, eye) for xy in places) if math.cos(plane[1]) > STEEPEST]
    if not planes:
        return []
    crops = Sampler.of(project, np.array([patch for patch, _, _ in planes]), HIGH_MM - LOW_MM, 2 * HALF_MM).take(bgr)
    found = (_outline(crop, *seen) for crop, (_, *seen) in zip(crops, planes, strict=True))
    return [one for one in found if one is not None]


def _plane(xy_mm: tuple[float, float], eye: Array) -> tuple[Array, float, float]:
    """The plane through a foot square to the line of sight, the elevation and the distance of the eye."""
    foot = np.array([*xy_mm, 0.0])
    sight = sight_of(foot, eye)
    middle, half = (HIGH_MM + LOW_MM) / 2, (HIGH_MM - LOW_MM) / 2
    patch = np.array([foot + sight.up * middle, sight.right * HALF_MM, sight.up * half])
    return patch, sight.elevation, sight.distance_mm


def _outline(crop: Array, elevation: float, distance_mm: float) -> PawnOutline | None:
    """The outline of the pawn in a crop; None where it runs into something else or is none of a pawn."""
    mask = _pawn(crop, elevation)
    if not mask.any() or mask[:2].any() or mask[-2:].any() or mask[:, :2].any() or mask[:, -2:].any():
        return None
    widths = mask.sum(1)
    rows = np.flatnonzero(widths >= 2)
    if not len(rows):
        return None
    width = float(np.quantile(widths[widths > 0], 0.97))
    one = PawnOutline(width, float(rows[-1] + 1 - rows[0]), elevation, distance_mm)
    sound = FOOT_MM[0] < width < FOOT_MM[1] and HEIGHT_MM[0] < one.cone_mm < HEIGHT_MM[1]
    return one if sound else None


def _pawn(crop: Array, elevation: float) -> Array:
    """The pixels around a foot that look more like the pawn than like the table around it, in one piece."""
    lab = cv2.cvtColor(cv2.GaussianBlur(crop, (0, 0), 0.8).astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    lab = lab * np.array([LIGHTNESS, 1.0, 1.0], np.float32)
    up = (HIGH_MM - np.arange(len(lab)) - 0.5)[:, None]
    aside = np.abs(np.arange(lab.shape[1]) + 0.5 - HALF_MM)[None]
    low, high = (height * math.cos(elevation) for height in BODY_MM)
    inside = (aside < INSIDE_MM) & (up > low) & (up < high)
    outside = (aside > OUTSIDE_MM) | (up < BELOW_MM) | (up > ABOVE_MM)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 12, 0.5)
    _, _, grounds = cv2.kmeans(lab[outside], GROUNDS, np.empty(0), stop, 1, cv2.KMEANS_PP_CENTERS)
    colour = np.median(lab[inside], 0)
    away = np.linalg.norm(grounds - colour, axis=1)
    others = grounds[away > OTHERWISE * away.max()]  # a pawn of the same colour may stand near
    own = np.linalg.norm(lab - colour, axis=-1)
    other = np.min([np.linalg.norm(lab - ground, axis=-1) for ground in others], 0)
    nearer = cv2.morphologyEx((own < other).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _, pieces = cv2.connectedComponents(nearer, connectivity=4)
    met = pieces[inside & (nearer > 0)]
    return pieces == np.bincount(met).argmax() if len(met) else np.zeros(pieces.shape, bool)


def _shows(spot: Spot) -> float:
    """How likely a pawn of one colour is there."""
    return max((guess.weight for guess in spot.options if guess.text), default=0.0)


def _cell(xy_mm: tuple[float, float]) -> tuple[int, int]:
    return round(xy_mm[0] / 15), round(xy_mm[1] / 15)


def _weight(seen: Sequence[PawnOutline]) -> float:
    """How many pawns seen from the side these are worth: from above, no height is seen."""
    return sum(math.cos(one.elevation) ** 2 for one in seen)


def _middle(values: Sequence[tuple[float, float]]) -> float:
    """The weighted median of (value, weight)."""
    ordered = sorted(values)
    total = np.cumsum([weight for _, weight in ordered])
    return ordered[int(np.searchsorted(total, total[-1] / 2))][0]
