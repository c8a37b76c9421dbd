"""States and turns as text, both ways: eight rows of ground and a line for everything else (NOTATION.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.core.errors import NotationError
from engine.igluiglu.actions import Action, parse_action
from engine.igluiglu.board import SIDE
from engine.igluiglu.equipment import STANDARD_SET, TileSet
from engine.igluiglu.options import parse_players
from engine.igluiglu.state import State, state_text
from engine.igluiglu.writing.forms import read_state


def turn_text(actions: Iterable[Action | str]) -> str:
    """A turn on one line: 'melt c4, keep, done'."""
    return ", ".join(str(action) for action in actions)


def parse_turn(text: str) -> tuple[Action, ...]:
    """The turn that prints as `text`."""
    return tuple(parse_action(word) for word in text.split(", ")) if text else ()


def parse_state(text: str, tiles: TileSet = STANDARD_SET) -> State:
    """The state that prints as `text`; raises NotationError for anything else."""
    lines = text.split("\n")
    head = lines[0].split(" ")
    if len(head) != 3 or head[0] != "iglu" or lines[-1]:
        raise NotationError(f"expected a state that begins like 'iglu rb r', got {text[:40]!r}")
    data = {"board": [row[2::2] for row in lines[1 : SIDE + 1]], "to_move": head[2]}
    data |= _parts(lines[SIDE + 2 : -1], players := parse_players(head[1]))
    state = read_state(data, players, tiles)
    if state_text(state) != text:
        wrong = next(
            (line for line, said in zip(lines, state_text(state).split("\n"), strict=False) if line != said), ""
        )
        raise NotationError(f"expected the text of a state as it is printed, got {wrong[:60]!r}")
    return state


def _parts(lines: list[str], players: str) -> dict[str, Any]:
    """The lines below the ground as the parts of the JSON."""
    data: dict[str, Any] = {"hands": {}, "caught": {}}
    for line in lines:
        title, _, rest = line.partition(" ")
        rest = "" if rest == "-" else rest
        if title in ("hand", "caught"):
            player, _, items = rest.partition(" ")
            data["hands" if title == "hand" else "caught"][player] = [] if items == "-" else items.split(" ")
        elif title == "secret":
            _add_secret(data.setdefault("secret", {}), rest)
        elif title in _READERS:
            data[title] = _READERS[title](rest)
        else:
            raise NotationError(f"expected a line of a state like 'lost 0', got {line[:40]!r}")
    return data


def _pairs(rest: str) -> dict[str, str]:
    """'a4 r R, a5 b' by first word."""
    return {item.partition(" ")[0]: item.partition(" ")[2] for item in rest.split(", ")} if rest else {}


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise NotationError(f"expected a whole number, got {text[:20]!r}")
    return int(text)


def _supply(rest: str) -> dict[str, Any]:
    pairs = _pairs(rest)
    counts: dict[str, Any] = {name: [_whole(n) for n in pairs.get(name, "").split(" ")] for name in ("fish", "fox")}
    return counts | {"bear": _whole(pairs.get("bear", ""))}


def _add_secret(secret: dict[str, Any], rest: str) -> None:
    name, _, items = rest.partition(" ")
    items = "" if items == "-" else items
    if name == "tiles":
        secret["tiles"] = _pairs(items)
    elif name:
        secret[name] = [_whole(value) for value in items.split(" ")] if items else []


_READERS: Final = {
    "on": _pairs,
    "reserve": lambda rest: {word[:1]: _whole(word[1:]) for word in rest.split(" ")} if rest else {},
    "igloos": lambda rest: {word[:1]: _whole(word[1:]) for word in rest.split(" ")} if rest else {},
    "supply": _supply,
    "out": lambda rest: {kind: _whole(count) for kind, count in _pairs(rest).items()},
    "lost": _whole,
}
