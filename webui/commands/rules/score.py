"""`icekeeper score`: points as the table stands, island by island."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_help, answer_questions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    add_help(parser, "score")
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("score", args)
