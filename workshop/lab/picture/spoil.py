"""What cheap cameras and streams do to a finished picture: noise of every kind, halos, smear, banding, compression."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.lens import compressed, smeared
from vision.sim.space import Array
from workshop.lab.space import Json

Rng = np.random.Generator


def sample_spoil(rng: Rng, difficulty: str) -> Json:
    """Defects of one camera; most are absent from most pictures."""
    much = {"easy": 0.35, "medium": 0.7, "hard": 1.0}[difficulty]

    def some(share: float, low: float, high: float) -> float:
        return round(float(rng.uniform(low, high)) * much, 3) if rng.random() < share else 0.0

    return {
        "fine_sigma": some(0.3, 1, 14),
        "smooth_sigma": some(0.3, 1, 10),
        "smooth_px": round(float(rng.uniform(1.0, 2.2)), 2),
        "colour_sigma": some(0.3, 1, 9),
        "colour_px": round(float(rng.uniform(2.5, 5.0)), 2),
        "banding": some(0.15, 0.01, 0.06),
        "banding_px": round(float(rng.uniform(30, 300)), 1),
        "halo": some(0.35, 0.3, 2.2),
        "halo_px": round(float(rng.uniform(0.8, 2.6)), 2),
        "defocus_px": some(0.25, 0.8, 3.0),
        "smear_px": some(0.12, 2, 9),
        "smear_deg": round(float(rng.uniform(0, 180)), 1),
        "gamma": round(float(np.exp(rng.normal(0, 0.22))), 3),
        "cast": [round(float(v), 3) for v in np.exp(rng.normal(0, 0.09, 3))],
        "jpeg": int(rng.integers(18, 60)) if rng.random() < 0.35 else 0,
        "shrink": round(float(rng.uniform(0.5, 0.85)), 3) if rng.random() < 0.2 else 1.0,
    }


def blurred_noise(rng: Rng, shape: tuple[int, ...], px: float) -> Array:
    """Noise of deviation 1, smooth over some pixels."""
    small = (max(2, round(shape[0] / px)), max(2, round(shape[1] / px)), shape[2])
    noise = cv2.resize(
        rng.standard_normal(small, dtype=np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC
    )
    noise = noise.reshape(shape)
    return np.asarray(noise / max(float(noise.std()), 1e-3))


def grained(img: Array, spoil: Json, rng: Rng) -> Array:
    """Fine, smooth and coloured noise, stronger in the dark."""
    weight = 1.25 - 0.6 * np.clip(img.mean(2, keepdims=True) / 255, 0, 1)
    out = img
    if spoil["fine_sigma"]:
        out = out + weight * spoil["fine_sigma"] * rng.standard_normal(img.shape, dtype=np.float32)
    if spoil["smooth_sigma"]:
        out = out + weight * spoil["smooth_sigma"] * blurred_noise(rng, (*img.shape[:2], 1), spoil["smooth_px"])
    if spoil["colour_sigma"]:
        out = out + weight * spoil["colour_sigma"] * blurred_noise(rng, img.shape, spoil["colour_px"])
    if spoil["banding"]:
        rows = np.arange(img.shape[0], dtype=np.float32)[:, None, None]
        out = out * (1 + spoil["banding"] * np.sin(rows * 2 * np.pi / spoil["banding_px"]))
    return np.asarray(out, np.float32)


def spoiled(bgr: Array, spoil: Json, rng: Rng) -> Array:
    """The picture with these defects, in the order in which a camera adds them."""
    h, w = bgr.shape[:2]
    img = np.asarray(bgr, np.float32)
    if spoil["shrink"] < 1:  # a stream of fewer pixels, blown up again
        small = cv2.resize(img, (round(w * spoil["shrink"]), round(h * spoil["shrink"])), interpolation=cv2.INTER_AREA)
        img = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR))
    if spoil["defocus_px"] > 0.3:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)).astype(np.float32)
        img = np.asarray(
            cv2.GaussianBlur(img, (0, 0), spoil["defocus_px"])
            if spoil["defocus_px"] < 1.5
            else cv2.filter2D(img, -1, disc / disc.sum())
        )
    img = smeared(img, spoil["smear_px"], spoil["smear_deg"])
    img = 255 * np.power(np.clip(img / 255, 0, 1), spoil["gamma"]) * np.asarray(spoil["cast"], np.float32)
    img = grained(np.asarray(img, np.float32), spoil, rng)
    if spoil["halo"]:
        img = img + spoil["halo"] * (img - cv2.GaussianBlur(img, (0, 0), spoil["halo_px"]))
    out = np.clip(img, 0, 255).astype(np.uint8)
    return compressed(out, spoil["jpeg"]) if spoil["jpeg"] else np.asarray(out)
