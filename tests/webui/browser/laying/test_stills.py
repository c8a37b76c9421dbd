"""The board found in a picture from a file, and in a film that the command was given."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import cv2

from tests.webui.browser.conftest import Site, Visitor
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.staging import stage_for
from vision.sources.opening import FrameSource, open_source
from webui.table.first import open_table

PLAYED_S = 90.0


def filmed(path: Path, script: MatchScript) -> None:
    """A film file of a scripted match."""
    renderer, writer = Renderer(), None
    for scene, truth in Film(script).scenes():
        bgr = draw_frame(renderer, scene, truth).bgr
        if writer is None:
            height, width = bgr.shape[:2]
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), script.fps, (width, height))
        writer.write(bgr)
    assert writer is not None
    writer.release()


def test_a_film_without_a_profile_is_set_up_on_the_page_and_refereed(
    site: Site, visitor: Visitor, tmp_path: Path
) -> None:
    path = tmp_path / "evening.avi"
    script = random_match(3, "ry", 2, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    filmed(path, replace(script, turns=tuple(replace(turn, tempo="fast") for turn in script.turns), fps=4.0))
    given = Namespace(source=str(path), table=None, set_file=None, game="ice-cult", players="", new=False)
    open_table(site.parts.desk, site.parts.learning, given, site.parts.setup)
    visitor.open("/")
    assert visitor.run("return location.pathname") == "/new"
    visitor.see('[data-step="board"]:not([hidden]) .tips .guess', seconds=40)
    visitor.tap("#find-auto")
    visitor.see(".grade", "The board is found", seconds=60)
    visitor.tap("#board-good")
    visitor.see('[data-step="players"]:not([hidden]) #seats input')
    visitor.tap("#begin")
    visitor.see('body[data-ready="yes"] #panel')
    visitor.until(lambda: [turn["player"] for turn in visitor.view()["history"]][:1] == ["r"], PLAYED_S)
    assert all(turn["legal"] for turn in visitor.view()["history"])
    assert visitor.complaints() == []


def test_the_board_is_found_in_a_picture_from_a_file(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    scene = Film(random_match(3, "ry", 1, ())).first_scene()
    sharp = Renderer().render(scene).bgr
    camera, photo, other = tmp_path / "camera", tmp_path / "photo.png", tmp_path / "other.png"
    camera.mkdir()
    cv2.imwrite(str(camera / "0.png"), cv2.GaussianBlur(sharp, (0, 0), 25))
    cv2.imwrite(str(photo), cv2.resize(sharp, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC))
    cv2.imwrite(str(other), sharp[:, :700])

    def folder(_: str) -> FrameSource:
        return open_source(str(camera))

    site.parts.setup.opener = folder
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.see("#address")
    visitor.run("document.querySelector('#address').value = '7'")
    visitor.run("document.querySelector('#address-form').requestSubmit()")
    visitor.see(".tips .guess", seconds=40)
    visitor.give("#board-still", str(other))
    visitor.see(".report .notice", "another shape", seconds=60)
    visitor.give("#board-still", str(photo))
    visitor.see("#board-live", seconds=60)
    visitor.see(".tips .guess", seconds=40)
    visitor.tap("#find-auto")
    visitor.see(".grade", "The board is found", seconds=60)
    profile = site.parts.setup.profile
    assert profile is not None
    assert profile.resolution_wh == (sharp.shape[1], sharp.shape[0]), "the camera's, not the photograph's"
    visitor.tap("#board-live")
    visitor.gone("#board-live")
    assert site.parts.setup.profile is None, "what was found in the photograph counts no more"
    visitor.give("#board-still", __file__)
    visitor.see(".report .notice", "shows no picture", seconds=60)
    assert [line for line in visitor.complaints() if "409" not in line] == []
