"""Measures what the prices of the belief are worth: `python -m bench.prices [--entries sure,blame] [--fit 0:8]`.

Without `--entries` it prints the table of all prices. With it, each of these entries is made cheaper and dearer in turn
while one series of simulated matches is judged again, and what helps is kept; then the result is checked on another
series that it has never seen. Readings are made from the true tables, with more misreadings than a reader makes, so
that something goes wrong at all.

The loss counts what a player would resent: a turn logged wrongly 1, a fault not named 1, an honest player accused 5,
a question 0.2. Other prices are worth taking over only where the loss falls on the second series too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from typing import Final

from bench.play.matches import Defects, Score, Witness, glances, judged, script_for
from bench.referee import PATIENCE, match_of
from vision.icecult.belief.prices import STANDARD, Prices, table
from vision.icecult.sim.play.script import Film, MatchScript
from vision.icecult.sim.play.shots import FrameTruth
from webui.icecult.watch.judge import watch as watcher
from webui.record.events import Event
from webui.record.fold import apply
from webui.record.match import Match
from webui.referee.referee import News

FACTORS: Final = (0.7, 1.4)
WEIGHTS: Final = {"accusations": 5.0, "questions": 0.2}
Loss = Callable[[Prices], float]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table of prices, or fit some of them."""
    parser = argparse.ArgumentParser(prog="python -m bench.prices", description=__doc__)
    parser.add_argument("--entries", type=_entries, default=(), help="which prices to try, separated by commas")
    parser.add_argument("--fit", type=_series, default=range(8), help="matches to fit on (default 0:8)")
    parser.add_argument("--check", type=_series, default=range(100, 108), help="matches to check on (default 100:108)")
    parser.add_argument("--misread", type=float, default=0.02, help="chance that a place is misread (default 0.02)")
    parser.add_argument("--jobs", type=int, default=1, help="matches at once")
    args = parser.parse_args(argv)
    if not args.entries:
        _print_table()
        return 0
    defects = Defects(misread=args.misread)
    with ProcessPoolExecutor(args.jobs) as pool:
        fit_on, check_on = (partial(_loss, pool, seeds, defects) for seeds in (args.fit, args.check))
        found = fit(args.entries, fit_on)
        _print_check(found, check_on)
    return 0


def _entries(text: str) -> tuple[str, ...]:
    known = {name for name, _, unit, _ in table() if unit == "nats"}
    names = tuple(text.split(","))
    if wrong := [name for name in names if name not in known]:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r} is no price in nats; run without --entries to see all")
    return names


def _series(text: str) -> range:
    first, _, end = text.partition(":")
    if not (first.isdecimal() and end.isdecimal() and int(first) < int(end)):
        raise argparse.ArgumentTypeError(f"expected a series of matches like 0:8, got {text!r}")
    return range(int(first), int(end))


def fit(names: Sequence[str], loss: Loss) -> Prices:
    """The prices after one round of coordinate search over these entries; ties keep what is."""
    best, least = STANDARD, loss(STANDARD)
    print(f"{'entry':22s} {'value':>7s}  loss on the first series, {least:.1f} as it is")
    for name in names:
        value = getattr(best, name)
        tried = {round(value * factor, 3): 0.0 for factor in FACTORS}
        for other in tried:
            tried[other] = loss(replace(best, **{name: other}))
        other = min(tried, key=lambda each: tried[each])
        if tried[other] < least:
            best, least = replace(best, **{name: other}), tried[other]
        losses = ", ".join(f"{each:g}: {found:.1f}" for each, found in tried.items())
        print(f"{name:22s} {value:7g}  {losses}; kept {getattr(best, name):g}", flush=True)
    return best


def _loss(pool: ProcessPoolExecutor, seeds: range, defects: Defects, prices: Prices) -> float:
    """The loss over a series of matches."""
    begun, total = time.monotonic(), 0.0
    for done, score in enumerate(pool.map(partial(play, prices=prices, defects=defects), seeds), start=1):
        total += loss_of(score)
        print(f"\r{done}/{len(seeds)}, {time.monotonic() - begun:.0f} s ", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 20 + "\r", end="", file=sys.stderr, flush=True)
    return total


def loss_of(score: Score) -> float:
    """What went wrong in a match, as one number."""
    counts = score.counts
    wrong = counts["turns"] - counts["turns exact"] + counts["faults"] - counts["faults named"]
    return wrong + sum(weight * counts[name] for name, weight in WEIGHTS.items())


def play(seed: int, prices: Prices, defects: Defects) -> Score:
    """One simulated match, judged by these prices."""
    script, truths = _film(seed)
    match, witness = match_of(script), Witness()
    watch, at = watcher(match, PATIENCE, prices), 0.0
    for truth, glance in glances(seed, truths, script.cube_set, defects):
        at = truth.time_s
        events = [] if match.over else watch.glance(match, glance, at)
        match = _after(match, events)
        witness.saw(truth, News(tuple(events)), 0.0)
    events = watch.film_over(match, at)
    witness.heard(News(tuple(events)))
    return judged(script, _after(match, events), witness, f"match {seed}")


@cache
def _film(seed: int) -> tuple[MatchScript, tuple[FrameTruth, ...]]:
    script = script_for(seed)
    return script, tuple(truth for _, truth in Film(script).scenes())


def _after(match: Match, events: Sequence[Event]) -> Match:
    for event in events:
        match = apply(match, event)
    return match


def _print_table() -> None:
    for name, value, unit, meaning in table():
        print(f"{name:22s} {value:8g} {unit:8s} {meaning}")


def _print_check(found: Prices, loss: Loss) -> None:
    """Whether what was found holds on matches it was not fitted on."""
    before = loss(STANDARD)
    if found == STANDARD:
        print(f"nothing was gained: the prices stay as they are (loss on the second series {before:.1f})")
        return
    after = loss(found)
    verdict = "worth taking over" if after < before else "not worth taking over: it does not hold on other matches"
    print(f"loss on the second series: {before:.1f} as it is, {after:.1f} with what was found; {verdict}")


if __name__ == "__main__":
    sys.exit(main())
