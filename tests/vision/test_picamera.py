"""The Raspberry Pi's own camera: a program of that name pipes a film."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_sources import picture
from tests.waiting import until
from vision.sources.opening import LiveSource, SourceError, Status, open_source
from vision.sources.picamera import PipedFilm

FILM = """#!{python}
import os, sys, time
from pathlib import Path
here = Path(__file__).parent
(here / "called").write_text(" ".join(sys.argv[1:]))
(here / "pid").write_text(str(os.getpid()))
out = sys.stdout.buffer
pictures = sorted(here.glob("*.jpg"))
{how}
"""
FOREVER = """
while True:
    for path in pictures:
        data = path.read_bytes()
        for k in range(0, len(data), 700):  # never a whole picture at once
            out.write(data[k:k + 700])
            out.flush()
        time.sleep(0.01)
"""
SILENT = "time.sleep(60)"
RUBBISH = 'out.write(b"no camera here" * 1000); out.flush()'
ONE_THEN_GONE = "out.write(pictures[0].read_bytes()); out.flush()"
Camera = Callable[..., Path]


@pytest.fixture
def camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Camera:
    """Puts a program that films three pictures in the way of the shell, under the name given."""
    for level in (20, 90, 160):
        cv2.imwrite(str(tmp_path / f"{level}.jpg"), picture(level), [cv2.IMWRITE_JPEG_QUALITY, 95])

    def put(how: str = FOREVER, name: str = "rpicam-vid") -> Path:
        program = tmp_path / name
        program.write_text(FILM.format(python=sys.executable, how=how))
        program.chmod(0o755)
        return tmp_path

    monkeypatch.setenv("PATH", str(tmp_path))
    return put


def ended(folder: Path) -> bool:
    """Whether the program has gone."""
    try:
        os.kill(int((folder / "pid").read_text()), 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("name", ["rpicam-vid", "libcamera-vid"])
def test_a_film_that_is_piped_is_a_camera(camera: Camera, name: str) -> None:
    folder = camera(name=name)
    source = open_source("picamera:1")
    assert isinstance(source, LiveSource)
    frames = list(islice(source.frames(), 6))
    source.close()
    assert {frame.bgr.shape for frame in frames} == {(64, 96, 3)}
    levels = {round(float(np.median(frame.bgr))) for frame in frames}
    assert levels <= {20, 90, 160}
    assert len(levels) > 1
    said = (folder / "called").read_text()
    assert "--camera 1" in said
    assert "--codec mjpeg" in said
    assert said.endswith("--output -")
    until(lambda: ended(folder))


def test_without_the_program_the_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match=r"picamera:0: cannot be opened; check .*sudo apt-get install rpicam-apps"):
        open_source("picamera:0")


def test_a_program_that_finds_no_camera_is_said_at_once(camera: Camera) -> None:
    camera(RUBBISH)
    with pytest.raises(SourceError, match="rpicam-hello --list-cameras"):
        open_source("picamera:0")


def test_a_program_that_ends_is_started_again(camera: Camera) -> None:
    camera(ONE_THEN_GONE)
    source = open_source("picamera:0")
    assert isinstance(source, LiveSource)
    frames = source.frames()
    next(frames)
    assert source.wait_for_status(Status.WAITING, 20)
    next(frames)  # of a second run
    assert source.lost >= 1
    source.close()


def test_a_silent_program_is_given_up_and_ended(camera: Camera) -> None:
    folder = camera(SILENT)
    film = PipedFilm([str(folder / "rpicam-vid")], open_s=0.6)
    assert not film.opened
    film.release()
    film.release()
    until(lambda: ended(folder))


def test_a_small_picture_within_a_picture_does_not_end_it(camera: Camera) -> None:
    """As cameras that write a preview into each picture do."""
    folder = camera()
    for path in folder.glob("*.jpg"):
        data, small = path.read_bytes(), cv2.imencode(".jpg", picture(250, 16, 16))[1].tobytes()
        within = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
        path.write_bytes(data[:2] + within + data[2:])
    source = open_source("picamera:0")
    frames = list(islice(source.frames(), 3))
    source.close()
    assert {frame.bgr.shape for frame in frames} == {(64, 96, 3)}
