"""How well does the coach play, and are its chances what it says? python -m bench.coach [--games 200] [--seconds 2]

ICE CULT and IGLU IGLU against a player by chance and one who takes what is best now; then, over matches of the coach
against itself, how often those won whose chance it called so and so much; and how long an analysis takes.
Seconds are those of one core (process time), so that other work on the machine does not count. `--seconds 0`: the coach
plays by the value of the table alone, without thinking on.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from bench.results import figure
from coach.analysis import analyse
from coach.coach import Budget
from coach.icecult import opponents
from coach.icecult.search import IceCultCoach
from coach.igluiglu import playing
from coach.igluiglu.value import chances, learned
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.igluiglu.options import HouseRules
from engine.igluiglu.score import score
from tests.coach.matches import ice_cult, iglu

Call = tuple[float, float]
"""A chance as it was called, and what became of it: 1 won, 0 lost, between shared."""
LONGEST = 80
NOISE = 0.12
"""So often a turn is left to chance where the coach plays itself: else it would only see what it likes."""


class Clock:
    """How long the coach's turns took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def timed(self, think: Callable[[], tuple[State, str]]) -> tuple[State, str]:
        """The answer, its time noted."""
        begun = time.process_time()
        found = think()
        self.seconds.append(time.process_time() - begun)
        return found

    def __str__(self) -> str:
        mean = sum(self.seconds) / max(1, len(self.seconds))
        return f"{mean:.2f} s a turn, at most {max(self.seconds, default=0):.2f} s"


def coach_end(coach: IceCultCoach, state: State, seconds: float) -> tuple[State, str]:
    """The coach's turn."""
    if not seconds:
        return coach.at_once(state)[:2]
    return coach.choose(state, Budget(seconds, clock=time.process_time))


def ice_match(
    coach: IceCultCoach, opponent: Callable[..., tuple[State, str]], seed: int, seconds: float, clock: Clock
) -> float:
    """One match, the coach first or second by the seed; its share of the win."""
    rng, rules = Random(seed), coach.rules
    me, state, won = rules.players[seed % 2], State.setup(rules.players[0]), ""
    for _ in range(LONGEST):
        if state.to_move == me:
            state, won = clock.timed(partial(coach_end, coach, state, seconds))
        else:
            state, won = opponent(rules, state, rng)
        if won:
            return (me in won) / len(won)
    return 0.0


@dataclass(frozen=True, slots=True)
class Called:
    """A table that the coach would leave, what it gives the mover there, and whether it was left so."""

    after: State
    player: str
    chance: float
    left: bool
    won: float = 0.0

    def __str__(self) -> str:
        return f"{self.after}\t{self.player}\t{self.won:g}"


def ice_calls(coach: IceCultCoach, seed: int) -> list[Called]:
    """One match of the coach against itself: what it called at each turn, and what became of it.

    A win at once is no forecast and does not count; where a turn by chance was played instead, the call was about a
    table that never stood there, so that its outcome says nothing about it.
    """
    rng, rules = Random(10_000 + seed), coach.rules
    state, won, called = State.setup(rules.players[0]), "", list[Called]()
    for turn in range(LONGEST):
        after, winners, chance = coach.at_once(state)
        by_chance = turn < 2 or rng.random() < NOISE
        if not winners:
            called.append(Called(after, state.to_move, chance, not by_chance))
        state, won = opponents.by_chance(rules, state, rng) if by_chance else (after, winners)
        if won:
            return [replace(call, won=(call.player in won) / len(won)) for call in called]
    return []


def iglu_match(rival: playing.Player, seed: int) -> float:
    """One game of two, the coach first or second by the seed."""
    coach = playing.coached(learned())
    seats = {"r": coach, "b": rival} if seed % 2 else {"r": rival, "b": coach}
    me = "r" if seed % 2 else "b"
    *_, (state, _) = playing.game(seats, seed)
    won = score(state, HouseRules()).winners
    return (me in won) / len(won)


def iglu_calls(seed: int) -> list[Call]:
    """One game between two sensible players: the chance of whoever is to move, and what became of it."""
    house, states = HouseRules(), []
    for state, over in playing.game({"r": playing.sensible, "b": playing.sensible}, 20_000 + seed):
        if not over and not state.reserve:
            states.append(state)
    won = score(state, house).winners
    at = [(state.to_move, float(chances(learned(), state, house)["rb".index(state.to_move)])) for state in states]
    return [(chance, (player in won) / len(won)) for player, chance in at]


