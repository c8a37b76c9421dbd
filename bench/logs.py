"""Writes the match logs by which a change of the house is held to the same behaviour.

    python -m bench.logs OUT [--matches 60] [--films DIR]    # then: diff -r OUT-BEFORE OUT-AFTER

Simulated matches seen through noisy readings of the truth, the demo's film through the whole eye, and photographed
matches where a folder of films is given. The same code writes the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.play.matches import script_for
from bench.referee import demo_match, film_match, watch_truth
from webui.record.match import Match


def main(argv: Sequence[str] | None = None) -> int:
    """Write one log a match."""
    parser = argparse.ArgumentParser(prog="python -m bench.logs", description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the logs")
    parser.add_argument("--matches", type=int, default=60, help="how many simulated matches (default 60)")
    parser.add_argument("--films", type=Path, help="folder of filmed matches, each with a match.json")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.matches):
        print(f"\rmatch {seed + 1}/{args.matches} ", end="", file=sys.stderr, flush=True)
        _write(args.out / f"truth-{seed:03d}.jsonl", watch_truth(seed, script_for(seed))[0])
    print("\rthe demo        ", file=sys.stderr, flush=True)
    _write(args.out / "demo.jsonl", demo_match())
    for folder in sorted(p.parent for p in args.films.glob("*/match.json")) if args.films else ():
        print(folder.name, file=sys.stderr, flush=True)
        truth = json.loads((folder / "match.json").read_text(encoding="utf-8"))
        _write(args.out / f"film-{folder.name}.jsonl", film_match(folder, truth)[0])
    return 0


def _write(path: Path, match: Match) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in match.log()), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
