"""`icekeeper matches`: the matches on record."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from webui.commands.records.record import add_store, open_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """List them, newest first."""
    from webui.table.upkeep.keeper import Keeper

    store = open_record(args)
    try:
        for match in Keeper(store).lines():
            _show(match, args.json)
        if not store.matches() and not args.json:
            print(f"{store.path}: no matches on record yet; `icekeeper play` and `icekeeper watch` make some")
    finally:
        store.close()
    return 0


def _show(match: dict[str, Any], as_json: bool) -> None:
    """One line."""
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(match["at"]))
    players = "".join(player["colour"] for player in match["players"])
    if as_json:
        line = {"id": match["id"], "name": match["name"], "at": when, "turns": match["turns"], "players": players}
        damaged = {"damaged": True} if match.get("damaged") else {}
        print(json.dumps(line | {"winners": match["winners"], "how": match["how"]} | damaged))
        return
    result = "damaged" if match.get("damaged") else match["how"] or "not over"
    won = f" by {match['winners']}" if match["winners"] else ""
    print(f"{match['id']}  {when}  {players:4s} {match['turns']:3d} turns  {result}{won}  {match['name']}")
