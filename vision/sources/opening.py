"""Where frames come from: a camera, a film, a folder of pictures or a network stream."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from calibration import pictures
from calibration.bounds import PictureError
from engine.core.errors import IcekeeperError
from vision.frame import Bgr, Frame
from vision.sources.address import completed, is_address, shown
from vision.sources.capture import (
    OPEN_TIMEOUT_MS,
    READ_TIMEOUT_MS,
    Capture,
    open_camera,
    open_capture,
    open_stream,
)
from vision.sources.frozen import Same
from vision.sources.picamera import open_picamera, picamera_hint, picamera_of

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class SourceError(IcekeeperError):
    """A source that cannot be opened or read."""


class Status(StrEnum):
    """What a source is doing now."""

    RUNNING = "running"
    WAITING = "waiting"  # the camera or stream went away; it is being tried again
    ENDED = "ended"
    CLOSED = "closed"


@runtime_checkable
class FrameSource(Protocol):
    """A camera, a folder of stills, a film or the simulator: all the same."""

    name: str
    live: bool

    @property
    def status(self) -> Status:
        """What the source is doing now."""
        ...

    @property
    def dropped(self) -> int:
        """How many pictures were passed over because a newer one was there."""
        ...

    def frames(self) -> Iterator[Frame]:
        """The pictures in order; live sources give the newest one and wait for the next."""
        ...

    def close(self) -> None:
        """Release everything; closing twice is harmless."""
        ...


class FolderSource:
    """The pictures of a folder in the order of their names; every one is delivered.

    `alone`: each is a photograph by itself, of a table at rest.
    """

    live = False
    dropped = 0

    def __init__(self, folder: Path, fps: float, alone: bool = False) -> None:
        self.name = str(folder)
        self.status = Status.RUNNING
        self._alone = alone
        self._fps = checked_fps(fps)
        self._paths = picture_paths(folder)

    def frames(self) -> Iterator[Frame]:
        """One frame for each picture, at index/fps seconds."""
        for index, path in enumerate(self._paths):
            if self.status is not Status.RUNNING:
                return
            yield Frame(read_picture(path), index, index / self._fps, self._alone)
        self.status = Status.ENDED

    def close(self) -> None:
        """Deliver nothing more."""
        self.status = Status.CLOSED


class FilmSource:
    """A film file; every frame is delivered, as fast as it is asked for."""

    live = False
    dropped = 0

    def __init__(self, path: Path, fps: float) -> None:
        self.name = str(path)
        self.status = Status.RUNNING
        self._reading = threading.Lock()
        """OpenCV dies where a capture is released while another thread reads from it."""
        self._capture = open_capture(str(path), cv2.CAP_ANY)
        if self._capture is None or not self._capture.isOpened():
            raise SourceError(f"{path}: not a film that can be read; give an .avi, .mp4, .mkv or .webm file")
        own = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = own if 0.5 <= own <= 240 else checked_fps(fps)  # some containers declare 0 or 90000

    def frames(self) -> Iterator[Frame]:
        """One frame after the other, at index/fps seconds."""
        index = 0
        while self.status is Status.RUNNING:
            with self._reading:
                ok, bgr = self._capture.read() if self._capture else (False, None)
            if not ok or bgr is None:
                break
            yield Frame(as_bgr(bgr), index, index / self.fps)
            index += 1
        if index == 0 and self.status is Status.RUNNING:
            raise SourceError(f"{self.name}: no picture could be decoded; convert the film, e.g. to .mp4 (H.264)")
        if self.status is Status.RUNNING:
            self.status = Status.ENDED

    def close(self) -> None:
        """Close the file."""
        self.status = Status.CLOSED
        with self._reading:
            if self._capture is not None:
                self._capture.release()
            self._capture = None


class LiveSource:
    """A camera or stream read by its own thread, which keeps only the newest picture."""

    live = True

    def __init__(
        self,
        name: str,
        connect: Callable[[], Capture | None],
        retry_s: float = 0.5,
        retry_most_s: float = 8.0,
        clock: Callable[[], float] = time.monotonic,
        hint: str = "that it is plugged in and not used by another program",
    ) -> None:
        self.name = name
        self._connect, self._retry_s, self._retry_most_s, self._clock = connect, retry_s, retry_most_s, clock
        self._opened_s = clock()
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._latest: Frame | None = None
        self._status = Status.RUNNING
        self._dropped = 0
        self._lost = 0
        capture = connect()
        if capture is None:
            raise SourceError(f"{name}: cannot be opened; check {hint}")
        self._thread = threading.Thread(target=self._run, args=(capture,), name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """Running, waiting for a lost camera, or closed."""
        return self._status

    @property
    def dropped(self) -> int:
        """How many pictures a newer one replaced before anybody looked."""
        return self._dropped

    @property
    def latest(self) -> Frame | None:
        """The last picture that came, looked at or not."""
        return self._latest

    @property
    def lost(self) -> int:
        """How often the camera went away."""
        return self._lost

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time; waits while there is none, ends when closed."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._stop.is_set())
                frame, self._newest = self._newest, None
            if self._stop.is_set() or frame is None:
                return
            yield frame

    def wait_for_status(self, status: Status, timeout_s: float) -> bool:
        """Whether the source reached that status in time."""
        with self._news:
            return self._news.wait_for(lambda: self._status is status, timeout_s)

    def close(self) -> None:
        """Stop the thread and release the camera."""
        self._stop.set()
        self._set_status(Status.CLOSED)
        if threading.current_thread() is not self._thread:
            self._thread.join((READ_TIMEOUT_MS + OPEN_TIMEOUT_MS) / 1000)

    def _set_status(self, status: Status) -> None:
        with self._news:
            if self._status is not Status.CLOSED:
                self._status = status
            self._news.notify_all()

    def _run(self, capture: Capture | None) -> None:
        index = 0
        while capture is not None:
            index = self._read_all(capture, index)
            capture.release()
            if self._stop.is_set():
                return
            self._lost += 1
            self._set_status(Status.WAITING)
            capture = self._reconnect()

    def _read_all(self, capture: Capture, index: int) -> int:
        """Keep the newest picture until the camera gives none; the next index."""
        same = Same()
        while not self._stop.is_set():
            ok, bgr = capture.read()
            if not ok or bgr is None:
                return index
            picture, at_s = as_bgr(bgr), self._clock() - self._opened_s
            frame = Frame(picture, index, at_s, same_s=same.seconds(picture, at_s))
            index += 1
            with self._news:
                self._dropped += self._newest is not None
                self._newest = self._latest = frame
                if self._status is Status.WAITING:
                    self._status = Status.RUNNING
                self._news.notify_all()
        return index

    def _reconnect(self) -> Capture | None:
        """Try again at growing intervals; None when closed meanwhile."""
        pause_s = self._retry_s
        while not self._stop.wait(pause_s):
            capture = self._connect()
            if capture is not None:
                return capture
            pause_s = min(pause_s * 2, self._retry_most_s)
        return None


def open_source(text: str, fps: float = 4.0, alone: bool = False) -> FrameSource:
    """The source that a word names: camera number, `picamera:0`, film, folder or stream address.

    `fps` is the rate of a folder of pictures, and of a film that does not tell its own; the pictures of a folder are
    `alone` where each is a resting view of its own.
    """
    if text.isdecimal():
        return LiveSource(f"camera {text}", lambda: open_camera(int(text)))
    if (module := picamera_of(text)) is not None:
        return LiveSource(text, lambda: open_picamera(module), hint=picamera_hint())
    if is_address(address := text if Path(text).exists() else completed(text)):
        return LiveSource(shown(address), lambda: open_stream(address), hint="the address and that the camera is on")
    return open_path(Path(text), fps, alone)


def open_path(path: Path, fps: float, alone: bool = False) -> FrameSource:
    """A folder of pictures, a single picture or a film."""
    if path.is_dir():
        return FolderSource(path, fps, alone)
    if not path.exists():
        raise SourceError(
            f"{path}: no such file or folder; give a camera number, picamera:0, film, folder, address or `demo`"
        )
    if path.suffix.lower() in PICTURES:
        return FolderSource(path, fps, alone)
    return FilmSource(path, fps)


def checked_fps(fps: float) -> float:
    """The rate itself, if it is one."""
    if not 0 < fps <= 1000:
        raise SourceError(f"expected a frame rate above 0 and up to 1000 a second, got {fps:g}")
    return fps


def picture_paths(folder: Path) -> list[Path]:
    """All pictures of a folder by name; other files are ignored."""
    if folder.is_file():
        return [folder]
    paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
    if not paths:
        raise SourceError(f"{folder}: no pictures in this folder; expected files like 0001.jpg or 0001.png")
    return paths


def read_picture(path: Path) -> Bgr:
    """A picture file as BGR."""
    try:
        return pictures.read_picture(path)
    except PictureError as error:
        raise SourceError(f"{error}; remove it or save it again as JPEG or PNG") from error


def as_bgr(picture: object) -> Bgr:
    """Any decoded picture as three uint8 channels; grey cameras deliver one."""
    bgr = np.asarray(picture)
    if bgr.dtype != np.uint8:
        bgr = (bgr / 257).astype(np.uint8) if bgr.dtype == np.uint16 else bgr.astype(np.uint8)
    if bgr.ndim == 2 or bgr.shape[2] == 1:
        bgr = cv2.cvtColor(bgr, cv2.COLOR_GRAY2BGR)
    return np.ascontiguousarray(bgr[..., :3])
