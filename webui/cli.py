"""The `icekeeper` command: finds the sub-command and loads nothing else."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
from typing import Final

from calibration.bounds import tell_opencv
from engine.core.errors import IcekeeperError

WATCHED: Final = "watched"
"""Stands for the folder of commands that a game brings itself, because a camera can watch it."""
COMMANDS: Final = {
    "play": ("table", "open the page and referee a match at the table"),
    "club": ("table", "open a club's page: all tables live, archive, standings"),
    "watch": (WATCHED, "referee a match in the terminal, from any camera, film or folder"),
    "calibrate": (WATCHED, "find the board in a photograph and write the table's profile"),
    "read": (WATCHED, "say what one photograph shows"),
    "meet": (WATCHED, "get to know a set in three minutes: its board, its pawns, its cubes"),
    "learn-set": (WATCHED, "learn which symbol is on which face of your cubes"),
    "markers": (WATCHED, "write a sheet of printed markers for calibration"),
    "lens": ("table", "measure a lens from pictures of a ChArUco board"),
    "judge": ("rules", "judge turns given as JSON lines"),
    "ends": ("rules", "list every state in which a legal turn can end"),
    "legal": ("rules", "list every word that is legal now, of a turn given as JSON lines"),
    "score": ("rules", "count the points of tables given as JSON lines"),
    "explain": ("rules", "say which turn leads from one state to another, or what went wrong"),
    "replay": ("rules", "check a match log, turn by turn"),
    "matches": ("records", "list the matches on record"),
    "show": ("records", "show one match on record"),
    "export": ("records", "write a match as log, score sheet or archive"),
    "import": ("records", "put a match log on record"),
    "rejudge": ("records", "judge a match on record under other house rules"),
    "analyse": ("records", "ask the coach what each turn of a match was worth, and what was better"),
    "completion": ("shell", "print a script by which your shell completes these commands"),
}
"""Each sub-command: its folder in `webui.commands`, and one line of help."""


def _parser(command: str | None) -> argparse.ArgumentParser:
    """The parser, with the arguments of `command` alone filled in."""
    from importlib.metadata import PackageNotFoundError, version

    parser = argparse.ArgumentParser(
        prog="icekeeper",
        description="A referee beside the board: ICE CULT by camera or by hand, IGLU IGLU by hand.",
        epilog="Start with: icekeeper play demo. 'icekeeper COMMAND --help' explains one command.",
    )
    try:
        number = version("icekeeper")
    except PackageNotFoundError:
        number = "(not installed)"
    parser.add_argument("--version", action="version", version=f"icekeeper {number}")
    sub = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (_, text) in COMMANDS.items():
        one = sub.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == command:
            command_module(name).add_arguments(one)
    return parser


def command_module(name: str) -> Command:
    """The module of one sub-command."""
    folder, trailing = COMMANDS[name][0], "_" if name == "import" else ""
    package = f"webui.{_watched_game()}.commands" if folder == WATCHED else f"webui.commands.{folder}"
    path = f"{package}.{name.replace('-', '_')}{trailing}"
    module: Command = importlib.import_module(path)  # type: ignore[assignment]
    return module


def _watched_game() -> str:
    """The folder of the default game, whose commands for the camera are meant."""
    from engine.games import DEFAULT_GAME, GAMES

    return GAMES[DEFAULT_GAME].folder


class Command:
    """What a module in `webui.commands` offers."""

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        """Declare the options."""

    @staticmethod
    def run(args: argparse.Namespace) -> int:
        """Do it; the exit status."""
        raise IcekeeperError("this command has no body")


def main(argv: list[str] | None = None) -> int:
    """Run one sub-command; the exit status."""
    tell_opencv()  # before any command imports cv2
    words = sys.argv[1:] if argv is None else argv
    command = next((word for word in words if word in COMMANDS), None)
    if not words:
        _parser(None).print_help()
        return 0
    try:
        args = _parser(command).parse_args(words)
        status = command_module(args.command).run(args)
        sys.stdout.flush()
        return status
    except IcekeeperError as error:
        print(f"icekeeper: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("icekeeper: stopped", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of a pipe went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
