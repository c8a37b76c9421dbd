"""`icekeeper score`: points as the table stands, island by island."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, answer_questions

_HELP = """
Each line of standard input is a question, each line of standard output its answer (with --game iglu):

  {"state": STATE, "house": HOUSE, "players": "rb"}
  {"winners": "r", "scores": {"r": 31, "b": 22}, "players": {...}, "islands": [...]}

set, house and players may be left out. A line that cannot be read is answered {"error": "..."}; the exit status is
then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("score", args)
