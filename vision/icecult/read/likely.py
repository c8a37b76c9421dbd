"""What each place may show, with log-probabilities: the reading and its rivals, as the belief weighs them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from vision.icecult.observation import CubeReading, Likely
from vision.icecult.read.cubes import reading
from vision.icecult.read.rectify import Array
from vision.icecult.read.stacks import Guess

RIVALS = 7  # beside the reading itself
FAINTEST = 1e-4  # what is less likely is left out


def likely_stacks(guesses: Sequence[Guess], read: str, confidence: float) -> Likely:
    """A stack that was read with this confidence, and what else may stand there, by the weights of the guesses."""
    return shared_out({guess.text: guess.weight for guess in guesses}, read, confidence)


def likely_tops(log_probs: Array, read: CubeReading, diagonal: bool) -> Likely:
    """The same of a cube; two eighths of a turn may be one direction."""
    weights: dict[str, float] = {}
    for number, logged in enumerate(log_probs.tolist()):
        text = str(reading(number, diagonal, 1.0))
        weights[text] = weights.get(text, 0.0) + math.exp(logged)
    return shared_out(weights, str(read), read.confidence)


def shared_out(weights: Mapping[str, float], read: str, confidence: float) -> Likely:
    """What the confidence leaves goes to the likeliest rivals, each by its weight; the likeliest first."""
    rest = sum(weight for value, weight in weights.items() if value != read)
    left = (1 - confidence) / rest if rest > 0 else 0.0
    rivals = sorted(((weight * left, value) for value, weight in weights.items() if value != read), reverse=True)
    kept = [(share, value) for share, value in rivals[:RIVALS] if share > FAINTEST]
    ordered = sorted([(max(confidence, FAINTEST), read), *kept], key=lambda one: -one[0])
    return tuple((value, math.log(share)) for share, value in ordered)
