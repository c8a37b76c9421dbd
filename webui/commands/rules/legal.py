"""`icekeeper legal`: every word that is legal now."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_help, answer_questions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    add_help(parser, "legal")
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_questions("legal", args)
