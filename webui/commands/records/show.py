"""`icekeeper show`: one match on record as a score sheet."""

from __future__ import annotations

import argparse

from webui.commands.records.record import add_match, find_match, open_record
from webui.commands.rules.answering import add_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_match(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from coach.games import coach_for
    from webui.present.sheet import score_sheet

    store = open_record(args)
    try:
        match_id, match = find_match(store, args.match)
        in_words = coach_for(match.created.game, match.rules).in_words
        print(score_sheet(match, store.events(match_id), args.language, in_words), end="")
    finally:
        store.close()
    return 0
