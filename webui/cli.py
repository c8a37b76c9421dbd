"""The `icekeeper` command: finds the sub-command and loads nothing else."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from itertools import pairwise
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
    "meet": (WATCHED, "get to know a set in three minutes: its board and its pieces"),
    "learn-set": (WATCHED, "learn what is on every face of your pieces"),
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


def parser_of(command: str | None, game: str = "") -> argparse.ArgumentParser:
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
    for name, (folder, text) in COMMANDS.items():
        one = sub.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == command:
            if folder == WATCHED:
                add_game(one)
            command_module(name, game).add_arguments(one)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """The option that says which game the camera watches; its commands are in that game's own folder."""
    from engine.games import DEFAULT_GAME, GAMES

    parser.add_argument("--game", choices=tuple(GAMES), default=DEFAULT_GAME, help=f"default {DEFAULT_GAME}")


def command_module(name: str, game: str = "") -> Command:
    """The module of one sub-command; for those of a camera, the one that this game brings."""
    folder, trailing = COMMANDS[name][0], "_" if name == "import" else ""
    package = _room_of(game) if folder == WATCHED else f"webui.commands.{folder}"
    path = f"{package}.{name.replace('-', '_')}{trailing}"
    module: Command = importlib.import_module(path)  # type: ignore[assignment]
    return module


def _room_of(game: str) -> str:
    """Where the commands for the camera of this game are ("" is the default game)."""
    from engine.core.game import find_game
    from engine.games import GAMES

    one = find_game(GAMES, game)
    room = f"webui.{one.folder}.commands"
    if importlib.util.find_spec(room) is None:
        raise IcekeeperError(f"no camera can watch {one.title} yet; play it by hand: icekeeper play --game {one.name}")
    return room


def named_game(words: Sequence[str]) -> str:
    """The game that these words name with --game, as far as it is one: what else they may be depends on it."""
    from engine.games import GAMES

    said = [word.partition("=")[2] or then for word, then in pairwise([*words, ""]) if word.split("=")[0] == "--game"]
    return next((name for name in said if name in GAMES), "")


def _said(error: IcekeeperError, command: str | None, game: str, language: str) -> str:
    """The error in the language that was asked for, where the game whose camera it is about has words for it."""
    if language == "en" or command is None or COMMANDS[command][0] != WATCHED:
        return str(error)
    text: str = importlib.import_module(f"{_room_of(game)}.error_words").said(error, language)
    return text


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
        parser_of(None).print_help()
        return 0
    game, language = "", "en"
    try:
        game = named_game(words) if command and COMMANDS[command][0] == WATCHED else ""
        args = parser_of(command, game).parse_args(words)
        language = getattr(args, "language", language)
        status = command_module(args.command, game).run(args)
        sys.stdout.flush()
        return status
    except IcekeeperError as error:
        print(f"icekeeper: {_said(error, command, game, language)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("icekeeper: stopped", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of a pipe went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
