"""The Raspberry Pi's own camera modules, which OpenCV cannot open: `rpicam-vid` pipes their film as JPEG pictures.

The same program was called `libcamera-vid` on older systems; whichever is there is used.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, Any, Final

import cv2
import numpy as np

from vision.sources.capture import OPEN_TIMEOUT_MS, READ_TIMEOUT_MS, Capture

PROGRAMS: Final = ("rpicam-vid", "libcamera-vid")
WORD: Final = re.compile(r"picamera:(\d{1,2})")
SIZE: Final = (1920, 1080)
FPS: Final = 15
LARGEST: Final = 16 << 20
"""So many bytes without the end of a picture are no film of pictures."""
PIECE: Final = 1 << 16
BEGIN, END = b"\xff\xd8", b"\xff\xd9"
MARK, SCAN = 0xFF, 0xDA
STOP_S: Final = 2.0


def picamera_of(text: str) -> int | None:
    """Which camera module a word like `picamera:0` names; None for another word."""
    found = WORD.fullmatch(text)
    return None if found is None else int(found[1])


def program() -> str | None:
    """The program that films, where it is installed."""
    return next((path for name in PROGRAMS if (path := shutil.which(name)) is not None), None)


def picamera_hint() -> str:
    """What to check where a camera module does not open."""
    if program() is None:
        return "that rpicam-vid is installed: sudo apt-get install rpicam-apps"
    return "its ribbon cable, that `rpicam-hello --list-cameras` lists it, and that no other program films"


def words_for(path: str, module: int) -> list[str]:
    """How the program is called: pictures to its output, for as long as they are read, without a preview."""
    width, height = SIZE
    size = ["--width", str(width), "--height", str(height), "--framerate", str(FPS)]
    return [path, "--camera", str(module), "--timeout", "0", "--nopreview", "--codec", "mjpeg", *size, "--output", "-"]


def open_picamera(module: int) -> Capture | None:
    """A film of this camera module; None where it gives no picture."""
    path = program()
    if path is None:
        return None
    made = PipedFilm(words_for(path, module), OPEN_TIMEOUT_MS / 1000)
    if made.opened:
        return made
    made.release()
    return None


class PipedFilm:
    """The pictures that a program writes to its output, one JPEG after the other; only the newest is kept."""

    def __init__(self, words: Sequence[str], open_s: float, read_s: float = READ_TIMEOUT_MS / 1000) -> None:
        self._read_s = read_s
        self._news = threading.Condition()
        self._newest: bytes | None = None
        self._ended = False
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(words, stdin=null, stdout=subprocess.PIPE, stderr=null, bufsize=0)
        assert self._process.stdout is not None
        self._thread = threading.Thread(target=self._take, args=(self._process.stdout,), name="piped film", daemon=True)
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._ended, open_s)
            self.opened = self._newest is not None
            """Whether a first picture came in time."""

    def read(self) -> tuple[bool, Any]:
        """The newest picture, waited for; False when the program has ended, is silent, or wrote what is no picture."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._ended, self._read_s)
            jpeg, self._newest = self._newest, None
        if jpeg is None:
            return False, None
        bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        return bgr is not None, bgr

    def release(self) -> None:
        """End the program, so that the camera is free again; twice is harmless."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._thread.join(STOP_S)
        if self._process.stdout is not None and not self._process.stdout.closed and not self._thread.is_alive():
            self._process.stdout.close()

    def _take(self, pipe: IO[bytes]) -> None:
        """Cut what is written into pictures, until nothing comes any more."""
        waiting = bytearray()
        with contextlib.suppress(OSError, ValueError):
            while (piece := pipe.read(PIECE)) and len(waiting) < LARGEST:
                waiting += piece
                while (jpeg := _cut(waiting)) is not None:
                    with self._news:
                        self._newest = jpeg
                        self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()


def _cut(waiting: bytearray) -> bytes | None:
    """The first whole picture in what was read, taken out with all that stands before; None where none is whole."""
    begin = waiting.find(BEGIN)
    if begin < 0:
        del waiting[: max(0, len(waiting) - 1)]
        return None
    end = _end(waiting, begin + len(BEGIN))
    if end is None:
        return None
    jpeg = bytes(waiting[begin:end])
    del waiting[:end]
    return jpeg


def _end(data: bytearray, at: int) -> int | None:
    """Where the JPEG picture ends whose parts begin here; None where that has not come yet.

    The parts before the picture's own data say how long they are: a small picture may be within them. In that data
    the mark of the end does not occur, such bytes are written otherwise.
    """
    while len(data) >= at + 4:
        length = 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at] != MARK:
            return at + 1  # no picture after all
        if data[at + 1] == SCAN:
            end = data.find(END, at + length)
            return None if end < 0 else end + len(END)
        at += length
    return None
