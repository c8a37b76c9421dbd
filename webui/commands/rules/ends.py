"""`icekeeper ends`: every state in which a legal turn can end."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_help, answer_questions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Count only, or one turn for each end as well."""
    add_help(parser, "ends")
    add_game(parser)
    parser.add_argument("--count", action="store_true", help="print the count alone")
    parser.add_argument("--turns", action="store_true", help="add a shortest turn to each state")


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("ends", args)
