"""How many cards of each kind lie on a space: what the space looks like, where cards are seen, and their numbers.

A bear's card bears a 4 and no other does, and two cards are two: what one network takes for the other is put right so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Logs = Mapping[str, Array]
CARDS: Final = ("fish", "fox", "bear")
FOUR: Final = 3  # where the number of bears stands among the numbers
UNREAD: Final = 0.01  # how likely a number is at least: print and light may be like none that was learned
BEARS: Final = (
    0.25  # of the cards that the network of numbers learned from bear a 4: so much it says where it sees nothing
)
MISSED: Final = 2.2  # in nats, for each card that is not seen as one
INVENTED: Final = 2.2  # for each that is seen where none lies, times how plainly


def counted(logs: Logs, likely: Sequence[float], numbers: Array) -> dict[str, Array]:
    """The same log-probabilities once each has heard of the cards (so likely, of such numbers) that are seen there."""
    four = np.clip(np.exp(numbers[:, FOUR]), UNREAD, 1 - UNREAD) if len(numbers) else np.zeros(0)
    none = float((np.log1p(-four) - np.log1p(-BEARS)).sum())
    odds = np.log(four) - np.log1p(-four) - np.log(BEARS) + np.log1p(-BEARS)
    one = none + float(odds.max()) if len(odds) else 0.0
    fish, fox, bear = (np.asarray(logs[kind], float) for kind in CARDS)
    joint = fish[:, None, None] + fox[None, :, None] + bear[None, None, :]
    n, m, b = np.indices(joint.shape)
    joint = joint + np.where(b > 0, one, none) - differing(n + m + b, likely)
    joint = joint - np.logaddexp.reduce(joint.ravel())
    axes = {"fish": (1, 2), "fox": (0, 2), "bear": (0, 1)}
    return {**logs, **{kind: np.logaddexp.reduce(joint, axes[kind]) for kind in CARDS}}


def differing(count: Array, likely: Sequence[float]) -> Array:
    """What it costs that so many cards lie where others are seen."""
    plain = np.sort(np.asarray(likely, float))[::-1]
    more = np.concatenate([np.cumsum(plain[::-1])[::-1], [0.0]])  # of all beyond the first so many
    seen = len(plain)
    return np.where(count > seen, MISSED * (count - seen), INVENTED * more[np.minimum(count, seen)])
