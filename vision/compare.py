"""Two small pictures compared: what moved between them, what has changed since a rest, how far all of it went."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.aside import Mask, Region, Small, box, pixels_of
from vision.frame import Bgr

WIDTH: Final = 320
"""The longer side of the small pictures."""
MOVING_LEVEL: Final = 9.0  # of 255: two frames that differ by more than this, and noise, show movement there
MOVING_PIXELS: Final = 10  # so many such pixels may be chance
EDGE_BAND: Final = 3  # small pixels that count as the picture's edge
EDGE_LEVEL: Final = 6.0  # of 255, as `MOVING_LEVEL`, at the edge
EDGE_PIXELS: Final = 2
"""At the picture's edge little has to change: a hand that comes in shows only its tips at first."""
CHANGED_LEVEL: Final = 16.0  # of 255, as `MOVING_LEVEL`, against the picture of the last rest
SMOOTH: Final = 5  # small pixels over which noisy pictures are averaged
SHIFT_PX: Final = 0.45  # small pixels: a shorter way of the whole picture is no movement of it
NOISE_MOST: Final = 4.0  # of 255: more than this is never taken for noise
LIGHT_PX: Final = 25
"""Light changes little over so many small pixels; an arm's outline does."""
FAINT: Final = 0.0025  # variance of the logarithm of brightness: fainter outlines were none
OUTLINE_LEVEL: Final = 0.12  # change of the logarithm of brightness that makes an outline
OUTLINE_LEAST: Final = 6.0  # of 255: fainter ones in the dark are noise
NEAR_PX: Final = 7  # small pixels: the outlines of what reaches in are not farther from it than half of this
OUTLINE_PIXELS: Final = 12  # so many pixels of outline make an arm
DARKEST: Final = 12.0  # of 255, added before logarithms: what is darker counts less
DARK: Final = 40.0  # of 255: where even the brightest parts are below, nothing can be seen


@dataclass(frozen=True, slots=True)
class Change:
    """How a picture differs from another.

    share: of all pixels that changed. arm_pixels: of what reaches in from the edge. outline_pixels: of the largest
    outline that came with it and that no change of light explains. shift_px: how far the whole picture moved.
    """

    share: float
    arm_pixels: int
    outline_pixels: int
    shift_px: float

    @property
    def outlined(self) -> bool:
        """Whether what reaches in has an outline, as an arm has and light has not."""
        return self.outline_pixels >= OUTLINE_PIXELS


def shrunk(bgr: Bgr) -> Small:
    """A small, slightly blurred picture for comparing."""
    height, width = bgr.shape[:2]
    zoom = WIDTH / max(width, height)
    size_wh = max(1, round(width * zoom)), max(1, round(height * zoom))
    small = cv2.resize(bgr, size_wh, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.float32)


def difference(one: Small, two: Small) -> Small:
    """The largest difference of any channel, after the common change of brightness is taken away."""
    shift = np.median((two - one).reshape(-1, 3)[::7], axis=0)
    limit = np.clip(shift, -12.0, 12.0)
    blue, green, red = cv2.split(np.abs(two - one - limit.astype(np.float32)))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def too_dark(small: Small) -> bool:
    """Whether next to nothing can be seen."""
    return float(np.percentile(small[::3, ::3].max(axis=2), 98)) < DARK


def moving(one: Small, two: Small) -> Mask | None:
    """Where two frames differ by more than the noise of a good camera; None where nothing moved."""
    apart = difference(one, two)
    noise = 3.0 * min(float(np.median(apart)), NOISE_MOST)
    over = np.asarray(apart > MOVING_LEVEL + noise, np.bool_)
    if int(over.sum()) > MOVING_PIXELS:
        return over
    k = EDGE_BAND
    apart[k:-k, k:-k] = 0.0
    edge = np.asarray(apart > EDGE_LEVEL + noise, np.bool_)
    return edge if int(edge.sum()) > EDGE_PIXELS else None


def changed(
    reference: Small, now: Small, region: Region | None = None, noisy: bool = False, beside: Mask | None = None
) -> Change:
    """What has changed since the last rest, but for what goes on `beside` the board; noisy pictures are smoothed.

    A knocked camera moves the whole picture, a pushed board most of it: where the shift explains what is seen at the
    edge, it is no change in the picture.
    """
    if noisy:
        reference, now = (np.asarray(cv2.blur(small, (SMOOTH, SMOOTH)), np.float32) for small in (reference, now))
    whole = shift(reference, now)
    far = float(np.hypot(*whole))
    if region is not None:
        far = max(far, float(np.hypot(*shift(_part(reference, region), _part(now, region)))))
    counts = ~pixels_of(beside, now.shape)
    change = _compared(reference, now, far, counts)
    if np.hypot(*whole) < SHIFT_PX:
        return change
    laid = _compared(*aligned(reference, now, whole), far, counts)
    return min(change, laid, key=lambda c: (c.arm_pixels, c.outline_pixels))


