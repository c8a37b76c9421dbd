"""`icekeeper replay`: does a match log hold, turn by turn?"""

from __future__ import annotations

import argparse
import json
import sys

from calibration.files import read_all, read_bytes
from engine.core.errors import IcekeeperError
from engine.core.log import LogError, MatchLog
from engine.core.replay import replay
from engine.games import GAMES

_HELP = """
Prints {"ok": true, "turns": 23, "winners": "r"}, or {"ok": false, "turn": 7, "text": "..."} and exits with status 1:
every state must follow from the one before it by the recorded actions, and every verdict must be found again.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The log."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("log", metavar="LOG", help="a match log (JSON lines); - reads standard input")


def run(args: argparse.Namespace) -> int:
    """Replay one log."""
    try:
        answer = replay(read_log(args.log), GAMES).to_json()
    except LogError as error:
        answer = {"ok": False, "turn": error.turn, "text": error.text}
    print(json.dumps(answer))
    return 0 if answer["ok"] else 1


def read_log(name: str) -> MatchLog:
    """The log in a file, or on standard input; raises LogError with the turn that cannot be read."""
    return MatchLog.parse(_text(name))


def _text(name: str) -> str:
    try:
        data = read_all(sys.stdin.buffer) if name == "-" else read_bytes(name)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise IcekeeperError(f"{name}: {reason}; expected a match log") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        turn = max(0, len([line for line in data[: error.start].split(b"\n")[:-1] if line.strip()]))
        raise LogError(turn, f"expected UTF-8 text, got byte {data[error.start]:#04x}") from None
