"""`icekeeper matches`: the matches on record."""

from __future__ import annotations

import argparse
import json
import time

from webui.commands.record import add_store, open_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """List them, newest first."""
    from webui.record.match import fold

    store = open_record(args)
    try:
        for listed in store.matches():
            match = fold(store.events(listed.id))
            when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(listed.created_at))
            result = match.how or "not over"
            if args.json:
                line = {"id": listed.id, "name": listed.name, "at": when, "turns": len(match.turns)}
                print(json.dumps(line | {"players": match.players, "winners": match.winners, "how": match.how}))
            else:
                won = f" by {match.winners}" if match.winners else ""
                print(
                    f"{listed.id}  {when}  {match.players:4s} {len(match.turns):3d} turns  {result}{won}  {listed.name}"
                )
    finally:
        store.close()
    return 0
