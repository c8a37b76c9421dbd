"""Pictures of the virtual table of IGLU IGLU with their truths.

python -m workshop.igluiglu.world stills --seeds 0:200 --processes 16 --out pictures
python -m workshop.igluiglu.world series --seeds 0:8 --difficulty hard --out series
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from workshop.igluiglu.world.filming import write_film
from workshop.igluiglu.world.produce import produce
from workshop.igluiglu.world.sampler import LEVELS


def seed_range(text: str) -> range:
    """Seeds from `first:last`, the last one excluded."""
    first, colon, last = text.partition(":")
    if not (colon and first.isdigit() and last.isdigit() and int(first) < int(last)):
        raise argparse.ArgumentTypeError(f"expected seeds like 0:12 (the last one excluded), got {text!r}")
    return range(int(first), int(last))


def main(words: list[str]) -> int:
    """Write what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m workshop.igluiglu.world",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    sub = parser.add_subparsers(dest="command", required=True)
    helps = {"stills": "single tables, each of its own make", "series": "one set and camera: the set-up, later tables"}
    for name, text in helps.items():
        each = sub.add_parser(name, help=text)
        each.add_argument("--seeds", type=seed_range, required=True, help="first:last, the last one excluded")
        each.add_argument("--difficulty", choices=("mixed", *LEVELS), default="mixed")
        each.add_argument("--processes", type=int, default=1)
        each.add_argument("--out", type=Path, required=True)
    films = sub.add_parser(
        "film", help="a filmed match: pictures, truth.jsonl and match.json in a folder for each seed"
    )
    films.add_argument("--seeds", type=seed_range, required=True, help="first:last, the last one excluded")
    films.add_argument("--difficulty", choices=("mixed", *LEVELS), default="mixed")
    films.add_argument("--turns", type=int, default=10)
    films.add_argument("--faults", type=int, default=2, help="turns that break a rule")
    films.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(words)
    if options.command == "film":
        for seed in options.seeds:
            made = write_film(seed, options.out, options.difficulty, options.turns, options.faults)
            print(f"{options.out / str(seed)}: {sum(1 for _ in made)} pictures")
        return 0
    began, count = time.perf_counter(), 0
    for _ in produce(options.command, options.seeds, options.difficulty, options.out, options.processes):
        count += 1
    taken = time.perf_counter() - began
    print(f"{count} pictures in {taken:.1f} s ({60 * count / taken:.0f} a minute)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
