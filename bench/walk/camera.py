"""A camera on the network that films a scripted table: what lies there until somebody plays, then the match."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame


class Filmed:
    """The pictures of a scripted match, drawn beforehand."""

    def __init__(self, script: MatchScript) -> None:
        renderer = Renderer()
        drawn = (draw_frame(renderer, scene, truth).bgr for scene, truth in Film(script).scenes())
        self.script = script
        self.jpegs = [cv2.imencode(".jpg", bgr)[1].tobytes() for bgr in drawn]


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
            self._plays = True

    def run(self) -> None:
        """One picture after the other, until it is stopped; the last one stands."""
        while not self.stop.wait(1 / self._film.script.fps):
            with self._lock:
                if self._plays:
                    self._at = min(self._at + 1, len(self._film.jpegs) - 1)

    def picture(self) -> bytes:
        """What it shows now, as JPEG."""
        with self._lock:
            return self._film.jpegs[self._at]


@contextmanager
def on_air(camera: Camera) -> Iterator[str]:
    """The address under which the camera sends; it ends with the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
            self.end_headers()
            while not camera.stop.wait(0.06):
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
