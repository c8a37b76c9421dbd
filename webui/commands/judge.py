"""`icekeeper judge`: turns in, verdicts out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from engine.icecult.rules import judge
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.phrases import LANGUAGES
from engine.icecult.words.telling import fault_text
from webui.commands.lines import answer_lines, position, words

_HELP = """
Each line of standard input is a question, each line of standard output its verdict:

  {"state": STATE, "turn": ["Nn", "Ee", "yE0@NE"], "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "winners": "", "next": STATE}
  {"legal": false, "rule": "missed-arrow", "at": 3, "text": "...", "owed": ["gW0@NW"]}

set, house and players may be left out. A line that cannot be read is answered {"error": "..."}; the exit status is
then 1.

example:
  echo '{"turn": ["Nn", "Ee"], "state": {"cubes": {"NW": "UN", "NE": "UN", "SE": "UN", "SW": "UN"},
    "paths": {"N": ["","","","",""], "E": ["","","","",""], "S": ["","","","",""], "W": ["","","","",""]},
    "start": "rrrrryyyyygggggbbbbb", "goal": {"N": "", "E": "", "S": "", "W": ""}, "to_move": "r"}}' \\
    | tr -d '\\n' | icekeeper judge
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The language is all there is to choose."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("--language", "--lang", choices=LANGUAGES, default="en", help="language of the texts")


def run(args: argparse.Namespace) -> int:
    """Judge every line."""
    return answer_lines(lambda question: _verdict(question, args.language))


def _verdict(question: Mapping[str, Any], language: str) -> dict[str, Any]:
    place, turn = position(question), words(question)
    verdict = judge(*place, turn)
    if verdict.fault is None:
        return verdict.to_json()
    return verdict.to_json(fault_text(TurnInProgress.begin(*place), turn, verdict.fault, language))
