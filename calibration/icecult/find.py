"""Finds the board: automatically, or from tips that someone pointed at. Refuses rather than guesses."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from calibration.errors import PoseError
from calibration.fitting.hindered import dark, in_the_way, unfound
from calibration.fitting.overview import peaks
from calibration.fitting.patches import PatchReader
from calibration.icecult.fitting.found import Found as Found
from calibration.icecult.fitting.found import refusal, standing
from calibration.icecult.fitting.measure import board_reader, refine, solve_again, without_arms
from calibration.icecult.fitting.overview import Maps, Overview
from calibration.icecult.fitting.pointed import SEEN_BY, covered, unconfirmed
from calibration.icecult.fitting.pose import check_tips, pose_from_three, pose_from_tips, tip_keypoints
from calibration.icecult.fitting.solver import Fit, Projector
from calibration.icecult.fitting.verify import clear, doubt, prove, sound, turned
from calibration.icecult.geometry import ARMS, Geometry, make_geometry
from calibration.icecult.sizes.sized import KEYS
from calibration.icecult.sizes.sizing import SetMeter, Try
from calibration.lens import Lens
from calibration.turning import points_turned

Array = npt.NDArray[np.float64]
Picture = npt.NDArray[np.uint8]

MOST_TRIES = 4  # likely places of the board that are looked at closely
MOST_MAKES, MOST_THREES = 2, 1  # of them, for boards of unknown sizes: with four tips, and with one covered
LAYOUTS = ("sides", "corners")
FAINT_TIP, CLEAR_TIP = 0.08, 0.6  # of the overview: a peak that may be a tip, and one that is
BESIDE = (0.012, 0.055)  # of the picture's width: where a tip that was pointed at shows when someone pointed beside it


class Finder:
    """Finds the board with both networks."""

    def __init__(self, reader: PatchReader | None = None, overview: Overview | None = None) -> None:
        self.reader = reader or board_reader()
        self._overview = overview

    @property
    def overview(self) -> Overview:
        return self._overview or Overview()

    def from_tips(
        self,
        bgr: Picture,
        tips: Array,
        board: Geometry | None = None,
        lens: Lens | None = None,
        known: Collection[str] = (),
    ) -> Found:
        """The board at tips N E S W given with a few pixels of error; what is not `known` of it is measured."""
        resolution = (bgr.shape[1], bgr.shape[0])
        check_tips(tips, resolution)

        def look(picture: Picture, lens: Lens, quarters: int) -> Found:
            return self._at_tips(picture, points_turned(tips, resolution, quarters), board, lens, known)

        return standing(bgr, lens or Lens.usual(resolution), look)

    def _at_tips(self, bgr: Picture, tips: Array, board: Geometry | None, lens: Lens, known: Collection[str]) -> Found:
        boards = [board] if board else [make_geometry({"exit": e}) for e in LAYOUTS]
        found = self._measured(bgr, tips, boards, lens, known)
        hidden = covered(found.proof, found.fit)
        if hidden:  # better where its tip was pointed at than along the edges of what covers it
            measured = without_arms(found.measured, hidden)
            fit = solve_again(found.fit, measured, found.board, tips)
            found = replace(found, fit=fit, measured=measured, proof=prove(fit, measured, found.board))
        reason = unconfirmed(bgr, found)
        if not reason and not clear(found.proof, found.fit):
            reason = _beside(found, self.overview.look(bgr))
        if reason := reason or _wandered(found, tips):
            maps = self.overview.look(bgr)
            why = f"{reason}{dark(bgr)}{in_the_way(maps)}"
            raise refusal(
                f"no board at these tips: {why}; check the tips (N E S W) and the light", found.fit, unfound(maps)
            )
        return found

    def _measured(self, bgr: Picture, tips: Array, boards: list[Geometry], lens: Lens, known: Collection[str]) -> Found:
        """The best way to understand the picture: a board of the given sizes, or one that is measured."""
        starts = [(board, pose_from_tips(tips, board, lens)) for board in boards]
        tried = [self._refined(bgr, board, start, tips) for board, start in starts]
        meter = SetMeter(self.reader, bgr, tips, {k: boards[0][k] for k in KEYS if k in known})
        best = max(tried, key=lambda found: found.proof.score + meter.layout_bonus(found.board, found.fit))
        if clear(best.proof, best.fit) or set(KEYS) <= set(known):
            return self._own(best, meter, known)
        if sound(best.proof) and turned(best.fit):  # no sizes would set that right
            return best
        measured = _found_of(meter.from_tips(tips, [str(b.values["exit"]) for b in boards], lens), known)
        return best if best.proof.score >= measured.proof.score else measured

    def automatically(
        self,
        bgr: Picture,
        board: Geometry | None = None,
        lens: Lens | None = None,
        known: Collection[str] | None = None,
    ) -> Found:
        """Find the board anywhere in the picture; which strip is called N is arbitrary.

        Sizes that are not `known` are measured; where `known` is not given, all sizes of a given `board` are known.
        """
        boards = [board] if board else [make_geometry({"exit": e}) for e in LAYOUTS]
        known = (KEYS if board else ()) if known is None else known
        usual = lens or Lens.usual((bgr.shape[1], bgr.shape[0]))
        return standing(bgr, usual, lambda picture, lens, _: self._anywhere(picture, boards, lens, known))

    def _anywhere(self, bgr: Picture, boards: list[Geometry], lens: Lens, known: Collection[str]) -> Found:
        maps = self.overview.look(bgr)
        guesses = list(itertools.islice(candidates(maps, boards[0], lens), MOST_TRIES))
        meter = SetMeter(self.reader, bgr, None, {k: boards[0][k] for k in KEYS if k in known})
        tried: list[Found] = []
        for tips, start in guesses:
            starts = [(one, start if one is boards[0] else _restarted(tips, start, one, lens)) for one in boards]
            tried.append(self._better(bgr, starts))
            if clear(tried[-1].proof, tried[-1].fit):
                return self._own(tried[-1], meter, known)
            if sound(tried[-1].proof) and turned(tried[-1].fit):  # nor would another place
                return _trusted(tried[-1:], maps, dark(bgr))
        if not set(KEYS) <= set(known):
            tried += list(_other_makes(meter, guesses, boards, lens, known))
        return _trusted(tried, maps, dark(bgr))

    def _own(self, found: Found, meter: SetMeter, known: Collection[str]) -> Found:
        """A board beyond doubt with its own sizes, as far as they are not known."""
        if set(KEYS) <= set(known):
            return replace(found, held=frozenset(known))
        return _found_of(meter.near(found.board, found.fit), known)

    def _better(self, bgr: Picture, starts: list[tuple[Geometry, Fit]]) -> Found:
        """The layout that the picture confirms better after a first look, refined."""
        if len(starts) == 1:
            return self._refined(bgr, *starts[0], None)
        first = [self._refined(bgr, board, start, None, rounds=2) for board, start in starts]
        best = max(first, key=lambda found: found.proof.score)
        return self._refined(bgr, best.board, best.fit, None) if best.proof.agreeing >= 6 else best

    def _refined(self, bgr: Picture, board: Geometry, start: Fit, tips: Array | None, rounds: int = 4) -> Found:
        fit, measured = refine(self.reader, bgr, board, start, rounds, tips)
        return Found(board, fit, measured, prove(fit, measured, board))


def _found_of(one: Try, known: Collection[str]) -> Found:
    board, fit = one.sized.board, one.sized.fit
    return Found(board, fit, one.measured, prove(fit, one.measured, board), one.sized.spread, frozenset(known))


def _other_makes(
    meter: SetMeter,
    guesses: list[tuple[dict[str, Array], Fit]],
    boards: list[Geometry],
    lens: Lens,
    known: Collection[str],
) -> Iterator[Found]:
    """Boards of any sizes at the likeliest tips, until one is beyond doubt."""
    whole = [np.array([tips[arm] for arm in ARMS]) for tips, _ in guesses if len(tips) == len(ARMS)]
    threes = [_completed(tips, start, boards[0]) for tips, start in guesses if len(tips) < len(ARMS)]
    for tips in whole[:MOST_MAKES] + threes[:MOST_THREES]:
        with contextlib.suppress(PoseError):
            found = _found_of(meter.from_tips(tips, [str(b.values["exit"]) for b in boards], lens), known)
            yield found
            if clear(found.proof, found.fit):
                return


def _completed(tips: dict[str, Array], start: Fit, board: Geometry) -> Array:
    """Four tips of which one is where the others and the centre have it."""
    own = dict(zip(ARMS, Projector(tip_keypoints(board), start.lens)(start.values), strict=True))
    return np.array([tips.get(arm, own[arm]) for arm in ARMS])


def _trusted(tried: list[Found], maps: Maps, dark: str) -> Found:
    """The best of several fits, if it can be trusted and no other of them tells a different story."""
    why = dark + in_the_way(maps)
    if not tried:
        raise unfound(maps)(f"no board found: no path tips seen{why}; show the whole board or give --tips")
    best = max(tried, key=lambda found: found.proof.score)
    reason = doubt(best.proof, best.fit, strict=True, pointed=_pointed(best, maps))
    others = [f for f in tried if f is not best and f.proof.score > 0.7 * best.proof.score]
    if reason is None and any(contradict(best, other) for other in others):
        reason = "it could lie in more than one way"
    if reason:
        text = f"no board found that could be trusted: {reason}{why}; clear the view or give --tips"
        raise refusal(text, best.fit, unfound(maps))
    return best


def _pointed(found: Found, maps: Maps) -> bool:
    """The overview saw every tip where the fit has it."""
    seen = np.array([maps.to_picture(x, y) for x, y, score in peaks(maps.tip, 0.25)]).reshape(-1, 2)
    near = 2.5 * _same_px(found)
    return all(len(seen) > 0 and np.linalg.norm(seen - tip, axis=1).min() < near for tip in found.tips_px.values())


def contradict(one: Found, other: Found) -> bool:
    """Whether two fits, however their strips are named, have a tip apart; a strip that one did not see says nothing."""
    ours, theirs = (np.array([f.tips_px[a] for a in ARMS]) for f in (one, other))
    turns = [(np.linalg.norm(np.roll(theirs, k, axis=0) - ours, axis=1), k) for k in range(len(ARMS))]
    apart, turn = min(turns, key=lambda pair: (float(np.median(pair[0])), pair[1]))
    seen = [[f.proof.parts[a] >= SEEN_BY for a in ARMS] for f in (one, other)]
    both = np.array(seen[0]) & np.roll(seen[1], turn)
    if both.sum() < len(ARMS) - 1:  # too little in common to be the same board
        both[:] = True
    return bool(apart[both].max() > _same_px(one))


def _same_px(found: Found) -> float:
    return 5.0 * max(found.fit.lens.resolution_wh) / 1280


def _restarted(tips: dict[str, Array], start: Fit, board: Geometry, lens: Lens) -> Fit:
    """The same tips under another layout."""
    full = np.array([tips[a] if a in tips else start.camera.project([[0.0, 0.0, 0.0]])[0] for a in ARMS])
    if len(tips) == 4:
        return pose_from_tips(full, board, lens)
    centre = start.camera.project([[0.0, 0.0, 0.0]])[0]
    fits = pose_from_three(tips, centre, board, lens)
    return fits[0] if fits else start


def _wandered(found: Found, tips: Array) -> str | None:
    """Refined tips must stay near those given."""
    off = np.linalg.norm(np.array([found.tips_px[a] for a in ARMS]) - tips, axis=1)
    limit = 25.0 * max(found.fit.lens.resolution_wh) / 1280
    if off.max() <= limit:
        return None
    arm = ARMS[int(off.argmax())]
    return f"the tip of {arm} was given {off.max():.0f} px from where the picture has it"


def _beside(found: Found, maps: Maps) -> str | None:
    """The overview sees a tip clearly a little off the fit's and nothing nearer: someone pointed beside the board."""
    seen = [(np.array(maps.to_picture(x, y)), score) for x, y, score in peaks(maps.tip, FAINT_TIP, 12)]
    near, far = (share * max(found.fit.lens.resolution_wh) for share in BESIDE)
    for arm, tip in found.tips_px.items():
        off, score = min(((float(np.linalg.norm(at - tip)), s) for at, s in seen), default=(0.0, 0.0))
        if near < off < far and score >= CLEAR_TIP:
            return f"the tip of {arm} shows {off:.0f} px from where it would be"
    return None


