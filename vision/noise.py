"""What a camera does by itself: grain, banding, hunting exposure, compression, a shaking stand.

noise = Noise(Aside(region))
noise.moves(before, now, at_s)     whether there is more between two small pictures than this camera's own noise

What banding, exposure, white balance and a shake explain is taken away first. The rest is compared at several scales,
as brightness and as two colours, with what is usual in this very pair (noise is everywhere, a fingertip is not), more
so in the dark (tone curves lift its grain), and with what each part of the picture has shown before.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import cv2
import numpy as np

from vision.aside import TILE, Aside, Mask, Small, pixels_of

DARKEST: Final = 12.0  # of 255, added before dividing by brightness: what is darker counts less
SATURATED: Final = 235.0  # of 255: what is brighter cannot follow the exposure
GAIN_MOST: Final = 0.2
"""A row or column that changes more is lit anew or covered."""
LIGHT_MOST: Final = 0.2
"""An exposure that hunts changes less from picture to picture than this; more is new light."""
SHAKE_MOST: Final = 0.6  # small pixels: a longer way is no shake
OPPONENT: Final = np.array([[0.25, 0.5, 0.25], [0.75, -0.5, -0.25], [-0.25, -0.5, 0.75]], np.float32)
"""Brightness, blue against it, red against it: noise in colours is stronger and must not hide changes of brightness."""
SCALES: Final = ((1, (18.0, 34.0, 34.0), 18.0), (5, (8.0, 17.0, 17.0), 11.0), (11, (5.0, 11.0, 11.0), 6.0))
"""Side of the square that is averaged, the least change in each channel that is more than noise, and the most that is
usual with noise: it averages out, new light does not."""
BEYOND: Final = 6.8
"""So many times the usual change of this pair is no noise."""
SHADES: Final = 12  # of brightness, for which the grain is measured
SHADE_LEAST: Final = 40  # pixels that a shade must have to be measured
CALM: Final = (0.3, 2.6)
"""Of the changes in one shade this share stays below the grain's deviation divided by this factor, were there nothing
but grain; a hand must fill more than the rest of the shade to be taken for grain."""
DARK_MOST: Final = 3.0  # times the usual grain: more is not ascribed to the dark
USUAL: Final = 1.35
USUAL_MOST: Final = 2.2
"""A part of the picture may go beyond what it has often shown by the factor `USUAL`, to at most this many bounds."""
HISTORY: Final = 12  # pairs of pictures over which it is remembered what each tile has shown
HISTORY_LEAST: Final = 3  # with fewer pairs nothing counts as usual
KNOWN_S: Final = 6.0  # for so long a camera that was found noisy stays so
NOISY, NOISY_MOST = 1.6, 20.0
"""From this change on between resting small pictures, a camera counts as noisy; and as too noisy."""
LARGE_TILES: Final = 8  # a hand covers at least so many tiles
LARGE_SHARE: Final = 0.6  # of all tiles: more than a hand
SPREAD_TILES: Final = 3  # noise is in at least so many tiles
LEFT_LEVEL: Final = 6.0  # of 255: a change that is left over by more than this is not explained
LEFT_PIXELS: Final = 2  # so many pixels may be left over,
LEFT_SHARE: Final = 0.3  # or this share of those that changed


class Noise:
    """Learns what the camera does by itself, and what goes on beside the board."""

    def __init__(self, aside: Aside) -> None:
        self.aside = aside
        self._past: deque[Small] = deque(maxlen=HISTORY)
        self._apart: Small | None = None
        self._known_until_s = -1.0
        self.level = 0.0
        """The usual change of brightness or colour between two small pictures."""
        self.over: Mask | None = None
        """Where the last pair differed by more than noise, in tiles."""

    def known(self, at_s: float) -> bool:
        """Whether this camera has lately been found to be a noisy one."""
        return at_s <= self._known_until_s

    def found(self, at_s: float) -> None:
        """The camera was found to be noisy."""
        self._known_until_s = at_s + KNOWN_S

    @property
    def hopeless(self) -> bool:
        """Whether there is more noise than picture."""
        return self.level >= NOISY_MOST

    @property
    def large(self) -> bool:
        """Whether what moved last is as large as a hand, in one piece, and not the whole picture."""
        if (
            self.over is None
            or self.hopeless
            or not LARGE_TILES <= int(self.over.sum()) <= LARGE_SHARE * self.over.size
        ):
            return False
        stats = cv2.connectedComponentsWithStats(self.over.astype(np.uint8), connectivity=4)[2]
        piece = int(stats[1:, cv2.CC_STAT_AREA].max())
        return piece >= LARGE_TILES and piece >= 0.5 * int(self.over.sum())

    def moves(self, before: Small, now: Small, at_s: float, learn: bool = True) -> bool:
        """Whether anything but the camera's own noise is between two small pictures."""
        apart, gain = freed(before, now)
        ratio, level = excess(apart, (before + now) @ OPPONENT[0] / 2)
        self._apart = apart
        if gain > LIGHT_MOST:  # new light: every part of the picture has changed
            ratio = ratio + np.float32(USUAL_MOST)
        over = np.asarray(ratio > self._allowed(ratio.shape), np.bool_)
        over &= ~self.aside.left_out(over, at_s)
        self.over = over
        if learn:
            self.level = level
            self._past.append(ratio)
        if not over.any() and level >= NOISY:
            self.found(at_s)
        return bool(over.any())

    def near(self, changes: Mask) -> Mask | None:
        """These changes without what goes on beside the board; None where nothing is left."""
        left = changes & ~pixels_of(self.aside.beside(peaks_count(changes) > 0), changes.shape)
        return left if left.any() else None

    def explains(self, changes: Mask) -> bool:
        """Whether next to nothing is left of these changes when banding, exposure and a shake are taken away."""
        if self._apart is None:
            return False
        left = np.abs(self._apart[changes]).max(axis=1)
        return bool(int((left > LEFT_LEVEL).sum()) <= max(LEFT_PIXELS, LEFT_SHARE * left.size))

    def _allowed(self, shape: tuple[int, ...]) -> Small:
        """How far each tile may go beyond the bound, by what it has shown before."""
        if len(self._past) < HISTORY_LEAST:
            return np.ones(shape, np.float32)
        usual = cv2.dilate(np.median(np.stack(self._past), axis=0).astype(np.float32), np.ones((3, 3), np.uint8))
        return np.asarray(np.clip(USUAL * usual, 1.0, USUAL_MOST), np.float32)


