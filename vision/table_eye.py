"""The eye of a table: gate, reading, following a knocked camera, and evidence pictures behind one call.

It knows no game. The game brings a `Reader` of its pictures and a `Follow` that says where its board lies now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Generic, Protocol, TypeVar

from calibration.profile import Profile
from calibration.turning import picture_turned, to_stand
from vision.album import Album
from vision.averaging import Averager
from vision.eye import Glance, Pointing, Seen
from vision.frame import Bgr, Frame, same_shape, scaled
from vision.gate import CLEAR_SHARE, SHIFT_PX, WIDTH, Gate, Steadiness
from vision.trouble import FROZEN, board_blur, out_of_focus

HAND_AT_LEAST, HAND_SURELY = 0.5, 0.7
"""From these probabilities on the reader has seen a hand: one that the look at the whole picture shows too, and any."""
READ_AT_MOST: Final = 14
"""Pictures read of one rest; more tell nothing new."""
READ_AGAIN_S: Final = 1.0  # after that many, another one is read only so often
FOLLOW_S: Final = 3.0  # so often it is checked that the board is where it was
LOST_S: Final = 1.5  # so often it is looked for where it is not
STRANGE_S: Final = 0.7  # a rest that the gate let through only after so long may show another place of the board
FROZEN_S: Final = 10.0  # a camera that sends the very same picture for so long has frozen
TROUBLE_S: Final = 1.0  # a rest that is read badly for so long gets a reason, looked for so often


class Reading(Seen, Protocol):
    """All readings of one picture, as far as the eye has to know them."""

    @property
    def hidden(self) -> frozenset[str]:
        """The places that could not be seen."""

    @property
    def hand(self) -> float:
        """How likely a hand or an arm is in the picture."""

    def rounded(self) -> Reading:
        """The same with its confidences as they are written down."""


class Reader(Protocol):
    """Reads the pictures of one game's table, through one profile."""

    def read(self, bgr: Bgr, previous: Any) -> Reading:
        """What one picture shows; `previous` is what the last one did."""

    def hand_share(self, bgr: Bgr) -> float:
        """The share of an upright picture that hands and arms cover, wherever they are."""

    def is_plain(self, reading: Any, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now; what is hidden as usual does not count."""

    def blind(self, reading: Any) -> tuple[str, ...]:
        """The places that the players should be told cannot be seen."""

    def trouble(self, profile: Any, bgr: Bgr, reading: Any) -> str:
        """What is wrong with the view of a table that is read badly, by its key; "" where it is read well."""

    def learned(self, profile: Any) -> Any | None:
        """The profile with what reading has told about the set; None where it knows that already."""

    def elsewhere(self, profile: Any) -> Reader:
        """One for the same table after it or the camera was moved; what was learned of the set stays known."""


P = TypeVar("P", bound=Profile)
Follow = Callable[[P, Bgr], tuple[str, P]]
"""Whether a profile "fits" a picture, was "moved", is "lost" or "unclear"; and the profile to go on with."""


class TableEye(Generic[P]):
    """Looks at one table through its profile."""

    def __init__(
        self,
        profile: P,
        reader: Reader,
        follow: Follow[P],
        measured: Callable[[P], None] = lambda profile: None,
        veil: Callable[[P, Bgr], Bgr] = lambda profile, bgr: bgr,
    ) -> None:
        self.profile = profile
        self._veil = veil  # over what no kept picture may show, because it is somebody's secret
        self.measured = measured  # told of the profile whenever reading has found out more about the set
        self._reader, self._follow_board = reader, follow
        self._quarters = to_stand(profile.camera)
        self._gate = Gate(profile.region(), lambda bgr: self._reader.hand_share(self._upright(bgr)))
        self._averager = Averager()
        self._trouble, self._trouble_at_s = "", 0.0
        self._rest = -1
        self._read = 0
        self._read_at_s = self._followed_at_s = 0.0
        self._lost = self._told_lost = self._hasty = False
        self._usual_blur = 0.0  # of the board when it was last found where it belongs
        self._noted: tuple[str, ...] = ()
        self._previous: Reading | None = None
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
        since_s = frame.taken_at_s - self._followed_at_s
        return since_s >= LOST_S if self._lost else since_s >= FOLLOW_S and self._read > 2

    def _at_rest(self, frame: Frame, seen: Steadiness) -> Glance:
        """Read the picture of a resting table, unless enough of this rest has been read."""
        if self._read >= READ_AT_MOST and frame.taken_at_s - self._read_at_s < READ_AGAIN_S:
            return Glance(frame.taken_at_s, "rest", seen.rest, seen.since_s)
        readings = self._readings(seen)
        likely = max(reading.hand for reading in readings)
        if hand_seen(likely, lambda: self._reader.hand_share(self._upright(frame.bgr))):
            self._gate.hand_seen()
            return Glance(frame.taken_at_s, "hand")
        if not self._read:
            upright = self.profile.turned(self._quarters)
            self._album.keep(replace(frame, bgr=self._veil(upright, self._upright(frame.bgr))), upright)
        self._read += len(readings)
        self._read_at_s = frame.taken_at_s
        self._gate.settle()
        self._learn()
        last = readings[-1]
        self._previous = last
        self._ask_why(frame, seen, last)
        earlier = tuple(reading.rounded() for reading in readings[:-1])
        blind = self._reader.blind(last)
        return Glance(frame.taken_at_s, "rest", seen.rest, seen.since_s, last.rounded(), blind, earlier)

    def _learn(self) -> None:
        """Take what reading has told about the set into the profile."""
        learned = self._reader.learned(self.profile)
        if learned is not None:
            self.profile = learned
            self.measured(self.profile)

    def _ask_why(self, frame: Frame, seen: Steadiness, reading: Reading) -> None:
        """Find out what is wrong with the view where a rest goes on being read badly."""
        held_s = frame.taken_at_s - seen.since_s
        if held_s >= TROUBLE_S and abs(frame.taken_at_s - self._trouble_at_s) >= TROUBLE_S:
            self._trouble_at_s = frame.taken_at_s
            self._trouble = self._reader.trouble(self.profile, frame.bgr, reading)

    def _readings(self, seen: Steadiness) -> list[Reading]:
        """The newest frame read, or the mean of a noisy camera's; earlier ones too where it leaves doubt."""
        frames = seen.fresh
        mean = self._averager.picture()
        if mean is not None:
            return [self._reading(mean)]
        last = self._reading(frames[-1].bgr)
        usual = frozenset[str]() if self._previous is None else self._previous.hidden
        earlier = () if self._reader.is_plain(last.rounded(), usual) else frames[:-1]
        return [*(self._reading(each.bgr) for each in earlier), last]

    def _reading(self, bgr: Bgr) -> Reading:
        return self._reader.read(bgr, self._previous)

    def _follow(self, frame: Frame) -> bool:
        """Whether the camera or the board was knocked and found again; a board that is not there is waited for.

        In the dark a few frames show what one does not: where it is not found in two, it is looked for in more of them.
        """
        self._followed_at_s = frame.taken_at_s
        mean = self._averager.mean()
        status, found = self._follow_board(self.profile, mean)
        before, self._lost = self._lost, status == "lost" or (self._lost and status == "unclear")
        self._hasty = self._lost and self._averager.grows
        if status in ("fits", "moved"):
            self._usual_blur = board_blur(found, mean)
        self._say_where(before, mean)
        if status != "moved":
            return False
        self._noted = ("board-moved",)
        self.profile = found
        self._reader = self._reader.elsewhere(found)
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

    def evidence(self, from_s: float, to_s: float, at: Pointing) -> tuple[tuple[str, float, bytes], ...]:
        """The table as it rested before the turn and after it, cut to what matters, with a ring and an arrow."""
        return self._album.proof(from_s, to_s, at)


def hand_seen(likely: float, share: Callable[[], float]) -> bool:
    """Whether there is a hand: surely by the reading, or likely by it and by its share of the whole picture too."""
    return likely >= HAND_SURELY or (likely >= HAND_AT_LEAST and share() >= CLEAR_SHARE)
