"""The phone's end of the page: its pictures are taken while it is the camera."""

from __future__ import annotations

from tests.vision.test_phone import jpeg
from tests.webui.making import Page
from webui.app import Parts


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
    assert post("/api/phone/picture", base_url="http://localhost", **send).status_code == 409
