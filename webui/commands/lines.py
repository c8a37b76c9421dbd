"""JSON lines in, JSON lines out: each line is answered as it comes, and a bad one does not stop the next."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Final, TextIO

from engine.core.errors import IcekeeperError, NotationError
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules, parse_players
from engine.icecult.state import State

_LONGEST: Final = 300  # a message repeats no more than this of what came

Answer = Callable[[Mapping[str, Any]], Any]


def answer_lines(answer: Answer, source: BinaryIO | None = None, out: TextIO | None = None) -> int:
    """Answer every line of standard input; the exit status, 1 if any line failed."""
    out = out or sys.stdout
    failed = False
    for line in source or sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            reply = answer(parse_object(line))
        except IcekeeperError as error:
            failed = True
            reply = {"error": shortened(str(error))}
        print(json.dumps(reply, separators=(",", ":")), file=out, flush=True)
    return int(failed)


def parse_object(line: bytes | str) -> Mapping[str, Any]:
    """The JSON object on one line; raises NotationError whatever else is there."""
    try:
        data = json.loads(line)
    except RecursionError:
        raise NotationError("expected a JSON object, got one nested too deep") from None
    except UnicodeDecodeError as error:
        raise NotationError(f"expected UTF-8 text, got byte {line[error.start]!r} at {error.start}") from None
    except ValueError as error:  # also numbers of thousands of digits
        raise NotationError(f"expected a JSON object on one line: {error}") from None
    if not isinstance(data, Mapping):
        raise NotationError(f"expected a JSON object, got {shortened(repr(data))}")
    return data


def shortened(text: str) -> str:
    """The text, cut where it would fill the screen."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def position(data: Mapping[str, Any], key: str = "state") -> tuple[State, CubeSet, HouseRules, str]:
    """The state, set, house rules and players of a question; all but the state have defaults."""
    if key not in data:
        raise NotationError(f"expected {key!r} in the question, got {', '.join(map(repr, data)) or 'nothing'}")
    cube_set, house, players = data.get("set"), data.get("house"), data.get("players")
    return (
        State.from_json(data[key]),
        STANDARD_SET if cube_set is None else CubeSet.from_json(cube_set),
        HouseRules() if house is None else HouseRules.from_json(house),
        "rygb" if players is None else parse_players(players),
    )


def words(data: Mapping[str, Any], key: str = "turn") -> list[str]:
    """The actions of a question, as words."""
    turn = data.get(key)
    if not isinstance(turn, list) or not all(isinstance(word, str) for word in turn):
        raise NotationError(f"expected {key!r} as a list of actions like ['Nn', 'Ee', 'yE0@NE'], got {turn!r}")
    return turn
