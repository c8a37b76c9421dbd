"""The observer: from one picture and the table's profile to an observation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from calibration.icecult.geometry import in_sight
from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS
from vision.icecult.observation import PATHS, CubeReading, Likely, Observation
from vision.icecult.read.aim import Aim, Scores, scores_of
from vision.icecult.read.beside import closer, not_behind, read_beside
from vision.icecult.read.cubes import read_top, unlikely, with_set
from vision.icecult.read.joint import (
    bareness,
    beyond,
    in_view,
    looking_empty,
    pawns_missing,
    seen_once,
    undoubted,
    weigh,
)
from vision.icecult.read.networks import (
    HAND_IN_PICTURE,
    PLAIN_LIFT,
    NetworkEvidence,
    band_log_probs,
    band_weights,
    cover,
    cube_log_probs,
    level_log_probs,
    pawn_heat,
    rim_log_probs,
    sigmoid,
)
from vision.icecult.read.pawns import Spot, find_spots, read_areas
from vision.icecult.read.pitch import RiseSeeker, is_unknown
from vision.icecult.read.rectify import (
    BLIND,
    TABLE_PX,
    Array,
    board_of,
    corners,
    screened,
    space_cells,
    space_feet,
    table_patch,
)
from vision.icecult.read.stacks import (
    EMPTY_UNSEEN,
    Guess,
    clearly_empty,
    guesses,
    guesses_by_bands,
    guesses_of_two,
    hardly_empty,
    likely_stacks,
    mixed,
    read_space,
    unclear,
    upper_part,
)
from vision.icecult.read.tops import Tops
from vision.rectify import Sampler

PLACES = tuple(f"{path}{i}" for path in PATHS for i in range(1, 6))
CLOSE_LOOKS = 5  # the likeliest rises, through which rims are looked at
OUT_OF_SIGHT, UNDER_A_HAND = 0.05, 0.15  # probability that a pawn is nowhere to be seen: lying, or off the table
PLAINLY = 0.9  # a space in such plain view is under no hand
HARDLY = 0.1  # a stack in no plainer view may stand on a pawn that is missing
LOW_HIDDEN = 0.35  # so may one of whose lowest pawn the block leaves less in sight, and one that looks empty


Weighted = tuple[float, Aim, Scores]
"""How likely an aim at the stacks is, the aim, and what is seen through it."""


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
        self._eye = eye = np.asarray(profile.camera.position_mm, float)
        self.table = table_patch(eye)
        self._tops = Tops(profile.geometry, profile.project)
        self._table = Sampler.of(profile.project, self.table, TABLE_PX, TABLE_PX)
        feet = space_feet(profile.geometry, half_askew(profile.arms))
        self.rise = RiseSeeker(profile.geometry, eye, feet, profile.project) if is_unknown(profile) else None
        self.aim = Aim(profile.geometry, eye, feet, profile.project)
        self._blind = Aim({**profile.geometry, **BLIND}, eye, feet, profile.project)
        self._in_sight, self.low_in_sight = in_sight(board_of(profile.geometry), feet, eye)
        self._behind = screened(profile.geometry, feet, eye)
        self._ground = space_cells(profile.geometry, feet, self.table)

    def elsewhere(self, profile: View) -> Observer:
        """One for the same table after it or the camera was moved; what was learned of its stacks stays known."""
        other = Observer(profile)
        other.absent = self.absent
        if other.rise is not None and self.rise is not None:
            other.rise.scores, other.rise.seen = self.rise.scores, self.rise.seen
        elif other.rise is not None:
            other.aim, other.rise = other.rise.aim(self.aim.rise_mm), None
        return other

    @property
    def measured(self) -> dict[str, float]:
        """How far the pawns rise, where the profile does not know and it is known by now."""
        return {"stack_pitch": self.aim.rise_mm} if self.rise is None and is_unknown(self.profile) else {}

    def evidence(self, bgr: Array) -> NetworkEvidence:
        """What the networks see, before the readings are weighed against each other."""
        check_picture(bgr, self.profile.resolution_wh)
        table = self._table.take(bgr)
        heat, hand = pawn_heat(table)
        tops, geometry = self._tops.scores(bgr), self.profile.geometry
        spots, shining = not_behind(find_spots(heat, self.table, geometry), geometry, self._eye)
        seen = self._looks(bgr, spots, hand)
        _, aim, (_, other) = max(seen, key=lambda look: look[0])
        stacks = seen_once(self._guessed(bgr, seen), self._behind, aim.rise_mm, EMPTY_UNSEEN)
        if not undoubted([*stacks, *(spot.options for spot in spots)]):
            spots = read_beside(bgr, spots, self.profile.geometry, [(weight, aim) for weight, aim, _ in seen])
            spots = closer(bgr, spots, stacks, self._blind)
        plain = sigmoid(other[:, 2] + PLAIN_LIFT)
        in_the_way = hand > HAND_IN_PICTURE or bool((plain[looking_empty(stacks)] < PLAINLY).any())
        return NetworkEvidence(
            cubes=cube_log_probs(tops, self.diagonal),
            cubes_plain=sigmoid(tops[:, -1]),
            stacks=stacks,
            share=sigmoid(other[:, 1]),
            plain=plain,
            beside=spots,
            hand=hand,
            covered=cover(table)[self._ground].mean(1) if in_the_way else np.zeros(len(PLACES)),
            shining=shining,
        )

    def _looks(self, bgr: Array, spots: Sequence[Spot], hand: float) -> list[Weighted]:
        """The stacks through each aim that is still likely; one where it is known how far they rise."""
        if self.rise is None:
            return [(1.0, self.aim, scores_of(bgr, [self.aim], range(len(PLACES)))[0])]
        looks = self.rise.look(bgr, spots, hand)
        if self.rise.settled:
            self.aim, self.rise = self.rise.aim(self.rise.best_mm), None
        return looks

    def _guessed(self, bgr: Array, looks: list[Weighted]) -> list[list[Guess]]:
        """What each stack may be, by its levels and, where these leave doubt, its rims through the likeliest looks."""
        levels = [level_log_probs(scores[0], aim.view) for _, aim, scores in looks]
        options = [[guesses(each) for each in heights] for heights in levels]
        weights = [weight for weight, _, _ in looks]

        def at_each_place() -> list[list[Guess]]:
            return [mixed(list(zip(weights, place, strict=True))) for place in zip(*options, strict=True)]

        by_levels = at_each_place()
        unsure, bare = ([k for k, place in enumerate(by_levels) if kind(place)] for kind in (unclear, hardly_empty))
        least = sorted(weights, reverse=True)[:CLOSE_LOOKS][-1]
        for (weight, aim, _), heights, places in zip(looks, levels, options, strict=True):
            if unsure and weight >= least:
                rims = rim_log_probs(aim.rims(bgr, unsure), aim.view.facts[unsure])
                for k, rim in zip(unsure, rims, strict=True):
                    places[k] = guesses_of_two(heights[k], rim)
        return self._by_bands(bgr, at_each_place(), [*unsure, *bare])

    def _by_bands(self, bgr: Array, guessed: list[list[Guess]], places: Sequence[int]) -> list[list[Guess]]:
        """The guesses with what the bands of these stacks tell, however far they rise."""
        if not places:
            return guessed
        facts = self._blind.view.facts[places]
        each = band_log_probs(self._blind.rims(bgr, places), facts)
        for k, bands, counts in zip(places, each, band_weights(facts), strict=True):
            guessed[k] = guesses_by_bands(guessed[k], bands, counts)
        return guessed

    def read(self, bgr: Array) -> Observation:
        """The observation of one picture."""
        return self.decide(self.evidence(bgr))

    def read_tops(self, bgr: Array) -> Observation:
        """The cubes alone, as `read` has them, in a fraction of its time; nothing is said about the pawns."""
        check_picture(bgr, self.profile.resolution_wh)
        _, hand = pawn_heat(self._table.take(bgr))
        tops = self._tops.scores(bgr)
        cubes = self._cubes(cube_log_probs(tops, self.diagonal), sigmoid(tops[:, -1]))
        unseen = {slot for slot, cube in cubes.items() if cube is None}
        return Observation(
            cubes=cubes,
            paths={path: (None,) * (len(PLACES) // len(PATHS)) for path in PATHS},
            start=None,
            goal=dict.fromkeys(PATHS),
            hidden=frozenset({*unseen, *PLACES, *map(_area_name, ("start", *PATHS))}),
            confidence=math.prod(cube.confidence for cube in cubes.values() if cube is not None),
            hand=hand,
        )

    def _cubes(self, log_probs: Array, in_view: Array) -> dict[str, CubeReading | None]:
        tops = [with_set(each, self.absent, self.diagonal) for each in log_probs]
        return {slot: read_top(tops[k], float(in_view[k]), self.diagonal) for k, slot in enumerate(SLOTS)}

    def decide(self, seen: NetworkEvidence) -> Observation:
        """The observation that the evidence of all places together speaks for."""
        stacks = seen.stacks
        out_of_sight = OUT_OF_SIGHT + UNDER_A_HAND * seen.hand
        seen_by_itself = [*stacks, *(spot.options for spot in seen.beside)]
        weighed = weigh(seen_by_itself, missing=out_of_sight)
        lacking = pawns_missing(weighed, seen_by_itself)
        share, plain = in_view(seen, weighed)
        share, plain = np.minimum(share, self._in_sight), np.minimum(plain, self.low_in_sight)
        enough = bareness(seen, self.low_in_sight < LOW_HIDDEN) if lacking else np.zeros(len(PLACES))
        values: dict[str, str | None] = {}
        readings: dict[str, Likely] = {}
        confidences, hidden = {}, set()
        for k, place in enumerate(PLACES):
            value, confidence = read_space(weighed[k], float(plain[k]), float(share[k]), stacks[k])
            if value == "" and plain[k] < PLAINLY and not clearly_empty(stacks[k], enough[k]):
                value = None
            elif value and lacking and (plain[k] < HARDLY or self.low_in_sight[k] < LOW_HIDDEN):
                value = upper_part(weighed[k], stacks[k])
            values[place] = value
            if value is None or value.startswith("?"):
                hidden.add(place)
            else:
                confidences[place] = confidence
                readings[place] = likely_stacks(weighed[k], value, confidences[place])
        cubes = self._cubes(seen.cubes, seen.cubes_plain)
        hidden |= {slot for slot, cube in cubes.items() if cube is None}
        areas = read_areas(seen.beside, weighed[len(PLACES) :])
        if lacking and seen.shining:  # it may be the pawn that is missing
            areas["start"] = None, areas["start"][1]
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
            readings=readings,
        )


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
