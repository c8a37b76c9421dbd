"""Getting to know a set in three minutes: a tower of five, then twelve tilts; it goes on by itself.

meeting = Meeting(profile, kept)             the board is already found and its sizes measured
meeting.see(frame)                           whatever the camera sees; True when something new is to be told
meeting.step                                 "tower", "tilts" or "done"
meeting.kept                                 the set as it is known so far
"""

from __future__ import annotations

from typing import Any, Final

from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.learn import GuidedSeries, SetLearner, script
from calibration.icecult.profile import TableProfile
from vision.frame import Frame
from vision.icecult.eye import table_eye
from vision.icecult.meeting.rests import Rests, Tops
from vision.icecult.meeting.rise import with_rise
from vision.icecult.meeting.tilting import Tilting
from vision.icecult.meeting.tower import BELIEVED, TowerWatch

STEPS: Final = ("tower", "tilts", "done")


class Meeting:
    """One acquaintance; pawns that are already known are not asked for again."""

    def __init__(self, profile: TableProfile, kept: KeptSet | None = None, tilting: Tilting | None = None) -> None:
        self._kept = (kept or KeptSet()).met(profile)
        self.profile = self._kept.applied(profile)
        self.tilting = tilting or Tilting(GuidedSeries(SetLearner(), corners=profile.board.corners))
        self.tower = TowerWatch(self.profile)
        self.status, self.trouble, self.tops = "moving", "", dict[str, Any]()
        rise = (kept or KeptSet()).sizes.get("stack_pitch", {"sure": 0.0})  # a usual one is not a measured one
        self.step = "tilts" if rise["sure"] >= BELIEVED else "tower"
        self._look_anew()

    def _look_anew(self) -> None:
        self._eye = table_eye(self.profile.changed(set=None), tops_only=self.step == "tilts")
        self._rests = Rests()

    @property
    def kept(self) -> KeptSet:
        """The set as it is known so far."""
        taught = self.tilting.series
        return self._kept.taught(taught.learner.set_json()) if taught.finished else self._kept

    @property
    def asked(self) -> int:
        """How many things have been asked for: the tower is the first, each tilt one more."""
        if self.step == "tower":
            return 1
        return 2 + self.tilting.series.step if self.tilting.series.begun else 1

    @property
    def eye(self) -> str:
        """What keeps it from going on, or how the table is: a key that the eye has words for."""
        return self.trouble or ("away" if self.status == "lost" else self.status)

    def see(self, frame: Frame) -> bool:
        """Look at one frame; whether something new is to be told."""
        glance = self._eye.look(frame)
        changed = (glance.status, glance.trouble) != (self.status, self.trouble)
        self.status, self.trouble = glance.status, glance.trouble
        if "board-moved" in glance.noted:
            self._follow()
        if glance.observation is None:
            return changed
        seen = glance.observation.to_json()
        self.tops = {slot: top for slot, top in seen["cubes"].items() if top is not None}
        if self.step == "tower":
            self._see_tower(frame, seen)
            return True
        if self.step == "tilts" and (tops := self._rests.see(glance)) is not None:
            self._see_tilt(tops)
            return True
        return changed

    def _follow(self) -> None:
        """Go on with the pose that the eye found after a knock; what was measured of the set stays."""
        before = self.profile
        self.profile = self._eye.profile.changed(set=before.set, geometry=before.geometry, sizes=before.sizes)
        if self.step == "tower":
            self.tower.elsewhere(self.profile)

    def _see_tower(self, frame: Frame, seen: dict[str, Any]) -> None:
        self.tower.see(frame.bgr, seen)
        if self.tower.done and self.tower.rise is not None:
            self.profile = with_rise(self.profile, self.tower.rise)
            self._kept = self._kept.sized({"stack_pitch": self.tower.rise.to_json()}, self.profile)
            self.go_on()

    def _see_tilt(self, tops: Tops) -> None:
        self.tilting.rest(tops)
        if self.tilting.series.finished:
            self.step = "done"

    def go_on(self) -> None:
        """Leave the tower, measured or not, for the tilts."""
        if self.step == "tower":
            self.step = "tilts"
            self._look_anew()

    def insist(self) -> None:
        """What was seen last is as it should be."""
        if self.step == "tilts":
            self.tilting.insist()
            self.step = "done" if self.tilting.series.finished else "tilts"

    def state(self) -> dict[str, Any]:
        """Where it stands, for whoever shows it."""
        series, tower = self.tilting.series, self.tower
        return {
            "phase": self.step,
            "status": self.status,
            "trouble": self.trouble,
            "eye": self.eye,
            "tower": None if tower.tower is None else tower.tower.to_json(),
            "rise": None if tower.rise is None else tower.rise.to_json(),
            "unsure": tower.unsure,
            "tops": self.tops,
            "tilt": series.step,
            "tilts": len(script()),
            "doubtful": bool(self.tilting.problems) and series.doubtful,
        }
