"""A phone that joins a game which no camera watches: it is a player's, and never offered to be the camera."""

from __future__ import annotations

from tests.webui.igluiglu.making import open_iglu
from tests.webui.making import PLAYERS, Page, parts_for


def test_a_joining_phone_may_be_the_camera_of_any_game() -> None:
    parts = parts_for()
    try:
        for opened in (open_iglu, lambda parts: parts.desk.open(PLAYERS)):
            opened(parts)
            phone = Page(parts, "192.168.1.20")
            answer = phone.post("/api/join", {"code": parts.seats.invitation().seat})
            assert answer.get_json() == {"role": "seat", "camera": True}
            assert b'href="/phone"' in phone.get("/home").data
    finally:
        parts.desk.clear()
        parts.store.close()
