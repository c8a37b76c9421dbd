"""`icekeeper service`: what it writes is what systemd reads, and what systemd would start plays."""

from __future__ import annotations

import shlex
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tests.waiting import until
from webui.cli import main
from webui.commands.table.service import KIOSK, NAME, quoted, wait

RECORDS = """#!/bin/sh
echo "$(basename "$0") $*" >> "{log}"
case "$*" in {fails}) echo "no" >&2; exit 1;; esac
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with programs called systemctl, loginctl and chromium, which write down how they are called."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("systemctl", "loginctl", "chromium"):
        program = programs / name
        program.write_text(RECORDS.format(log=tmp_path / "called", fails="nothing"))
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def called(home: Path) -> list[str]:
    """How the programs were called."""
    return (home / "called").read_text().splitlines()


def test_installing_writes_units_and_starts_them(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "install", "--kiosk", "--play", "picamera:0 --lan --table-name 'Table 3'"]) == 0
    units = home / "config" / "systemd" / "user"
    assert {path.name for path in units.iterdir()} == {NAME, KIOSK}
    assert '"picamera:0" "--lan" "--table-name" "Table 3"' in (units / NAME).read_text()
    assert "Restart=always" in (units / NAME).read_text()
    assert "/table?view=far" in (units / KIOSK).read_text()
    calls = called(home)
    assert calls[0] == "systemctl --user daemon-reload"
    assert {f"systemctl --user {what} {name}" for what in ("enable", "restart") for name in (NAME, KIOSK)} <= set(calls)
    assert calls[-1].startswith("loginctl enable-linger ")
    assert "starts with this machine" in capsys.readouterr().out
    assert main(["service", "remove"]) == 0
    assert list(units.iterdir()) == []
    assert f"systemctl --user disable --now {NAME}" in called(home)


def test_printing_changes_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "install", "--print", "--kiosk"]) == 0
    assert not (home / "called").exists()
    assert not (home / "config").exists()
    said = capsys.readouterr().out
    assert f"# {home}/config/systemd/user/{NAME}" in said
    assert KIOSK in said


@pytest.mark.parametrize(
    ("options", "said"), [("0 --lam", "--lam"), ("--players", "--players"), ("0 --port=9", "--port")]
)
def test_options_that_play_does_not_know_are_refused(
    home: Path, options: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The unit would end and be begun again, and nobody would see why."""
    try:
        status = main(["service", "install", f"--play={options}"])
    except SystemExit as error:
        status = int(str(error.code))
    assert status in (1, 2)
    assert said in capsys.readouterr().err
    assert not (home / "config").exists()


def test_systemd_reads_the_units(home: Path, outside: None) -> None:
    assert main(["service", "install", "--kiosk", "--play=demo --table-name '50% of \"ice\" $HOME'"]) == 0
    units = sorted((home / "config" / "systemd" / "user").iterdir())
    program = shutil.which("systemd-analyze", path="/usr/bin:/bin")
    assert program is not None, "install systemd: its own check of units is part of the tests"
    for unit in units:
        done = subprocess.run([program, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
        ours = [line for line in done.stderr.splitlines() if "icekeeper" in line]
        assert (done.returncode, ours) == (0, [])


def test_what_systemd_cannot_do_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = home / "bin" / "loginctl"
    program.write_text(RECORDS.format(log=home / "called", fails="*"))
    assert main(["service", "install"]) == 0
    assert "sudo loginctl enable-linger" in capsys.readouterr().out
    (home / "bin" / "systemctl").write_text(RECORDS.format(log=home / "called", fails="*"))
    assert main(["service", "install"]) == 1
    assert "systemctl --user daemon-reload: no" in capsys.readouterr().err
    (home / "bin" / "chromium").unlink()
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert main(["service", "install", "--kiosk"]) == 1
    assert "no browser" in capsys.readouterr().err
    (home / "bin" / "systemctl").unlink()
    assert main(["service", "install"]) == 1
    assert "no systemd" in capsys.readouterr().err
    assert main(["service", "install", "--play='"]) == 1


def test_words_are_read_by_systemd_as_they_were() -> None:
    assert quoted(["a b", '"', "50%", "$HOME", "\\"]) == '"a b" "\\"" "50%%" "$$HOME" "\\\\"'


@pytest.mark.slow
def test_what_the_unit_starts_plays_and_ends_when_it_is_told(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    play = f"--play=--store {home}/matches.sqlite"
    assert main(["service", "install", play, "--port", str(port)]) == 0
    text = (home / "config" / "systemd" / "user" / NAME).read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    with subprocess.Popen(shlex.split(line.removeprefix("ExecStart=")), stdout=subprocess.DEVNULL) as process:
        assert wait(port, 60) == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert wait(port, 0.3) == 1
    until(lambda: (home / "matches.sqlite").exists())
