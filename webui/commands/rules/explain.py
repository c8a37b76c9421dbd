"""`icekeeper explain`: two views of the table in, the turn between them out, or what went wrong."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_language, answer_questions

_HELP = """
Each line of standard input is a question, each line of standard output its answer:

  {"before": STATE, "after": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "turn": ["Nn", "Ee", "yE0@NE"], "winners": "", "others": 0}
  {"legal": false, "rule": "pawn-far", "text": "...", "violations": [{"rule": ..., "text": ...}], "turn": [...]}
  {"legal": null, "text": "...", "open": ["W3"], "turn": [...], "question": {...}}

set, house and players may be left out. `after` may be known in part: a cube may be a list of poses, null, what is
seen of it ({"symbol": "circle", "facing": null}) or another slot's cube ("NE:UN"); a space null or "?rg"; start and
goals null. With "over": false the turn may still be going on. With --game iglu `after` may have '?' in its board, null
spaces, `fish?`, `fox?` and numbers for hands; "turn" names the words that are known. A line that cannot be read is
answered {"error": "..."}; the exit status is then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and the language."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    add_game(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Explain every line."""
    return answer_questions("explain", args)
