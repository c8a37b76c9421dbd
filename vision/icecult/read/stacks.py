"""Stacks: from level probabilities to a few whole stacks with their weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

import numpy as np

from engine.icecult.board import COLOURS
from vision.icecult.observation import Likely
from vision.icecult.read.rectify import LEVELS, Array

BEAM, WIDE = 12, 40  # stacks kept while searching; where two looks are weighed against each other
HOPELESS = 12.0  # log-odds at which higher stacks need not be tried
CLEARLY_EMPTY = -1e-3  # log-probability
MAY_BE_FILLED = 0.1  # probability from which on a level may hold a pawn
LEAST = 2e-4  # alternatives less likely than this beside the best are not weighed
SEEN = 0.75  # weight that the picture alone must give a pawn below another that is said to stand there
LEAST_OF_TWO = 1e-5  # as `LEAST`, for two looks
WHOLE_SAYS, RIMS_SAY = 0.7, 0.5  # how much each of two looks at the same pixels counts
OTHERS_SAY = 0.7  # and both together beside the bands
FAINT = 1e-4  # a row in which a colour is less likely does not show it
LOOK_CLOSELY, MAYBE_EMPTY = 0.97, 0.5  # a less certain stack is looked at closely
HARDLY_EMPTY = 0.9  # a space that looks no emptier may be bare all the same: its print is not known
BY_THE_COUNT = 10.0  # how much surer than the picture alone has it a stack may become by what is left of its colours
EMPTY_UNSEEN = 0.85  # how often a space that cannot be seen is empty
RIVALS, FAINTEST = 7, 1e-4  # values handed on beside a reading; what is less likely is left out
HALF_SEEN = 0.25  # how much a wholly visible share counts when it is not certain that a space is in plain view


Scored = tuple[float, str]
"""A stack's log-probability, and the stack."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One possible value of a place, with its weight among the others there."""

    text: str
    weight: float


def guesses(levels: Array) -> list[Guess]:
    """Whole stacks, most probable first, of the log-probabilities (12, 5) of none, r, y, g, b by height.

    Nothing floats: a stack ends at its first empty level.
    """
    return list(_guesses(levels.tobytes(), levels.dtype.str))


@lru_cache(maxsize=256)
def _guesses(levels: bytes, kind: str) -> list[Guess]:
    """Empty spaces look the same at whatever rise: what was made of such scores is kept for a while."""
    each = np.frombuffer(levels, kind).reshape(LEVELS, -1)
    empty = float(each[:, 0].sum())
    if empty > CLEARLY_EMPTY:
        return [Guess("", float(np.exp(empty)))]
    return _weighed(bottom_up(each, BEAM, -math.log(LEAST)), LEAST)


def guesses_of_two(levels: Array, rims: Array) -> list[Guess]:
    """Whole stacks by two looks: `levels` as for `guesses`, and `rims` (12, 5) of a closer one, from the top down."""
    up, down = ({text: score for score, text in found} for found in (bottom_up(levels, WIDE), top_down(rims, WIDE)))
    low_up, low_down = min(up.values()) - 1, min(down.values()) - 1
    scores = [
        (WHOLE_SAYS * up.get(text, low_up) + RIMS_SAY * down.get(text, low_down), text)
        for text in up.keys() | down.keys()
    ]
    return _weighed(sorted(scores, reverse=True)[:WIDE], LEAST_OF_TWO)


def guesses_by_bands(options: Sequence[Guess], bands: Array, say: float) -> list[Guess]:
    """The guesses as a look at bands of colour has them too, which counts by `say`.

    Bands may belong to a stack behind an empty space: they can speak for that nothing stands there, never against it.
    """
    seen, read = {g.text: g.weight for g in options}, in_order(bands, WIDE)
    if not any(seen):
        return list(options)
    scores = of_both(seen, read, OTHERS_SAY, say)
    empty = seen.get("", 0.0) ** OTHERS_SAY * read.get("", 0.0) ** say
    stands = sum(scores.values())
    none = max(seen.get("", 0.0), empty / (empty + stands))
    return [Guess("", none), *(Guess(text, (1 - none) * score / stands) for text, score in likeliest(scores))]


def of_both(
    seen: Mapping[str, float], read: Mapping[str, float], others_say: float, bands_say: float
) -> dict[str, float]:
    """What each stack of either is worth by both together: `seen` in other ways, and `read` from the bands."""
    least = min(weight for text, weight in seen.items() if text) / math.e
    faintest = min([FAINT, *(weight for text, weight in read.items() if text)]) / math.e
    return {
        text: seen.get(text, least) ** others_say * read.get(text, faintest) ** bands_say
        for text in seen.keys() | read.keys()
        if text
    }


