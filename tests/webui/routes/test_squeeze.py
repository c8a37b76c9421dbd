"""Static files travel small; what holds secrets does not shrink with what others typed."""

from __future__ import annotations

import gzip

from tests.webui.making import Page
from webui.parts import Parts
from webui.routes.app_shell import KEPT

GZIP = {"Accept-Encoding": "gzip, deflate"}


def test_a_script_travels_as_gzip_and_is_asked_for_once(page: Page) -> None:
    plain = page.get("/static/shell/replay/player.js")
    small = page.get("/static/shell/replay/player.js", headers=GZIP)
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 2
    assert small.headers["Vary"] == "Accept-Encoding"
    assert small.headers["Cache-Control"].startswith("no-cache"), "after an update nobody plays with the old scripts"
    again = page.get("/static/shell/replay/player.js", headers={**GZIP, "If-None-Match": small.headers["ETag"]})
    assert again.status_code == 304


def test_pages_answers_and_pictures_travel_as_they_are(page: Page) -> None:
    for path in ("/table", "/api/table/view", "/static/icons/icon-512.png"):
        assert "Content-Encoding" not in page.get(path, headers=GZIP).headers


def test_a_stranger_gets_what_an_app_needs(parts: Parts) -> None:
    stranger = Page(parts, "192.168.1.77")
    worker = stranger.get("/service-worker.js")
    assert worker.mimetype == "text/javascript"
    assert all(f'"/static/{name}"' in worker.get_data(as_text=True) for name in KEPT)
    for path in ("/offline", "/static/manifest.webmanifest", *(f"/static/{name}" for name in KEPT)):
        assert stranger.get(path).status_code == 200, path
    assert stranger.get("/static/manifest.webmanifest").mimetype == "application/manifest+json"
