"""Points: caught animals, and islands by strength (R39-R47). The table is counted as it stands, over or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from engine.igluiglu.board import COLOURS, ICE, NAMES, NEXT_TO, in_order
from engine.igluiglu.equipment import worth
from engine.igluiglu.options import HouseRules
from engine.igluiglu.state import State

Points = int | Fraction
_SERIOUS: Final = (0, 1, 3, 6, 10, 15, 21)  # value of an island by its size with the switch `serious`


@dataclass(frozen=True, slots=True)
class Island:
    """Tiles that hang together, who is how strong on them, and what each gets."""

    cells: tuple[int, ...]
    value: int
    """What first place gets."""
    strength: tuple[tuple[str, int], ...]
    points: tuple[tuple[str, Points], ...]

    def to_json(self) -> dict[str, Any]:
        """The island as JSON."""
        return {
            "cells": [NAMES[cell] for cell in self.cells],
            "tiles": len(self.cells),
            "value": self.value,
            "strength": dict(self.strength),
            "points": {colour: _number(points) for colour, points in self.points},
        }


@dataclass(frozen=True, slots=True)
class Score:
    """Everybody's points, island by island, and who has most."""

    players: str
    animals: tuple[int, ...]
    islands: tuple[Island, ...]
    winners: str

    def on_islands(self, colour: str) -> Points:
        """A player's points by islands."""
        return sum((dict(island.points).get(colour, 0) for island in self.islands), start=Fraction(0))

    def total(self, colour: str) -> Points:
        """All points of a player."""
        return self.animals[self.players.index(colour)] + self.on_islands(colour)

    def scores(self) -> dict[str, int | float]:
        """Everybody's total, for JSON."""
        return {player: _number(self.total(player)) for player in self.players}

    def to_json(self) -> dict[str, Any]:
        """The score as JSON."""
        players = {
            player: {
                "animals": animals,
                "islands": _number(self.on_islands(player)),
                "total": _number(self.total(player)),
            }
            for player, animals in zip(self.players, self.animals, strict=True)
        }
        islands = [island.to_json() for island in self.islands]
        return {"winners": self.winners, "scores": self.scores(), "players": players, "islands": islands}


def score(state: State, house: HouseRules) -> Score:
    """The points of a table."""
    animals = tuple(sum(map(worth, prey)) for prey in state.caught)
    islands = valued_islands(state, house)
    counted = Score(state.players, animals, islands, "")
    return Score(state.players, animals, islands, _winners(counted, house))


def valued_islands(state: State, house: HouseRules) -> tuple[Island, ...]:
    """Every island with who is how strong there and what each gets."""
    return tuple([_valued(state, house, cells) for cells in islands_of(state.board)])


@lru_cache(maxsize=1024)
def islands_of(board: str) -> tuple[tuple[int, ...], ...]:
    """Groups of tiles that hang together, by their first space (R41); kept, since a board outlasts many questions."""
    return tuple(_groups(board))


def _groups(board: str) -> Iterator[tuple[int, ...]]:
    seen: set[int] = set()
    for first, lying in enumerate(board):
        if lying not in ICE or first in seen:
            continue
        group, todo = {first}, [first]
        while todo:
            fresh = [cell for cell in NEXT_TO[todo.pop()] if board[cell] in ICE and cell not in group]
            group.update(fresh)
            todo += fresh
        seen |= group
        yield tuple(sorted(group))


def _valued(state: State, house: HouseRules, cells: tuple[int, ...]) -> Island:
    size = len(cells)
    value = _SERIOUS[min(size, len(_SERIOUS) - 1)] if house.serious == "on" else size
    standing = "".join(state.inuit[cell] + state.igloo[cell].lower() * 2 for cell in cells)
    strength = tuple((colour, standing.count(colour)) for colour in COLOURS if colour in standing)
    if len(strength) == 1 and house.serious == "off":
        return Island(cells, value, strength, ((strength[0][0], value**2),))
    ranks = sorted({strong for _, strong in strength}, reverse=True)[:2]
    shares: dict[int, Points] = dict(zip(ranks, (value, _half(value, house)), strict=False))
    return Island(cells, value, strength, tuple((colour, shares.get(strong, 0)) for colour, strong in strength))


def _half(value: int, house: HouseRules) -> Points:
    if house.half == "exact":
        return Fraction(value, 2)
    return (value + (house.half == "up")) // 2


def _winners(counted: Score, house: HouseRules) -> str:
    """Most points; by the switch more points by animals among equals (R46)."""
    by_animals = house.tie_break == "animals"
    rank = {
        player: (counted.total(player), animals if by_animals else 0)
        for player, animals in zip(counted.players, counted.animals, strict=True)
    }
    best = max(rank.values())
    return in_order("".join(player for player, points in rank.items() if points == best))


def _number(points: Points) -> int | float:
    return int(points) if points == int(points) else float(points)
