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
    """List them, newest first, and after people's own the demos that are kept."""
    from webui.settings import default_demos, default_store

    kept = not (args.store or args.json) and default_demos().exists()
    demos = [line for line in _lines(args, str(default_demos())) if line["simulated"]] if kept else []
    own = _lines(args, args.store) if not demos or default_store().exists() else []
    for match in (*own, *demos):
        _show(match, args.json)
    if not (own or demos or args.json):
        path = args.store or default_store()
        print(f"{path}: no matches on record yet; `icekeeper play` and `icekeeper watch` make some")
    return 0


def _lines(args: argparse.Namespace, path: str | None) -> list[dict[str, Any]]:
    """The matches in one file."""
    from webui.table.upkeep.keeper import Keeper

    store = open_record(argparse.Namespace(**{**vars(args), "store": path}))
    try:
        return list(Keeper(store).lines())
    finally:
        store.close()


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
    demo = "  (demo)" if match["simulated"] else ""
    won = f" by {match['winners']}" if match["winners"] else ""
    print(f"{match['id']}  {when}  {players:4s} {match['turns']:3d} turns  {result}{won}  {match['name']}{demo}")
