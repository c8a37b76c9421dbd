"""`icekeeper ends`: every state in which a legal turn can end."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, answer_questions

_HELP = """
Each line of standard input is a question, each line of standard output its answer:

  {"state": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"count": 1336, "states": [[STATE, ""], [STATE, "r"], ...]}

set, house and players may be left out; beside each state stand the winners. A line that cannot be read is answered
{"error": "..."}; the exit status is then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Count only, or one turn for each end as well."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    add_game(parser)
    parser.add_argument("--count", action="store_true", help="print the count alone")
    parser.add_argument("--turns", action="store_true", help="add a shortest turn to each state")


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("ends", args)
