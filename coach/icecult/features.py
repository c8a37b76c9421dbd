"""What a player's chances depend on: the race home, the tower, and whether the cubes allow a win in the next turn."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from coach.icecult.field import Field
from coach.icecult.lanes import CARRIED, FRONT, HOME, LOADED, NEED, ON, PROGRESS, REAR
from coach.icecult.reach import offers
from engine.icecult.board import COLOURS, PAWNS
from engine.icecult.rules import IceCult

Floats = NDArray[np.float32]
NAMES: Final = (
    "bias", "race", "home need", "tower need", "short 0", "short 1", "short 2", "short 3",
    "paths", "home", "progress", "carried", "loaded",
)  # fmt: skip
NEVER: Final = 20
"""More moves than anything takes."""
_CLOSE: Final = 6
"""With pawns on several paths and more moves to go than this, a win in one turn is too far off to be worth counting."""


def order(players: str, to_move: str) -> str:
    """The players in the order in which they will move."""
    at = players.index(to_move)
    return players[at:] + players[:at]


def features(rules: IceCult, field: Field, to_move: str) -> Floats:
    """[table, player in the order of moving, feature]."""
    players = order(rules.players, to_move)
    offer = offers(rules.cube_set, field.cubes, players)
    rows = []
    for i, player in enumerate(players):
        paths = field.facts[:, :, COLOURS.index(player)].astype(np.int16)
        race = _race(paths, rules.cube_set.spaces)
        short = _short(paths, *race, offer.on_path[:, :, i], offer.in_all[:, :, i], field.standing)
        rows.append(_row(paths, *race, short, rules.cube_set.spaces))
    return np.stack(rows, 1)


def _race(paths: NDArray[np.int16], spaces: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Own moves until all pawns are home, and until they stand in one stack (NEVER where they no longer can)."""
    need, on, front = paths[:, :, NEED], paths[:, :, ON], paths[:, :, FRONT].max(1)
    waiting = PAWNS - on.sum(1) - paths[:, :, HOME].sum(1)
    home = need.sum(1) + np.where(waiting > 0, waiting + spaces - need.max(1), 0)
    gather = np.where(waiting > 0, waiting + np.maximum(front - 1, 0), front - paths[:, :, REAR].max(1))
    lost = (paths[:, :, HOME].sum(1) > 0) | ((on > 0).sum(1) > 1)
    return home.astype(np.int16), np.where(lost, NEVER, gather).astype(np.int16)


def _short(
    paths: NDArray[np.int16],
    home: NDArray[np.int16],
    tower: NDArray[np.int16],
    on_path: NDArray[np.int8],
    in_all: NDArray[np.int8],
    standing: NDArray[np.intp],
) -> NDArray[np.int16]:
    """How many moves are missing to a win in one turn with the cubes as they stand."""
    most = on_path.max(1)[standing]
    there = paths[:, :, ON] > 0
    here = np.where(there | ~there.any(1, keepdims=True), most, 0).max(1)
    short = np.where(there.sum(1) > 1, home - 4, np.minimum(home, tower) - here)
    several = np.flatnonzero((there.sum(1) > 1) & (home <= _CLOSE))
    if len(several):
        path, every = on_path[standing[several]], in_all[standing[several]]
        missing = np.maximum(paths[several][:, None, :, NEED] - path, 0).sum(2)
        short[several] = np.maximum(missing, home[several][:, None] - every).min(1)
    return np.maximum(short, 0).astype(np.int16)


def _row(
    paths: NDArray[np.int16], home: NDArray[np.int16], tower: NDArray[np.int16], short: NDArray[np.int16], spaces: int
) -> Floats:
    """The features of one player on every table, in the order of `NAMES`."""
    far = PAWNS * (spaces + 1)
    columns = [
        np.ones(len(home)),
        np.minimum(np.minimum(home, tower), 12) / 8,
        home / 16,
        np.minimum(tower, 10) / 10,
        *(short == n for n in range(4)),
        (paths[:, :, ON] > 0).sum(1) / 4,
        paths[:, :, HOME].sum(1) / PAWNS,
        paths[:, :, PROGRESS].sum(1) / far,
        paths[:, :, CARRIED].sum(1) / PAWNS,
        paths[:, :, LOADED].sum(1) / PAWNS,
    ]
    return np.stack(columns, 1).astype(np.float32)