def freed(before: Small, now: Small) -> tuple[Small, float]:
    """What changed in brightness and two colours that banding, exposure, white balance and a shake do not explain.

    And the change of exposure that was taken away.
    """
    mean = (before + now) * np.float32(0.5)
    level = mean + np.float32(DARKEST)
    change = now - before
    gain = change / level
    rows = np.median(gain[:, ::4], axis=1)
    whole = float(np.abs(np.median(rows, axis=0)).max())
    rows = np.clip(rows, -GAIN_MOST, GAIN_MOST)
    gain -= rows[:, None]
    columns = np.clip(np.median(gain[::4], axis=0), -GAIN_MOST, GAIN_MOST)
    explained = (rows[:, None] + columns[None]).astype(np.float32) * level
    change -= explained
    # What cannot get brighter follows the exposure in part only.
    partly = (np.maximum(before, now) > SATURATED) & (change * explained < 0) & (np.abs(change) <= np.abs(explained))
    change[partly] = 0
    apart, base = cv2.transform(change, OPPONENT), cv2.transform(mean, OPPONENT)
    dx = cv2.Sobel(base, cv2.CV_32F, 1, 0, scale=0.125)
    dy = cv2.Sobel(base, cv2.CV_32F, 0, 1, scale=0.125)
    x, y = shaken(*(np.asarray(part[..., 0], np.float32) for part in (apart, dx, dy)))
    return np.asarray(apart + np.float32(x) * dx + np.float32(y) * dy, np.float32), whole


