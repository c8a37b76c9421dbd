"""A film as Chromium's fake camera takes it: what a phone would see of the virtual table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Bgr
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame

HOLD_S = 4.0
FLAGS = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


def camera_flags(film: Path) -> tuple[str, ...]:
    """What makes Chromium take this film for its camera, again and again."""
    return (*FLAGS, f"--use-file-for-fake-video-capture={film}")


def every(script: MatchScript, step: int) -> Iterable[Bgr]:
    """Every so manieth picture of a scripted match."""
    renderer = Renderer()
    for number, (scene, truth) in enumerate(Film(script).scenes()):
        if number % step == 0:
            yield draw_frame(renderer, scene, truth).bgr


def write_y4m(path: Path, pictures: Iterable[Bgr], fps: int) -> None:
    """Uncompressed video of 1280x720; the last picture stands for a while."""
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W1280 H720 F{fps}:1 Ip A1:1 C420\n".encode())
        last = b""
        for bgr in pictures:
            last = b"FRAME\n" + np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)).tobytes()
            file.write(last)
        file.write(last * round(HOLD_S * fps))
