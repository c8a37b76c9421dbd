"""The phone's end of the page: its pictures are taken while it is the camera."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.vision.test_phone import jpeg
from tests.webui.making import PLAYERS, Page, parts_for
from tests.webui.routes.test_guard import OUTSIDE
from tests.webui.routes.test_rights import seated
from vision.icecult.sim.play.source import demo_source
from vision.sources.phone import PhoneSource, Shot, Taken
from webui.parts import Parts
from webui.table.resuming import resume


def test_pictures_are_taken_only_when_a_phone_was_chosen(table: Parts) -> None:
    page = Page(table)
    send = {"data": jpeg(), "content_type": "image/jpeg", "headers": {"X-Token": page.token}}
    post = page.client.post
    assert post("/api/phone/picture", base_url="http://localhost", **send).get_json() == {"wanted": False}
    page.post("/api/setup/camera", {"source": "phone"})
    assert post("/api/phone/picture", base_url="http://localhost", **send).get_json() == {
        "wanted": True,
        "count": 1,
        "taken": "taken",
    }
    send["data"] = b"no picture"
    assert post("/api/phone/picture", base_url="http://localhost", **send).status_code == 400


@pytest.mark.slow
def test_after_a_restart_the_match_waits_for_its_phone_which_goes_on_sending(tmp_path: Path) -> None:
    path, profile = tmp_path / "m.sqlite", demo_source("demo").profile()
    first = parts_for(path)
    match_id = first.desk.watch(PhoneSource((1280, 720)), profile, PLAYERS, camera="phone")
    first.desk.clear()
    first.store.close()
    again = parts_for(path)
    resume(again.desk, match_id)
    phone = again.setup.phone
    assert phone is not None
    assert phone.push(Shot(jpeg(640, 360))) is Taken.TAKEN
    assert phone.push(Shot(jpeg(360, 640))) is Taken.TURNED
    again.desk.clear()
    again.store.close()


def test_what_a_phone_says_about_its_picture_is_told_to_the_host_alone(table: Parts) -> None:
    host = Page(table)
    assert host.get("/api/setup/phone").get_json() == {"phone": None}
    host.post("/api/setup/camera", {"source": "phone"})
    send = {"data": jpeg(), "content_type": "image/jpeg", "headers": {"X-Token": host.token}}
    said = "taken=1700000000000&delay=85&battery=999&still=1"
    host.client.post(f"/api/phone/picture?{said}", base_url="http://localhost:8765", **send)
    told = host.get("/api/setup/phone").get_json()["phone"]
    assert (told["delay_ms"], told["battery"], told["resolution_wh"]) == (85, None, [320, 240])
    picture = host.get("/api/setup/picture.jpg?after=-1")
    assert (picture.data, picture.headers["X-Taken"]) == (jpeg(), "1700000000000")
    assert host.get(f"/api/setup/picture.jpg?after={picture.headers['X-Index']}").status_code == 204
    assert seated(table).get("/api/setup/phone").status_code == 403


def sent(page: Page, data: bytes) -> int:
    """Send this as the phone's picture; the status."""
    send = {"data": data, "content_type": "image/jpeg", "headers": {"X-Token": page.token}}
    where = {"base_url": "http://localhost:8765", "environ_base": {"REMOTE_ADDR": OUTSIDE}}
    return page.client.post("/api/phone/picture", **where, **send).status_code  # type: ignore[arg-type]


@pytest.mark.slow
def test_only_the_phone_that_is_the_camera_comes_along_into_the_next_match(table: Parts) -> None:
    camera, rubbish, second, silent = (seated(table) for _ in range(4))
    Page(table).post("/api/setup/camera", {"source": "phone"})
    assert sent(rubbish, b"\xff\xd8 rubbish") == 400
    assert sent(camera, jpeg()) == 200
    assert sent(second, jpeg()) == 200, "another phone is the camera"
    table.setup.close()
    table.desk.watch(PhoneSource((1280, 720)), demo_source("demo").profile(), PLAYERS, camera="phone")
    roles = [page.get("/api/token").get_json()["role"] for page in (camera, rubbish, second, silent)]
    assert roles == ["seat", "stranger", "stranger", "stranger"]


@pytest.mark.slow
def test_the_camera_of_the_match_does_not_come_along_where_another_camera_is_chosen(table: Parts) -> None:
    table.desk.watch(PhoneSource((1280, 720)), demo_source("demo").profile(), PLAYERS, camera="phone")
    camera = seated(table)
    Page(table).post("/api/setup/camera", {"source": "demo"})
    assert sent(camera, jpeg(640, 360)) == 200
    table.setup.close()
    table.desk.open(PLAYERS)
    assert camera.get("/api/token").get_json()["role"] == "stranger"


@pytest.mark.slow
def test_the_host_waits_for_the_next_picture_and_others_are_not_told_to(parts: Parts) -> None:
    source = PhoneSource((1280, 720))
    parts.desk.watch(source, demo_source("demo").profile(), PLAYERS, camera="phone")
    host, seat = Page(parts), seated(parts)
    source.push(Shot(jpeg(640, 360)))
    first = host.get("/api/table/camera.jpg?after=-1")
    assert (first.status_code, first.headers["X-Index"]) == (200, "0")
    answer = seat.get("/api/table/camera.jpg")
    assert (answer.status_code, "X-Index" in answer.headers) == (200, False)
    later = threading.Timer(0.1, lambda: source.push(Shot(jpeg(640, 360))))
    later.start()
    assert host.get("/api/table/camera.jpg?after=0").headers["X-Index"] == "1"
    later.join()