def likeliest(scores: Mapping[str, float]) -> list[tuple[str, float]]:
    """The best of these, as many as are worth keeping."""
    return nlargest(WIDE, scores.items(), key=lambda item: item[1])


def in_order(bands: Array, beam: int) -> Mapping[str, float]:
    """The likeliest stacks with their probabilities, of log-probabilities (rows, 5) of none, r, y, g, b from the top.

    As in a line of writing a pawn is there once however many rows show it; an equal one follows only after none.
    """
    gaps, ends = {"": 1.0}, {"": 0.0}  # how likely each stack is if the row shows none, and the lowest pawn's colour
    shares, quiet_from = np.exp(bands.astype(float)), 0
    for row in [*np.flatnonzero((shares[:, 1:] > FAINT).any(1)).tolist(), len(shares)]:
        if row > quiet_from:
            none = float(shares[quiet_from:row, 0].prod())
            gaps, ends = {text: (gap + ends[text]) * none for text, gap in gaps.items()}, dict.fromkeys(gaps, 0.0)
        if row < len(shares):
            none, *colours = shares[row].tolist()
            showing = [(letter, p) for letter, p in zip(COLOURS, colours, strict=True) if p > FAINT]
            gaps, ends = _one_row_on(gaps, ends, none, showing, beam)
        quiet_from = row + 1
    return {text: gap + ends[text] for text, gap in gaps.items() if gap or ends[text]}


def _one_row_on(
    gaps: Mapping[str, float], ends: Mapping[str, float], none: float, showing: Sequence[tuple[str, float]], beam: int
) -> tuple[dict[str, float], dict[str, float]]:
    """The same after one more row, which may show these colours."""
    after: dict[str, float] = dict.fromkeys(gaps, 0.0)
    for text, gap in gaps.items():
        end, last = ends[text], text[:1]
        for letter, p in showing:
            if letter == last:
                after[text] += end * p
                after[letter + text] = after.get(letter + text, 0.0) + gap * p
            else:
                after[letter + text] = after.get(letter + text, 0.0) + (gap + end) * p
    still = {text: (gap + ends[text]) * none for text, gap in gaps.items()}
    whole = {text: still.get(text, 0.0) + end for text, end in after.items()}
    kept = sorted(whole, key=whole.__getitem__, reverse=True)[:beam] if len(whole) > beam else whole
    return {text: still.get(text, 0.0) for text in kept}, {text: after[text] for text in kept}


def unclear(options: Sequence[Guess]) -> bool:
    """Whether a stack deserves a closer look."""
    best = max(options, key=lambda g: g.weight)
    return best.weight < LOOK_CLOSELY and (bool(best.text) or best.weight < MAYBE_EMPTY)


def hardly_empty(options: Sequence[Guess]) -> bool:
    """Whether a space rather looks empty, and bands of colour that are not there would make it plain."""
    best = max(options, key=lambda g: g.weight)
    return not best.text and MAYBE_EMPTY <= best.weight < HARDLY_EMPTY


def mixed(looks: Sequence[tuple[float, Sequence[Guess]]]) -> list[Guess]:
    """The guesses of several looks, each with its weight, as one list, the best first."""
    if len(looks) == 1:
        return list(looks[0][1])
    total: dict[str, float] = {}
    for weight, options in looks:
        for guess in options:
            total[guess.text] = total.get(guess.text, 0.0) + weight * guess.weight
    whole = sum(total.values())
    return [Guess(text, weight / whole) for text, weight in sorted(total.items(), key=lambda item: -item[1])]


def _weighed(scored: Sequence[Scored], least: float) -> list[Guess]:
    """Guesses of scored stacks, the best first."""
    best = scored[0][0]
    weights = [(text, float(np.exp(score - best))) for score, text in scored]
    total = sum(weight for _, weight in weights)
    return [Guess(text, weight / total) for text, weight in weights if weight > least]


def bottom_up(levels: Array, beam: int, far: float = math.inf) -> list[Scored]:
    """The likeliest stacks with their log-probabilities, given those of each height; none `far` below the best."""
    empty_above = np.concatenate([np.cumsum(levels[::-1, 0])[::-1], [0.0]])
    # in doubles: as a single float a level that is surely empty leaves nothing at all for its colours
    filled = np.log1p(-np.minimum(np.exp(levels[:, 0].astype(float)), 1 - 1e-9))
    tops = top_colours(levels[:, 1:] - filled[:, None], filled)
    ends = ((filled + empty_above[1:])[:, None] + tops).tolist()
    open_ends: list[Scored] = [(0.0, "")]
    done: list[Scored] = [(float(empty_above[0]), "")]
    for row, end in zip(levels[:, 1:].tolist(), ends, strict=True):
        done = _best([*done, *_grown(open_ends, end, far, _least(done, beam))], beam)
        open_ends = _best(_grown(open_ends, row, far, _least(done, beam)), beam)
        if not open_ends or open_ends[0][0] < done[0][0] - HOPELESS:
            break
    return done


