"""Setting a table up: no file can be named, the board is found near its tips, the match starts with what was found."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.waiting import until
from tests.webui.making import PLAYERS, Page
from webui.parts import Parts
from webui.table.setup import SetupError, camera_numbers, checked_source


@pytest.mark.parametrize(
    "text", ["0", "12", "picamera:0", "demo", "phone", "rtsp://10.0.0.5:554/live", "http://cam.local/mjpeg?q=1"]
)
def test_cameras_and_addresses_may_be_named(text: str) -> None:
    assert checked_source(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/etc/passwd",
        "film.mp4",
        "../x",
        "file:///etc/passwd",
        "concat:a|b",
        "demo:9",
        "-1",
        "123",
        "rtsp://a b",
        "http://",
        "rtsp://x\n",
    ],
)
def test_files_and_everything_else_may_not(text: str) -> None:
    with pytest.raises(SetupError):
        checked_source(text)


def test_cameras_are_found_by_their_device_files(tmp_path: Path) -> None:
    for name in ("video0", "video10", "video2", "videofoo", "null"):
        (tmp_path / name).touch()
    assert camera_numbers(tmp_path) == [0, 2, 10]
    assert camera_numbers(tmp_path / "nowhere") == [0, 1]


def test_what_names_no_camera_is_bad_input(parts: Parts) -> None:
    assert Page(parts).post("/api/setup/camera", {"source": "/etc/passwd"}).status_code == 400


def test_a_match_with_a_camera_needs_a_board(parts: Parts) -> None:
    page = Page(parts)
    page.post("/api/setup/camera", {"source": "phone"})
    answer = page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}})
    assert (answer.status_code, "find it" in answer.get_json()["error"]) == (409, True)
    assert page.get("/api/setup/picture.jpg").status_code == 204
    page.post("/api/setup/no-camera")
    assert page.post("/api/setup/start", {"name": "", "players": PLAYERS, "house": {}}).status_code == 200


@pytest.mark.parametrize("tips", [[], [[1, 2]] * 3, [[1, "a"]] * 4, [[1, 1e9]] * 4, "x", [[1, 2, 3]] * 4])
def test_tips_that_make_no_sense_are_refused(parts: Parts, tips: object) -> None:
    assert Page(parts).post("/api/setup/find", {"tips": tips}).status_code == 400


@pytest.mark.slow
def test_the_board_is_found_on_the_virtual_table_and_the_match_starts_there(parts: Parts) -> None:
    page = Page(parts)
    page.post("/api/setup/camera", {"source": "demo"})
    while parts.setup.jpeg() is None:
        parts.setup.after(-1, 20)
    found = page.post("/api/setup/find", {"tips": None}).get_json()
    assert found["layout"] == "sides"
    assert found["grade"] in ("good", "fair")
    assert len(found["lines"]) == 4 * 6 + 6 + 4  # spaces and tips, holder and block, cubes
    near = [[found["tips"][path][0] + 5, found["tips"][path][1] - 4] for path in "NESW"]
    again = page.post("/api/setup/find", {"tips": near, "layout": "sides"}).get_json()
    for path, (x, y) in again["tips"].items():
        assert abs(x - found["tips"][path][0]) + abs(y - found["tips"][path][1]) < 4
    turned = page.post("/api/setup/north", {"path": "E"}).get_json()
    assert turned["tips"]["N"] == again["tips"]["E"]
    page.post("/api/setup/start", {"name": "virtual", "players": PLAYERS, "house": {}})
    match = page.get("/api/table/view").get_json()["match"]
    assert (match["simulated"], match["source"], match["name"]) == (True, "camera", "virtual")


def test_the_page_offers_it_where_the_program_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: Parts) -> None:
    page = Page(parts)
    assert "picamera:0" not in [each["source"] for each in page.get("/api/setup/cameras").get_json()["cameras"]]
    cv2.imwrite(str(tmp_path / "one.jpg"), np.full((64, 96, 3), 90, np.uint8))
    program = tmp_path / "rpicam-vid"
    program.write_text(f"#!/bin/sh\nexec /bin/cat {tmp_path}/one.jpg\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page.get("/api/setup/cameras").get_json()["cameras"][0]["source"] == "picamera:0"
    assert page.post("/api/setup/camera", {"source": "picamera:0"}).status_code == 200
    assert until(lambda: parts.setup.jpeg())
