"""Learn the value function from self-play: python -m coach.icecult.train --matches 300 --rounds 3 --seed 1

Every round plays matches with the best value function so far, fits a linear one and a network to how they ended, and
keeps the one that is least surprised by matches it has not seen.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from coach.fitting import Group, fit_linear, fit_network
from coach.icecult.selfplay import Sample, match
from coach.icecult.value import WEIGHTS, Linear, Network, Race, Value, inputs

SEATINGS = ("ry", "rg", "yb", "gb", "ry", "ryg", "rygb")
HIDDEN = 16


def groups(samples: Sequence[Sample]) -> list[tuple[Any, Any]]:
    """The samples by number of players: features, and shares of the win."""
    by_players: dict[int, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_players[len(sample.won)].append(sample)
    return [(np.stack([s.x for s in some]), np.stack([s.won for s in some])) for some in by_players.values()]


def surprise(value: Value, samples: Sequence[Sample]) -> float:
    """The mean surprise at who won, in nats a table."""
    total = sum(-float((won * np.log(value.chances(x) + 1e-6)).sum()) for x, won in groups(samples))
    return total / len(samples)


def fitted(samples: Sequence[Sample], seed: int) -> dict[str, Value]:
    """A linear value function and a network."""
    put: list[Group] = [(inputs(x), won) for x, won in groups(samples)]
    return {"linear": Linear(fit_linear(put, seed)), "network": Network(*fit_network(put, HIDDEN, seed))}


def play(value: Value, matches: int, seed: int) -> list[list[Sample]]:
    """So many matches, each as its tables."""
    begun_s, played = time.monotonic(), []
    for number in range(matches):
        played.append(match(value, SEATINGS[number % len(SEATINGS)], seed * 100_003 + number))
        if number % 20 == 19:
            print(f"  {number + 1} matches, {time.monotonic() - begun_s:.0f} s", flush=True)
    return played


def learn(matches: int, rounds: int, seed: int, out: Path) -> None:
    """Play, fit, keep the best; written after every round."""
    value: Value = Race()
    seen: list[list[Sample]] = []
    for number in range(rounds):
        fresh = play(value, matches, seed + number)
        kept = len(fresh) // 5
        held = [sample for one in fresh[:kept] for sample in one]
        seen = seen[len(seen) // 2 :] + fresh[kept:]
        found = {"race count": Race(), **fitted([sample for one in seen for sample in one], seed)}
        scores = {name: surprise(each, held) for name, each in found.items()}
        print(f"round {number + 1}: " + ", ".join(f"{name} {score:.3f}" for name, score in scores.items()), flush=True)
        best = min(("linear", "network"), key=scores.__getitem__)
        value = found[best]
        out.write_text(json.dumps(value.to_json()) + "\n", encoding="utf-8")  # type: ignore[attr-defined]
        others = {name: each.to_json() for name, each in found.items() if name != "race count"}  # type: ignore[attr-defined]
        out.with_suffix(".all.json").write_text(json.dumps(others))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    learn(asked.matches, asked.rounds, asked.seed, asked.out)


if __name__ == "__main__":
    main()
