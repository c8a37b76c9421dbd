"""A camera that the command names is set up on the page, and a match that was left with it goes on."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

import cv2
import pytest

from engine.core.errors import IcekeeperError
from tests.waiting import until
from tests.webui.making import PLAYERS, Page, parts_for
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film
from vision.sources.opening import SourceError
from webui.icecult.demo import demo_film
from webui.parts import Parts
from webui.table.first import open_table

pytestmark = pytest.mark.slow

PROGRAM = """#!{python}
import sys, time
from pathlib import Path
data = Path({picture!r}).read_bytes()
while True:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    time.sleep(0.1)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Film:
    """A Raspberry Pi's camera above the virtual table, as it lies before the first turn."""
    film = Film(demo_film().script)
    picture, program = tmp_path / "table.jpg", tmp_path / "bin" / "rpicam-vid"
    cv2.imwrite(str(picture), Renderer().render(film.first_scene()).bgr)
    program.parent.mkdir()
    program.write_text(PROGRAM.format(python=sys.executable, picture=str(picture)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return film


def given(source: str, **more: object) -> Namespace:
    """What `icekeeper play SOURCE` understands."""
    usual = {"table": None, "set_file": None, "game": "ice-cult", "players": "", "new": False}
    return Namespace(source=source, **{**usual, **more})


def closed(parts: Parts) -> None:
    """As when the page is stopped."""
    parts.setup.close()
    parts.desk.clear()
    parts.store.close()


def test_it_is_set_up_on_the_page_and_its_match_goes_on_after_a_restart(module: Film, tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "m.sqlite")
    open_table(parts.desk, parts.learning, given("picamera:0"), parts.setup)
    page = Page(parts)
    for path in ("/", "/table?view=far"):  # as a browser opens it, and the service's kiosk
        assert page.get(path).headers["Location"] == "/new"
    assert page.get("/api/setup/cameras").get_json()["given"] == {"name": "picamera:0", "game": "ice-cult"}
    assert page.post("/api/setup/camera", {"source": "given"}).status_code == 200
    assert until(lambda: parts.setup.jpeg())
    assert page.post("/api/setup/find", {}).get_json()["grade"] != "poor"
    assert page.post("/api/setup/nod", {}).status_code == 200
    match_id = page.post("/api/setup/start", {"name": "cupboard", "players": PLAYERS, "house": {}}).get_json()["id"]
    assert parts.store.camera(match_id) == "picamera:0"
    closed(parts)

    again = parts_for(tmp_path / "m.sqlite")
    open_table(again.desk, again.learning, given("picamera:0"), again.setup)
    assert again.desk.table().match_id == match_id
    assert again.desk.tap is not None
    closed(again)

    anew = parts_for(tmp_path / "m.sqlite")
    open_table(anew.desk, anew.learning, given("picamera:0", new=True), anew.setup)
    assert anew.desk.session is None
    assert anew.setup.choosing
    closed(anew)


def test_one_that_is_not_there_is_said_at_once(parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="sudo apt-get install rpicam-apps"):
        open_table(parts.desk, parts.learning, given("picamera:0"), parts.setup)
    with pytest.raises(IcekeeperError, match=r"no such file or folder; give a camera number, picamera:0"):
        open_table(parts.desk, parts.learning, given("nowhere.mp4"), parts.setup)


def test_of_an_address_the_page_is_told_no_more_than_the_machine(parts: Parts) -> None:
    parts.setup.given = "rtsp://ada:secret@10.0.0.5"
    assert Page(parts).get("/api/setup/cameras").get_json()["given"]["name"] == "10.0.0.5"
