"""What cameras do to a picture that does not change: a resting film made from one still."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.aside import Region
from vision.frame import Bgr

Floats = npt.NDArray[np.float32]
POOLS, POOL_PX = 3, 256
"""Noise is cut from larger pieces at a random place: drawing it anew for every frame takes longer than the gate."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One kind of camera: noise of so many levels, smooth over so many pixels, and what else it does."""

    name: str
    sigma: float = 0.0
    smooth_px: float = 0.0
    chroma_only: bool = False
    banding: float = 0.0
    hunting: float = 0.0
    jpeg: int = 0
    film: str = ""
    shake_px: float = 0.0
    screen: float = 0.0
    people: bool = False


class NoisyCamera:
    """Spoils pictures one after the other, as one camera would."""

    def __init__(self, flaw: Flaw, shape: tuple[int, ...], fps: float, seed: int, region: Region | None = None) -> None:
        self.flaw, self._fps = flaw, fps
        self._rng = np.random.default_rng([seed, 5])
        self._pools = [_pool(flaw, shape, self._rng) for _ in range(POOLS)] if flaw.sigma else []
        self._phase = float(self._rng.uniform(0, 6.28))
        self._body = Body(shape, region, self._rng) if flaw.people else None
        self._index = 0

    def take(self, bgr: Bgr) -> Bgr:
        """The next picture."""
        flaw, k = self.flaw, self._index
        self._index += 1
        picture = _shaken(bgr, flaw.shake_px, self._rng).astype(np.float32)
        if self._body is not None:
            self._body.sway(picture, k / self._fps)
        if flaw.screen:
            _screen(picture, flaw.screen, self._rng)
        if flaw.banding:
            rows = np.arange(bgr.shape[0], dtype=np.float32) / bgr.shape[0]
            waves = np.sin(2 * np.pi * (1.6 * rows + 0.37 * k) + self._phase)
            picture *= (1 + flaw.banding * waves)[:, None, None].astype(np.float32)
        if flaw.hunting:
            t = 2 * np.pi * k / self._fps / 1.3 + self._phase
            white = np.array([1 + 0.5 * np.sin(t / 2.3), 1.0, 1 - 0.5 * np.sin(t / 1.7)]) - 1
            picture *= (1 + flaw.hunting * (np.sin(t) + white)).astype(np.float32)
        if self._pools:
            picture += self._noise(bgr.shape)
        out = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
        if not flaw.jpeg:
            return out
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, flaw.jpeg])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _noise(self, shape: tuple[int, ...]) -> Floats:
        pool = self._pools[int(self._rng.integers(POOLS))]
        y, x = (int(v) for v in self._rng.integers(0, POOL_PX, 2))
        cut = pool[y : y + shape[0], x : x + shape[1]]
        flip_x, flip_y, sign = self._rng.integers(0, 2, 3)
        cut = cut[:, ::-1] if flip_x else cut
        cut = cut[::-1] if flip_y else cut
        return cut if sign else -cut


class Body:
    """Somebody at the picture's edge, as far from the board as can be, who sways and nods and never sits still."""

    def __init__(self, shape: tuple[int, ...], region: Region | None, rng: np.random.Generator) -> None:
        height, width = shape[:2]
        board = np.array(region or [(0.5, 0.5)], np.float32) * (width, height)
        edge = [(width * x, height * y) for x in np.linspace(0, 1, 17) for y in (0.0, 1.0)]
        edge += [(width * x, height * y) for x in (0.0, 1.0) for y in np.linspace(0, 1, 9)]
        hull = cv2.convexHull(np.asarray(board, np.float32))
        far = [-cv2.pointPolygonTest(hull, point, True) for point in edge]
        self._at, self._radius = edge[int(np.argmax(far))], min(0.12 * width, 0.4 * max(far))
        size = 2 * int(self._radius) + 1
        cloth = cv2.GaussianBlur(rng.uniform(0, 255, (size, size, 3)).astype(np.float32), (0, 0), 4.0)
        self._cloth = np.clip(128 + 6.0 * (cloth - cloth.mean()), 0, 255)
        self._rates = rng.uniform(0.3, 1.6, 4)

    def sway(self, picture: Floats, at_s: float) -> None:
        """Draw the body as it leans now."""
        waves = np.sin(2 * np.pi * self._rates * at_s + np.arange(4))
        x = self._at[0] + 0.35 * self._radius * float(waves[0] + 0.5 * waves[1])
        y = self._at[1] + 0.35 * self._radius * float(waves[2] + 0.5 * waves[3])
        matrix = np.array([[1.0, 0.0, x - self._radius], [0.0, 1.0, y - self._radius]])
        size_wh = picture.shape[1], picture.shape[0]
        cloth = cv2.warpAffine(np.asarray(self._cloth, np.float32), matrix, size_wh)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(mask, (round(x), round(y)), int(0.9 * self._radius), 1, -1)
        picture[mask > 0] = cloth[mask > 0]


