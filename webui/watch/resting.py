"""The present rest: which pictures of it were read, when they are worth judging, and which rest of the match it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from vision.eye import Glance
from vision.table_eye import Reading

PICTURES_KEPT: Final = 12
JUDGED_AFTER: Final = (2, 4, 8, 12)
"""After so many pictures a rest is judged again, where they show something new."""


@dataclass(slots=True)
class Rest:
    """What has been seen of one rest."""

    number: int = -1
    since_s: float = 0.0
    seen_s: float = 0.0
    """When its last picture was taken."""
    usual: frozenset[str] = frozenset()
    """What was hidden at the end of the rest before."""
    pictures: tuple[Reading, ...] = ()
    count: int = 0
    """How many pictures there were in all; only the last ones are kept."""
    judged: bool = False
    judged_held: bool = False
    """Whether it was judged once more when it had lasted long enough to be told by."""
    judged_clear: bool = False
    """The same for what is seldom true, which needs far longer."""

    def after(self, number: int, since_s: float) -> Rest:
        """The next rest, before its first picture."""
        usual = self.pictures[-1].hidden if self.pictures else frozenset()
        return Rest(number, since_s, since_s, usual)

    @property
    def left_over(self) -> bool:
        """Whether it was read, but never judged: one noisy picture waits for a second."""
        return bool(self.pictures) and not self.judged

    def add(self, pictures: Sequence[Reading], seen_s: float) -> None:
        """More pictures of this rest."""
        self.seen_s = seen_s
        self.pictures = (*self.pictures, *pictures)[-PICTURES_KEPT:]
        self.count += len(pictures)

    @property
    def seen_enough(self) -> bool:
        """Whether there were more pictures than the first judgement needs."""
        return self.count > JUDGED_AFTER[0]

    def first_time(self, is_plain: Callable[[Any, frozenset[str]], bool]) -> bool:
        """Whether it is time to judge this rest for the first time: one plain picture is enough, or else two."""
        if self.judged or not (self.count >= JUDGED_AFTER[0] or is_plain(self.pictures[-1], self.usual)):
            return False
        self.judged = True
        return True

    def held_long(self, held_s: float, hold_s: float) -> bool:
        """Whether it is time to judge it once more because it has lasted so long."""
        if not self.judged or self.judged_held or held_s < hold_s:
            return False
        self.judged_held = True
        return True

    def held_clear(self, held_s: float, clear_s: float) -> bool:
        """Whether it has now lasted so long that even what is seldom true may be told; said once."""
        if not self.judged_held or self.judged_clear or held_s < clear_s:
            return False
        self.judged_clear = True
        return True

    def may_show_more(self) -> bool:
        """Whether so many pictures have come that the rest is worth judging again (`JUDGED_AFTER`)."""
        return self.count in JUDGED_AFTER


class Aligner:
    """Goes on counting rests and seconds where the record stopped: a camera opened again begins at zero."""

    def __init__(self) -> None:
        self._last_rest, self._due = -1, False
        self._shift_s, self._shift_rest = 0.0, 0

    def resume(self, last_rest: int, seen: bool) -> None:
        """The record ends with this rest; the next glance tells how its source counts."""
        self._last_rest, self._due = last_rest, seen

    def source_s(self, at_s: float) -> float:
        """A moment of the record as the source that is open now counts it."""
        return at_s - self._shift_s

    def aligned(self, glance: Glance, seen_until_s: float, rest_since_s: float) -> Glance:
        """The glance with its rest and time as the record would count them."""
        if self._due:
            self._due = False
            self._shift_s = seen_until_s if glance.at_s < rest_since_s - 0.01 else 0.0
            same = self._shift_s == 0.0 and glance.rest >= 0 and glance.since_s <= seen_until_s
            self._shift_rest = self._last_rest + (0 if same else 1) - max(glance.rest, 0)
        if not (self._shift_s or self._shift_rest):
            return glance
        rest = glance.rest + self._shift_rest if glance.rest >= 0 else -1
        return replace(glance, at_s=glance.at_s + self._shift_s, since_s=glance.since_s + self._shift_s, rest=rest)
