"""`icekeeper import`: a match log put on record."""

from __future__ import annotations

import argparse

from calibration.files import read_bytes
from engine.core.errors import IcekeeperError
from webui.commands.records.record import add_store, open_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("log", metavar="LOG", help="a match log (JSON lines)")
    parser.add_argument("--name", default="", help="how the match is called (default: when it was played)")
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Read it, check that it replays, and keep it."""
    from engine.core.log import MatchLog
    from engine.core.replay import replay
    from engine.games import GAMES
    from webui.record.importing import import_log

    try:
        text = read_bytes(args.log).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise IcekeeperError(f"{args.log}: cannot be read as a match log ({reason})") from error
    log = MatchLog.parse(text)
    replay(log, GAMES)
    store = open_record(args, create=True)
    try:
        print(import_log(store, log, args.name))
    finally:
        store.close()
    return 0
