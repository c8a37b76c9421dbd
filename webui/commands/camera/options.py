"""Options that several commands for a camera have, and how they answer: JSON for a program, words for a person."""

from __future__ import annotations

import argparse
import sys

from webui.commands.rules.answering import add_language


def add_speech(parser: argparse.ArgumentParser) -> None:
    """How the answer is given."""
    parser.add_argument("--json", action="store_true", help="one JSON line, as always where no terminal is looking")
    add_language(parser)


def add_set(parser: argparse.ArgumentParser) -> None:
    """What is known of the equipment."""
    parser.add_argument("--set", dest="set_file", metavar="SET.json", help="file of the set, as `meet` writes it")


def add_rate(parser: argparse.ArgumentParser) -> None:
    """How fast a folder is looked at."""
    parser.add_argument("--fps", type=float, default=4.0, help="pictures a second of a folder (default 4)")


def wants_json(args: argparse.Namespace) -> bool:
    """Whether a program reads along: asked for, or nobody at a terminal."""
    return bool(args.json) or not sys.stdout.isatty()


def tell(text: str) -> None:
    """Say something to whoever stands at the table, beside the answer."""
    print(text, file=sys.stderr, flush=True)