def shaken(apart: Small, dx: Small, dy: Small) -> tuple[float, float]:
    """How far the whole picture went, in small pixels: least squares over all that a shake could explain."""
    size = np.abs(apart)
    usual = size < 6.0 * float(np.median(size)) + 8.0
    a, gx, gy = apart[usual], dx[usual], dy[usual]
    xx, yy, xy = float(gx @ gx) + 1.0, float(gy @ gy) + 1.0, float(gx @ gy)
    xa, ya = -float(gx @ a), -float(gy @ a)
    whole = xx * yy - xy * xy
    x, y = (yy * xa - xy * ya) / whole, (xx * ya - xy * xa) / whole
    return min(max(x, -SHAKE_MOST), SHAKE_MOST), min(max(y, -SHAKE_MOST), SHAKE_MOST)


def excess(apart: Small, brightness: Small) -> tuple[Small, float]:
    """By how much each tile goes beyond what noise may do (1 is the bound), and the usual change."""
    most, level = np.zeros(brightness.shape, np.float32), 0.0
    for k, plane in enumerate(cv2.split(apart)):
        usual = usual_change(np.asarray(plane, np.float32))
        level = max(level, usual)
        even = plane / grain(np.asarray(plane, np.float32), brightness, usual)
        for side, least, usual_most in SCALES:
            # Beyond the picture nothing changes: fewer pixels weigh less, as their noise is averaged less.
            mean = even if side == 1 else cv2.blur(even, (side, side), borderType=cv2.BORDER_CONSTANT)
            bound = max(least[k], BEYOND * min(usual_change(np.asarray(mean, np.float32)), usual_most))
            cv2.max(most, np.abs(mean) * np.float32(1.0 / bound), dst=most)
    return peaks(most), level


def usual_change(plane: Small) -> float:
    """The deviation of a plane in its middling tile."""
    tiles_wh = (-(-plane.shape[1] // TILE), -(-plane.shape[0] // TILE))
    power = cv2.resize(cv2.multiply(plane, plane), tiles_wh, interpolation=cv2.INTER_AREA)
    return float(np.sqrt(np.median(power)))


def grain(plane: Small, brightness: Small, usual: float) -> Small:
    """How many times coarser than usual the grain is at each pixel, by how dark it is there; never finer.

    It does not grow again towards the light: what is brighter and changes more is no grain.
    """
    share, factor = CALM
    shade = np.minimum(brightness * np.float32(SHADES / 256), SHADES - 1).astype(np.uint8)
    some, theirs = np.abs(plane[::2, ::2]), shade[::2, ::2]
    least, coarser = DARK_MOST, np.ones(SHADES, np.float32)
    for k in range(SHADES):
        changes = some[theirs == k]
        if changes.size >= SHADE_LEAST:
            least = min(least, factor * float(np.quantile(changes, share)) / max(usual, 1.0))
        coarser[k] = max(1.0, least)
    return np.asarray(coarser[shade], np.float32)


def peaks(picture: Small) -> Small:
    """The largest value of each tile."""
    height, width = picture.shape
    rows, columns = -(-height // TILE), -(-width // TILE)
    whole = np.zeros((rows * TILE, columns * TILE), np.float32)
    whole[:height, :width] = picture
    return np.asarray(whole.reshape(rows, TILE, columns, TILE).max(axis=(1, 3)), np.float32)


def spread(mask: Mask) -> bool:
    """Whether what changed lies about in the picture, as noise does, and no part of it holds most."""
    counts = peaks_count(mask)
    return int((counts > 0).sum()) >= SPREAD_TILES and float(counts.max()) <= 0.5 * float(counts.sum())


def peaks_count(mask: Mask) -> Small:
    """Pixels of a mask in each tile."""
    height, width = mask.shape
    rows, columns = -(-height // TILE), -(-width // TILE)
    whole = np.zeros((rows * TILE, columns * TILE), np.float32)
    whole[:height, :width] = mask
    return np.asarray(whole.reshape(rows, TILE, columns, TILE).sum(axis=(1, 3)), np.float32)
