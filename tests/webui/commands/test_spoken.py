"""The command line as people meet it: help, words at a terminal, JSON in a pipe, errors that name what is missing."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from engine.icecult.words.phrases import LANGUAGES, bearing
from tests.calibration.test_calibrate import true_tips
from tests.vision.icecult.frames import FRAMES
from vision.icecult.observation import CubeReading, Observation
from webui.cli import main
from webui.commands.parsers import COMMANDS
from webui.commands.shell.completion import SHELLS, bash, known
from webui.icecult.commands.spoken import observation_lines
from webui.icecult.commands.terminal_words import WORDS, words
from webui.record.store import Store

COMMAND = [sys.executable, "-m", "webui.cli"]
PHOTO = FRAMES / "1020_easy.jpg"


class Screen(io.StringIO):
    """A terminal that a person looks at."""

    def isatty(self) -> bool:
        """Somebody does."""
        return True


def shown(monkeypatch: pytest.MonkeyPatch, out: io.StringIO, *command: str) -> str:
    """What a command writes to a terminal, or into a pipe."""
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert main(list(command)) == 0
    return out.getvalue()


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(re.search(rf"^ +{name}\b", shown, re.MULTILINE) for name in COMMANDS)
    assert "Start with: icekeeper play demo" in shown


@pytest.mark.slow
def test_calibrate_and_read_speak_to_people_and_give_programs_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = str(tmp_path / "table.json")
    tips = " ".join(f"{x},{y}" for x, y in true_tips(PHOTO.stem))
    calibrate = ("calibrate", str(PHOTO), "--tips", tips, "--out", table)
    seen = shown(monkeypatch, Screen(), *calibrate, "--language", "de")
    assert "Das Spielfeld ist gefunden" in seen
    assert f"Das Profil des Tisches steht in {table}." in seen
    read = ("read", str(PHOTO), "--table", table)
    spoken = shown(monkeypatch, Screen(), *read)
    assert "NE  arc NW, sure to " in spoken
    assert "path N " in spoken
    for out, more in ((io.StringIO(), ()), (Screen(), ("--json",))):
        (line,) = shown(monkeypatch, out, *read, *more).splitlines()
        assert Observation.from_json(json.loads(line)).start is not None


def test_what_was_not_seen_is_said_so_in_every_language() -> None:
    paths: dict[str, Any] = {path: ["", "rg", None, "?b", ""] for path in "NESW"}
    cubes: dict[str, Any] = dict.fromkeys(("NW", "NE", "SE"))
    cubes["SW"] = {"symbol": "red", "facing": "N", "confidence": 0.97}
    rest: dict[str, Any] = {"start": None, "goal": dict.fromkeys("NESW", ""), "extra": "r"}
    seen = {"cubes": cubes, "paths": paths, "hidden": ["N3"], "confidence": 0.9, **rest}
    for language in LANGUAGES:
        lines = list(observation_lines(Observation.from_json(seen), language))
        assert f"{bearing('NW', language)}  {words('unseen', language)}" in lines[0]
        assert lines[4].split()[-5:] == ["-", "rg", "?", "?b", "-"]
        assert any(line.endswith(" N3") for line in lines)


def observed(cube: CubeReading, **sure: float) -> Observation:
    """A picture in which this lies on top in the north-west."""
    paths = dict.fromkeys("NESW", ("",) * 5)
    cubes = {"NW": cube, "NE": None, "SE": None, "SW": None}
    return Observation(cubes, paths, "", dict.fromkeys("NESW", ""), confidences=sure)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "not sure: yellow or green"),
        ("de", "nicht sicher: Gelb oder Grün"),
        ("fr", "pas sûr\N{NO-BREAK SPACE}: jaune ou vert"),
        ("it", "non sicuro: giallo o verde"),
    ],
)
def test_what_is_read_by_the_toss_of_a_coin_is_not_stated(language: str, said: str) -> None:
    """A bright green arrow was stated as "yellow arrow north, sure to 51 %"."""
    green = CubeReading("green", "N", 0.48)
    toss = observed(CubeReading("yellow", "N", 0.51, green), N3=0.6, start=0.7, E1=0.9)
    first, *others = observation_lines(toss, language)
    assert first.endswith(f"{bearing('NW', language)}  {said}")
    (unsure,) = [line for line in others if line.startswith(words("not-sure", language))]
    assert unsure.endswith(f"N3, {words('start', language)}")
    east = words("path", language, path={"de": "O"}.get(language, "E"))
    assert any(line.startswith(east) for line in others)
    assert "rival" not in json.dumps(toss.to_json())
    assert toss.to_json()["cubes"]["NW"] == {"symbol": "yellow", "facing": "N", "confidence": 0.51}


@pytest.mark.parametrize(
    ("cube", "said"),
    [
        (CubeReading("red", "N", 0.97), "red arrow north, sure to 97 %"),
        (CubeReading("red", "N", 0.8), "red arrow north, sure to 80 %"),
        (CubeReading("red", "N", 0.799), "not sure"),
        (CubeReading("arc", "NW", 0.5, CubeReading("circle", None, 0.4)), "not sure: arc NW or circle"),
    ],
)
def test_how_sure_a_cube_is_read(cube: CubeReading, said: str) -> None:
    assert next(observation_lines(observed(cube), "en")).endswith(f"NW  {said}")


def test_the_terminal_says_everything_in_four_languages() -> None:
    for key, texts in WORDS.items():
        fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
        assert len(fields) == len(LANGUAGES)
        assert all(one == fields[0] for one in fields), key
        assert all(text.strip() for text in texts), key


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["read", "MISSING", "--table", "t.json"],
        ["read", str(PHOTO), "--table", "MISSING"],
        ["calibrate", "MISSING", "--auto", "--out", "t.json"],
        ["calibrate", str(PHOTO), "--auto", "--keep", "MISSING", "--out", "t.json"],
        ["watch", "MISSING"],
        ["watch", "demo", "--house", "MISSING"],
        ["replay", "MISSING"],
        ["import", "MISSING"],
        ["matches", "--store", "MISSING"],
        ["show", "last", "--store", "MISSING"],
        ["export", "last", "--store", "MISSING"],
    ],
)
def test_an_error_names_what_is_missing(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("t.json").write_text(_profile())
    name = "not-there.mp4"
    assert main([name if word == "MISSING" else word for word in command]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert name in told[0]


@pytest.mark.slow
@pytest.mark.parametrize("command", [["play", "MISSING"], ["play", "0", "--table", "MISSING"]])
def test_the_page_names_it_too(command: list[str], tmp_path: Path) -> None:
    words = ["not-there.mp4" if word == "MISSING" else word for word in command]
    done = subprocess.run(
        [*COMMAND, *words, "--port", "0", "--store", str(tmp_path / "m.sqlite")], stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, "not-there.mp4: " in done.stderr) == (1, True)


def _profile() -> str:
    from tests.calibration.scenes import some_profile

    return json.dumps(some_profile().to_json())


def test_a_list_without_entries_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.sqlite"
    Store(path).close()
    assert main(["matches", "--store", str(path)]) == 0
    assert f"{path}: no matches on record yet" in capsys.readouterr().out
    assert main(["matches", "--store", str(path), "--json"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.slow
@pytest.mark.parametrize("command", [["judge"], ["watch", "demo"]])
def test_ctrl_c_ends_without_a_traceback(command: list[str]) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, *command], text=True, **pipes) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        if command == ["judge"]:
            print("{}", file=running.stdin, flush=True)
        running.stdout.readline()  # it has begun
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
        assert (running.returncode, told) == (128 + signal.SIGINT, "icekeeper: stopped\n")


def completed(script: Path, *typed: str) -> list[str]:
    """What bash offers for what was typed."""
    ask = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _icekeeper; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", ask, "bash", str(script), *typed], stdout=subprocess.PIPE, text=True)
    return done.stdout.split()


def test_bash_completes_commands_options_values_and_files(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()
    script = tmp_path / "icekeeper.bash"
    script.write_text(bash(known()))
    assert completed(script, "icekeeper", "ma") == ["markers", "matches"]
    assert completed(script, "icekeeper", "play", "--ga") == ["--game"]
    assert completed(script, "icekeeper", "play", "--game", "") == ["ice-cult", "iglu"]
    assert completed(script, "icekeeper", "watch", "0", "--language", "d") == ["de"]
    assert completed(script, "icekeeper", "completion", "") == list(SHELLS)
    assert completed(script, "icekeeper", "read", f"{tmp_path}/ph") == [f"{tmp_path}/photo.jpg"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_completion_knows_every_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command, (_, options) in known().items():
        assert command in script
        for name in (name for option in options for name in option.names if name.startswith("--")):
            assert (f"-l {name[2:]}" if shell == "fish" else name) in script, (command, name)
