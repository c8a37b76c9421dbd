"""Is the set on the table the one that is known? Sizes of another one are refused, not forced upon the picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Final

from calibration.errors import OtherSetError
from calibration.icecult.find import Found
from calibration.icecult.fitting.verify import clear
from calibration.icecult.geometry import Geometry, make_geometry
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.sized import KEYS
from calibration.sizes.same import of_known_sizes

OTHER: Final = ((0.06, 12.0), (0.12, 6.0))
"""A size is another one where it differs by this share beside the length of a space, and the sizes measured in this
picture explain it better by so much of the score."""
TOLD: Final = {
    "tip_length": "the tip of a path",
    "path_width": "the width of a path",
    "base_size": "the holder",
    "cube_edge": "a cube",
}
"""What is plainly seen and told by its name; the holder's height is not."""

OTHER_SET: Final = "other-set"

Look = Callable[[Geometry | None, Collection[str]], Found]
"""Finds a board of which some sizes are known."""


def of_this_set(board: Geometry | None, known: Collection[str], look: Look) -> Found:
    """What `look` finds with the sizes that are known; refused where the picture shows those of another set.

    Where these sizes leave nothing to be explained it is not asked.
    """
    if board is None or not set(KEYS) & set(known):
        return look(board, known)
    layout = make_geometry({"exit": board.values["exit"]})  # all else as it measures in the picture
    return of_known_sizes(
        lambda: look(board, known),
        lambda: look(layout, ()),
        lambda found: clear(found.proof, found.fit),
        lambda free, better: _check_sizes(board, free.board, better),
    )


def of_another_set(profile: TableProfile) -> TableProfile:
    """A profile with the note that its board is not that of the set that is kept."""
    keys = [OTHER_SET, *profile.quality.get("advice_keys", ())]
    evidence = {**profile.evidence, OTHER_SET: True}
    return profile.changed(evidence=evidence, quality={**profile.quality, "advice_keys": keys})


def is_of_another_set(profile: TableProfile) -> bool:
    """Whether a profile has that note."""
    return OTHER_SET in profile.evidence


def _check_sizes(known: Geometry, seen: Geometry, better: float) -> None:
    """Refuse sizes that differ from those seen, beside the length of a space: only proportions can be seen."""
    zoom = known["space_length"] / seen["space_length"]
    apart = {key: abs(math.log(zoom * seen[key] / known[key])) for key in TOLD}
    key = max(apart, key=lambda each: apart[each])
    if any(apart[key] > share and better > score for share, score in OTHER):
        raise OtherSetError(
            f"the known sizes are those of another set: {TOLD[key]} measures {zoom * seen[key]:.1f} mm in this picture"
            f" and {known[key]:.1f} mm there; leave out what was kept (--keep, --set), or give the file of this set"
        )
