"""`python -m vision.icecult.sim`: random stills and films with truth, and how fast the renderer is."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from engine.core.colours import COLOURS
from engine.core.errors import IcekeeperError


def main(argv: list[str] | None = None) -> int:
    """Run one of the sub-commands; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision.icecult.sim", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    stills = commands.add_parser("stills", help="write SEED_sim.jpg, .json and .mask.png")
    stills.add_argument("--seeds", required=True, help="range FIRST:LAST, the last one not included")
    stills.add_argument("--out", type=Path, required=True, help="folder")
    stills.add_argument("--processes", type=int, default=1, help="how many at once (default 1)")
    stills.add_argument("--full", action="store_true", help="tables full of stacks, on sets of any make, to learn from")
    film = commands.add_parser("film", help="write a random match as a folder of pictures")
    film.add_argument("--seed", type=int, default=1)
    film.add_argument("--players", default=COLOURS, help="colours in seating order")
    film.add_argument("--turns", type=int, default=4)
    film.add_argument("--faults", default="", help="kinds of breach, with commas between")
    film.add_argument("--layout", choices=("sides", "corners"), default="sides")
    film.add_argument("--light", default="ceiling", help="ceiling, window, lamp, two lamps or dusk")
    film.add_argument("--out", type=Path, required=True, help="folder")
    bench = commands.add_parser("bench", help="measure frames a second at 1280x720 on one core")
    bench.add_argument("--frames", type=int, default=40)
    args = parser.parse_args(argv)
    try:
        return {"stills": _stills, "film": _film, "bench": _bench}[args.command](args)
    except IcekeeperError as error:
        print(error, file=sys.stderr)
        return 1


def _stills(args: argparse.Namespace) -> int:
    from vision.icecult.sim.stills import write_stills

    first, colon, last = args.seeds.partition(":")
    if not (colon and first.isdecimal() and last.isdecimal()):
        raise IcekeeperError(f"expected seeds like 0:100, got {args.seeds!r}")
    count = int(last) - int(first)
    for done, name in enumerate(write_stills(int(first), int(last), args.out, args.processes, args.full), 1):
        if done % 50 == 0 or done == count:
            print(f"{done}/{count} {name}", flush=True)
    return 0


def _film(args: argparse.Namespace) -> int:
    from vision.icecult.sim.play.folder import write_film
    from vision.icecult.sim.play.fouls import FOULS
    from vision.icecult.sim.play.match import random_match
    from vision.icecult.sim.staging import LIGHTS, stage_for

    faults = [kind for kind in args.faults.split(",") if kind]
    for word, known in [(kind, FOULS) for kind in faults] + [(args.light, LIGHTS)]:
        if word not in known:
            raise IcekeeperError(f"expected one of {', '.join(known)}; got {word!r}")
    stage = stage_for(args.seed, args.layout, args.light)
    script = random_match(args.seed, args.players, args.turns, faults, stage=stage)
    count = sum(1 for _ in write_film(script, args.out))
    print(
        f"{count} frames, {len(script.turns)} turns, faults: {' '.join(t.accused for t in script.turns if t.accused)}"
    )
    return 0


def _bench(args: argparse.Namespace) -> int:
    import cv2

    from vision.icecult.sim.draw.render import Renderer
    from vision.icecult.sim.sample import bench_scene

    cv2.setNumThreads(1)
    for name, hand in (("resting table", False), ("hand in the picture", True)):
        frames: int = args.frames
        renderer, scenes = Renderer(), [bench_scene(shot, hand) for shot in range(frames)]
        renderer.render(scenes[0])
        start = time.process_time()  # other programs must not count
        for shot, scene in enumerate(scenes):
            renderer.render(scene, shot)
        print(f"{name}: {frames / (time.process_time() - start):.1f} frames a second at 1280x720, one core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