def _pool(flaw: Flaw, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    wide = (shape[0] + POOL_PX, shape[1] + POOL_PX, 3)
    noise = rng.standard_normal(wide, np.float32)
    if flaw.smooth_px:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), flaw.smooth_px), np.float32)
    if flaw.chroma_only:
        noise -= cv2.cvtColor(noise, cv2.COLOR_BGR2GRAY)[..., None]
    return np.asarray(noise * (flaw.sigma / float(noise.std())), np.float32)


def _shaken(bgr: Bgr, by_px: float, rng: np.random.Generator) -> Bgr:
    if not by_px:
        return bgr
    dx, dy = rng.uniform(-by_px, by_px, 2)
    matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]])
    size = (bgr.shape[1], bgr.shape[0])
    return np.asarray(cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))


def _screen(picture: Floats, strength: float, rng: np.random.Generator) -> None:
    """A screen stands in the upper left corner of the room and shines on the table."""
    height, width = picture.shape[:2]
    h, w = height // 7, width // 6
    picture[4 : 4 + h, 4 : 4 + w] = rng.uniform(20, 230, 3)
    small = np.ones((9, 16), np.float32) * float(rng.uniform(-strength, strength))
    small *= np.exp(-np.linspace(0, 2.5, 16))[None, :].astype(np.float32)
    picture *= 1 + cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]


def filmed(pictures: Sequence[Bgr], film: str, fps: float) -> list[Bgr]:
    """The pictures as a film file gives them back; `film` is a code of four letters, or a rate of H.264 like 600k."""
    height, width = pictures[0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "film.avi")
        if film.endswith("k"):
            _streamed(pictures, film, fps, path)
            return list(_frames(path))
        writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*film), fps, (width, height))
        for picture in pictures:
            writer.write(picture)
        writer.release()
        return list(_frames(path))


def _streamed(pictures: Sequence[Bgr], rate: str, fps: float, path: str) -> None:
    """As a network camera sends them: H.264 that keeps to its rate, with a key picture every two seconds."""
    height, width = pictures[0].shape[:2]
    raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}", "-r", f"{fps:g}", "-i", "-"]
    keep = ["-b:v", rate, "-maxrate", rate, "-bufsize", rate, "-g", str(round(2 * fps))]
    code = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", *keep, "-pix_fmt", "yuv420p"]
    command = ["ffmpeg", "-loglevel", "error", *raw, *code, path]
    subprocess.run(command, input=b"".join(picture.tobytes() for picture in pictures), check=True)


def _frames(path: str) -> Iterator[Bgr]:
    capture = cv2.VideoCapture(path)
    while True:
        ok, bgr = capture.read()
        if not ok:
            capture.release()
            return
        yield np.asarray(bgr, np.uint8)


def spoiled(flaw: Flaw, pictures: Sequence[Bgr], fps: float, seed: int, region: Region | None = None) -> list[Bgr]:
    """A film as that camera would take it; `region` is where the board lies."""
    camera = NoisyCamera(flaw, pictures[0].shape, fps, seed, region)
    taken = [camera.take(picture) for picture in pictures]
    return filmed(taken, flaw.film, fps) if flaw.film else taken


def flaws(sigmas: Sequence[float] = (2, 4, 7, 10, 14)) -> list[Flaw]:
    """Every kind of camera that is measured."""
    out = [Flaw("clean")]
    for name, smooth_px, chroma in (
        ("independent", 0.0, False),
        ("smooth 1.5 px", 1.5, False),
        ("colour 4 px", 4.0, False),
        ("chroma 4 px", 4.0, True),
    ):
        out += [Flaw(f"{name}, sigma {s:g}", s, smooth_px, chroma) for s in sigmas]
    out += [Flaw(f"banding {100 * b:g} %", 3.0, 1.0, banding=b) for b in (0.01, 0.03, 0.05)]
    out += [Flaw(f"hunting {100 * b:g} %", 3.0, 1.0, hunting=b) for b in (0.04, 0.08)]
    out += [Flaw(f"JPEG {q}, sigma {s:g}", s, 0.7, jpeg=q) for q in (40, 20) for s in (2.0, 5.0)]
    out += [Flaw(f"{f}, sigma {s:g}", s, 1.0, film=f) for f in ("mp4v", "MJPG") for s in (3.0, 8.0)]
    if shutil.which("ffmpeg"):  # OpenCV reads H.264 but cannot write it
        out += [Flaw(f"H.264 of {r}bit/s, sigma {s:g}", s, 1.0, film=r) for r in ("1000k", "400k") for s in (3.0, 8.0)]
    out += [Flaw(f"shake 0.5 px, sigma {s:g}", s, 1.0, shake_px=0.5) for s in (1.0, 5.0)]
    out += [Flaw("screen in the room", 2.0, 1.0, screen=0.06)]
    out += [Flaw(f"people beside it, sigma {s:g}", s, 1.0, people=True) for s in (1.0, 5.0)]
    return out
