"""Sharing by link, in a frame and as a file that is brought in again, for both games."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.igluiglu.demo import open_demo as open_iglu_demo

DROP = """
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([arguments[0]], "note.txt"));
    document.querySelector("#import").dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }))"""


def test_a_match_is_shared_by_link_until_the_link_is_revoked(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)
    visitor.open(f"/matches/{match}")
    visitor.tap("#share")
    visitor.tap("#make-link")
    link = str(visitor.see("#share-link").get_property("value"))
    assert findings(visitor) == []
    visitor.driver.get(f"{link}#turn-1")
    visitor.see('body[data-ready="yes"]')
    visitor.see("#name", "Saturday")
    visitor.see('.replay-turns [data-turn="1"][aria-current="true"]')
    assert not visitor.shows("#delete, #actions, #rejudge")
    assert findings(visitor) == []
    assert visitor.complaints() == []
    visitor.open(f"/matches/{match}")
    visitor.tap("#share")
    visitor.tap("#revoke-link")
    visitor.see("#make-link")
    visitor.driver.get(link)
    visitor.see("h1", "This link leads nowhere")


def test_a_shared_file_is_brought_in_again(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    match = open_iglu_demo(site.parts.desk, pace_s=0.0)
    visitor.until(lambda: len(site.parts.desk.table().match.turns) >= 2)
    site.parts.desk.clear()
    visitor.open("/matches")
    page = visitor.run("return fetch(arguments[0]).then((r) => r.text())", f"/api/matches/{match}/share")
    (tmp_path / "match.html").write_text(page, "utf-8")
    visitor.run(DROP, "Dear diary")
    visitor.see("#import-said", "nothing was put on record")
    assert visitor.complaints() != []  # the refusal itself
    visitor.give("#import-file", str(tmp_path / "match.html"))
    visitor.see("#name", "Demo")
    visitor.see('.replay-turns [data-turn="2"]')
    assert len(site.parts.store.matches()) == 2
    assert visitor.complaints() == []


class Elsewhere(BaseHTTPRequestHandler):
    """Somebody else's page with the replay in a frame."""

    link = ""

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<iframe src="{self.link}?embed=1" width="700" height="700"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_another_page_shows_the_replay_in_a_frame_where_that_is_allowed(visitor: Visitor) -> None:
    other = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)  # browsers open connections that they may never use
    Thread(target=other.serve_forever, name="elsewhere").start()
    site = Site(embed="anyone")
    try:
        match = site.parts.desk.open(PLAYERS, name="Framed")
        Elsewhere.link = f"http://127.0.0.1:{site.page.port}/shared/{site.parts.shares.make(match)}"
        visitor.driver.get(f"http://localhost:{other.server_port}/")
        visitor.driver.switch_to.frame(0)
        visitor.see("#name", "Framed")
        visitor.gone(".site-head")
    finally:
        visitor.driver.switch_to.default_content()
        site.stop()
        other.shutdown()
        other.server_close()
