"""Every sub-command with its options; a command's module is loaded when it is the one that was called."""

from __future__ import annotations

import argparse
import importlib
from typing import Any, Final

from engine.core.errors import IcekeeperError

CAMERA: Final = "camera"
"""The folder of commands that differ by the game the camera watches."""
COMMANDS: Final = {
    "play": ("table", "open the page and referee a match at the table"),
    "doctor": ("table", "say whether everything is ready: camera, light, disk, clock, network, club"),
    "club": ("table", "open a club's page: all tables live, archive, standings"),
    "watch": (CAMERA, "referee a match in the terminal, from any camera, film or folder"),
    "calibrate": (CAMERA, "find the board in a photograph and write the table's profile"),
    "read": (CAMERA, "say what one photograph shows"),
    "meet": (CAMERA, "get to know a set in three minutes: its board and its pieces"),
    "learn-set": (CAMERA, "learn what is on every face of your pieces"),
    "markers": (CAMERA, "write a sheet of printed markers for calibration"),
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
    "service": ("table", "start with this machine, by itself and again whenever it ends"),
    "completion": ("shell", "print a script by which your shell completes these commands"),
}
"""Each sub-command: its folder in `webui.commands`, and one line of help."""


def parser_of(command: str | None, game: str = "") -> argparse.ArgumentParser:
    """The parser, with the arguments of `command` alone filled in."""
    from importlib.metadata import PackageNotFoundError, version

    parser = argparse.ArgumentParser(
        prog="icekeeper",
        description="A referee beside the board: ICE CULT and IGLU IGLU, by camera or by hand.",
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
            declare(name, one, game)
    return parser


def declare(name: str, parser: argparse.ArgumentParser, game: str = "") -> None:
    """Declare the options of one sub-command, and show how it is used; `game` is the one that a camera watches."""
    if COMMANDS[name][0] != CAMERA:
        command_module(name).add_arguments(parser)
        return
    from webui.commands.camera.brought import add_game, brought_by

    brought = brought_by(game, name)
    if brought.helps[name]:
        parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, brought.helps[name]
    add_game(parser, game)
    command_module(name).add_arguments(parser, brought)


def command_module(name: str) -> Command:
    """The module of one sub-command."""
    trailing = "_" if name == "import" else ""
    path = f"webui.commands.{COMMANDS[name][0]}.{name.replace('-', '_')}{trailing}"
    module: Command = importlib.import_module(path)  # type: ignore[assignment]
    return module


class Command:
    """What a module in `webui.commands` offers."""

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser, *brought: Any) -> None:
        """Declare the options; `brought` is what the game brings to a command for the camera."""

    @staticmethod
    def run(args: argparse.Namespace) -> int:
        """Do it; the exit status."""
        raise IcekeeperError("this command has no body")
