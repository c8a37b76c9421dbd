"""`icekeeper ends`: every state in which a legal turn can end."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from engine.icecult.ends.ends import outcomes
from webui.commands.lines import answer_lines, position

_HELP = """
Each line of standard input is a question, each line of standard output its answer:

  {"state": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"count": 1336, "states": [[STATE, ""], [STATE, "r"], ...]}

set, house and players may be left out; beside each state stand the winners. A line that cannot be read is answered
{"error": "..."}; the exit status is then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Count only, or one turn for each end as well."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("--count", action="store_true", help="print the count alone")
    parser.add_argument("--turns", action="store_true", help="add a shortest turn to each state")


def run(args: argparse.Namespace) -> int:
    """Answer every line."""
    return answer_lines(lambda question: _ends(question, args.count, args.turns))


def _ends(question: Mapping[str, Any], count_only: bool, with_turns: bool) -> dict[str, Any]:
    found = outcomes(*position(question))
    if count_only:
        return {"count": len(found)}
    if with_turns:
        return {"count": len(found), "states": [[s.to_json(), won, list(turn)] for (s, won), turn in found.items()]}
    return {"count": len(found), "states": [[state.to_json(), won] for state, won in found]}
