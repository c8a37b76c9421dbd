"""Frame sources: films, folders, network streams and their failures."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.pictures import read_picture as read_photograph
from vision.frame import Bgr, Frame
from vision.sources.capture import open_stream
from vision.sources.frozen import Same
from vision.sources.opening import (
    FilmSource,
    FolderSource,
    FrameSource,
    LiveSource,
    SourceError,
    Status,
    as_bgr,
    open_source,
)


def picture(level: int, width: int = 96, height: int = 64) -> Bgr:
    return np.full((height, width, 3), level, np.uint8)


def write_film(path: Path, levels: list[int], fps: float) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (96, 64))
    for level in levels:
        writer.write(picture(level))
    writer.release()


@contextmanager
def mjpeg_server(port: int = 0) -> Iterator[int]:
    """A camera on the network: ever brighter pictures until the block ends."""
    stop = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
            self.end_headers()
            level = 0
            while not stop.wait(0.02):
                data = cv2.imencode(".jpg", picture(level % 200))[1].tobytes()
                head = f"--cut\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return
                level += 20

        def log_message(self, format: str, *args: object) -> None:
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        thread.join()


def test_film_gives_every_frame_with_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    write_film(path, [10, 60, 110, 160], fps=8)
    source = open_source(str(path), fps=4)
    frames = list(source.frames())
    assert [f.index for f in frames] == [0, 1, 2, 3]
    assert [f.taken_at_s for f in frames] == [0, 0.125, 0.25, 0.375]
    assert [abs(int(f.bgr.mean()) - v) < 4 for f, v in zip(frames, [10, 60, 110, 160], strict=True)] == [True] * 4
    assert (source.status, source.live, source.dropped) == (Status.ENDED, False, 0)
    source.close()
    source.close()


def test_closed_film_delivers_nothing_more(tmp_path: Path) -> None:
    write_film(tmp_path / "film.avi", [1, 2, 3], fps=8)
    source = FilmSource(tmp_path / "film.avi", 4)
    stream = source.frames()
    next(stream)
    source.close()
    assert list(stream) == []
    assert source.status is Status.CLOSED


def test_a_film_may_be_closed_while_another_thread_reads_it(tmp_path: Path) -> None:
    """In a process of its own: OpenCV would end it by a segmentation fault."""
    write_film(tmp_path / "film.avi", [*range(0, 200, 2)], fps=8)
    code = (
        "import sys, threading; from pathlib import Path; from vision.sources.opening import FilmSource\n"
        "for _ in range(150):\n"
        "    source = FilmSource(Path(sys.argv[1]), 4); begun = threading.Event()\n"
        "    def read():\n"
        "        for frame in source.frames(): begun.set()\n"
        "    thread = threading.Thread(target=read); thread.start(); begun.wait(9); source.close(); thread.join()\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "film.avi")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_folder_in_name_order_other_files_ignored(tmp_path: Path) -> None:
    for name, level in (("0002.png", 90), ("0001.JPG", 40), ("0010.bmp", 140)):
        cv2.imwrite(str(tmp_path / name), picture(level))
    (tmp_path / "0001.json").write_text("{}")
    (tmp_path / "0003.jpg").mkdir()
    source = open_source(str(tmp_path), fps=5)
    frames = list(source.frames())
    assert [round(f.bgr.mean() / 10) for f in frames] == [4, 9, 14]
    assert [f.taken_at_s for f in frames] == [0, 0.2, 0.4]
    assert isinstance(source, FrameSource)


def test_single_picture_is_a_source_of_one_frame(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture(5))
    cv2.imwrite(str(tmp_path / "b.png"), picture(5))
    assert len(list(open_source(str(tmp_path / "a.png")).frames())) == 1


def test_grey_and_deep_pictures_become_bgr(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((20, 30), 77, np.uint8))
    (frame,) = open_source(str(tmp_path / "grey.png")).frames()
    assert frame.resolution_wh == (30, 20)
    assert (as_bgr(np.full((4, 4), 257 * 9, np.uint16)) == 9).all()


def test_unreadable_picture_in_a_folder_is_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0001.jpg"), picture(5))
    (tmp_path / "0002.jpg").write_bytes(b"not a picture")
    stream = FolderSource(tmp_path, 4).frames()
    next(stream)
    with pytest.raises(SourceError, match=r"0002\.jpg: not a picture"):
        next(stream)


def test_failures_are_explained(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.avi").write_text("no film")
    with pytest.raises(SourceError, match="no such file"):
        open_source(str(tmp_path / "missing.mp4"))
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path / "empty"))
    with pytest.raises(SourceError, match="not a film"):
        open_source(str(tmp_path / "notes.avi"))
    with pytest.raises(SourceError, match="frame rate"):
        open_source(str(tmp_path), fps=0)


def test_unknown_camera_and_silent_address_are_explained() -> None:
    with pytest.raises(SourceError, match="camera 97: cannot be opened"):
        open_source("97")
    with mjpeg_server() as port:
        gone = port
    with pytest.raises(SourceError, match="cannot be opened"):
        open_source(f"http://127.0.0.1:{gone}/video")


def test_network_stream_is_read_and_resumed_after_it_was_unplugged() -> None:
    with mjpeg_server() as port:
        address = f"http://127.0.0.1:{port}/video.mjpg"
        source = LiveSource(address, lambda: open_stream(address), retry_s=0.02, retry_most_s=0.1)
        stream = source.frames()
        first = list(islice(stream, 3))
    assert [f.resolution_wh for f in first] == [(96, 64)] * 3
    assert source.wait_for_status(Status.WAITING, 20)
    with mjpeg_server(port):
        assert source.wait_for_status(Status.RUNNING, 20)
        again = list(islice(stream, 2))
        source.close()
    assert source.lost == 1
    assert source.live
    indices = [f.index for f in first + again]
    assert indices == sorted(set(indices))
    assert again[0].taken_at_s > first[-1].taken_at_s
    assert list(stream) == []
    assert source.status is Status.CLOSED


class Feed:
    """A camera that delivers as told, so that a test can count what is dropped."""

    def __init__(self, count: int) -> None:
        self.left, self.drained, self.released = count, threading.Event(), threading.Event()

    def read(self) -> tuple[bool, Bgr | None]:
        if self.left == 0:
            self.drained.set()
            self.released.wait(10)
            return False, None
        self.left -= 1
        return True, picture(self.left)

    def release(self) -> None:
        self.released.set()


def test_only_the_newest_picture_is_kept_and_drops_are_counted() -> None:
    feed = Feed(10)
    source = LiveSource("feed", lambda: feed)
    assert feed.drained.wait(10)
    frame: Frame = next(source.frames())
    assert (frame.index, int(frame.bgr[0, 0, 0]), source.dropped) == (9, 0, 9)
    feed.released.set()
    source.close()
    source.close()
    assert not any(t.name == "camera feed" for t in threading.enumerate())


def test_frame_refuses_what_is_not_a_picture() -> None:
    with pytest.raises(ValueError, match="uint8"):
        Frame(np.zeros((4, 4, 3)), 0, 0.0)  # type: ignore[arg-type]


def _turned_jpeg(path: Path, orientation: int) -> None:
    """A JPEG whose EXIF data say how the camera was held."""
    data = cv2.imencode(".jpg", np.hstack([picture(30), picture(220)]))[1].tobytes()
    tag = b"\x01\x12\x00\x03\x00\x00\x00\x01\x00" + bytes([orientation]) + b"\x00\x00"
    exif = b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01" + tag + b"\x00\x00\x00\x00"
    path.write_bytes(data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:])


def test_a_picture_taken_with_a_turned_phone_is_upright_everywhere(tmp_path: Path) -> None:
    _turned_jpeg(tmp_path / "0.jpg", 6)
    (frame,) = open_source(str(tmp_path)).frames()
    for bgr in (frame.bgr, read_photograph(tmp_path / "0.jpg")):
        assert bgr.shape == (192, 64, 3)
        assert bgr[:90].mean() < 60 < 200 < bgr[-90:].mean()


def test_pictures_of_a_folder_may_be_views_by_themselves(tmp_path: Path) -> None:
    for k in range(2):
        cv2.imwrite(str(tmp_path / f"{k}.png"), picture(40 * k))
    assert [frame.alone for frame in open_source(str(tmp_path), alone=True).frames()] == [True, True]
    assert [frame.alone for frame in open_source(str(tmp_path)).frames()] == [False, False]


def test_for_how_long_a_camera_has_sent_the_very_same_picture_is_counted() -> None:
    """A sensor always has noise: a camera that sends one picture again and again has frozen."""
    same, noisy = Same(), Same()
    grey, other = picture(90), picture(90)
    other[1, 1] = 91
    assert [same.seconds(grey.copy(), at_s) for at_s in (1.0, 3.0, 11.5)] == [0.0, 2.0, 10.5]
    assert [noisy.seconds((grey, other)[k % 2], float(k)) for k in range(4)] == [0.0] * 4
    assert same.seconds(other, 12.0) == 0.0


def test_the_frames_of_a_camera_tell_that_it_has_frozen_and_those_of_a_folder_never_do(tmp_path: Path) -> None:
    class Stuck(Feed):
        def read(self) -> tuple[bool, Any]:
            ok, bgr = super().read()
            return ok, None if bgr is None else picture(90)

    feed, seconds = Stuck(6), iter(range(100))
    source = LiveSource("feed", lambda: feed, clock=lambda: float(next(seconds)))
    assert feed.drained.wait(10)
    assert next(source.frames()).same_s == 5.0
    feed.released.set()
    source.close()
    for k in range(3):
        cv2.imwrite(str(tmp_path / f"{k}.png"), picture(90))
    assert [frame.same_s for frame in open_source(str(tmp_path), 0.1).frames()] == [0.0] * 3