def _compared(reference: Small, now: Small, far: float, counts: Mask) -> Change:
    """How two pictures differ as they lie."""
    apart = difference(reference, now)
    noise = min(float(np.median(apart)), NOISE_MOST)
    mask = apart > CHANGED_LEVEL + 3.0 * noise
    y, x = ((whole - part) // 2 for whole, part in zip(counts.shape, mask.shape, strict=True))
    counts = counts[y : y + mask.shape[0], x : x + mask.shape[1]]
    areas = _from_edge(mask, counts)
    if not areas.any():
        return Change(float(mask.mean()), 0, 0, far)
    near = cv2.dilate((areas > 0).astype(np.uint8), np.ones((NEAR_PX, NEAR_PX), np.uint8))
    lines = cv2.morphologyEx(outlines(reference, now) * near, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0
    return Change(float(mask.mean()), int(areas.max()), int(_from_edge(lines, counts).max()), far)


def outlines(reference: Small, now: Small) -> Mask:
    """Where a picture shows outlines that another has not.

    Light makes outlines stronger or weaker that were there, and brightens or darkens all around: what is left once each
    neighbourhood is explained by that (a guided filter) is new.
    """
    was, is_now = (np.log(small + np.float32(DARKEST)) for small in (reference, now))
    mean_was, mean_now = _around(was), _around(is_now)
    common = (_around(was * is_now) - mean_was * mean_now).clip(0)
    contrast: Small = np.divide(common, _around(was * was) - mean_was * mean_was + np.float32(FAINT))
    left = is_now - _around(contrast) * was - _around(mean_now - contrast * mean_was)
    least = np.maximum(OUTLINE_LEVEL, OUTLINE_LEAST / (np.maximum(reference, now) + np.float32(DARKEST)))
    return np.asarray((np.abs(left) > least).any(axis=2), np.bool_)


def _around(picture: Small) -> Small:
    """The mean of each pixel's neighbourhood."""
    return np.asarray(cv2.blur(picture, (LIGHT_PX, LIGHT_PX)), np.float32)


def _part(small: Small, region: Region) -> Small:
    """A part of a small picture."""
    height, width = small.shape[:2]
    x0, y0, x1, y1 = box(region)
    left, right = sorted(min(max(round(x * width), 0), width) for x in (x0, x1))
    top, bottom = sorted(min(max(round(y * height), 0), height) for y in (y0, y1))
    return np.ascontiguousarray(small[top:bottom, left:right]) if right - left > 31 and bottom - top > 31 else small


def _from_edge(mask: Mask, counts: Mask) -> Small:
    """Each changed area that touches the picture's edge, marked by its size in the pixels that count."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    number, labels = cv2.connectedComponents(opened, connectivity=8)
    edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    sizes = np.zeros(number, np.float32)
    sizes[edge] = np.bincount(labels[counts], minlength=number)[edge]
    sizes[0] = 0.0
    return np.asarray(sizes[labels], np.float32)


def aligned(reference: Small, now: Small, by: tuple[float, float]) -> tuple[Small, Small]:
    """Both pictures where they overlap, the reference moved `by` small pixels."""
    height, width = now.shape[:2]
    matrix = np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]]])
    moved = cv2.warpAffine(reference, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    x, y = (math.ceil(abs(d)) + 1 for d in by)
    cut = slice(y, height - y), slice(x, width - x)
    return np.ascontiguousarray(moved[cut]), np.ascontiguousarray(now[cut])


def shift(reference: Small, now: Small) -> tuple[float, float]:
    """How far the whole picture has moved to the right and down, in small pixels; 0 where it cannot be told."""
    one, two = (cv2.Laplacian(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), cv2.CV_32F) for p in (reference, now))
    window = cv2.createHanningWindow((one.shape[1], one.shape[0]), cv2.CV_32F)
    (dx, dy), response = cv2.phaseCorrelate(one, two, window)
    return (dx, dy) if response > 0.1 and np.hypot(dx, dy) < 20 else (0.0, 0.0)
