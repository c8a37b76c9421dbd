"""A phone as a camera: newest picture, refused rubbish, nothing unpacked that is too big."""

from __future__ import annotations

import threading

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.webui.making import Page
from vision.sources.opening import Status
from vision.sources.phone import SILENT_S, PhoneSource, PictureError, decoded, jpeg_resolution
from webui.app import Parts


def jpeg(width: int = 320, height: int = 240) -> bytes:
    """A grey picture."""
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def test_the_newest_picture_counts_and_older_ones_are_counted_as_dropped() -> None:
    phone = PhoneSource()
    for width in (320, 330, 340):
        phone.push(jpeg(width))
    frame = next(phone.frames())
    assert (frame.resolution_wh[0], frame.index, phone.dropped, phone.count) == (340, 2, 2, 3)


def test_a_silent_phone_is_awaited() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    phone.push(jpeg())
    assert phone.status is Status.RUNNING
    now[0] = SILENT_S + 1
    assert phone.status is Status.WAITING
    phone.push(jpeg())
    assert phone.status is Status.RUNNING
    phone.close()
    assert phone.status is Status.CLOSED


def test_closing_ends_whoever_waits_for_a_picture() -> None:
    phone = PhoneSource()
    got: list[int] = []
    waiting = threading.Thread(target=lambda: got.append(len(list(phone.frames()))))
    waiting.start()
    phone.close()
    waiting.join(2)
    assert got == [0]


def test_the_size_is_read_before_anything_is_unpacked() -> None:
    assert jpeg_resolution(jpeg(640, 480)) == (640, 480)
    bomb = bytearray(jpeg())
    at = bomb.index(b"\xff\xc0")
    bomb[at + 5 : at + 9] = b"\xff\xdc\xff\xdc"
    with pytest.raises(PictureError, match="65500x65500"):
        decoded(bytes(bomb))


@given(st.binary(max_size=400))
def test_rubbish_is_refused(data: bytes) -> None:
    with pytest.raises(PictureError):
        decoded(b"\xff\xd8" + data)


def test_pictures_are_taken_only_when_a_phone_was_chosen(table: Parts) -> None:
    page = Page(table)
    send = {"data": jpeg(), "content_type": "image/jpeg", "headers": {"X-Token": page.token}}
    post = page.client.post
    assert post("/api/phone/picture", base_url="http://localhost", **send).get_json() == {"wanted": False}
    page.post("/api/setup/camera", {"source": "phone"})
    assert post("/api/phone/picture", base_url="http://localhost", **send).get_json() == {"wanted": True, "count": 1}
    send["data"] = b"no picture"
    assert post("/api/phone/picture", base_url="http://localhost", **send).status_code == 409
