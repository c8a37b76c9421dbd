"""`icekeeper legal`: every word that is legal now."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, answer_questions

_HELP = """
Each line of standard input is a question, each line of standard output its answer (with --game iglu):

  {"state": STATE, "turn": ["melt c4", "keep"], "set": SET, "house": HOUSE, "players": "rb"}
  {"wants": "act", "who": "r", "points": 3, "count": 17, "legal": ["build c3", "done", ...]}

turn (the words so far), set, house and players may be left out. A line that cannot be read, or whose words so far are
not legal, is answered {"error": "..."}; the exit status is then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("legal", args)
