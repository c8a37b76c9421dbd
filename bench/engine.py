"""How fast is the engine? `python -m bench.engine` prints a table for both games, a naive search beside each."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from bench.engines import engine_iglu
from bench.engines.naive import naive_ends
from bench.engines.timing import percentile, progress, timed
from bench.results import figure
from engine.icecult.board import in_order
from engine.icecult.cube import POSES, STANDARD_SET
from engine.icecult.ends.ends import Turns, ends
from engine.icecult.explain.explain import explain
from engine.icecult.moves import entered, stepped
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress

POSITIONS = Path(__file__).resolve().parent.parent / "tests" / "data" / "ends.jsonl"


def positions() -> list[TurnInProgress]:
    """The ten positions of tests/data/ends.jsonl, each a turn before its first tilt."""
    questions = [json.loads(line)["in"] for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
    return [
        IceCult.from_header(q["set"], q["house"], q["players"]).begin(State.from_json(q["state"])) for q in questions
    ]


def bench_ends(rounds: int) -> list[tuple[str, str]]:
    """All ends of the ten positions: from empty tables, the best of some rounds, and naively in the same run."""
    tables = positions()
    count, cold = timed(lambda: sum(len(ends(begun)) for begun in tables))
    warm = min(timed(lambda: [ends(begun) for begun in tables])[1] for _ in progress(range(rounds), "ends"))
    slow_count, slow = timed(lambda: sum(len(naive_ends(begun)) for begun in progress(tables, "naive search")))
    if slow_count != count:
        raise SystemExit(f"the searches differ: {count} ends, naively {slow_count}")
    return [
        ("ends of the ten positions", f"{count}"),
        ("  first time (tables empty)", f"{cold:.3f} s"),
        (f"  best of {rounds}", f"{warm:.3f} s   {count / warm:,.0f} ends/s"),
        ("  naive search, same run", f"{slow:.2f} s"),
        ("  times faster", f"{slow / warm:.0f} (first time {slow / cold:.0f})"),
    ]


def random_turn(rng: Random, begun: TurnInProgress) -> TurnInProgress:
    """A legal turn, any of them."""
    turn = begun
    while not turn.may_end():
        turn = turn.after(rng.choice(turn.legal_actions()))
    return turn


def turns(rng: Random, count: int) -> Iterator[tuple[IceCult, State, State]]:
    """Legal turns of random matches, from the middle of the game: before and after."""
    while count > 0:
        rules = IceCult(STANDARD_SET, HouseRules(), rng.choice(["ry", "ryg", "rygb"]))
        state = State.setup(rules.players[0])
        for number in range(60):
            verdict = random_turn(rng, rules.begin(state)).end()
            if verdict.winners or verdict.next is None or count == 0:
                break
            if number >= 6:
                yield rules, state, verdict.next
                count -= 1
            state = verdict.next


def spoiled(rng: Random, state: State) -> State:
    """A state with one thing wrong: a cube, a pawn too far, or a stack in another order."""
    kind = rng.randrange(3)
    if kind == 0:
        cubes = [*state.cubes]
        cubes[rng.randrange(4)] = rng.choice(POSES)
        return replace(state, cubes=tuple(cubes))
    standing = [(p, s) for p in range(4) for s in range(state.spaces) if state.paths[p][s]]
    if kind == 1 and standing:
        path, space = rng.choice(standing)
        after, left = stepped(state.paths[path], space + 1, rng.randrange(len(state.paths[path][space])))
        goal = [*state.goal]
        goal[path] = in_order(goal[path] + left)
        return replace(state, paths=_with(state.paths, path, after), goal=tuple(goal))
    if state.start:
        pawn, path = rng.choice(state.start), rng.randrange(4)
        paths = _with(state.paths, path, entered(state.paths[path], pawn))
        return replace(state, paths=paths, start=state.start.replace(pawn, "", 1))
    return replace(state, cubes=state.cubes[::-1])


def _with(paths: tuple[Any, ...], at: int, path: Any) -> tuple[Any, ...]:
    return (*paths[:at], path, *paths[at + 1 :])


def bench_explain(count: int) -> list[tuple[str, str]]:
    """Explanations of legal turns from the two states alone, and of the same with one thing wrong."""
    rng = Random(1)
    legal_s, illegal_s = [], []
    for rules, before, after in progress(list(turns(rng, count)), "explain"):
        found, elapsed_s = timed(lambda r=rules, b=before, a=after: explain(r.begin(b), a))  # type: ignore[misc]
        if not found.legal:
            raise SystemExit(f"a legal turn was not explained: {before} -> {after}")
        legal_s.append(elapsed_s)
        wrong = spoiled(rng, after)
        if (wrong, "") not in Turns(rules.begin(before)).all():
            illegal_s.append(timed(lambda r=rules, b=before, a=wrong: explain(r.begin(b), a))[1])  # type: ignore[misc]
    return [
        (f"explain, {len(legal_s)} legal turns", f"median {percentile(legal_s, 0.5):.2f} ms"),
        ("", f"99 %   {percentile(legal_s, 0.99):.2f} ms"),
        (f"explain, {len(illegal_s)} illegal turns", f"median {percentile(illegal_s, 0.5):.2f} ms"),
        ("", f"99 %   {percentile(illegal_s, 0.99):.2f} ms"),
    ]


TITLE = "The engine"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often the ten positions are searched")
    parser.add_argument("--turns", type=int, default=2000, help="how many random turns are explained")
    parser.add_argument("--games", type=int, default=20, help="how many random games of IGLU IGLU are measured")
    args = parser.parse_args()
    for name, value in bench_ends(args.rounds) + bench_explain(args.turns) + engine_iglu.rows(args.games):
        print(f"{name:<44} {value}")
        figure(name, value)
    return 0


if __name__ == "__main__":
    sys.exit(main())