def candidates(maps: Maps, board: Geometry, lens: Lens) -> Iterator[tuple[dict[str, Array], Fit]]:
    """Likely boards in the overview, best first: four tips around a centre, or three of them."""
    tips = [(np.array(maps.to_picture(x, y)), score) for x, y, score in peaks(maps.tip, FAINT_TIP, 9)]
    centres = [(np.array(maps.to_picture(x, y)), score) for x, y, score in peaks(maps.centre, 0.1, 2)]
    threes = _triples(tips, centres or _guessed_centres(tips))
    ranked = sorted(_quads(tips, centres) + threes, key=lambda q: -q[0])
    for _, named, centre in ranked:
        if len(named) < 4:
            yield from ((named, fit) for fit in pose_from_three(named, centre, board, lens)[:1])
            continue
        with contextlib.suppress(PoseError):
            yield named, pose_from_tips(np.array([named[a] for a in ARMS]), board, lens, spread_px=5.0)


Scored = tuple[Array, float]
Guess = tuple[float, dict[str, Array], Array]


def _quads(tips: list[Scored], centres: list[Scored]) -> list[Guess]:
    """Four tips whose diagonals cross near a centre that was seen."""
    out: list[Guess] = []
    for four in itertools.combinations(tips, 4):
        points = np.array([p for p, _ in four])
        ring = points[np.argsort(np.arctan2(*(points - points.mean(0)).T[::-1]))]
        crossing = _crossing(ring)
        if crossing is None:
            continue
        size = float(np.linalg.norm(ring[0] - ring[2]) + np.linalg.norm(ring[1] - ring[3])) / 2
        miss = min((float(np.linalg.norm(c - crossing)) / size for c, _ in centres), default=0.1)
        if size < 60 or miss > 0.15:
            continue
        score = sum(s for _, s in four) - 12 * miss - (0.0 if centres else 0.5)
        out.append((score, dict(zip(ARMS, ring, strict=True)), crossing))
    return out


