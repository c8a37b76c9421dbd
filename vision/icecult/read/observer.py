"""The observer: from one picture and the table's profile to an observation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from engine.core.errors import IcekeeperError
from vision.icecult.observation import PATHS, SLOTS, Observation, in_order
from vision.icecult.read.cubes import read_top, unlikely, with_set
from vision.icecult.read.joint import beyond, weigh
from vision.icecult.read.networks import (
    SECOND,
    Evidence,
    cube_log_probs,
    cube_scores,
    level_log_probs,
    pawn_heat,
    rim_log_probs,
    sigmoid,
    stack_scores,
    turned_cube_scores,
)
from vision.icecult.read.pawns import Spot, find_spots
from vision.icecult.read.pitch import RiseSeeker, is_unknown
from vision.icecult.read.rectify import (
    COLUMNS,
    CUBE_PX,
    RIM_COLUMNS,
    RIM_ROWS,
    ROWS,
    TABLE_PX,
    Array,
    Sampler,
    SpaceView,
    corners,
    cube_patches,
    space_view,
    table_patch,
)
from vision.icecult.read.stacks import Guess, guesses, guesses_of_two, upper_part

PLACES = tuple(f"{path}{i}" for path in PATHS for i in range(1, 6))
PAWNS = 20
LIKE_BEFORE = 3.0  # how much likelier what was read in the previous picture is than anything else
READ_AT_LEAST = 0.5  # confidence below which start and goals are left unread
CUBES_AGAIN, STACKS_SECOND, STACKS_AGAIN = 0.97, 0.9, 0.6  # less certain readings are looked at again
LOOK_CLOSELY, MAYBE_EMPTY = 0.97, 0.5  # a less certain stack is read from its top down as well
BESIDE_MM = (-1.0, -2.0)  # to the right, upwards
OUT_OF_SIGHT, UNDER_A_HAND = 0.1, 0.15  # probability that a pawn is nowhere to be seen: lying, or off the table
EMPTY_UNSEEN = 0.85  # how often a space that cannot be seen is empty
CLEARLY_EMPTY = 0.9  # less, and a pawn that is missing may stand there under the hand
HALF_SEEN = 0.25  # how much a wholly visible share counts when it is not certain that a space is in plain view


class PictureError(IcekeeperError):
    """A picture that cannot be read."""


class View(Protocol):
    """What the observer needs of a profile."""

    @property
    def resolution_wh(self) -> tuple[int, int]: ...
    @property
    def geometry(self) -> Mapping[str, Any]: ...
    @property
    def camera(self) -> Any: ...
    @property
    def arms(self) -> Mapping[str, Any]: ...
    def project(self, points_mm: Any) -> Any: ...


class Observer:
    """Reads pictures of one table; everything that depends on the profile alone is worked out once."""

    def __init__(self, profile: View, cubes: Mapping[str, Any] | None = None) -> None:
        if int(profile.geometry["spaces_per_arm"]) != len(PLACES) // len(PATHS):
            raise IcekeeperError(
                f"paths of 5 spaces can be read, this profile has {profile.geometry['spaces_per_arm']}"
            )
        self.profile = profile
        self.absent = unlikely(cubes)
        self.diagonal = corners(profile.geometry)
        eye, askew = np.asarray(profile.camera.position_mm, float), half_askew(profile.arms)
        self.table = table_patch(eye)
        self._cubes = Sampler.of(profile.project, cube_patches(profile.geometry), CUBE_PX, CUBE_PX)
        self._table = Sampler.of(profile.project, self.table, TABLE_PX, TABLE_PX)
        self._rise = RiseSeeker(profile.geometry, eye, askew, profile.project) if is_unknown(profile) else None
        self._aim(space_view(profile.geometry, eye, askew))

    def _aim(self, view: SpaceView) -> None:
        """Look at the spaces through these planes."""
        self.view, profile = view, self.profile
        self._spaces = Sampler.of(profile.project, self.view.patches, ROWS, COLUMNS)
        # the second look is at mirrored crops, cut a little beside
        beside = self.view.patches.copy()
        beside[:, 0] += sum(BESIDE_MM[k] * _unit(beside[:, 1 + k]) for k in (0, 1))
        self._spaces_moved = Sampler.of(profile.project, beside, ROWS, COLUMNS)
        self._rims = Sampler.of(profile.project, self.view.patches, RIM_ROWS, RIM_COLUMNS)

    def _seek_rise(self, bgr: Array, heat: Array, hand: float) -> None:
        """Find out how far stacks rise with each pawn, as long as that is not certain."""
        seeker = self._rise
        if seeker is None or not seeker.look(bgr, find_spots(heat, self.table, self.profile.geometry), hand):
            return
        self._aim(space_view({**seeker.geometry, "stack_pitch": seeker.best_mm}, seeker.eye, seeker.arms))
        if seeker.settled:
            self._rise = None

    def evidence(self, bgr: Array) -> Evidence:
        """What the networks see, before the readings are weighed against each other."""
        check_picture(bgr, self.profile.resolution_wh)
        heat, hand = pawn_heat(self._table.take(bgr))
        self._seek_rise(bgr, heat, hand)
        cubes = self._cubes.take(bgr)
        tops = cube_scores(cubes)
        if self._doubtful(cube_log_probs(tops, self.diagonal).max(1), sigmoid(tops[:, -1]), CUBES_AGAIN):
            tops = (tops + turned_cube_scores(cubes, 1) + turned_cube_scores(cubes, 2)) / 3
        levels, other = self._stacks(bgr)
        heights = level_log_probs(levels, self.view)
        return Evidence(
            cubes=cube_log_probs(tops, self.diagonal),
            cubes_plain=sigmoid(tops[:, -1]),
            levels=heights,
            rims=self._close_looks(bgr, heights),
            share=sigmoid(other[:, 1]),
            plain=sigmoid(other[:, 2]),
            heat=heat,
            hand=hand,
        )

    def _stacks(self, bgr: Array) -> tuple[Array, Array]:
        """Scores of the levels and of being in view: in doubt a second network is asked, in great doubt both twice."""
        crops = self._spaces.take(bgr)
        first = stack_scores(crops, self.view)
        if not self._unsure(first, STACKS_SECOND):
            return first
        beside = self._spaces_moved.take(bgr)[:, :, ::-1]
        two = _mean(first, stack_scores(beside, self.view, SECOND))
        if not self._unsure(two, STACKS_AGAIN):
            return two
        return _mean(two, _mean(stack_scores(beside, self.view), stack_scores(crops, self.view, SECOND)))

    def _unsure(self, scores: tuple[Array, Array], certain: float) -> bool:
        levels, other = scores
        return self._doubtful(level_log_probs(levels, self.view).max(2).sum(1), sigmoid(other[:, 2]), certain)

    def _close_looks(self, bgr: Array, levels: Array) -> dict[int, Array]:
        """The rims of the stacks that are not certain, by their place."""
        best = [max(guesses(heights), key=lambda g: g.weight) for heights in levels]
        unsure = [k for k, g in enumerate(best) if g.weight < LOOK_CLOSELY and (g.text or g.weight < MAYBE_EMPTY)]
        if not unsure:
            return {}
        rims = rim_log_probs(self._rims.only(unsure).take(bgr), self.view.facts[unsure])
        return dict(zip(unsure, rims, strict=True))

    @staticmethod
    def _doubtful(best: Array, plain: Array, certain: float) -> bool:
        """Whether something in view deserves a second look."""
        return bool(((best < math.log(certain)) & (plain > 0.3)).any())

    def read(self, bgr: Array, previous: Observation | None = None) -> Observation:
        """The observation of one picture; `previous` only tips the scales where the picture leaves doubt."""
        return self.decide(self.evidence(bgr), previous)

    def decide(self, seen: Evidence, previous: Observation | None = None) -> Observation:
        """The observation that the evidence of all places together speaks for."""
        stacks = [
            guesses_of_two(levels, seen.rims[k]) if k in seen.rims else guesses(levels)
            for k, levels in enumerate(seen.levels)
        ]
        if previous is not None:
            stacks = [lean(options, previous.space(place)) for place, options in zip(PLACES, stacks, strict=True)]
        spots = find_spots(seen.heat, self.table, self.profile.geometry)
        out_of_sight = OUT_OF_SIGHT + UNDER_A_HAND * seen.hand
        seen_by_itself = [*stacks, *(spot.options for spot in spots)]
        weighed = weigh(seen_by_itself, missing=out_of_sight)
        searched = seen.hand > 0.5 and pawns_missing(weighed)
        values: dict[str, str | None] = {}
        confidences, hidden = {}, set()
        for k, place in enumerate(PLACES):
            value, confidence = read_space(weighed[k], float(seen.plain[k]), float(seen.share[k]), stacks[k])
            if value == "" and searched and not clearly_empty(stacks[k]):
                value = None
            values[place] = value
            if value is None or value.startswith("?"):
                hidden.add(place)
            else:
                confidences[place] = confidence
        tops = [with_set(log_probs, self.absent, self.diagonal) for log_probs in seen.cubes]
        cubes = {slot: read_top(tops[k], float(seen.cubes_plain[k]), self.diagonal) for k, slot in enumerate(SLOTS)}
        hidden |= {slot for slot, cube in cubes.items() if cube is None}
        areas = read_areas(spots, weighed[len(PLACES) :])
        hidden |= {name if name == "start" else f"goal{name}" for name, (text, _) in areas.items() if text is None}
        sure = [*confidences.values(), *(c.confidence for c in cubes.values() if c is not None)]
        return Observation(
            cubes=cubes,
            paths={path: tuple(values[f"{path}{i}"] for i in range(1, 6)) for path in PATHS},
            start=areas["start"][0],
            goal={path: areas[path][0] for path in PATHS},
            hidden=frozenset(hidden),
            confidences=confidences | {_area_name(name): c for name, (_, c) in areas.items()},
            confidence=float(math.prod(sure)),
            hand=seen.hand,
            extra=beyond(seen_by_itself),
        )


def _mean(one: tuple[Array, Array], other: tuple[Array, Array]) -> tuple[Array, Array]:
    """Two looks as one."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _area_name(area: str) -> str:
    return area if area == "start" else f"goal{area}"


