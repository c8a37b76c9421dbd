"""`icekeeper doctor`: is everything ready? One line for each thing, and what to do about it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webui.doctor.finding import Finding

PORT = 8765
NOT_READY = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "source",
        nargs="?",
        help="the camera you play with: number, `picamera:0`, address, film or folder (default: the first there is)",
    )
    parser.add_argument("--store", metavar="FILE", help="file of the match record (default in your data folder)")
    parser.add_argument("--port", type=int, default=PORT, help=f"port the page shall have (default {PORT})")
    parser.add_argument("--club", metavar="ADDRESS", help="the club's record, postgresql://…")
    parser.add_argument("--language", choices=("en", "de", "fr", "it"), default="en", help="language of the lines")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line instead")
    parser.epilog = "Exit status: 0 where a match can be played, 1 where something is wrong (lines that begin with X)."


def run(args: argparse.Namespace) -> int:
    """Look, and say each thing as soon as it is known."""
    from webui.doctor.asking import Asked, findings
    from webui.doctor.finding import State
    from webui.settings import default_store

    wrong = False
    asked = Asked(args.source, Path(args.store) if args.store else default_store(), args.port)
    for found in chain(findings(asked), _club(args.club)):
        line = {**found.to_json(), "text": found.text(args.language)}
        print(json.dumps(line, ensure_ascii=False) if args.json else found.line(args.language), flush=True)
        wrong = wrong or found.state is State.WRONG
    return NOT_READY if wrong else 0


def _club(address: str | None) -> Iterator[Finding]:
    """The club's server, where there is one; what it needs is loaded only then."""
    from webui.doctor.machine import club

    if not address:
        yield club()
        return
    from webui.club.checking import checked

    yield checked(address)
