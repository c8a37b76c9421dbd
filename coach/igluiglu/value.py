"""The worth of a table of IGLU IGLU: every player's chance to win, from points and what may become points."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from coach.fitting import shares
from engine.igluiglu.board import FACE_DOWN, ICE, NEXT_TO
from engine.igluiglu.equipment import BEAR, IGLOOS, worth
from engine.igluiglu.options import HouseRules
from engine.igluiglu.score import Island, score, valued_islands
from engine.igluiglu.state import State

Floats = NDArray[np.float32]
NAMES: Final = (
    "animals", "islands", "lead", "on ice", "igloos", "room", "alone", "near prey", "by a bear", "kept", "next",
)  # fmt: skip
WEIGHTS: Final = Path(__file__).with_name("weights.json")
TILES: Final = 52
"""Face-down tiles at the start, about: what is left of them is how much may still change."""


class Value(Protocol):
    """The strength of every player on one table."""

    def strengths(self, state: State, house: HouseRules) -> Floats:
        """By player, in seating order."""


def left(state: State) -> float:
    """How much of the game is still to come, from 1 down to 0."""
    return min(1.0, state.board.count(FACE_DOWN) / TILES)


def features(state: State, house: HouseRules) -> Floats:
    """[player, feature], each feature once as it is and once as far as the game has come."""
    islands = valued_islands(state, house)
    caught = [sum(map(worth, prey)) for prey in state.caught]
    on_islands = dict.fromkeys(state.players, 0.0)
    for island in islands:
        for player, points in island.points:
            on_islands[player] += float(points)
    totals = [animals + on_islands[player] for player, animals in zip(state.players, caught, strict=True)]
    rows = []
    for i, player in enumerate(state.players):
        best = max(total for j, total in enumerate(totals) if j != i)
        now = [caught[i] / 10, on_islands[player] / 10, (totals[i] - best) / 10]
        rows.append([*now, *_people(state, player, islands)])
    x = np.array(rows, np.float32)
    return np.concatenate([x, x * (1 - left(state))], 1)


def _people(state: State, player: str, islands: tuple[Island, ...]) -> list[float]:
    """How a player's Inuit and igloos stand."""
    places = [cell for cell, people in enumerate(state.inuit) if player in people and state.board[cell] in ICE]
    number = sum([state.inuit[cell].count(player) for cell in places])
    built = IGLOOS - state.igloos_left.count(player)
    bears = sum([state.has_bear(beside) for cell in places for beside in NEXT_TO[cell]])
    mine = [island for island in islands if player in dict(island.strength)]
    room = sum([len(island.cells) for island in mine])
    alone = sum([len(island.cells) for island in mine if len(island.strength) == 1])
    near, kept = _prey(state, places) / 10, len(state.hand(player)) / 4
    return [number / 5, built / 2, room / 40, alone / 20, near, bears / 4, kept, float(state.to_move == player)]


def _prey(state: State, places: list[int]) -> int:
    """What could be hunted from these spaces."""
    within = set(places) | {beside for cell in places for beside in NEXT_TO[cell]}
    return sum(worth(a) for c in within for a in state.animals[c] if a != BEAR and (a[:2] == "fi" or c in places))


@dataclass(frozen=True, slots=True)
class Points:
    """Whoever has most points now: a player without foresight, and the count to compare with."""

    slope: float = 1.0

    def strengths(self, state: State, house: HouseRules) -> Floats:
        """Strength by the points of this moment."""
        counted = score(state, house)
        totals = [self.slope * float(counted.total(player)) / 10 for player in state.players]
        return np.array(totals, np.float32)


@dataclass(frozen=True, slots=True)
class Linear:
    """A weighted sum of features, learned from how games ended."""

    weights: Floats

    def strengths(self, state: State, house: HouseRules) -> Floats:
        """Strength by the learned weights."""
        return np.asarray(features(state, house) @ self.weights, np.float32)

    def to_json(self) -> dict[str, Any]:
        """As in the file of weights."""
        return {"kind": "linear", "weights": np.round(self.weights, 4).tolist()}


@lru_cache(maxsize=1)
def learned() -> Value:
    """The learned value function."""
    return Linear(np.array(json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"], np.float32))


def chances(value: Value, state: State, house: HouseRules, over: bool = False) -> Floats:
    """Every player's chance, in seating order; certain once the game is over."""
    if over:
        winners = score(state, house).winners
        return np.array([(player in winners) / len(winners) for player in state.players], np.float32)
    return np.asarray(shares(value.strengths(state, house)[None])[0], np.float32)
