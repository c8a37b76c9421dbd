"""`icekeeper judge`: turns in, verdicts out."""

from __future__ import annotations

import argparse

from webui.commands.rules.answering import add_game, add_help, add_language, answer_questions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and the language."""
    add_help(parser, "judge")
    add_game(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every line."""
    return answer_questions("judge", args)
