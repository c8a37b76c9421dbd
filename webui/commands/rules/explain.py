"""`icekeeper explain`: two views of the table in, the turn between them out, or what went wrong."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_help, add_language, answer_questions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and the language."""
    add_help(parser, "explain")
    add_game(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Explain every line."""
    return answer_questions("explain", args)
