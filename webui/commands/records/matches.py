"""`icekeeper matches`: the matches on record."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from webui.commands.records.record import add_store, open_record
from webui.commands.rules.answering import add_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_store(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """List them, newest first, and after people's own the demos that are kept."""
    from webui.settings import default_demos, default_store

    kept = not (args.store or args.json) and default_demos().exists()
    demos = [line for line in _lines(args, str(default_demos())) if line["simulated"]] if kept else []
    own = _lines(args, args.store) if not demos or default_store().exists() else []
    for match in (*own, *demos):
        _show(match, args.json, args.language)
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


def _show(match: dict[str, Any], as_json: bool, language: str) -> None:
    """One line."""
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(match["at"]))
    players = "".join(player["colour"] for player in match["players"])
    if as_json:
        line = {"id": match["id"], "name": match["name"], "at": when, "turns": match["turns"], "players": players}
        damaged = {"damaged": True} if match.get("damaged") else {}
        print(json.dumps(line | {"winners": match["winners"], "how": match["how"]} | damaged))
        return
    print("  ".join(_words(match, when, language)))


def _words(match: dict[str, Any], when: str, language: str) -> Iterator[str]:
    """What a person reads of a match."""
    from webui.commands.records.said import result_text, say
    from webui.present.sheet_words import player_name

    yield match["id"]
    yield when
    yield ", ".join(player_name(player["name"], player["colour"], language) for player in match["players"])
    yield say("turns", language, n=match["turns"])
    yield result_text(match, language)
    yield match["name"]
    if match["simulated"]:
        yield f"({say('demo', language)})"
