"""`icekeeper export`: one match on record as log, score sheet or archive."""

from __future__ import annotations

import argparse

from webui.commands.records.record import add_match, find_match, open_record, write_out
from webui.commands.rules.answering import add_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_match(parser)
    parser.add_argument("--format", choices=("log", "text", "zip"), default="log", help="default log (JSON lines)")
    add_language(parser)
    parser.add_argument("--out", metavar="FILE", help="default standard output")


def run(args: argparse.Namespace) -> int:
    """Write it."""
    from webui.present.sheet import archive, log_text, score_sheet

    store = open_record(args)
    try:
        match_id, match = find_match(store, args.match)
        if args.format == "zip":
            data = archive(store, match_id, match, args.language)
        else:
            sheet = score_sheet(match, store.events(match_id), args.language)
            data = (log_text(match) if args.format == "log" else sheet).encode()
        write_out(args.out, data)
    finally:
        store.close()
    return 0
