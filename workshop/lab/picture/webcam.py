"""Webcam model: lens, sensor, image signal processor and JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.camera import VirtualCamera
from vision.sim.lens import compressed, jpeg, smeared
from vision.sim.space import Array
from workshop.lab.picture.light import source_rgb
from workshop.lab.picture.spoil import spoiled
from workshop.lab.space import Json, kelvin_rgb, srgb


def lens(colour: Array, camera: VirtualCamera, post: Json) -> Array:
    """Lateral colour, blur, camera shake, veiling flare and vignetting (distortion is in the rays already)."""
    w, h = camera.resolution_wh
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    zoom = colour.shape[1] / w
    channels = []
    for c, shift in enumerate((post["lateral_ca"], 0.0, -post["lateral_ca"])):
        mx = (((xx - (w - 1) / 2) * (1 + shift) + w / 2) * zoom - 0.5).astype(np.float32)
        my = (((yy - (h - 1) / 2) * (1 + shift) + h / 2) * zoom - 0.5).astype(np.float32)
        plane = np.ascontiguousarray(colour[..., c], np.float32)
        channels.append(cv2.remap(plane, mx, my, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))
    img = np.maximum(np.stack(channels, -1), 0)
    if post["blur_px"] > 0:
        img = cv2.GaussianBlur(img, (0, 0), post["blur_px"])
    img = smeared(img, post["motion_px"], post["motion_deg"])
    small = cv2.resize(np.minimum(img, np.percentile(img, 99.5) * 3), (w // 8, h // 8), interpolation=cv2.INTER_AREA)
    veil = cv2.resize(cv2.GaussianBlur(small, (0, 0), w / 8 / 18), (w, h), interpolation=cv2.INTER_LINEAR)
    img = (1 - post["flare"]) * img + post["flare"] * veil
    r2 = ((xx - w / 2) ** 2 + (yy - h / 2) ** 2) / (w**2 / 4 + h**2 / 4)
    return np.asarray(img * (1 - post["vignetting"] * r2)[..., None])


def exposed(img: Array, exposure: float) -> Array:
    """Centre-weighted exposure that protects the highlights."""
    h, w, _ = img.shape
    yy, xx = np.mgrid[0:h, 0:w]
    weight = np.exp(-(((xx - w / 2) / (0.45 * w)) ** 2 + ((yy - h / 2) / (0.45 * h)) ** 2))
    lum = img @ np.array([0.2126, 0.7152, 0.0722])
    bright = np.percentile(lum, 98)
    metered = (np.minimum(lum, bright) * weight).sum() / weight.sum()
    return np.asarray(img * (exposure * min(0.21 / metered, 0.72 / bright)))


def balance_gains(img: Array, post: Json) -> Array:
    """White balance: part known illuminant, part grey world, part plain error."""
    mean, light = np.minimum(img, 1.0).reshape(-1, 3).mean(0), np.array(post["illuminant"])
    known, guessed = (light[1] / light) ** post["awb_strength"], (mean[1] / mean) ** post["grey_world"]
    return np.asarray(known * guessed * np.array(post["wb_error"]))


def noisy_bayer(raw: Array, post: Json, rng: np.random.Generator) -> Array:
    """Bayer mosaic (RGGB) with shot, read and row noise, demosaiced again."""
    h, w, _ = raw.shape
    bayer = np.empty((h, w))
    for c, (y0, x0) in ((0, (0, 0)), (1, (0, 1)), (1, (1, 0)), (2, (1, 1))):
        bayer[y0::2, x0::2] = raw[y0::2, x0::2, c]
    well = post["full_well"]
    shot = rng.poisson(np.clip(bayer, 0, 4) * well) / well
    read = rng.normal(0, post["read_noise"] / well, bayer.shape)
    bayer = shot + read + rng.normal(0, post["row_noise"] / well, (h, 1))
    coded = np.clip((bayer + 0.02) / 2.0 * 65535, 0, 65535).astype(np.uint16)
    return np.asarray(cv2.cvtColor(coded, cv2.COLOR_BAYER_RGGB2RGB_EA).astype(np.float32) / 65535 * 2.0 - 0.02)


def developed(linear: Array, post: Json) -> Array:
    """Saturation, tone curve, noise filter and sharpening of balanced linear light; sRGB uint8."""
    grey = linear @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    linear = np.clip(grey[..., None] + (linear - grey[..., None]) * post["saturation"], 0, None)
    out = srgb(np.where(linear < 0.7, linear, 0.7 + 0.3 * np.tanh((linear - 0.7) / 0.42)))
    out = out + post["contrast"] * (out - 0.5) * out * (1 - out) * 2
    out8: Array = np.clip(out * 255, 0, 255).astype(np.uint8)
    if post["isp_denoise"] > 0:
        out8 = np.asarray(cv2.bilateralFilter(out8, 5, post["isp_denoise"], 2.0))
    soft = cv2.GaussianBlur(out8, (0, 0), 1.2).astype(np.float32)
    return np.asarray(np.clip(out8 + post["sharpen"] * (out8 - soft), 0, 255), np.uint8)


def sensor_isp(img: Array, post: Json, rng: np.random.Generator) -> Array:
    """Linear light on the sensor to the sRGB picture (uint8) that the camera's processor makes of it."""
    img = exposed(img, post["exposure"])
    gains = balance_gains(img, post)
    raw = np.minimum(img, 1.0 / np.minimum(gains, 1.0).min())
    rgb_img = noisy_bayer(raw, post, rng)
    return developed(np.clip(rgb_img * gains.astype(np.float32), 0, None), post)


def photograph(colour: Array, camera: VirtualCamera, scene: Json) -> bytes:
    """Linear render to an encoded JPEG."""
    post, rng = scene["post"], np.random.default_rng([scene["seed"] + 104729, scene.get("shot", 0)])
    sources = scene["light"]["sources"]
    illuminant = kelvin_rgb(scene["light"]["ambient_kelvin"]) * scene["light"]["ambient"] + sum(
        source_rgb(s) * s["illuminance"] for s in sources
    )
    img = sensor_isp(lens(colour, camera, post), {**post, "illuminant": illuminant}, rng)
    bgr = np.ascontiguousarray(img[..., ::-1])
    if "video" in post:
        bgr = video_compressed(bgr, post["video"])
    if "spoil" in post:
        bgr = spoiled(bgr, post["spoil"], rng)
    return jpeg(bgr, int(post["jpeg_quality"]))


def video_compressed(bgr: Array, video: Json) -> Array:
    """What a video stream leaves: coarse blurred colour, block artefacts from an earlier, harsher encoding."""
    luma, *chroma = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb))
    h, w = luma.shape
    step = float(video["chroma_step"])
    small = [cv2.resize(c, (round(w / step), round(h / step)), interpolation=cv2.INTER_AREA) for c in chroma]
    back = [cv2.resize(c, (w, h), interpolation=cv2.INTER_LINEAR) for c in small]
    coarse = cv2.cvtColor(cv2.merge([luma, *back]), cv2.COLOR_YCrCb2BGR)
    return compressed(coarse, int(video["quality"]))
