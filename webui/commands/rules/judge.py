"""`icekeeper judge`: turns in, verdicts out."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_language, answer_questions

_HELP = """
Each line of standard input is a question, each line of standard output its verdict:

  {"state": STATE, "turn": ["Nn", "Ee", "yE0@NE"], "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "winners": "", "next": STATE}
  {"legal": false, "rule": "missed-arrow", "at": 3, "text": "...", "owed": ["gW0@NW"]}

set, house and players may be left out. With --game iglu the words are those of IGLU IGLU, and a turn without `done` is
answered with what it waits for. A line that cannot be read is answered {"error": "..."}; the exit status is
then 1.

example:
  echo '{"turn": ["Nn", "Ee"], "state": {"cubes": {"NW": "UN", "NE": "UN", "SE": "UN", "SW": "UN"},
    "paths": {"N": ["","","","",""], "E": ["","","","",""], "S": ["","","","",""], "W": ["","","","",""]},
    "start": "rrrrryyyyygggggbbbbb", "goal": {"N": "", "E": "", "S": "", "W": ""}, "to_move": "r"}}' \\
    | tr -d '\\n' | icekeeper judge
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and the language."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    add_game(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every line."""
    return answer_questions("judge", args)
