"""The virtual table as a source of frames."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from calibration.icecult.profile import TableProfile
from engine.core.errors import IcekeeperError
from vision.icecult.sim.__main__ import main
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.demo import demo_match
from vision.icecult.sim.play.folder import write_film
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.play.source import SimSource, demo_source
from vision.icecult.sim.staging import stage_for
from vision.sources.opening import FrameSource, Status, open_source

pytestmark = pytest.mark.slow


def small_source(live: bool = False, clock: object = None) -> SimSource:
    script = random_match(4, "ry", 1, stage=stage_for(4, "corners", "lamp", (320, 240)), happenings=0)
    return SimSource(script, live=live) if clock is None else SimSource(script, live=live, clock=clock)  # type: ignore[arg-type]


def test_frames_with_their_truth() -> None:
    source = small_source()
    count = 0
    for frame in source.frames():
        assert source.truth is not None
        assert (frame.index, frame.taken_at_s) == (source.truth.index, source.truth.time_s)
        assert frame.resolution_wh == (320, 240)
        count += 1
    assert count == sum(1 for _ in Film(source.script).scenes())
    assert source.status is Status.ENDED
    assert isinstance(source, FrameSource)


def test_live_film_keeps_to_the_clock() -> None:
    """Somebody who takes half a second for each frame gets about every sixth of twelve a second."""
    now_s = [0.0]
    source = small_source(live=True, clock=lambda: now_s[0])
    indices = []
    for frame in islice(source.frames(), 5):
        indices.append(frame.index)
        now_s[0] += 0.5
    assert indices == [0, 5, 11, 17, 23]
    assert source.dropped == 23 + 1 - len(indices)
    source.close()


def test_closing_ends_the_film() -> None:
    source = small_source(live=True)
    frames = source.frames()
    next(frames)
    source.close()
    assert list(frames) == []
    assert source.status is Status.CLOSED


def test_profile_belongs_to_the_picture() -> None:
    source = small_source()
    profile = source.profile()
    profile.check_picture(320, 240)
    assert profile.set == source.cube_set
    assert profile.colours


def test_demo_shows_everything() -> None:
    script = demo_match()
    words = [word for turn in script.turns for word in turn.words]
    assert script.winners
    assert any("*" in word for word in words)
    assert any("+@" in word or "-@" in word for word in words)
    assert [t.fault for t in script.turns if t.fault] == ["missed-arrow", "tilt-alone", "pawn-unearned"]
    shots = list(Film(script).scenes())
    assert 100 < shots[-1][1].time_s < 200
    assert any(len(stack) > 1 for path in script.start["paths"].values() for stack in path)
    assert {"idle", "put-right", "match-over"} <= {e.kind for _, t in shots for e in t.events}


def test_demo_is_opened_by_name() -> None:
    source = demo_source("demo")
    assert (source.name, source.live) == ("demo", True)
    source.close()
    with pytest.raises(IcekeeperError, match="demo:NUMBER"):
        demo_source("demo:x")


def test_compression_is_optional() -> None:
    scene = Film(small_source().script).first_scene()
    raw = scene.changed(defects=replace(scene.defects, jpeg_quality=0, noise_sd=0.0))
    assert (Renderer().render(raw, 1).bgr == Renderer().render(raw, 2).bgr).all()


def test_stills_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stills", "--seeds", "6:7", "--out", str(tmp_path)]) == 0
    assert "1/1 6_sim" in capsys.readouterr().out
    assert main(["stills", "--seeds", "x", "--out", str(tmp_path)]) == 1
    assert "expected seeds like 0:100" in capsys.readouterr().err


def test_film_as_a_folder_reads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = random_match(4, "ry", 1, stage=stage_for(4, "corners", "lamp", (320, 240)), happenings=0)
    script = replace(script, turns=(replace(script.turns[0], acts=script.turns[0].acts[:1], tempo="fast"),))
    written = list(write_film(script, tmp_path))
    frames = list(open_source(str(tmp_path), fps=script.fps).frames())
    assert [f.taken_at_s for f in frames] == [t.time_s for t in written]
    facts = json.loads((tmp_path / "match.json").read_text())
    assert [f["rest"] for f in facts["frames"]] == [t.resting for t in written]
    assert facts["turns"][0]["actions"] == list(script.turns[0].words)
    TableProfile.load(tmp_path / "table.json").check_picture(320, 240)
    assert main(["film", "--light", "moon", "--out", str(tmp_path)]) == 1
    assert "two lamps" in capsys.readouterr().err
