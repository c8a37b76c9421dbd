"""A camera on the network that films a scripted table: what lies there until somebody plays, then the match."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import cv2
import numpy as np

from vision.frame import Bgr
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame

FPS: Final = 4.0
NOISE: Final = 1.5
"""No camera sends the same picture twice; one that does is taken to be frozen."""
STANDING: Final = 6
"""So many pictures are shown in turn while nothing happens."""


def jpeg(bgr: Bgr) -> bytes:
    """A picture as it is sent."""
    return cv2.imencode(".jpg", bgr)[1].tobytes()


class Filmed:
    """The pictures of a scripted match, drawn beforehand."""

    def __init__(self, script: MatchScript) -> None:
        renderer, rng = Renderer(), np.random.default_rng(1)
        self.script = replace(script, fps=FPS)
        drawn = [draw_frame(renderer, scene, truth).bgr for scene, truth in Film(self.script).scenes()]
        self.jpegs = [jpeg(bgr) for bgr in drawn]
        self.before, self.after = ([jpeg(_noisy(bgr, rng)) for _ in range(STANDING)] for bgr in (drawn[0], drawn[-1]))


def _noisy(bgr: Bgr, rng: np.random.Generator) -> Bgr:
    return np.clip(bgr + rng.normal(0, NOISE, bgr.shape), 0, 255).astype(np.uint8)


class Camera:
    """What is filmed now."""

    def __init__(self, first: Filmed) -> None:
        self._lock, self.stop = threading.Lock(), threading.Event()
        self._film, self._at, self._plays = first, 0, False

    def lay(self, film: Filmed) -> None:
        """The table as it lies before this match."""
        with self._lock:
            self._film, self._at, self._plays = film, 0, False

    def play(self) -> None:
        """The people at the table begin."""
        with self._lock:
            self._at, self._plays = 0, True

    def run(self) -> None:
        """One picture after the other, until it is stopped."""
        while not self.stop.wait(1 / FPS):
            with self._lock:
                self._at += 1

    def picture(self) -> bytes:
        """What it shows now, as JPEG: how the table lies before the match, the match, how it lies after it."""
        with self._lock:
            film, at = self._film, self._at
            if not self._plays:
                return film.before[at % STANDING]
            return film.jpegs[at] if at < len(film.jpegs) else film.after[at % STANDING]


@contextmanager
def on_air(camera: Camera) -> Iterator[str]:
    """The address under which the camera sends; it ends with the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
            self.end_headers()
            while not camera.stop.wait(1 / FPS):
                data = camera.picture()
                head = f"--cut\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing of every request."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threads = [
        threading.Thread(target=server.serve_forever, name="walk server"),
        threading.Thread(target=camera.run, name="walk camera"),
    ]
    for thread in threads:
        thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        camera.stop.set()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join()
