"""What the eye of a table needs to know of ICE CULT: how its pictures are read, and where its board lies now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from calibration.icecult.find import Finder
from calibration.icecult.fitting.overview import Overview
from calibration.icecult.follow import StripSeeker
from calibration.icecult.profile import TableProfile
from calibration.proof import Follower
from vision.frame import Bgr
from vision.icecult.belief.views.fusing import plain
from vision.icecult.observation import Observation
from vision.icecult.read.observer import Observer
from vision.icecult.read.pitch import is_unknown
from vision.icecult.trouble import trouble
from vision.table_eye import TableEye

PLAYED: Final = 0.9  # how sure a size is that was measured while playing


class CultReader:
    """See `vision.table_eye.Reader`; who learns the cubes reads their tops alone and need not wait for the pawns."""

    def __init__(self, observer: Observer, tops_only: bool = False) -> None:
        self.observer = observer
        self._tops_only = tops_only

    def read(self, bgr: Bgr, previous: Observation | None) -> Observation:
        """What one picture shows, whatever the last one did."""
        return self.observer.read_tops(bgr) if self._tops_only else self.observer.read(bgr)

    def hand_share(self, bgr: Bgr) -> float:
        """The share of an upright picture that hands and arms cover."""
        return Overview().hand_share(bgr)

    def is_plain(self, reading: Observation, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now."""
        return plain(reading, usual)

    def blind(self, reading: Observation) -> tuple[str, ...]:
        """The places that cannot be seen; at the start pawns often stand behind others."""
        return tuple(sorted(reading.hidden - {"start"}))

    def trouble(self, profile: TableProfile, bgr: Bgr, reading: Observation) -> str:
        """What is wrong with the view of a table that is read badly."""
        return trouble(profile, bgr, reading, self._tops_only)

    def learned(self, profile: TableProfile) -> TableProfile | None:
        """The profile with the sizes of pawns that were measured while playing."""
        fresh = {key: mm for key, mm in self.observer.measured.items() if is_unknown(profile, key)}
        sizes = {key: {"mm": round(mm, 2), "sure": PLAYED} for key, mm in fresh.items()}
        return profile.sized(sizes) if sizes else None

    def elsewhere(self, profile: TableProfile) -> CultReader:
        """One for the same table after it or the camera was moved."""
        return CultReader(self.observer.elsewhere(profile), self._tops_only)


def table_eye(
    profile: TableProfile,
    cubes: Mapping[str, Any] | None = None,
    tops_only: bool = False,
    measured: Callable[[TableProfile], None] = lambda profile: None,
) -> TableEye[TableProfile]:
    """An eye for a table of ICE CULT; the profile's own set where no `cubes` are given."""
    observer = Observer(profile, cubes if cubes is not None else profile.set)
    return TableEye(profile, CultReader(observer, tops_only), Follower[TableProfile](StripSeeker(Finder())), measured)
