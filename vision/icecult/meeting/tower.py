"""The tower of five: all pawns of one colour on one space, from which the rise of a stack is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from calibration.icecult.profile import TableProfile
from vision.icecult.meeting.rise import Rise, RiseMeter
from vision.icecult.observation import PATHS
from vision.icecult.read.rectify import Array

FIVE: Final = 5
OTHERS: Final = 15
LOOKS_LIKE_A_STACK: Final = 3  # pawns that must be read in a tower: with an unknown rise not all five are
BELIEVED: Final = 0.8  # how sure the rise must be
PATIENT: Final = 6
"""Pictures of a tower after which a rise that is still unsure is told."""


@dataclass(frozen=True, slots=True)
class Tower:
    """A stack that is being built: where, of which colour, and how many of it are there."""

    place: str
    colour: str
    pawns: int

    @property
    def text(self) -> str:
        return self.colour * self.pawns

    def to_json(self) -> dict[str, Any]:
        return {"place": self.place, "colour": self.colour, "pawns": self.pawns}


def tower_in(seen: Mapping[str, Any]) -> Tower | None:
    """The highest stack of an observation, counted by the pawns of its colour that stand nowhere else."""
    stacks = {f"{path}{k}": text for path in PATHS for k, text in enumerate(seen["paths"][path], 1) if text}
    if not stacks:
        return None
    place = max(stacks, key=lambda each: len(stacks[each]))
    colour = Counter(stacks[place].replace("?", "")).most_common(1)[0][0]
    elsewhere = _elsewhere(seen, stacks, place)
    return Tower(place, colour, max(1, FIVE - elsewhere.count(colour)))


def is_whole(seen: Mapping[str, Any], tower: Tower) -> bool:
    """Whether all five stand there: the other fifteen are seen elsewhere, and none of this colour is among them."""
    stacks = {f"{path}{k}": text for path in PATHS for k, text in enumerate(seen["paths"][path], 1) if text}
    elsewhere = _elsewhere(seen, stacks, tower.place)
    looks = len(stacks.get(tower.place, "")) >= LOOKS_LIKE_A_STACK
    return looks and len(elsewhere) == OTHERS and tower.colour not in elsewhere


def _elsewhere(seen: Mapping[str, Any], stacks: Mapping[str, str], place: str) -> str:
    """Every pawn that does not stand at this place."""
    goals = "".join(text or "" for text in seen["goal"].values())
    return (seen["start"] or "") + goals + "".join(text for each, text in stacks.items() if each != place)


class TowerWatch:
    """Waits for a whole tower and measures it, picture by picture, until the rise is sure."""

    def __init__(self, profile: TableProfile) -> None:
        self._profile = profile
        self.tower: Tower | None = None
        self.rise: Rise | None = None
        self.unsure = False
        self._meter, self._pictures = RiseMeter(profile), 0

    @property
    def done(self) -> bool:
        """Whether the rise is known."""
        return self.rise is not None and self.rise.sure >= BELIEVED

    def elsewhere(self, profile: TableProfile) -> None:
        """The camera or the board was moved: the same tower is measured anew, by where it is now."""
        self._profile, self._meter, self._pictures = profile, RiseMeter(profile), 0
        self.rise, self.unsure = None, False

    def see(self, bgr: Array, seen: Mapping[str, Any]) -> None:
        """One reading of a resting table and its picture."""
        before, self.tower = self.tower, tower_in(seen)
        if self.tower is None or not is_whole(seen, self.tower):
            return
        if before is None or before.text != self.tower.text or before.place != self.tower.place:
            self._meter, self._pictures = RiseMeter(self._profile), 0
        self._meter.see(bgr, {self.tower.place: self.tower.text})
        self._pictures += 1
        self.rise = self._meter.rise
        self.unsure = not self.done and self._pictures >= PATIENT
