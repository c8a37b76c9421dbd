"""`icekeeper service`: start with the machine, as a unit of the user's own systemd; nothing of it needs root."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.core.errors import IcekeeperError

NAME, KIOSK = "icekeeper.service", "icekeeper-kiosk.service"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PORT: Final = 8765
WAIT_S: Final = 120.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "what", choices=("install", "remove", "wait"), help="begin to start with the machine, or stop to"
    )
    parser.add_argument(
        "--play",
        default="",
        metavar="OPTIONS",
        help='what shall follow `icekeeper play`, as one word: --play="0 --lan"',
    )
    parser.add_argument("--print", action="store_true", help="print what would be written, and change nothing")
    parser.add_argument(
        "--kiosk", action="store_true", help="show the table view full-screen on this machine's own screen, too"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"port of the page (default {PORT})")
    parser.epilog = (
        'For example: icekeeper service install --kiosk --play="picamera:0 --lan". The unit starts at boot, also while '
        "nobody is logged in, and again whenever it ends. Its log is in the journal, which rotates by itself: "
        "journalctl --user -u icekeeper. `wait` waits until the page answers, as the kiosk does."
    )


def run(args: argparse.Namespace) -> int:
    """Write the units and start them, or take them away."""
    if args.what == "wait":
        return wait(args.port)
    units = {NAME: unit([*_checked(_words(args.play)), "--port", str(args.port)])}
    if args.kiosk:
        units[KIOSK] = kiosk_unit(args.port)
    if args.print:
        print("\n".join(f"# {folder() / name}\n{text}" for name, text in units.items()), end="")
        return 0
    if args.what == "remove":
        return remove()
    return install(units)


def _words(text: str) -> list[str]:
    """The options as a shell would take them apart."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise IcekeeperError(f"--play: {error}, got {text!r}") from None


def _checked(words: Sequence[str]) -> Sequence[str]:
    """Options that `play` understands: what it does not would be tried again every few seconds, with nobody looking."""
    from webui.commands.parsers import parser_of

    if any(word.partition("=")[0] == "--port" for word in words):
        raise IcekeeperError("--play has --port; give it to `icekeeper service` itself, which asks at that port")
    parser_of("play").parse_args(["play", *words])
    return words


def folder() -> Path:
    """Where the user's own units are."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"


def unit(play: Sequence[str]) -> str:
    """The unit that plays: it comes back whenever it ends, but not faster than the machine bears."""
    command = quoted([sys.executable, "-m", "webui.cli", "play", *play])
    return f"""[Unit]
Description=icekeeper, a referee beside the board
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart={command}
Restart=always
RestartSec=3
TimeoutStopSec=20
SyslogIdentifier=icekeeper

[Install]
WantedBy=default.target
"""


def kiosk_unit(port: int) -> str:
    """The unit that shows the table view on the screen, as soon as there is a screen and a page."""
    ready = quoted([sys.executable, "-m", "webui.cli", "service", "wait", "--port", str(port)])
    page = f"http://localhost:{port}/table?view=far"
    plain = ["--kiosk", "--noerrdialogs", "--disable-infobars", "--no-first-run", "--password-store=basic"]
    return f"""[Unit]
Description=icekeeper's table view on the screen
PartOf=graphical-session.target
After=graphical-session.target {NAME}
StartLimitIntervalSec=0

[Service]
ExecStartPre={ready}
ExecStart={quoted([browser(), *plain, page])}
Restart=always
RestartSec=5
TimeoutStartSec={WAIT_S + 30:.0f}

[Install]
WantedBy=graphical-session.target
"""


def browser() -> str:
    """The browser that shows it."""
    found = next((path for name in BROWSERS if (path := shutil.which(name)) is not None), None)
    if found is None:
        raise IcekeeperError("no browser for the kiosk; sudo apt-get install chromium")
    return found


def quoted(words: Sequence[str]) -> str:
    """Words as systemd reads them from a line: no specifiers, no variables, blanks kept."""
    out = []
    for word in words:
        plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
        out.append(f'"{plain}"')
    return " ".join(out)


def install(units: dict[str, str]) -> int:
    """Write them, start them now, and let them start at boot."""
    _systemd()
    folder().mkdir(parents=True, exist_ok=True)
    for name, text in units.items():
        (folder() / name).write_text(text, encoding="utf-8")
        print(f"written: {folder() / name}")
    _done(["systemctl", "--user", "daemon-reload"])
    for name in units:
        _done(["systemctl", "--user", "enable", name])
        _done(["systemctl", "--user", "restart", name])
    user = getpass.getuser()
    if _done(["loginctl", "enable-linger", user], needed=False):
        print("icekeeper runs, and starts with this machine")
    else:
        print(f"icekeeper runs; so that it starts before anybody logs in: sudo loginctl enable-linger {user}")
    return 0


def remove() -> int:
    """Stop them and take them away; your matches stay where they are."""
    _systemd()
    for name in (KIOSK, NAME):
        if (folder() / name).exists():
            _done(["systemctl", "--user", "disable", "--now", name], needed=False)
            (folder() / name).unlink()
            print(f"removed: {folder() / name}")
    _done(["systemctl", "--user", "daemon-reload"])
    return 0


def _systemd() -> None:
    if shutil.which("systemctl") is None:
        raise IcekeeperError("this machine has no systemd; let its own way of starting programs run `icekeeper play`")


def _done(words: Sequence[str], needed: bool = True) -> bool:
    """Whether a command went well; one that has to is an error otherwise."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        done = subprocess.CompletedProcess(words, 1, "", str(error))
    if done.returncode and needed:
        raise IcekeeperError(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[:300] or 'failed'}")
    return done.returncode == 0


def wait(port: int, longest_s: float = WAIT_S) -> int:
    """Wait until the page answers; 1 where it does not."""
    end = time.monotonic() + longest_s
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/api/token", timeout=5):
                return 0
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    print(f"no page answers at port {port}", file=sys.stderr)
    return 1
