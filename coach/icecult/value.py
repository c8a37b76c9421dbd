"""The worth of a table: every player's chance to win, by a linear rule or a small network over the features.

A player's strength is a number; the chances are those numbers as shares (softmax), so they always sum to one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from coach.fitting import shares
from coach.icecult.features import NAMES, Floats, features, order
from coach.icecult.field import Field
from engine.icecult.rules import IceCult

WEIGHTS = Path(__file__).with_name("weights.json")


class Value(Protocol):
    """Chances of all players on many tables at once."""

    def chances(self, x: Floats) -> Floats:
        """[table, player in the order of moving, feature] -> [table, player]."""


def inputs(x: Floats) -> Floats:
    """What a player's strength is made of: own features and the strongest rival's, both again for who moves next."""
    tables, players, _ = x.shape
    first = np.zeros((tables, players, 1), np.float32)
    first[:, 0] = 1
    rivals = np.stack([_strongest(np.delete(x, i, 1)) for i in range(players)], 1)
    last = np.zeros_like(first)
    last[:, -1] = 1
    return np.concatenate([x, x * first, rivals, rivals * first, last], 2)


def _strongest(x: Floats) -> Floats:
    """Of several players, the one with the shortest race."""
    race = x[:, :, NAMES.index("race")]
    return np.asarray(x[np.arange(len(x)), race.argmin(1)], np.float32)


WIDTH = 4 * len(NAMES) + 1


@dataclass(frozen=True, slots=True)
class Race:
    """Chances by a count alone: the moves missing to a win, with a bonus for the player who moves next."""

    slope: float = 4.0
    next_up: float = 1.5

    def chances(self, x: Floats) -> Floats:
        """Who needs fewer moves is likelier to win."""
        short = sum(x[:, :, NAMES.index(f"short {n}")] * (4 - n) for n in range(4)) / 4
        strength = self.slope * (short - x[:, :, NAMES.index("race")])
        strength[:, 0] += self.next_up + 3 * x[:, 0, NAMES.index("short 0")]
        return shares(np.asarray(strength, np.float32))


@dataclass(frozen=True, slots=True)
class Linear:
    """A weighted sum of features."""

    weights: Floats

    def chances(self, x: Floats) -> Floats:
        """Chances by the learned weights."""
        return shares(inputs(x) @ self.weights)

    def to_json(self) -> dict[str, Any]:
        """As in the file of weights."""
        return {"kind": "linear", "weights": np.round(self.weights, 4).tolist()}


@dataclass(frozen=True, slots=True)
class Network:
    """One hidden layer."""

    first: Floats
    bias: Floats
    second: Floats

    def chances(self, x: Floats) -> Floats:
        """Chances by the learned network."""
        return shares(np.tanh(inputs(x) @ self.first + self.bias) @ self.second)

    def to_json(self) -> dict[str, Any]:
        """As in the file of weights."""
        parts = {"first": self.first, "bias": self.bias, "second": self.second}
        return {"kind": "network"} | {name: np.round(part, 4).tolist() for name, part in parts.items()}


def from_json(data: Any) -> Value:
    """A value function from the file of weights."""
    if data["kind"] == "linear":
        return Linear(np.array(data["weights"], np.float32))
    return Network(*(np.array(data[name], np.float32) for name in ("first", "bias", "second")))


@lru_cache(maxsize=1)
def learned() -> Value:
    """The value function that came out best."""
    return from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))


def chances(rules: IceCult, value: Value, field: Field, to_move: str) -> Floats:
    """[table, player in seating order]: the chances, certain where the match is won."""
    players = order(rules.players, to_move)
    found = value.chances(features(rules, field, to_move))
    found = found[:, [players.index(player) for player in rules.players]]
    for number, won in enumerate(field.winners):
        if won:
            found[number] = [(player in won) / len(won) for player in rules.players]
    return found
