"""A table of IGLU IGLU as a value: tiles, pieces, animals, supplies, kept tiles; written as JSON and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.igluiglu.board import NAMES, SIDE
from engine.igluiglu.equipment import BEAR

_COLUMNS: Final = "  a b c d e f g h"
Cells = tuple[tuple[str, ...], ...]
EMPTY: Final = ("",) * (SIDE * SIDE)
NO_ANIMALS: Final[Cells] = ((),) * (SIDE * SIDE)


@dataclass(frozen=True, slots=True)
class Secret:
    """What nobody sees but a simulator knows: faces of tiles by space ("" = unknown), the order of the supplies."""

    tiles: tuple[str, ...] | None = None
    fish: tuple[int, ...] | None = None
    fox: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole table; `check` says whether it can be one. Spaces are in text order, players in seating order."""

    players: str
    board: str
    """64 letters: land, face-down tile, glacier, sea."""
    inuit: tuple[str, ...]
    """The Inuit on each space, as letters in colour order."""
    igloo: tuple[str, ...]
    """The igloo on each space as a capital letter, or ""."""
    animals: Cells
    reserve: str
    """Inuit not on the board, as letters in colour order."""
    igloos_left: str
    """Igloos not built yet, as letters in colour order."""
    fish: tuple[int, int, int]
    """The supply: how many fish of value 1, 2, 3."""
    fox: tuple[int, int, int]
    bears: int
    hands: Cells
    """The kept tiles of each player, sorted as text."""
    caught: Cells
    out: tuple[str, ...]
    """Discarded tiles whose face was seen, sorted as text."""
    lost: int
    """Tiles removed unseen."""
    to_move: str
    secret: Secret | None = None

    def hand(self, colour: str) -> tuple[str, ...]:
        """A player's kept tiles."""
        return self.hands[self.players.index(colour)]

    def prey(self, colour: str) -> tuple[str, ...]:
        """What a player has caught."""
        return self.caught[self.players.index(colour)]

    def is_empty(self, cell: int) -> bool:
        """Neither Inuit nor igloo nor animal there?"""
        return not (self.inuit[cell] or self.igloo[cell] or self.animals[cell])

    def has_bear(self, cell: int) -> bool:
        """Is a bear on this space?"""
        return BEAR in self.animals[cell]

    def on(self) -> Iterator[tuple[str, str]]:
        """Every space that is not empty, with what stands there as words."""
        for cell in range(SIDE * SIDE):
            words = (self.inuit[cell], self.igloo[cell], *self.animals[cell])
            if text := " ".join(word for word in words if word):
                yield NAMES[cell], text

    def to_json(self) -> dict[str, Any]:
        """The state as JSON."""
        return state_json(self)

    def __str__(self) -> str:
        return state_text(self)


def state_json(state: State) -> dict[str, Any]:
    """The state as JSON."""
    out: dict[str, Any] = {
        "board": board_rows(state.board),
        "on": dict(state.on()),
        "reserve": {p: n for p in state.players if (n := state.reserve.count(p))},
        "igloos": {p: state.igloos_left.count(p) for p in state.players},
        "supply": {"fish": list(state.fish), "fox": list(state.fox), "bear": state.bears},
        "hands": {p: list(hand) for p, hand in zip(state.players, state.hands, strict=True)},
        "caught": {p: list(prey) for p, prey in zip(state.players, state.caught, strict=True)},
        "out": dict(sorted(Counter(state.out).items())),
        "lost": state.lost,
        "to_move": state.to_move,
    }
    return out if state.secret is None else out | {"secret": _secret_json(state.secret)}


def board_rows(board: str) -> list[str]:
    """The ground as eight rows from the north, each from a to h."""
    return ["".join(board[column * SIDE + row] for column in range(SIDE)) for row in reversed(range(SIDE))]


def board_lines(board: str) -> list[str]:
    """The same with the names of rows and columns beside."""
    return [f"{SIDE - at} {' '.join(row)}" for at, row in enumerate(board_rows(board))] + [_COLUMNS]


def _secret_json(secret: Secret) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    if secret.tiles is not None:
        parts["tiles"] = {NAMES[cell]: kind for cell, kind in enumerate(secret.tiles) if kind}
    if secret.fish is not None:
        parts["fish"] = list(secret.fish)
    if secret.fox is not None:
        parts["fox"] = list(secret.fox)
    return parts


def state_text(state: State) -> str:
    """The state as lines of text, each with its line end."""
    lines = [f"iglu {state.players} {state.to_move}"]
    lines += board_lines(state.board)
    lines.append("on " + (", ".join(f"{name} {words}" for name, words in state.on()) or "-"))
    lines.append("reserve " + _tally(state.players, state.reserve, above=0))
    lines.append("igloos " + _tally(state.players, state.igloos_left, above=-1))
    fish, fox = (" ".join(map(str, supply)) for supply in (state.fish, state.fox))
    lines.append(f"supply fish {fish}, fox {fox}, bear {state.bears}")
    for title, lists in (("hand", state.hands), ("caught", state.caught)):
        lines += [f"{title} {p} {' '.join(items) or '-'}" for p, items in zip(state.players, lists, strict=True)]
    lines.append("out " + (", ".join(f"{kind} {n}" for kind, n in sorted(Counter(state.out).items())) or "-"))
    lines.append(f"lost {state.lost}")
    return "".join(line + "\n" for line in lines + _secret_lines(state))


def _tally(players: str, letters: str, above: int) -> str:
    return " ".join(f"{p}{letters.count(p)}" for p in players if letters.count(p) > above) or "-"


def _secret_lines(state: State) -> list[str]:
    secret = state.secret
    if secret is None:
        return []
    lines = []
    if secret.tiles is not None:
        known = ", ".join(f"{NAMES[cell]} {kind}" for cell, kind in enumerate(secret.tiles) if kind)
        lines.append(f"secret tiles {known or '-'}")
    for name, order in (("fish", secret.fish), ("fox", secret.fox)):
        if order is not None:
            lines.append(f"secret {name} {' '.join(map(str, order)) or '-'}")
    return lines or ["secret -"]
