"""Learn the value function from games: python -m coach.igluiglu.train --games 400 --seed 1

Sensible players play, now and then by chance; the strength of a table is fitted to how those games ended.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random

import numpy as np

from coach.fitting import Floats, Group, fit_linear, loss
from coach.igluiglu.playing import by_chance, coached, game, sensible
from coach.igluiglu.value import NAMES, WEIGHTS, Linear, Value, features
from engine.igluiglu.options import HouseRules
from engine.igluiglu.score import score
from engine.igluiglu.turn import TurnInProgress

SEATINGS = ("rb", "rb", "rb", "ryg", "rygb")
HOUSE = HouseRules()
IGLOO = 3.5
"""What an igloo is worth in points of animals. Sensible players always build both at once, so their games cannot tell;
this is what those players reckon with, and playing against them bears it out."""


def mixed(chance: float, value: Value | None = None):  # type: ignore[no-untyped-def]
    """A player with sense, or with the coach, who now and then does anything."""
    steady = sensible if value is None else coached(value)

    def play(turn: TurnInProgress, rng: Random) -> str:
        return by_chance(turn, rng) if rng.random() < chance else steady(turn, rng)

    return play


def played(players: str, seed: int, value: Value | None = None) -> tuple[Floats, Floats]:
    """The tables of one game as features, and each player's share of the win."""
    levels = Random(seed).choices((0.0, 0.05, 0.15), k=len(players))
    states = [state for state, _ in game({p: mixed(c, value) for p, c in zip(players, levels, strict=True)}, seed)]
    winners = score(states[-1], HOUSE).winners
    won = np.array([(player in winners) / len(winners) for player in players], np.float32)
    tables = [features(state, HOUSE) for state in states[:-1] if not state.reserve]
    return np.stack(tables), np.repeat(won[None], len(tables), 0)


def grouped(games: list[tuple[Floats, Floats]]) -> list[Group]:
    """Games put together by number of players."""
    counts = sorted({won.shape[1] for _, won in games})
    some = [[one for one in games if one[1].shape[1] == count] for count in counts]
    return [(np.concatenate([x for x, _ in each]), np.concatenate([won for _, won in each])) for each in some]


def learn(count: int, seed: int, out: Path, value: Value | None = None) -> None:
    """Play, fit, write; says how surprised the result is by games it has not seen."""
    begun_s, games = time.monotonic(), []
    for number in range(count):
        games.append(played(SEATINGS[number % len(SEATINGS)], seed * 100_003 + number, value))
        if number % 50 == 49:
            print(f"  {number + 1} games, {time.monotonic() - begun_s:.0f} s", flush=True)
    held, seen = grouped(games[: count // 5]), grouped(games[count // 5 :])
    weights = fit_linear(seen, seed)
    for half in (weights[: len(NAMES)], weights[len(NAMES) :]):  # the feature is 1 with two igloos, or with ten points
        half[NAMES.index("igloos")] = 2 * IGLOO / 10 * half[NAMES.index("animals")]
    lead = np.zeros_like(weights)
    lead[NAMES.index("lead")] = 1
    print(f"points alone {loss(held, lambda x: x @ lead):.3f}, learned {loss(held, lambda x: x @ weights):.3f}")
    for i, name in enumerate(NAMES):
        print(f"  {name:12s} {weights[i]:6.2f}, and as the game goes on {weights[i + len(NAMES)]:6.2f} more")
    out.write_text(json.dumps(Linear(weights).to_json()) + "\n", encoding="utf-8")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    learn(asked.games, asked.seed, asked.out)


if __name__ == "__main__":
    main()
