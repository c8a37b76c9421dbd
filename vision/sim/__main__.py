"""`python -m vision.sim`: random stills with truth, and how fast the renderer is."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from engine.core.errors import IcekeeperError


def main(argv: list[str] | None = None) -> int:
    """Run one of the sub-commands; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.sim", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    stills = commands.add_parser("stills", help="write SEED_sim.jpg, .json and .mask.png")
    stills.add_argument("--seeds", required=True, help="range FIRST:LAST, the last one not included")
    stills.add_argument("--out", type=Path, required=True, help="folder")
    stills.add_argument("--processes", type=int, default=1, help="how many at once (default 1)")
    bench = commands.add_parser("bench", help="measure frames a second at 1280x720 on one core")
    bench.add_argument("--frames", type=int, default=40)
    args = parser.parse_args(argv)
    try:
        return _stills(args) if args.command == "stills" else _bench(args.frames)
    except IcekeeperError as error:
        print(error, file=sys.stderr)
        return 1


def _stills(args: argparse.Namespace) -> int:
    from vision.sim.stills import write_stills

    first, colon, last = args.seeds.partition(":")
    if not (colon and first.isdecimal() and last.isdecimal()):
        raise IcekeeperError(f"expected seeds like 0:100, got {args.seeds!r}")
    count = int(last) - int(first)
    for done, name in enumerate(write_stills(int(first), int(last), args.out, args.processes), 1):
        if done % 50 == 0 or done == count:
            print(f"{done}/{count} {name}", flush=True)
    return 0


def _bench(frames: int) -> int:
    import cv2

    from vision.sim.render import Renderer
    from vision.sim.sample import bench_scene

    cv2.setNumThreads(1)
    for name, hand in (("resting table", False), ("hand in the picture", True)):
        renderer, scenes = Renderer(), [bench_scene(shot, hand) for shot in range(frames)]
        renderer.render(scenes[0])
        start = time.process_time()  # other programs must not count
        for shot, scene in enumerate(scenes):
            renderer.render(scene, shot)
        print(f"{name}: {frames / (time.process_time() - start):.1f} frames a second at 1280x720, one core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
