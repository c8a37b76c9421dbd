"""JSON lines in, JSON lines out: each line is answered as it comes, and a bad one does not stop the next."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, Final, TextIO

from engine.core.errors import IcekeeperError, NotationError
from engine.core.parsing import parsed
from engine.games import DEFAULT_GAME, GAMES

_LONGEST: Final = 300  # a message repeats no more than this of what came
_LINE_BYTES: Final = 4 << 20
"""No question is longer; what is, like a device without end, is not read on."""

_HELP: Final = """
Each line of standard input is a question, each line of standard output its answer. set, house and players may be left
out. A line that cannot be read is answered {"error": "..."}; the exit status is then 1.
"""

Answer = Callable[[Mapping[str, Any]], Any]


def answer_lines(answer: Answer, source: BinaryIO | None = None, out: TextIO | None = None) -> int:
    """Answer every line of standard input; the exit status, 1 if any line failed."""
    out = out or sys.stdout
    failed = False
    for line in _lines(source or sys.stdin.buffer):
        if not line.strip():
            continue
        try:
            reply = answer(parse_object(line))
        except IcekeeperError as error:
            failed = True
            reply = {"error": shortened(str(error))}
        print(json.dumps(reply, separators=(",", ":")), file=out, flush=True)
    return int(failed)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Line by line, as far as lines have an end."""
    while line := source.readline(_LINE_BYTES + 1):
        if len(line) > _LINE_BYTES:
            raise IcekeeperError(f"a line of more than {_LINE_BYTES >> 20} MB is no question; nothing after it is read")
        yield line


def parse_object(line: bytes | str) -> Mapping[str, Any]:
    """The JSON object on one line; raises NotationError whatever else is there."""
    try:
        data = parsed(line)
    except NotationError as error:
        raise NotationError(f"expected a JSON object on one line: {error}") from None
    if not isinstance(data, Mapping):
        raise NotationError(f"expected a JSON object, got {shortened(repr(data))}")
    return data


def shortened(text: str) -> str:
    """The text, cut where it would fill the screen."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def add_game(parser: argparse.ArgumentParser) -> None:
    """Which game the lines are about."""
    parser.add_argument("--game", choices=tuple(GAMES), default=DEFAULT_GAME, help=f"default {DEFAULT_GAME}")


def add_help(parser: argparse.ArgumentParser, question: str) -> None:
    """Show how lines look, of every game that answers this question."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    games = [game for game in GAMES.values() if question in game.answers]
    parser.epilog = "\n".join(
        [_HELP, *(f"{game.title} (--game {game.name}):\n{game.lines[question]}" for game in games)]
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """In which language the referee speaks."""
    languages = GAMES[DEFAULT_GAME].languages
    parser.add_argument("--language", "--lang", choices=languages, default="en", help="language of the texts")


def answer_questions(question: str, args: argparse.Namespace) -> int:
    """Let the game answer every line; the exit status."""
    game, options = GAMES[args.game], vars(args)
    return answer_lines(lambda data: game.answer(question, data, options))
