"""`icekeeper meet` in a terminal: in the language that was chosen, live, and open about what is kept."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.icecult.learn import SET_UP
from engine.icecult.board import SLOTS
from engine.icecult.words.phrases import LANGUAGES
from tests.calibration.scenes import some_profile
from tests.webui.commands.guided import FPS, equipment, film_script
from vision.icecult.meeting.meeting import Meeting
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.profile import scene_profile
from webui.cli import main
from webui.icecult.commands.meeting_words import step_words
from webui.icecult.commands.terminal_words import words
from webui.icecult.sentences import eye_words
from webui.words import page_said, page_words

COLUMNS = 70


class Screen(io.StringIO):
    """A terminal that a person looks at."""

    def isatty(self) -> bool:
        """Somebody does."""
        return True


def filmed(folder: Path, lit: str) -> list[str]:
    """The set-up as a camera sees it, "1" with the light on and "0" in the dark; what to say to watch it."""
    folder.mkdir()
    scene = Film(film_script(equipment(5), ())).first_scene()
    renderer = Renderer()
    for k, light in enumerate(lit):
        cv2.imwrite(str(folder / f"{k:03d}.png"), renderer.render(scene, k).bgr * np.uint8(light == "1"))
    scene_profile(scene, renderer.render(scene, 0).bgr).save(folder.parent / "table.json")
    out = ["--out", str(folder.parent / "set.json"), "--table-out", str(folder.parent / "new.json")]
    return [str(folder), "--fps", str(FPS), "--table", str(folder.parent / "table.json"), *out]


def shown(monkeypatch: pytest.MonkeyPatch, out: io.StringIO, *command: str) -> tuple[int, str]:
    """What a command says to a person, whatever its output goes to."""
    told = Screen()
    with monkeypatch.context() as patched:
        patched.setenv("COLUMNS", str(COLUMNS + 1))
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", told)
        return main(["meet", *command]), told.getvalue()


def faces(path: Path) -> set[Any]:
    """What a set file says of all faces."""
    return {face for cube in json.loads(path.read_text())["cubes"].values() for face in cube.values()}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_reads_words_in_the_own_language_and_what_is_kept(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, page = Screen(), page_words(language)
    status, told = shown(monkeypatch, out, *filmed(tmp_path / "film", "1110011"), "--language", language)
    assert (status, out.getvalue()) == (1, "")
    lines = [line for line in told.replace("\x1b[K", "").splitlines() if line and not line.startswith("[")]
    assert lines[0] == lines[2] == page["meet.tower"]
    assert lines[1] == eye_words("too-dark", ())[language]
    live = f"[{eye_words('rest', ())[language]}] {page['meet.tower-none']}"
    assert live[:COLUMNS] in told
    set_file, new = str(tmp_path / "set.json"), str(tmp_path / "new.json")
    kept, none, written, again = lines[3:]
    assert kept == words("kept-sizes", language, file=set_file)
    assert none == words("no-faces", language)
    assert written == words("written", language, file=new)
    assert again.startswith(words("go-on", language, command="icekeeper meet "))
    assert set_file in again
    assert faces(tmp_path / "set.json") == {None}


@pytest.mark.slow
def test_a_program_gets_json_and_a_person_beside_it_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = filmed(tmp_path / "film", "111")
    for out, more in ((io.StringIO(), ()), (Screen(), ("--json",))):
        status, told = shown(monkeypatch, out, *film, *more)
        first, last = [json.loads(line) for line in out.getvalue().splitlines()]
        assert (status, first["step"], last["step"], len(last["missing"])) == (1, "board", "tower", 24)
        assert page_words("en")["meet.tower"] in told
        (tmp_path / "set.json").unlink()  # the next one begins anew


@pytest.mark.slow
def test_in_the_dark_no_board_is_looked_for_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _, _, *_ = filmed(tmp_path / "film", "00000")
    status, told = shown(monkeypatch, Screen(), folder, "--out", str(tmp_path / "set.json"), "--language", "it")
    assert status == 1
    assert told.splitlines() == [
        eye_words("too-dark", ())["it"],
        words("nothing-kept", "it"),
        f"icekeeper: {words('no-board', 'it', option='--tips')}",
    ]
    assert not (tmp_path / "set.json").exists()


@pytest.mark.slow
def test_ctrl_c_at_the_tower_says_what_is_kept_and_a_demo_leaves_an_own_set_alone(tmp_path: Path) -> None:
    own = tmp_path / "set.json"
    own.write_text("an own set")
    command = [sys.executable, "-m", "webui.cli", "meet", "demo"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, cwd=tmp_path, **pipes) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["step"] == "board"
        assert running.stderr.readline() == page_words("en")["meet.tower"] + "\n"
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == 128 + signal.SIGINT
    kept = words("kept-sizes", file="demo-set.json")
    assert told.splitlines() == [kept, words("no-faces"), "icekeeper: stopped"]
    assert faces(tmp_path / "demo-set.json") == {None}
    assert own.read_text() == "an own set"


@pytest.mark.slow
def test_a_demo_is_not_written_over_a_file_that_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "set.json"
    own.write_text("an own set")
    status, told = shown(monkeypatch, Screen(), "demo", "--out", str(own), "--language", "de")
    assert (status, told) == (1, f"icekeeper: {words('not-over', 'de', file=str(own))}\n")
    assert own.read_text() == "an own set"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("corners", [False, True])
def test_tilts_and_what_is_wrong_with_them_are_said_of_the_cubes_by_name(language: str, corners: bool) -> None:
    meeting, page = Meeting(some_profile(corners)), page_words(language)
    meeting.go_on()
    meeting.tilting.rest(dict.fromkeys(SLOTS))
    told = step_words(meeting, language)
    assert all(page[f"slot.{slot}"] in told for slot in SLOTS)
    meeting.tilting.rest(SET_UP)
    told = step_words(meeting, language)
    assert told.startswith(page_said("learn.step", language, n=0, of=12))
    assert (words("turned.n", language) in told) is corners
    assert (f"{page['toward.n']} " in f"{told} ") is not corners