def played(name: str, games: int, one: Callable[[int], float], clock: Clock | None = None) -> None:
    """So many games, and the share of them that was won."""
    won = 0.0
    for seed in range(games):
        won += one(seed)
        print(f"  {name}: {won:g} of {seed + 1}", file=sys.stderr, flush=True)
    low = 1.96 * (max(0.0, won / games * (1 - won / games)) / games) ** 0.5
    figure(f"{name}: games won", f"{won:g} of {games}")
    print(f"| {name} | {won:g} of {games} | {100 * won / games:.1f} % ± {100 * low:.1f} | {clock or ''} |", flush=True)


def calibration(calls: list[Call]) -> Iterator[str]:
    """Of the positions called so likely, how many were won."""
    yield "| called | positions | called on average | won |"
    yield "| --- | --- | --- | --- |"
    for tenth in range(10):
        some = [call for call in calls if tenth <= min(9.999, 10 * call[0]) < tenth + 1]
        if some:
            mean, won = (100 * sum(part) / len(some) for part in zip(*some, strict=True))
            yield f"| {10 * tenth}-{10 * tenth + 10} % | {len(some)} | {mean:.0f} % | {won:.0f} % |"


def bench_ice(games: int, seconds: float) -> None:
    """All lines of ICE CULT."""
    coach = IceCultCoach(IceCult(players="ry"))
    print(f"\nICE CULT, two players, {'by value alone' if not seconds else f'{seconds:g} s a turn at most'}")
    print("| against | won | | time |\n| --- | --- | --- | --- |", flush=True)
    for name, opponent in (("moves furthest now", opponents.furthest), ("by chance", opponents.by_chance)):
        clock = Clock()
        match = partial(ice_match, coach, opponent, seconds=seconds, clock=clock)
        played(name, games, lambda seed, match=match: match(seed=seed), clock)  # type: ignore[misc]


def bench_ice_calls(calls: int, first: int, keep: Path | None) -> None:
    """How often those won whose chance was called so and so much."""
    coach = IceCultCoach(IceCult(players="ry"))
    every = list[Called]()
    with contextlib.suppress(KeyboardInterrupt):  # what has been played until then counts
        for seed in range(first, first + calls):
            every += ice_calls(coach, seed)
            print(f"  {seed + 1 - first} matches, {len(every)} calls", file=sys.stderr, flush=True)
    for title, left in (("the turn was played", True), ("a turn by chance was played instead", False)):
        print(f"\nICE CULT, chances (the coach against itself), {title}")
        print("\n".join(calibration([(c.chance, c.won) for c in every if c.left == left])), flush=True)
    if keep is not None:
        keep.write_text("".join(f"{call}\n" for call in every if call.left), encoding="utf-8")


def bench_iglu(games: int, calls: int) -> None:
    """All lines of IGLU IGLU."""
    print("\nIGLU IGLU, two players\n| against | won | | time |\n| --- | --- | --- | --- |", flush=True)
    rivals = {
        "by chance": playing.by_chance,
        "most points now": playing.most_now,
        "the demo's player": playing.sensible,
    }
    for name, rival in rivals.items() if games else ():
        begun = time.process_time()
        played(name, games, partial(iglu_match, rival))
        print(f"  {(time.process_time() - begun) / games:.1f} s a game of both players", flush=True)
    print("\nIGLU IGLU, chances (two players of the demo)")
    print("\n".join(calibration([call for seed in range(calls) for call in iglu_calls(seed)])), flush=True)


def bench_analysis(turns: int) -> None:
    """How long a whole match takes."""
    for name, log in (("ICE CULT", ice_cult(3, turns)), ("IGLU IGLU", iglu(3, turns))):
        begun, used = time.monotonic(), time.process_time()
        found = analyse(log)
        spent, used = time.monotonic() - begun, time.process_time() - used
        figure(f"analysing {len(found.turns)} turns of {name}", f"{spent:.0f} s", "120 s")
        print(f"analysing {len(found.turns)} turns of {name}: {spent:.0f} s ({used:.0f} s of one core)", flush=True)


TITLE = "The coach"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iglu-games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--calls", type=int, default=150, help="matches for the table of chances")
    parser.add_argument("--first", type=int, default=0, help="the first seed of those matches of ICE CULT")
    parser.add_argument("--keep", type=Path, help="write the tables that were called, and what became of them")
    parser.add_argument("--only", choices=("ice-cult", "iglu", "analysis"))
    asked = parser.parse_args()
    if asked.only in (None, "ice-cult"):
        if asked.games:
            bench_ice(asked.games, asked.seconds)
        bench_ice_calls(asked.calls, asked.first, asked.keep)
    if asked.only in (None, "iglu"):
        bench_iglu(asked.iglu_games, asked.calls)
    if asked.only in (None, "analysis"):
        bench_analysis(30)


if __name__ == "__main__":
    main()
