"""How long is a round of a tournament paired? `python -m bench.tournament [--people 60] [--rounds 8]`."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence

from bench.results import figure
from engine.tournament.pairing import Field, paired
from engine.tournament.standings import standings
from engine.tournament.values import Result, Round, Sizes, met

TITLE = "A tournament"
GOAL_S = 1.0


def main(argv: Sequence[str] | None = None) -> int:
    """Pair a whole evening for tables of two and of up to four; exit status 1 where a round takes too long."""
    parser = argparse.ArgumentParser(prog="python -m bench.tournament", description=__doc__)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    slow = False
    print("| tables of | slowest round | standings | meetings again | a colour most often |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for sizes in (Sizes(2, 2), Sizes(2, 4), Sizes(3, 4)):
        pairing, counting, again, colour = evening(args.people, sizes, args.rounds, random.Random(args.seed))
        words = f"{sizes.least} to {sizes.most}"
        told = (f"{pairing * 1000:.0f} ms", f"{counting * 1000:.1f} ms", str(again), str(colour))
        print(f"| {words} | {' | '.join(told)} |", flush=True)
        what = f"{args.people} people, tables of {words}, {args.rounds} rounds"
        figure(
            f"{what}: slowest round paired, standings, meetings again, one colour most often", ", ".join(told), "1 s"
        )
        slow = slow or pairing > GOAL_S
    return int(slow)


def evening(people: int, sizes: Sizes, rounds: int, rng: random.Random) -> tuple[float, float, int, int]:
    """The slowest pairing and standings in seconds; how many met again; how often one colour came most."""
    past, results, slow, counted = list[Round](), dict[tuple[int, int], Result](), 0.0, 0.0
    for _ in range(rounds):
        begun = time.perf_counter()
        one = paired(Field(frozenset(range(people)), tuple(past), results, sizes))
        slow = max(slow, time.perf_counter() - begun)
        past.append(one)
        for each in one.sittings:
            points = {person: float(rng.randrange(40)) for person in each.people}
            results[one.number, each.table] = Result(frozenset({rng.choice(sorted(each.people))}), points)
        begun = time.perf_counter()
        standings(range(people), past, results)
        counted = max(counted, time.perf_counter() - begun)
    played = Counter(seat for one in past for each in one.sittings for seat in each.seats)
    return slow, counted, sum(times - 1 for times in met(past).values()), max(played.values())


if __name__ == "__main__":
    raise SystemExit(main())
