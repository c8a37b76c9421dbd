"""States read from JSON: every part is checked for its form here, and for its sense by `state.check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.errors import NotationError
from engine.igluiglu.board import CELLS, COLOURS, FACE_DOWN, GLACIER, LAND, NAMES, SEA, SIDE, in_order, parse_cell
from engine.igluiglu.equipment import ANIMALS, STANDARD_SET, UNKNOWN, TileSet, in_animal_order, is_kind
from engine.igluiglu.options import parse_players
from engine.igluiglu.state import Cells, Secret, State
from engine.igluiglu.valid import check

_PARTS: Final = (
    "board", "on", "reserve", "igloos", "supply", "hands", "caught", "out", "lost", "to_move", "secret",
)  # fmt: skip
_SECRETS: Final = ("tiles", "fish", "fox")


def read_state(data: Any, players: str = COLOURS, tiles: TileSet = STANDARD_SET) -> State:
    """A valid state from its JSON; raises NotationError saying what is wrong."""
    data = mapping(data, "a state")
    known_keys(data, _PARTS, "state")
    parse_players(players)
    inuit, igloo, animals = read_on(mapping(data.get("on"), "'on'"))
    supply = mapping(data.get("supply"), "'supply'")
    known_keys(supply, ("fish", "fox", "bear"), "supply")
    hands, caught = _by_player(data, "hands", players), _by_player(data, "caught", players)
    to_move = data.get("to_move")
    if not isinstance(to_move, str):
        raise NotationError(f"state: expected who is to move, got {to_move!r}"[:200])
    state = State(
        players,
        read_board(data.get("board")),
        inuit,
        igloo,
        animals,
        _letters(data.get("reserve"), "reserve"),
        _letters(data.get("igloos"), "igloos", players),
        read_values(supply.get("fish"), "fish"),
        read_values(supply.get("fox"), "fox"),
        number(supply.get("bear"), "bears in the supply"),
        tuple(read_hand(hand) for hand in hands),
        tuple(read_caught(prey) for prey in caught),
        _out(data.get("out")),
        number(data.get("lost"), "lost tiles"),
        to_move,
        _read_secret(data["secret"]) if "secret" in data else None,
    )
    return check(state, tiles)


def read_board(rows: Any, letters: str = LAND + FACE_DOWN + GLACIER + SEA) -> str:
    """The ground from eight rows of eight letters."""
    if not isinstance(rows, list | tuple) or len(rows) != SIDE:
        raise NotationError(f"state: expected 'board' as {SIDE} rows from north to south, got {rows!r}"[:200])
    for row in rows:
        if not isinstance(row, str) or len(row) != SIDE or set(row) - set(letters):
            raise NotationError(f"state: expected a row of {SIDE} letters of {letters!r}, got {row!r}"[:200])
    return "".join(rows[SIDE - 1 - row][column] for column in range(SIDE) for row in range(SIDE))


def read_on(data: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...], Cells]:
    """Inuit, igloos and animals by space."""
    inuit, igloo = [""] * len(NAMES), [""] * len(NAMES)
    animals: list[tuple[str, ...]] = [()] * len(NAMES)
    for name, text in data.items():
        cell = parse_cell(str(name))
        inuit[cell], igloo[cell], animals[cell] = read_standing(text, str(name))
    return tuple(inuit), tuple(igloo), tuple(animals)


def read_standing(text: Any, name: str) -> tuple[str, str, tuple[str, ...]]:
    """What stands on one space: 'rr R fox2' is two red Inuit, a red igloo and a fox."""
    words = text.split(" ") if isinstance(text, str) else []
    people = words.pop(0) if words and words[0] and not set(words[0]) - set(COLOURS) else ""
    house = words.pop(0) if words and len(words[0]) == 1 and words[0] in COLOURS.upper() else ""
    if not (people or house or words) or any(word not in ANIMALS for word in words):
        raise NotationError(f"state: expected things like 'rr R fox2' on {name}, got {text!r}"[:200])
    if people != in_order(people) or tuple(words) != in_animal_order(words):
        raise NotationError(f"state: expected Inuit, igloo, animals in their order on {name}, got {text!r}"[:200])
    return people, house, tuple(words)


def read_values(data: Any, name: str) -> tuple[int, int, int]:
    """How many tokens of value 1, 2 and 3 a supply has."""
    if not isinstance(data, list | tuple) or len(data) != 3:
        raise NotationError(f"state: expected {name} as three numbers, got {data!r}"[:200])
    one, two, three = (number(count, name) for count in data)
    return one, two, three


def read_hand(hand: Any) -> tuple[str, ...]:
    """Kept tiles: kinds or '?', sorted as text."""
    kinds = _texts(hand, "kept tiles")
    if not all(kind == UNKNOWN or is_kind(kind) for kind in kinds) or kinds != tuple(sorted(kinds)):
        raise NotationError(f"state: expected kept tiles sorted as text, like ['?', 'melt'], got {hand!r}"[:200])
    return kinds


def read_caught(prey: Any) -> tuple[str, ...]:
    """Caught animals, in order."""
    animals = _texts(prey, "caught animals")
    if any(animal not in ANIMALS for animal in animals) or animals != in_animal_order([*animals]):
        raise NotationError(f"state: expected caught animals in order, like ['fish1', 'fox2'], got {prey!r}"[:200])
    return animals


def mapping(data: Any, what: str) -> Mapping[str, Any]:
    """The data itself, where it is a JSON object."""
    if not isinstance(data, Mapping):
        raise NotationError(f"expected {what} as a JSON object, got {data!r}"[:200])
    return data


def number(value: Any, what: str) -> int:
    """A whole number from 0."""
    if type(value) is not int or value < 0:
        raise NotationError(f"state: expected {what} as a whole number, got {value!r}"[:200])
    return value


def known_keys(data: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    """Refuse a key that nobody knows, by name."""
    if unknown := [key for key in data if key not in known]:
        raise NotationError(f"{what}: unknown key {unknown[0]!r}; known: {', '.join(known)}"[:200])


def _by_player(data: Mapping[str, Any], key: str, players: str) -> list[Any]:
    """One entry for each player, in seating order; no other colour."""
    group = mapping(data.get(key), repr(key))
    if set(group) != set(players):
        raise NotationError(f"state: expected {key!r} of {' '.join(players)}, got {' '.join(map(str, group))}"[:200])
    return [group[player] for player in players]


def _letters(data: Any, key: str, players: str = "") -> str:
    """Numbers by colour as letters; with `players` each of them must be named, without only those above 0."""
    group = mapping(data, repr(key))
    if players:
        counts = dict(zip(players, _by_player({key: group}, key, players), strict=True))
    else:
        counts = dict(group)
        if set(counts) - set(COLOURS) or 0 in counts.values():
            raise NotationError(f"state: expected {key!r} like {{'r': 2}}, only numbers above 0, got {data!r}"[:200])
    if any(number(count, key) > 9 for count in counts.values()):
        raise NotationError(f"state: expected a few {key}, got {data!r}"[:200])
    return in_order("".join(colour * count for colour, count in counts.items()))


def _out(data: Any) -> tuple[str, ...]:
    """Discarded tiles by kind as a sorted list."""
    every: list[str] = []
    for kind, count in mapping(data, "'out'").items():
        if not isinstance(kind, str) or not is_kind(kind) or not 0 < number(count, kind) <= 99:
            raise NotationError(f"state: expected 'out' like {{'bear': 1}}, only numbers above 0, got {data!r}"[:200])
        every += [kind] * count
    return tuple(sorted(every))


def _texts(data: Any, what: str) -> tuple[str, ...]:
    if not isinstance(data, list | tuple) or not all(isinstance(item, str) for item in data):
        raise NotationError(f"state: expected {what} as a list, got {data!r}"[:200])
    return tuple(data)


def _read_secret(data: Any) -> Secret:
    data = mapping(data, "'secret'")
    known_keys(data, _SECRETS, "secret")
    tiles = None
    if "tiles" in data:
        faces = [""] * len(NAMES)
        for name, kind in mapping(data["tiles"], "secret 'tiles'").items():
            if name not in CELLS or not isinstance(kind, str) or not is_kind(kind):
                raise NotationError(
                    f"state: expected secret tiles like {{'a2': 'glacier'}}, got {name!r}: {kind!r}"[:200]
                )
            faces[CELLS[name]] = kind
        tiles = tuple(faces)
    return Secret(tiles, *(_order(data[key], key) if key in data else None for key in ("fish", "fox")))


def _order(data: Any, what: str) -> tuple[int, ...]:
    if not isinstance(data, list | tuple) or any(type(value) is not int or value not in (1, 2, 3) for value in data):
        raise NotationError(f"state: expected the secret order of {what} as values 1 to 3, got {data!r}"[:200])
    return tuple(data)
