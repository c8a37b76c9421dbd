"""`icekeeper watch` on the virtual table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cv2
import pytest

from tests.vision.icecult.frames import FRAMES, load, true_profile
from vision.frame import Frame
from vision.sources.paced import Paced
from webui.cli import main
from webui.referee.news import News
from webui.referee.referee import Referee

pytestmark = pytest.mark.slow


def test_stopping_in_the_middle_of_a_turn_judges_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    look = Referee.look

    def interrupted(referee: Referee, frame: Frame) -> News:
        news = look(referee, frame)
        if referee.turn.actions:
            raise KeyboardInterrupt
        return news

    monkeypatch.setattr(Referee, "look", interrupted)
    assert main(["watch", "demo", "--json"]) != 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said == [{"end": {"winners": "", "how": "stopped"}}]


def test_what_one_picture_raises_does_not_end_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    def spoilt(table: Paced) -> Iterator[Frame]:
        for frame in islice(table.source.frames(), 12):
            small = frame.index in (4, 5)
            yield replace(frame, bgr=frame.bgr[:, ::2].copy()) if small else frame
            if frame.index == 8:
                broken = replace(frame, index=9)
                object.__setattr__(broken, "bgr", None)  # as a fault of ours would
                yield broken

    monkeypatch.setattr(Paced, "frames", spoilt)
    assert main(["watch", "demo", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1])["end"]["how"] == "stopped"
    assert told.out.count('{"trouble": "other-shape"}') == 1
    notes = told.err.splitlines()
    assert [line for line in notes if "frame 4:" in line and "1280x720" in line]
    assert not [line for line in notes if "frame 5:" in line]
    assert [line for line in notes if "frame 9 could not be judged; the match goes on" in line]
    assert "frame 9 could not be judged" in caplog.text


def test_a_first_picture_that_does_not_fit_the_profile_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def small(table: Paced) -> Iterator[Frame]:
        for frame in islice(table.source.frames(), 2):
            yield replace(frame, bgr=frame.bgr[:, ::2].copy())

    monkeypatch.setattr(Paced, "frames", small)
    assert main(["watch", "demo", "--json"]) == 1
    assert "640x720" in capsys.readouterr().err


def test_pictures_that_go_out_of_focus_are_not_told_as_a_board_that_was_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bgr, truth = load("1050_easy")
    true_profile(truth).save(tmp_path / "table.json")
    film = tmp_path / "film"
    film.mkdir()
    for k in range(24):
        cv2.imwrite(str(film / f"{k:02d}.jpg"), cv2.GaussianBlur(bgr, (0, 0), 9) if k >= 12 else bgr)
    assert main(["watch", str(film), "--table", str(tmp_path / "table.json"), "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"trouble": "out-of-focus"} in said
    assert not [each for each in said if "noted" in each]


def test_photographs_of_different_tables_are_told_apart_from_a_lamp_that_flickers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, truth = load("1050_easy")
    true_profile(truth).save(tmp_path / "table.json")
    tables = tmp_path / "tables"
    tables.mkdir()
    for photograph in sorted(FRAMES.glob("*.jpg"))[:6]:
        (tables / photograph.name).write_bytes(photograph.read_bytes())
    options = ["--table", str(tmp_path / "table.json"), "--quiet", "--language", "de"]
    assert main(["watch", str(tables), *options]) == 0
    said = capsys.readouterr().out
    assert said.count("--single") == 1
    assert "flackert" not in said
    assert main(["watch", str(tables), *options, "--single"]) == 0
    assert "--single" not in capsys.readouterr().out
