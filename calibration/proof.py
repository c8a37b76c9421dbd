"""Does this profile fit this picture? A knock is followed, anything else is said.

answer = check(profile, bgr, seeker)       answer.status: "fits" | "moved" | "lost" | "unclear"
answer.profile                              the profile to go on with (a new one when "moved")
Follower(seeker)                            asks so of every picture, and knows the board by what it saw of it before

A profile fits by how far the points lie off that are clearly seen; where that does not tell, and no knock is found, by
what confirmed it when it was calibrated (`there`): what `calibrate` took is taken by whoever follows and reads.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from calibration.camera import Camera
from calibration.fitting.hindered import dark
from calibration.fitting.knock import Remembered, camera_after
from calibration.profile import Profile
from calibration.turning import picture_turned, to_stand
from engine.core.errors import IcekeeperError

log = logging.getLogger(__name__)

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
P = TypeVar("P", bound=Profile)

STILL_PX = 1.5  # at 1280 pixels across
# What a light knock can do to a camera; beyond it a board that nobody recognises may be another, and the names of its
# parts a guess.
LIGHT_TURN_DEG = 4.0
LIGHT_SHARE = 0.07  # of the camera's distance: how far it went, seen from the board
LIGHT_ZOOM = 0.04  # of the focal length


@dataclass(frozen=True, slots=True)
class Check(Generic[P]):
    """Whether a profile fits, how far the board is off, what to say and which profile to go on with."""

    status: str
    off_px: float | None
    text: str
    profile: P


class Seeker(Protocol):
    """Looks for one game's board, in pictures in which things stand upright."""

    def offset_px(self, profile: Any, bgr: Picture) -> tuple[float | None, int]:
        """How far the clearly seen points lie from where the profile has them (None: too few), and how many."""

    def followed(self, profile: Any, bgr: Picture) -> Any | None:
        """The profile after a light knock, sought from where the board was."""

    def found_again(self, profile: Any, bgr: Picture) -> Any | None:
        """The profile after a light knock, sought everywhere."""

    def seen_from(self, profile: Any, camera: Camera) -> Any:
        """The profile of the same board as another camera with the same lens sees it."""

    def there(self, profile: Any, bgr: Picture) -> str:
        """That a picture confirms the profile as the calibrated one did, in words; "" where it does not."""

    def apart_px(self, one: Any, other: Any) -> float:
        """How far apart two profiles have the board."""


def check(profile: P, bgr: Picture, seeker: Seeker, known: Remembered | None = None) -> Check[P]:
    """Compare profile and picture; re-find the board after a knock, where it is `known` by its own look too."""
    profile.check_picture(bgr.shape[1], bgr.shape[0])
    quarters = to_stand(profile.camera)
    answer = _checked(profile.turned(quarters), picture_turned(bgr, quarters), seeker, known)
    return replace(answer, profile=answer.profile.turned(4 - quarters) if answer.status == "moved" else profile)


class Follower(Generic[P]):
    """Asks of picture after picture whether the profile fits, and remembers the board where it did.

    A picture in which nothing can be measured tells nothing. A profile that is `believed` fits the first picture where
    that shows nothing else: its board is known to people, however strange it is to the networks.
    """

    def __init__(self, seeker: Seeker, believed: bool = False) -> None:
        self._seeker, self._believed = seeker, believed
        self._known: Remembered | None = None

    def __call__(self, profile: P, bgr: Picture) -> tuple[str, P]:
        """The status of the `Check`, and the profile to go on with."""
        status, found = self._asked(profile, bgr)
        if self._believed and self._known is None and status in ("lost", "unclear"):
            status = "fits"
        if status in ("fits", "moved"):
            quarters = to_stand(found.camera)
            upright = found.turned(quarters)
            self._known = Remembered.of(picture_turned(bgr, quarters), outline_px(upright))
        return status, found

    def _asked(self, profile: P, bgr: Picture) -> tuple[str, P]:
        try:
            answer = check(profile, bgr, self._seeker, self._known)
        except IcekeeperError as error:
            log.warning("the board could not be followed: %s", error)
            return "unclear", profile
        return answer.status, answer.profile


def outline_px(profile: Profile) -> Array:
    """(n, 2): where the board lies in the picture."""
    return np.array(profile.region()) * profile.resolution_wh


def _checked(profile: P, bgr: Picture, seeker: Seeker, known: Remembered | None) -> Check[P]:
    """The same for pictures in which things stand upright."""
    off, seen = seeker.offset_px(profile, bgr)
    limit = STILL_PX * max(profile.resolution_wh) / 1280
    if off is not None and off <= limit:
        return Check("fits", off, "the profile fits", profile)
    moved = _recognised(profile, bgr, seeker, known) or seeker.followed(profile, bgr)
    moved = moved or seeker.found_again(profile, bgr)
    if moved is not None:
        shift = seeker.apart_px(moved, profile)
        if shift <= limit:
            return Check("fits", off, "the profile fits", profile)
        return Check("moved", shift, f"the camera or the board moved by {shift:.1f} px; it was found again", moved)
    if there := seeker.there(profile, bgr):
        return Check("fits", off, there, profile)
    if off is None and dark(bgr):
        return Check("unclear", None, f"only {seen} points of the board are in view{dark(bgr)}; cannot tell", profile)
    far = "" if off is None else f" (by {off:.1f} px or more)"
    text = f"the camera or the board moved{far} and was not found again; put it back or run `icekeeper calibrate`"
    return Check("lost", off, text, profile)


def _recognised(profile: P, bgr: Picture, seeker: Seeker, known: Remembered | None) -> P | None:
    """The profile of a board that is known by its own look, however strange it is; None where that does not tell."""
    way = None if known is None else known.seen_in(bgr)
    if way is None:
        return None
    there: P = seeker.seen_from(profile, camera_after(profile.camera, way, outline_px(profile)))
    exact: P | None = seeker.followed(there, bgr)
    return exact or there


def lightly_knocked(now: Camera, then: Camera) -> bool:
    """Whether one camera comes from the other by a knock: a little elsewhere, turned and zoomed hardly at all."""
    went = float(np.linalg.norm(now.position_mm - then.position_mm) / np.linalg.norm(then.position_mm))
    turn = math.degrees(math.acos(min(1.0, max(-1.0, (float(np.trace(now.rotation @ then.rotation.T)) - 1) / 2))))
    return abs(now.focal_px / then.focal_px - 1) < LIGHT_ZOOM and went < LIGHT_SHARE and turn < LIGHT_TURN_DEG
