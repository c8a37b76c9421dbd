"""A camera that is knocked and a board that is pushed during a match: noticed, followed or told, never play."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.icecult.build import tip_distance
from engine.icecult.options import HouseRules
from tests.cases import larger
from tests.webui.referee.watched import Watched
from vision.eye import Glance
from vision.frame import Frame
from vision.icecult.eye import table_eye
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.scene import Scene
from vision.icecult.sim.staging import stage_for
from webui.record import events as ev
from webui.record.events import Event
from webui.record.fold import begin
from webui.record.opening import seats
from webui.referee.referee import Referee
from webui.referee.view import Looking, table_view

pytestmark = pytest.mark.slow


def honest_match(happenings: tuple[str, ...], seed: int = 24) -> MatchScript:
    """A match by the rules in which something happens before each turn."""
    stage = stage_for(seed, "sides", "ceiling", (960, 540), make=Dimensions())
    stage = replace(stage, look=replace(stage.look, table_size_mm=(1300.0, 950.0)))  # it is drawn anew at each knock
    script = random_match(seed, "ry", len(happenings), (), stage=stage)
    turns = tuple(replace(turn, before=(h,), tempo="fast") for turn, h in zip(script.turns, happenings, strict=True))
    return replace(script, turns=turns, fps=4.0)


class Table:
    """A referee who watches through the real eye."""

    def __init__(self, script: MatchScript) -> None:
        created = ev.Created(
            0.0, "knocks", tuple(seats(script.players)), HouseRules().to_json(), dict(script.cube_set),
            dict(script.start), "sides", True, "camera",
        )  # fmt: skip
        self.renderer, self.scene = Renderer(), Film(script).first_scene()
        profile = scene_profile(self.scene, self.renderer.render(self.scene).bgr)
        self.eye = table_eye(profile, dict(script.cube_set))
        self.referee = Referee(begin(created), self.eye, clock=lambda: 0.0)
        self.events: list[Event] = []
        self.at_s = 0.0

    def watch(self, script: MatchScript) -> None:
        """The whole film."""
        for scene, truth in Film(script).scenes():
            self.scene = scene
            self.events += self.referee.look(draw_frame(self.renderer, scene, truth)).events
        self.events += self.referee.film_over().events

    def rest(self, scene: Scene, seconds: float, blur_px: float = 0.0) -> list[str]:
        """The table as in one scene for a while; what the eye does, each state once."""
        bgr, out = self.renderer.render(scene).bgr, list[str]()
        bgr = np.asarray(cv2.GaussianBlur(bgr, (0, 0), blur_px), np.uint8) if blur_px else bgr
        for _ in range(round(seconds * 4)):
            self.at_s += 0.25
            self.events += self.referee.look(Frame(bgr, round(self.at_s * 4), self.at_s)).events
            out += [] if out[-1:] == [self.referee.eye.status] else [self.referee.eye.status]
        return out

    def why(self, text: str) -> str:
        """The state of the eye, whose words say this."""
        status, words = self.told()
        assert text in words
        return status

    def told(self) -> tuple[str, str]:
        """What the page's chip says now."""
        eye = table_view("m", self.referee, Looking())["eye"]
        return eye["status"], eye["text"]["en"]

    def read(self) -> int:
        """How many views were taken in."""
        return sum(isinstance(event, ev.Observed) for event in self.events)

    def noted(self) -> list[str]:
        """What was said that is no play."""
        return [event.key for event in self.events if isinstance(event, ev.Noted)]


def test_a_knocked_camera_and_a_pushed_board_are_followed() -> None:
    script = honest_match(("bump", "push"))
    table = Table(script)
    table.watch(script)
    assert [turn.after.to_json() for turn in table.referee.match.turns] == [turn["after"] for turn in script.log()]
    assert all(turn.legal for turn in table.referee.match.turns)
    assert not [event for event in table.events if isinstance(event, ev.Told | ev.Asked | ev.Differs)]
    assert set(table.noted()) == {"board-moved"}
    assert len(table.noted()) >= 2, "the push is noticed with the profile that followed the knock"
    assert tip_distance(table.eye.profile, scene_profile(table.scene)) < 1.5


def test_a_camera_turned_away_is_told_and_nothing_is_read_until_it_is_back() -> None:
    table = Table(honest_match(("idle",)))
    here = table.scene
    away = here.changed(camera=replace(here.camera, target_mm=(900.0, 560.0, 10.0), roll_deg=9.0))
    assert table.rest(here, 1.5)[-1] == "rest"
    read = table.read()
    assert table.rest(away, 12.0)[-1] == "lost"
    assert table.read() == read
    assert table.noted() == ["board-lost"]
    assert table.why("board not in its place") == "lost"
    assert table.rest(here, 6.0)[-1] == "rest"
    assert table.noted() == ["board-lost", "board-back"]
    assert np.allclose(table.eye.profile.tips_px["N"], scene_profile(here).tips_px["N"])
    others = [event for event in table.events if not isinstance(event, ev.Observed | ev.Noted)]
    assert [(type(event), event.rule) for event in others if isinstance(event, ev.Told)] == [(ev.Told, "unseen")]
    assert len(others) == 1, "nothing but that the table was out of sight"


@pytest.mark.parametrize("sharp_s", larger([3.0, 0.0], 1))
def test_a_camera_out_of_focus_is_told_so_and_the_board_is_not_said_to_be_gone(sharp_s: float) -> None:
    """It was "put the board back" within a second, though nobody had touched it."""
    table = Table(honest_match(("idle",)))
    table.rest(table.scene, sharp_s)
    read = table.read()
    for seconds in (1.0, 3.0, 3.0):
        table.rest(table.scene, seconds, blur_px=7.0)
        assert table.why("out of focus: set the camera sharp or wipe the lens") == "out-of-focus"
    assert table.read() == read
    assert table.rest(table.scene, 2.0)[-1] == "rest"
    assert table.why("at rest") == "rest"
    assert table.noted() == []
    assert table.read() > read


def test_a_board_that_is_gone_is_told_when_the_picture_is_sharp_again() -> None:
    table = Table(honest_match(("idle",)))
    here = table.scene
    away = here.changed(camera=replace(here.camera, target_mm=(900.0, 560.0, 10.0), roll_deg=9.0))
    table.rest(here, 3.0)
    table.rest(here, 3.0, blur_px=7.0)
    table.rest(away, 3.0)
    assert table.why("board not in its place") == "lost"
    table.rest(away, 3.0, blur_px=7.0)
    table.rest(away, 3.0)
    assert table.why("board not in its place") == "lost"
    assert table.noted() == ["board-lost"], "said once"
    table.rest(here, 3.0)
    assert table.noted() == ["board-lost", "board-back"]


def test_what_is_wrong_with_the_view_is_told_until_it_goes() -> None:
    table = Watched()
    table.take(table.referee.glance(Glance(table.at_s, "moving", trouble="too-dark")))
    told = table_view("m", table.referee, Looking())["eye"]
    assert (told["status"], told["trouble"]) == ("too-dark", "too-dark")
    assert told["text"]["de"].startswith("zu dunkel")
    table.rest()
    told = table_view("m", table.referee, Looking())["eye"]
    assert (told["status"], told["trouble"]) == ("rest", "")