def half_askew(arms: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Half of each strip's own pose: pawns stand somewhere between the ideal cross and the strip as it lies."""
    keys = ("yaw_deg", "across_mm", "along_mm")
    return {arm: {key: getattr(pose, key) / 2 for key in keys} for arm, pose in arms.items()}


def check_picture(bgr: Array, resolution_wh: tuple[int, int]) -> None:
    """Refuse what is no colour picture of the profile's size."""
    if bgr.ndim != 3 or bgr.shape[2] != 3 or bgr.dtype != np.uint8:
        raise PictureError(f"expected a colour picture of 8 bits, got shape {bgr.shape} of {bgr.dtype}")
    height, width = bgr.shape[:2]
    if (width, height) != tuple(resolution_wh):
        w, h = resolution_wh
        raise PictureError(
            f"the profile is for pictures of {w}x{h}, this one is {width}x{height}; run `icekeeper calibrate` again"
        )


def lean(options: list[Guess], before: str | None) -> list[Guess]:
    """The guesses with what was read before made likelier."""
    if before is None or before.startswith("?"):
        return options
    weights = [g.weight * (LIKE_BEFORE if g.text == before else 1.0) for g in options]
    return [Guess(g.text, w / sum(weights)) for g, w in zip(options, weights, strict=True)]


def read_space(
    options: list[Guess], plain: float, share: float = 0.0, alone: Sequence[Guess] | None = None
) -> tuple[str | None, float]:
    """The best value of a space with its confidence; "?rg" or None where too much is covered to tell.

    To be silent about what is in plain view is as bad as to be wrong, so the more is seen the less is asked for.
    """
    best = max(options, key=lambda g: g.weight)
    # what is covered looks empty: then a reading is worth no more than a guess
    confidence = best.weight if best.text else best.weight * share + EMPTY_UNSEEN * (1 - share)
    if confidence >= 1 - max(plain, HALF_SEEN * share):
        return best.text, min(confidence, 1.0)
    return upper_part(options, alone), confidence


def pawns_missing(weighed: Sequence[Sequence[Guess]]) -> bool:
    """Whether the likeliest readings leave pawns unaccounted for."""
    return sum(len(max(options, key=lambda g: g.weight).text) for options in weighed) < PAWNS


def clearly_empty(options: Sequence[Guess]) -> bool:
    """Whether the picture alone shows that nothing stands there."""
    return any(g.text == "" and g.weight >= CLEARLY_EMPTY for g in options)


def read_areas(spots: Sequence[Spot], weighed: Sequence[Sequence[Guess]]) -> dict[str, tuple[str | None, float]]:
    """Letters and confidence of the start and of each goal."""
    text = dict.fromkeys(("start", *PATHS), "")
    sure = dict.fromkeys(text, 1.0)
    for spot, options in zip(spots, weighed, strict=True):
        best = max(options, key=lambda g: g.weight)
        text[spot.area] += best.text
        sure[spot.area] *= best.weight
    return {area: (in_order(text[area]) if sure[area] >= READ_AT_LEAST else None, sure[area]) for area in text}