def top_down(rims: Array, beam: int) -> list[Scored]:
    """As `bottom_up`, for what shows from the top down: each row given that the stack reaches that far."""
    open_ends: list[Scored] = [(0.0, "")]
    done: list[Scored] = []
    for none, *colours in rims.tolist():
        done = _best([*done, *((score + none, text[::-1]) for score, text in open_ends)], beam)
        open_ends = _best(_grown(open_ends, colours, math.inf, _least(done, beam)), beam)
        if not open_ends or open_ends[0][0] < done[0][0] - HOPELESS:
            break
    return done


def top_colours(colours: Array, filled: Array) -> Array:
    """Log-probabilities of the topmost pawn's colour, for each height at which it may be.

    The full cone on top shows its colour plainly even where it is not certain how high it is, and whatever the highest
    level that may be filled shows is that cone.
    """
    highest = int(np.flatnonzero(filled > np.log(MAY_BE_FILLED)).max(initial=0))
    mixed = (colours + colours[highest]) / 2
    return np.asarray(mixed - np.log(np.exp(mixed).sum(1, keepdims=True)))


def _grown(stacks: Sequence[Scored], scores: Sequence[float], far: float, least: float) -> list[Scored]:
    """The stacks with one more pawn on top, but for those that score less than the least, or are far below the best."""
    each = list(zip(scores, COLOURS, strict=True))
    least = max(least, stacks[0][0] + max(scores) - far)
    return [(score + more, text + c) for score, text in stacks for more, c in each if score + more >= least]


def _best(stacks: Sequence[Scored], beam: int) -> list[Scored]:
    """The likeliest of them, the best first."""
    return sorted(stacks, reverse=True)[:beam]


def _least(done: Sequence[Scored], beam: int) -> float:
    """What a stack must score to be kept, and one that grows as well, since no pawn makes it likelier."""
    return done[-1][0] if len(done) == beam else -math.inf


def upper_part(options: Sequence[Guess], alone: Sequence[Guess] | None = None, sure: float = 0.9) -> str | None:
    """ "?rg": what is certain of a stack's top when its lower part is not; None if nothing is.

    Pawns below the topmost must be seen: `alone` are the guesses before all places were weighed together, which tells
    what pawns are missing but not in which order they stand.
    """
    best = max(options, key=lambda g: g.weight).text
    for size in range(len(best), 0, -1):
        top = best[-size:]
        if ending(options, top) >= sure and (size == 1 or ending(options if alone is None else alone, top) >= SEEN):
            return "?" + top
    return None


def ending(options: Sequence[Guess], top: str) -> float:
    """The weight of all stacks with these pawns on top."""
    return sum(g.weight for g in options if g.text.endswith(top))


def read_space(
    options: list[Guess], plain: float, share: float = 0.0, alone: Sequence[Guess] | None = None
) -> tuple[str | None, float]:
    """The best value of a space with its confidence; "?rg" or None where too much is covered to tell.

    To be silent about what is in plain view is as bad as to be wrong, so the more is seen the less is asked for.
    `alone` are the guesses before all places were weighed together.
    """
    best = max(options, key=lambda g: g.weight)
    # what is covered looks empty: then a reading is worth no more than a guess
    confidence = best.weight if best.text else best.weight * share + EMPTY_UNSEEN * (1 - share)
    if confidence >= 1 - max(plain, HALF_SEEN * share):
        if best.text and alone is not None:  # the pawns that are left do not tell in which order they stand
            confidence = min(confidence, BY_THE_COUNT * sum(g.weight for g in alone if g.text == best.text))
        return best.text, min(confidence, 1.0)
    return upper_part(options, alone), confidence


def clearly_empty(options: Sequence[Guess], enough: float) -> bool:
    """Whether the picture alone shows that nothing stands there."""
    return any(g.text == "" and g.weight >= enough for g in options)


def likely_stacks(guesses: Sequence[Guess], read: str, confidence: float) -> Likely:
    """A stack that was read with this confidence, and what else may stand there; the likeliest first.

    What the confidence leaves goes to the likeliest rivals, each by its weight.
    """
    others = [(guess.weight, guess.text) for guess in guesses if guess.text != read]
    rest = sum(weight for weight, _ in others)
    left = (1 - confidence) / rest if rest > 0 else 0.0
    rivals = [(weight * left, text) for weight, text in nlargest(RIVALS, others) if weight * left > FAINTEST]
    ordered = sorted([(max(confidence, FAINTEST), read), *rivals], key=lambda one: -one[0])
    return tuple((text, math.log(share)) for share, text in ordered)
