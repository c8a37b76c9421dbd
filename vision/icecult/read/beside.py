"""Pawns beside the paths: where a foot was found a whole stack may stand, and is read like those on the spaces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.icecult.geometry import in_sight
from vision.icecult.read.aim import Aim, scores_of
from vision.icecult.read.joint import undoubted
from vision.icecult.read.networks import BESIDE, band_log_probs, band_weights, level_log_probs
from vision.icecult.read.pawns import Spot, on_a_path
from vision.icecult.read.rectify import Array, board_of
from vision.icecult.read.stacks import WIDE, Guess, guesses, in_order, likeliest, mixed, of_both

APART = 0.85  # of a foot's size: nearer to each other two pawns cannot stand
FINDING_SAYS, LOOK_SAYS = 1.0, 0.4  # how much it counts that a foot was found, and that the place looks filled
BANDS_SHOW = 0.2  # and that bands of colour are seen there
DOUBTFUL, BARELY = 0.9, 0.1  # a less certain stack is looked at closely, if anything may stand there
LEAST = 0.005  # probability that is left to a stack and to none
OTHERS_SAY, BANDS_SAY = 0.3, 0.7  # what stands there is told by the bands above all: how far it rises is not known
IN_SIGHT = 0.2  # a pawn of which the block leaves less may be a print: both shine through the cubes
SHINES = 0.3  # probability of a pawn there from which on it may be one
LOOKS = 3  # the likeliest rises through which they are read


def not_behind(spots: Sequence[Spot], geometry: Mapping[str, Any], camera_mm: Array) -> tuple[list[Spot], bool]:
    """The spots where a pawn would be seen beside or above the block, and whether another shines through its cubes."""
    seen, _ = in_sight(board_of(geometry), [np.array([*spot.xy_mm, 0.0]) for spot in spots], camera_mm)
    behind = [there(spot) for spot, share in zip(spots, seen, strict=True) if share < IN_SIGHT]
    return [s for s, share in zip(spots, seen, strict=True) if share >= IN_SIGHT], max(behind, default=0.0) >= SHINES


def read_beside(
    bgr: Array, spots: Sequence[Spot], geometry: Mapping[str, Any], looks: Sequence[tuple[float, Aim]]
) -> list[Spot]:
    """One spot for each stack on the table, read through the likeliest aims at the spaces, each with its weight."""
    alone = places(spots, geometry)
    if not alone:
        return []
    feet = [np.array([*spot.xy_mm, 0.0]) for spot in alone]
    likely = sorted(looks, key=lambda look: -look[0])[:LOOKS]
    aims = [aim.at(feet) for _, aim in likely]
    seen = scores_of(bgr, aims, range(len(feet)), BESIDE)
    levels = [level_log_probs(scores, aim.view) for (scores, _), aim in zip(seen, aims, strict=True)]
    read = [
        mixed([(weight, guesses(part[k])) for (weight, _), part in zip(likely, levels, strict=True)])
        for k in range(len(feet))
    ]
    return [read_as(spot, stacks) for spot, stacks in zip(alone, read, strict=True)]


def places(spots: Sequence[Spot], geometry: Mapping[str, Any]) -> list[Spot]:
    """The surest spots first, without any that rides, stands on a space, or is too near to a surer one."""
    apart = APART * float(geometry["cone_foot_size"])
    out: list[Spot] = []
    for spot in sorted(spots, key=lambda one: -there(one)):
        if spot.rides or on_a_path(spot.xy_mm, geometry):
            continue
        if all(math.dist(spot.xy_mm, other.xy_mm) >= apart for other in out):
            out.append(spot)
    return out


def there(spot: Spot) -> float:
    """How likely it is that anything stands there."""
    return 1 - sum(guess.weight for guess in spot.options if not guess.text)


def read_as(spot: Spot, stacks: Sequence[Guess]) -> Spot:
    """The spot with the stacks that it may be, weighed with how surely a foot was found."""
    filled = [guess for guess in stacks if guess.text]
    if not filled:
        return spot
    share = sum(guess.weight for guess in filled)
    sure = 1 / (1 + math.exp(-LOOK_SAYS * _log_odds(share) - FINDING_SAYS * _log_odds(there(spot))))
    return replace(spot, options=[*(Guess(g.text, g.weight / share * sure) for g in filled), Guess("", 1 - sure)])


def closer(bgr: Array, spots: Sequence[Spot], stacks: Sequence[Sequence[Guess]], blind: Aim) -> list[Spot]:
    """The spots, where they and the stacks on the paths leave doubt as their bands of colour tell, at whatever rise.

    `blind` is the look at the spaces for pawns of which nothing is known.
    """
    out = list(spots)
    unsure = [k for k, spot in enumerate(spots) if there(spot) > BARELY and _best(spot) < DOUBTFUL]
    if not unsure or undoubted([*stacks, *(spot.options for spot in spots)]):
        return out
    aim = blind.at([np.array([*spots[k].xy_mm, 0.0]) for k in unsure])
    each = band_log_probs(aim.rims(bgr, range(len(unsure))), aim.view.facts)
    for k, bands, say in zip(unsure, each, band_weights(aim.view.facts, BANDS_SAY), strict=True):
        out[k] = with_bands(spots[k], bands, say)
    return out


def with_bands(spot: Spot, bands: Array, say: float) -> Spot:
    """The spot as its bands have it, which count by `say` for what stands there, and less for whether anything does."""
    seen, read = {g.text: g.weight for g in spot.options if g.text}, in_order(bands, WIDE)
    scores = of_both(seen, read, OTHERS_SAY, say)
    sure = 1 / (1 + math.exp(-_log_odds(there(spot)) - BANDS_SHOW * _log_odds(1 - read.get("", 0.0))))
    whole = sum(scores.values())
    return replace(
        spot, options=[*(Guess(text, sure * score / whole) for text, score in likeliest(scores)), Guess("", 1 - sure)]
    )


def _best(spot: Spot) -> float:
    return max(guess.weight for guess in spot.options if guess.text)


def _log_odds(share: float) -> float:
    held = min(max(share, LEAST), 1 - LEAST)
    return math.log(held / (1 - held))
