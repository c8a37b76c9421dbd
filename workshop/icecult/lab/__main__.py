"""Photo-realistic pictures of the table with their truth.

A scene is plain JSON (position, camera, light, table, prints, wear, hands, webcam). It is path traced with Mitsuba,
denoised, photographed by a webcam model and written beside its truth.

    python -m workshop.icecult.lab sample --seed 7 --difficulty hard --out scene.json
    python -m workshop.icecult.lab render scene.json --out shot.jpg
    python -m workshop.icecult.lab batch --seeds 0:12 --difficulty mixed --out pictures
    python -m workshop.icecult.lab farm --seeds 0:4000 --out pictures --processes 13 --minutes 20 --resume
    python -m workshop.icecult.lab film --seed 103 --difficulty hard --variety makes --out film --processes 13
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.core.errors import IcekeeperError
from vision.icecult.sim.geometry import Dimensions
from workshop.icecult.lab.farm import Order, run_farm
from workshop.icecult.lab.picture.trace import Quality
from workshop.icecult.lab.world.sampler import LEVELS
from workshop.icecult.lab.world.wide import VARIETY, drawn

STANDARD = Quality()
VARIETY_HELP = "near the plain set, far from it, both, sets of any make in the plain world, or any world"


def seed_range(text: str) -> range:
    """Seeds from `first:last`, the last one excluded."""
    first, colon, last = text.partition(":")
    if not (colon and first.isdigit() and last.isdigit() and int(first) < int(last)):
        raise argparse.ArgumentTypeError(f"expected seeds like 0:12 (the last one excluded), got {text!r}")
    return range(int(first), int(last))


def add_quality(parser: argparse.ArgumentParser) -> None:
    """Options that trade quality for speed."""
    parser.add_argument("--spp", type=int, default=STANDARD.spp, help="samples a pixel")
    parser.add_argument("--cube-spp", type=int, default=STANDARD.cube_spp, help="more samples where a cube is seen")
    parser.add_argument("--scale", type=float, default=STANDARD.scale, help="inner resolution against the picture's")
    parser.add_argument("--no-denoise", action="store_true", help="leave the path tracer's noise")


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m workshop.icecult.lab", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sub = parser.add_subparsers(dest="command", required=True)
    one = sub.add_parser("sample", help="write a random scene as JSON")
    one.add_argument("--seed", type=int, required=True)
    one.add_argument("--difficulty", choices=LEVELS, default="medium")
    render = sub.add_parser("render", help="render a scene")
    render.add_argument("scene", type=Path)
    batch = sub.add_parser("batch", help="render a range of seeds, one after the other")
    batch.add_argument("--difficulty", choices=[*LEVELS, "mixed"], default="mixed")
    batch.add_argument("--format", choices=["jpg", "png"], default="jpg")
    farm = sub.add_parser("farm", help="render a range of seeds with several processes")
    farm.add_argument("--processes", type=int, default=2)
    farm.add_argument("--minutes", type=float, default=60.0, help="start no further picture after this time")
    farm.add_argument("--full", action="store_true", help="tables full of stacks, to learn from")
    farm.add_argument("--steep", action="store_true", help="seen almost from above")
    farm.add_argument("--rises", action="store_true", help="each stack with a rise of its own, to learn from")
    farm.add_argument("--hands", action="store_true", help="a hand in nearly every picture, to learn from")
    farm.add_argument("--resume", action="store_true", help="leave out seeds that are there already")
    film = sub.add_parser("film", help="a whole match as a film, with what was played in it")
    film.add_argument("--seed", type=int, required=True)
    film.add_argument("--difficulty", choices=LEVELS, default="medium")
    film.add_argument("--variety", choices=["makes", "wide"], default="makes", help=VARIETY_HELP)
    film.add_argument("--processes", type=int, default=2)
    for p in (batch, farm):
        p.add_argument("--seeds", type=seed_range, required=True, help="first:last (last excluded)")
    for p in (one, batch, farm):
        p.add_argument("--variety", choices=VARIETY, default="mixed", help=VARIETY_HELP)
    for p in (render, batch, farm, film):
        add_quality(p)
    for p in (one, render, batch, farm, film):
        p.add_argument("--out", type=Path, required=True)
    return parser


def run_batch(args: argparse.Namespace, quality: Quality) -> None:
    """Render the seeds in this process."""
    from workshop.icecult.lab.produce import render_scene

    geo = Dimensions()
    for k, seed in enumerate(args.seeds):
        level = LEVELS[seed % 3] if args.difficulty == "mixed" else args.difficulty
        out = args.out / f"{seed:04d}_{level}.{args.format}"
        truth = render_scene(drawn(geo, seed, level, args.variety), out, quality, geo)
        print(f"{k + 1} of {len(args.seeds)}: {out.name}, {truth['render']['seconds']} s", flush=True)


def run(args: argparse.Namespace) -> int:
    """Do what the command line asks."""
    if args.command == "sample":
        scene = drawn(Dimensions(), args.seed, args.difficulty, args.variety)
        args.out.write_text(json.dumps(scene, indent=1))
        return 0
    quality = Quality(args.spp, args.cube_spp, args.scale, not args.no_denoise)
    if args.command == "render":
        from workshop.icecult.lab.produce import render_scene

        truth = render_scene(json.loads(args.scene.read_text()), args.out, quality)
        print(f"{args.out.name}, {truth['render']['seconds']} s", flush=True)
    elif args.command == "batch":
        run_batch(args, quality)
    elif args.command == "film":
        from workshop.icecult.lab import film

        frames = film.make_film(
            film.Order(args.seed, args.difficulty, args.variety, args.out, quality, max(1, args.processes))
        )
        print(f"{args.out}: {frames} frames", flush=True)
    else:
        order = Order(
            *(args.out, args.seeds, args.processes, args.minutes, quality, args.resume, args.variety),
            full=args.full,
            steep=args.steep,
            rises=args.rises,
            hands=args.hands,
        )
        return 0 if run_farm(order) else 1
    return 0


def complaint(fault: Exception) -> str:
    """One line about what went wrong."""
    if isinstance(fault, json.JSONDecodeError):
        return f"expected a scene as JSON, got something else ({fault}); write one with `sample`"
    if isinstance(fault, KeyError):
        return f"expected a whole scene, it has no {fault}; write one with `sample`"
    return str(fault).splitlines()[0]


def main(argv: list[str] | None = None) -> int:
    """Run the command line; one line for what goes wrong, 130 when stopped by hand."""
    args = make_parser().parse_args(argv)
    try:
        return run(args)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except (IcekeeperError, OSError, KeyError, ValueError) as fault:
        print(f"workshop.icecult.lab: {complaint(fault)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
