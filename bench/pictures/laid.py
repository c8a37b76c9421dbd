"""Marker cards laid into a photograph: in its perspective, its light, its blur and its noise."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS
from calibration.icecult.markers import ORIGINS_MM, marker_sheet
from calibration.icecult.profile import TableProfile
from calibration.markers import CARD_MM
from calibration.sheet import px

Picture = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]


def card_corners(profile: TableProfile, arm: str, rng: np.random.Generator, careless: float = 1.0) -> Array:
    """Table millimetres of a card's corners (upper left first, clockwise), laid by hand at the strip's own tip."""
    tip = np.asarray(profile.arm_point(arm, profile.board.tip_mm), float).reshape(3)
    half, (dx, dy) = CARD_MM[0] / 2, rng.uniform(-1.0, 1.0, 2) * careless
    yaw = ARM_YAW_DEG[arm] + profile.arms[arm].yaw_deg + float(rng.uniform(-3.0, 3.0)) * careless
    flat = np.array([(-half, CARD_MM[1], 0), (half, CARD_MM[1], 0), (half, 0, 0), (-half, 0, 0)])
    flat += np.array([dx, dy, 0.0])
    return np.asarray((flat @ rotation_z(yaw).T + tip) * (1, 1, 0) + (0, 0, 0.2))


def lay_cards(
    bgr: Picture, profile: TableProfile, seed: int, blur_px: float = 0.8, noise_sd: float = 3.0, arms: str = "NESW"
) -> Picture:
    """The photograph with cards of the printed sheet lying beyond the tips."""
    rng, sheet, out = np.random.default_rng(seed), marker_sheet(), bgr.astype(np.float32)
    light = _light(bgr)
    for arm in arms:
        left, top = ORIGINS_MM[arm]
        card = sheet[px(top) : px(top + CARD_MM[1]), px(left) : px(left + CARD_MM[0])]
        ink, cover = _seen(card, profile, card_corners(profile, arm, rng), bgr.shape[:2])
        paper = (0.06 + 0.94 * ink)[..., None] * light
        spotted = paper + rng.normal(0, noise_sd, paper.shape)
        soft = cv2.GaussianBlur(spotted.astype(np.float32), (0, 0), blur_px)
        out = out + (soft - out) * cv2.GaussianBlur(cover, (0, 0), blur_px)[..., None]
    _, data = cv2.imencode(".jpg", np.clip(out, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _light(bgr: Picture) -> Array:
    """How bright white paper would be at every pixel: as the brightest things near it, evened out."""
    small = cv2.resize(bgr, (64, 36), interpolation=cv2.INTER_AREA)
    bright = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9), np.uint8)), (0, 0), 4.0)
    wide = cv2.resize(bright, (bgr.shape[1], bgr.shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(wide.astype(np.float32), 40, 245))


def _seen(card: Picture, profile: TableProfile, corners: Array, hw: tuple[int, int]) -> tuple[Array, Array]:
    """The card's ink (0 black .. 1 white) and where it lies (0..1) at every pixel, the lens's bend included."""
    height, width = hw
    steps = np.linspace(0, 1, 25)
    u, v = np.meshgrid(steps, steps)
    a, b, c, d = corners
    spots = (a * ((1 - u) * (1 - v))[..., None] + b * (u * (1 - v))[..., None]) + (
        c * (u * v)[..., None] + d * ((1 - u) * v)[..., None]
    )
    pixels = profile.project(spots.reshape(-1, 3))
    places = np.stack([u.ravel() * (card.shape[1] - 1), v.ravel() * (card.shape[0] - 1)], 1)
    matrix, _ = cv2.findHomography(places, pixels, 0)
    area = np.full(card.shape, 255, np.uint8)
    zoom = 4  # drawn larger and shrunk, as a lens gathers light
    larger = np.diag([zoom, zoom, 1.0]) @ matrix
    shape = (width * zoom, height * zoom)
    drawn = (cv2.warpPerspective(one, larger, shape, flags=cv2.INTER_LINEAR) for one in (card, area))
    ink, cover = (
        cv2.resize(one, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 for one in drawn
    )
    return ink / np.maximum(cover, 0.05), cover


def room_for_cards(profile: TableProfile) -> bool:
    """Whether all four cards would lie inside the picture."""
    rng, (width, height) = np.random.default_rng(0), profile.resolution_wh
    pixels = np.concatenate([profile.project(card_corners(profile, arm, rng, 0.0)) for arm in ARMS])
    inside = (pixels > 2) & (pixels < (width - 3, height - 3))
    return bool(np.isfinite(pixels).all() and inside.all())
