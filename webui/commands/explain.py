"""`icekeeper explain`: two views of the table in, the turn between them out, or what went wrong."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from engine.core.errors import NotationError
from engine.icecult.explain.explain import explain
from engine.icecult.partial import PartialState
from engine.icecult.words.phrases import LANGUAGES
from webui.commands.lines import answer_lines, position

_HELP = """
Each line of standard input is a question, each line of standard output its answer:

  {"before": STATE, "after": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "turn": ["Nn", "Ee", "yE0@NE"], "winners": "", "others": 0}
  {"legal": false, "rule": "pawn-far", "text": "...", "violations": [{"rule": ..., "text": ...}], "turn": [...]}
  {"legal": null, "text": "...", "open": ["W3"], "turn": [...], "question": {...}}

set, house and players may be left out. `after` may be known in part: a cube may be a list of poses, null, what is
seen of it ({"symbol": "circle", "facing": null}) or another slot's cube ("NE:UN"); a space null or "?rg"; start and
goals null. With "over": false the turn may still be going on. A line that cannot be read is answered
{"error": "..."}; the exit status is then 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The language is all there is to choose."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("--language", "--lang", choices=LANGUAGES, default="en", help="language of the texts")


def run(args: argparse.Namespace) -> int:
    """Explain every line."""
    return answer_lines(lambda question: _explained(question, args.language))


def _explained(question: Mapping[str, Any], language: str) -> dict[str, Any]:
    if "after" not in question:
        raise NotationError(f"expected 'before' and 'after', got {', '.join(map(repr, question)) or 'nothing'}")
    before, cube_set, house, players = position(question, "before")
    over = question.get("over", True)
    if not isinstance(over, bool):
        raise NotationError(f"expected 'over' as true or false, got {over!r}")
    after = PartialState.from_json(question["after"])
    return explain(before, after, cube_set, house, players, over).to_json(language)