def _triples(tips: list[Scored], centres: list[Scored]) -> list[Guess]:
    """Three tips around a centre, two of them opposite; the fourth is covered or outside."""
    out: list[Guess] = []
    for (centre, weight), three in itertools.product(centres, itertools.combinations(tips[:6], 3)):
        rays = np.array([p - centre for p, _ in three])
        if np.linalg.norm(rays, axis=1).min() < 30:
            continue
        order = np.argsort(np.arctan2(rays[:, 1], rays[:, 0]))
        ring, unit = rays[order], rays[order] / np.linalg.norm(rays[order], axis=1, keepdims=True)
        first = min(range(3), key=lambda i: float(unit[i] @ unit[(i + 2) % 3]))  # i and i + 2 are opposite
        bend = float(unit[first] @ unit[(first + 2) % 3]) + 1
        if bend > 0.12:
            continue
        named = {ARMS[k]: centre + ring[(first + k) % 3] for k in range(3)}
        out.append((sum(s for _, s in three) + weight - 1.0 - 8 * bend, named, centre))
    return out


def _guessed_centres(tips: list[Scored]) -> list[Scored]:
    """Where the centre could be when a hand covers it: near the middle between two tips that could be opposite."""
    pairs = itertools.combinations(tips[:3], 2)
    return [(p + (q - p) * t, 0.1) for (p, _), (q, _) in pairs for t in (0.44, 0.5, 0.56)]


def _crossing(ring: Array) -> Array | None:
    """Where the diagonals of a convex quadrilateral meet."""
    a, b, c, d = ring
    along, other = c - a, d - b
    area = along[0] * other[1] - along[1] * other[0]
    if abs(area) < 1e-6:
        return None
    t = ((b - a)[0] * other[1] - (b - a)[1] * other[0]) / area
    u = ((b - a)[0] * along[1] - (b - a)[1] * along[0]) / area
    return a + t * along if 0.15 < t < 0.85 and 0.15 < u < 0.85 else None
