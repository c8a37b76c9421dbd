"""The eye of a table: gate, reading, following a knocked camera, and evidence pictures behind one call."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from calibration.icecult.find import Finder
from calibration.icecult.fitting.overview import Overview
from calibration.icecult.follow import check
from calibration.icecult.profile import TableProfile
from calibration.turning import picture_turned, to_stand
from engine.core.errors import IcekeeperError
from vision.album import Album
from vision.averaging import Averager
from vision.eye import Glance
from vision.frame import Bgr, Frame, same_shape, scaled
from vision.gate import CLEAR_SHARE, SHIFT_PX, WIDTH, Gate, Steadiness
from vision.icecult.belief.views.fusing import plain
from vision.icecult.observation import Observation
from vision.icecult.read.observer import Observer
from vision.icecult.read.pitch import is_unknown
from vision.trouble import FROZEN, board_blur, out_of_focus, trouble

log = logging.getLogger(__name__)

PLAYED: Final = 0.9  # how sure a size is that was measured while playing
HAND_AT_LEAST, HAND_SURELY = 0.5, 0.7
"""From these probabilities on the reader has seen a hand: one that the look at the whole picture shows too, and any."""
READ_AT_MOST: Final = 14
"""Pictures read of one rest; more tell nothing new."""
READ_AGAIN_S: Final = 1.0  # after that many, another one is read only so often
FOLLOW_S: Final = 3.0  # so often it is checked that the board is where it was
STRANGE_S: Final = 0.7  # a rest that the gate let through only after so long may show another place of the board
FROZEN_S: Final = 10.0  # a camera that sends the very same picture for so long has frozen
TROUBLE_S: Final = 1.0  # a rest that is read badly for so long gets a reason, looked for so often


class TableEye:
    """Looks at one table through its profile."""

    def __init__(
        self,
        profile: TableProfile,
        cubes: Mapping[str, Any] | None = None,
        tops_only: bool = False,
        measured: Callable[[TableProfile], None] = lambda profile: None,
    ) -> None:
        self.profile = profile
        self._measured = measured  # told of the profile whenever a size that nobody knew has been measured
        self._tops_only = tops_only  # who learns the cubes need not wait for the pawns to be read
        self._quarters = to_stand(profile.camera)
        self._gate = Gate(profile.region(), lambda bgr: _hand_share(self._upright(bgr)))
        self._observer = Observer(profile, cubes if cubes is not None else profile.set)
        self._averager = Averager()
        self._trouble, self._trouble_at_s = "", 0.0
        self._rest = -1
        self._read = 0
        self._read_at_s = self._followed_at_s = 0.0
        self._lost = self._told_lost = self._hasty = False
        self._usual_blur = 0.0  # of the board when it was last found where it belongs
        self._noted: tuple[str, ...] = ()
        self._previous: Observation | None = None
        self._album = Album()

    def look(self, frame: Frame) -> Glance:
        """What this frame tells; pictures are read only at rest."""
        frame = self._fitting(frame)
        if frame.same_s >= FROZEN_S:
            return Glance(frame.taken_at_s, "lost", trouble=FROZEN)
        seen = self._gate.see(frame)
        if seen.status != "rest":
            return Glance(frame.taken_at_s, seen.status, trouble=seen.trouble)
        self._noted, fresh = (), seen.rest != self._rest
        if fresh:
            self._rest, self._read = seen.rest, 0
        self._averager.take(seen.rest, seen.fresh)
        if (fresh and self._suspicious(frame, seen)) or self._due(frame):
            followed = self._follow(frame)
            if followed and self._read:  # what was read in this rest was read with the old profile
                self._gate.hand_seen()
                return Glance(frame.taken_at_s, "moving", noted=self._noted)
        if self._lost:
            return Glance(frame.taken_at_s, "lost", noted=self._noted, trouble=self._trouble)
        glance = self._at_rest(frame, seen)
        return replace(glance, noted=self._noted, trouble=self._trouble if glance.status == "rest" else "")

    def _fitting(self, frame: Frame) -> Frame:
        """The frame at the profile's size; one of another shape shows another part of the table and is refused."""
        if same_shape(frame.resolution_wh, self.profile.resolution_wh):
            return replace(frame, bgr=scaled(frame.bgr, self.profile.resolution_wh))
        self.profile.check_picture(*frame.resolution_wh)
        return frame

    def _suspicious(self, frame: Frame, seen: Steadiness) -> bool:
        """Whether the board may be elsewhere: the picture went aside, or lay still and strange before this rest."""
        far = seen.shifted_px > SHIFT_PX * max(self.profile.resolution_wh) / WIDTH
        if far or self._lost or seen.light_changed or frame.taken_at_s - seen.since_s >= STRANGE_S:
            return True
        return self._previous is None and out_of_focus(self.profile, frame.bgr)

    def _due(self, frame: Frame) -> bool:
        """Whether it is time to see again that the board is where it was."""
        if self._hasty and not self._averager.grows:
            return True
        return frame.taken_at_s - self._followed_at_s >= FOLLOW_S and (self._lost or self._read > 2)

    def _at_rest(self, frame: Frame, seen: Steadiness) -> Glance:
        """Read the picture of a resting table, unless enough of this rest has been read."""
        if self._read >= READ_AT_MOST and frame.taken_at_s - self._read_at_s < READ_AGAIN_S:
            return Glance(frame.taken_at_s, "rest", seen.rest, seen.since_s)
        readings = self._readings(seen)
        if hand_seen(self._upright(frame.bgr), max(reading.hand for reading in readings)):
            self._gate.hand_seen()
            return Glance(frame.taken_at_s, "hand")
        if not self._read:
            self._album.keep(replace(frame, bgr=self._upright(frame.bgr)), self.profile.turned(self._quarters))
        self._read += len(readings)
        self._read_at_s = frame.taken_at_s
        self._gate.settle()
        self._learn_sizes()
        last = readings[-1]
        self._previous = last
        self._ask_why(frame, seen, last)
        earlier = tuple(reading.rounded() for reading in readings[:-1])
        return Glance(frame.taken_at_s, "rest", seen.rest, seen.since_s, last.rounded(), _blind(last), earlier)

    def _learn_sizes(self) -> None:
        """Take sizes of pawns that were measured while playing into the profile."""
        fresh = {key: mm for key, mm in self._observer.measured.items() if is_unknown(self.profile, key)}
        if fresh:
            self.profile = self.profile.sized({key: {"mm": round(mm, 2), "sure": PLAYED} for key, mm in fresh.items()})
            self._measured(self.profile)

    def _ask_why(self, frame: Frame, seen: Steadiness, reading: Observation) -> None:
        """Find out what is wrong with the view where a rest goes on being read badly."""
        held_s = frame.taken_at_s - seen.since_s
        if held_s >= TROUBLE_S and abs(frame.taken_at_s - self._trouble_at_s) >= TROUBLE_S:
            self._trouble_at_s = frame.taken_at_s
            self._trouble = trouble(self.profile, frame.bgr, reading, self._tops_only)

    def _readings(self, seen: Steadiness) -> list[Observation]:
        """The newest frame read, or the mean of a noisy camera's; earlier ones too where it leaves doubt."""
        frames = seen.fresh
        mean = self._averager.picture()
        if mean is not None:
            return [self._reading(mean)]
        last = self._reading(frames[-1].bgr)
        usual = () if self._previous is None else self._previous.hidden
        earlier = () if plain(last.rounded(), usual) else frames[:-1]
        return [*(self._reading(each.bgr) for each in earlier), last]

    def _reading(self, bgr: Bgr) -> Observation:
        return self._observer.read_tops(bgr) if self._tops_only else self._observer.read(bgr, self._previous)

    def _follow(self, frame: Frame) -> bool:
        """Whether the camera or the board was knocked and found again; a board that is not there is waited for.

        In the dark a few frames show what one does not: where it is not found in two, it is looked for in more of them.
        """
        self._followed_at_s = frame.taken_at_s
        mean = self._averager.mean()
        status, found = _followed(self.profile, mean)
        before, self._lost = self._lost, status == "lost" or (self._lost and status == "unclear")
        self._hasty = self._lost and self._averager.grows
        if status in ("fits", "moved"):
            self._usual_blur = board_blur(found, mean)
        self._say_where(before, mean)
        if status != "moved":
            return False
        self._noted = ("board-moved",)
        self.profile = found
        self._observer = self._observer.elsewhere(found)
        return True

    def _upright(self, bgr: Bgr) -> Bgr:
        """The picture as things stand in it, which the overview must see; all else knows how the camera lies."""
        return picture_turned(bgr, self._quarters)

    def _say_where(self, before: bool, bgr: Bgr) -> None:
        """Tell that the board is gone, or back; in a picture out of focus nobody can say that it is gone."""
        if self._lost:
            self._trouble = "out-of-focus" if out_of_focus(self.profile, bgr, self._usual_blur) else ""
        elif before:
            self._trouble = ""
        if self._told_lost != self._lost and not self._trouble:
            self._told_lost = self._lost
            self._noted = ("board-lost" if self._lost else "board-back",)

    def evidence(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """The table as it rested before the turn and after it, cut to what changed, with a ring around it."""
        return self._album.proof(from_s, to_s, places)


def _blind(seen: Observation) -> tuple[str, ...]:
    return tuple(sorted(seen.hidden - {"start"}))


def _hand_share(bgr: Bgr) -> float:
    """The share of the picture that hands and arms cover, wherever they are."""
    return Overview().hand_share(bgr)


def hand_seen(bgr: Bgr, likely: float) -> bool:
    """Whether there is a hand that is so likely by the reading."""
    return likely >= HAND_SURELY or (likely >= HAND_AT_LEAST and _hand_share(bgr) >= CLEAR_SHARE)


def _followed(profile: TableProfile, bgr: Bgr) -> tuple[str, TableProfile]:
    """Whether the profile fits, the board was moved or is lost; and the profile to go on with."""
    try:
        answer = check(profile, bgr, Finder())
    except IcekeeperError as error:
        log.warning("the board could not be followed: %s", error)
        return "unclear", profile
    return answer.status, answer.profile
