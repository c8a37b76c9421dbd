"""A camera's password opens the camera and is seen by nobody: not in names, views, lists, exports, errors or logs."""

from __future__ import annotations

import base64
import contextlib
import io
import logging
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.webui.making import PLAYERS, Page, parts_for
from vision.icecult.sim.play.source import demo_source
from vision.sources.address import completed, shown
from vision.sources.opening import SourceError, Status, open_source
from webui.parts import Parts
from webui.record.disk.names import without_secrets
from webui.record.disk.schema import FINAL
from webui.record.events import Acted
from webui.record.opening import opened
from webui.record.store import Store
from webui.table.resuming import reopenable, resume
from webui.table.setup import checked_source

SECRET = "s3cret-word"


class Guarded(BaseHTTPRequestHandler):
    """A camera that sends a few pictures to whoever knows its password."""

    def do_GET(self) -> None:
        """Pictures one after the other, or 401."""
        if self.headers.get("Authorization") != "Basic " + base64.b64encode(f"ada:{SECRET}".encode()).decode():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=x")
        self.end_headers()
        jpeg = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8))[1].tobytes()
        with contextlib.suppress(OSError):
            self._send(jpeg)

    def _send(self, jpeg: bytes) -> None:
        for _ in range(8):
            self.wfile.write(b"--x\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg) + jpeg)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def camera() -> Iterator[str]:
    """The address of such a camera, with its password."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Guarded)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"ada:{SECRET}@127.0.0.1:{server.server_port}/video?key={SECRET}"
    server.shutdown()
    server.server_close()
    thread.join()


def everything_told(page: Page, match_id: str) -> str:
    """All that anybody can get to read about a match."""
    paths = ["/api/table/view", "/api/matches", "/api/matches/people", "/table", "/matches", f"/matches/{match_id}"]
    paths += [f"/api/matches/{match_id}{end}" for end in ("", "/log", "/sheet", "/share")]
    told = [page.get(path).get_data(as_text=True) for path in paths]
    with zipfile.ZipFile(io.BytesIO(page.get(f"/api/matches/{match_id}/archive").data)) as archive:
        told += [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
    return "\n".join(told)


@pytest.mark.slow
def test_a_match_by_a_camera_with_a_password_tells_it_to_nobody(camera: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    parts = parts_for()
    source = open_source(camera)
    profile = demo_source("demo").profile()
    match_id = parts.desk.watch(source, profile, PLAYERS, name=source.name, camera=reopenable(camera))
    told = everything_told(Page(parts), match_id)
    assert "127.0.0.1" in told, "the camera's name is there"
    assert SECRET not in told
    assert SECRET not in "".join(thread.name for thread in threading.enumerate())
    parts.desk.clear()
    resume(parts.desk, match_id)
    assert parts.desk.tap is not None, "the password is kept where the camera is opened again"
    source.close()
    parts.desk.clear()
    parts.store.close()
    assert SECRET not in caplog.text


def test_a_camera_that_cannot_be_opened_is_named_without_its_password(parts: Parts) -> None:
    with pytest.raises(SourceError) as said:
        open_source(f"http://ada:{SECRET}@127.0.0.1:9/video?key={SECRET}")
    assert "http://127.0.0.1:9/…: cannot be opened; check the address" in str(said.value)
    answer = Page(parts).post("/api/setup/camera", {"source": f"ada:{SECRET}@127.0.0.1:9/{SECRET}"})
    assert (answer.status_code, SECRET in answer.get_data(as_text=True)) == (409, False)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rtsp://ada:pw@cam:554/user=ada_password=pw", "rtsp://cam:554/…"),
        ("http://ada:p@w@10.0.0.5?token=pw", "http://10.0.0.5/…"),
        ("http://cam.local/", "http://cam.local"),
        ("rtsp:///pw", "rtsp:…"),
    ],
)
def test_what_is_shown_of_an_address(address: str, told: str) -> None:
    assert shown(address) == told


@pytest.mark.parametrize("text", ["192.168.1.20", "10.0.0.5:8080/video", "ada:pw@10.0.0.5/x", "phone.local:8080"])
def test_an_address_without_a_scheme_is_tried_with_http(text: str) -> None:
    assert completed(text) == checked_source(text) == reopenable(text) == f"http://{text}"


@pytest.mark.parametrize("text", ["film.mp4", "folder/of/pictures", "0", "demo", "demo:3", "rtsp://cam", "C:film.avi"])
def test_other_words_stay_as_they_are(text: str) -> None:
    assert completed(text) == text


def test_a_live_source_without_a_scheme_runs(camera: str) -> None:
    source = open_source(camera)
    assert next(source.frames()).resolution_wh == (1280, 720)
    source.close()
    assert source.status is Status.CLOSED


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (f"http://ada:{SECRET}@10.0.0.5/video", "http://10.0.0.5/…"),
        (f"rtsp://ada:{SECRET}{'x' * 60}"[:60], "rtsp:…"),
        (f"rtsp://ada:{SECRET}@{'x' * 60}"[:60], "rtsp:…"),
        (f"the old one, http://ada:{SECRET}@cam", "the old one, http://cam"),
        (f"http://ada:a/{SECRET}@cam/", "http:…"),
        (f"http://[ada:{SECRET}@cam/", "http:…"),
        ("Saturday 20:30", "Saturday 20:30"),
    ],
)
def test_a_name_keeps_no_password(name: str, told: str) -> None:
    assert without_secrets(name) == told
    assert opened(PLAYERS, name=name).name == told


def test_passwords_in_names_of_older_records_are_cleaned_when_they_are_opened(tmp_path: Path) -> None:
    path, name = tmp_path / "m.sqlite", f"http://ada:{SECRET}@10.0.0.5/video"
    ids = older_record(path, name)
    assert SECRET.encode() in path.read_bytes()
    parts = parts_for(path)
    page = Page(parts)
    told = "".join(page.get(f"/api/matches{end}").get_data(as_text=True) for end in ("", *(f"/{one}" for one in ids)))
    assert (SECRET in told, "http://10.0.0.5/" in told) == (False, True)
    assert [line.get("damaged", False) for line in page.get("/api/matches").get_json()["matches"]] == [False, True]
    assert parts.store.events(ids[0])[1:] == (Acted(1.0, "Nn"), Acted(2.0, "Ee"))
    parts.desk.keeper.stop()
    parts.store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("m.sqlite*"))
    assert SECRET.encode() not in kept


def older_record(path: Path, name: str) -> list[str]:
    """A record of the version before, with two matches of that name, the second of them damaged."""
    store, ids = Store(path), []
    db = store.connection.db
    db.execute("DROP TRIGGER events_are_final")
    for k in range(2):
        match_id = store.create(replace(opened(PLAYERS, at=10.0 - k), name=name), later=[Acted(1.0, "Nn")])
        store.append(match_id, [Acted(2.0, "Ee")])
        ids.append(match_id)
    db.execute("UPDATE events SET body = '{}' WHERE match_id = ? AND number = 1", (ids[1],))
    db.execute(FINAL)
    for table in ("outbox", "club", "analyses"):  # of versions after that one
        db.execute(f"DROP TABLE {table}")
    db.execute("PRAGMA user_version = 4")
    store.close()
    return ids
