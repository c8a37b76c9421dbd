"""`icekeeper learn-set`: a guided series of tilts that shows every face of all four cubes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import IcekeeperError, NotationError

if TYPE_CHECKING:
    from calibration.icecult.learn import GuidedSeries
    from engine.icecult.cube import Top

Tops = Mapping[str, "Top | None"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("photos", nargs="*", help="pictures in order: the set-up position, then one after each tilt")
    parser.add_argument("--table", help="the table's profile, needed to read pictures")
    parser.add_argument("--camera", metavar="SOURCE", help="look through a camera; press Enter after each tilt")
    parser.add_argument(
        "--observations", metavar="FILE", help="observations as JSON lines instead of pictures; - = stdin"
    )
    parser.add_argument("--out", default="set.json", help="set file to write (default set.json)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.learn import GuidedSeries

    series = GuidedSeries()
    if not (args.photos or args.camera or args.observations):
        return _print_script()
    problems = _work(series, _tops(args, series))
    _save(args.out, series.learner.set_json())
    missing = [slot + ":" + face for slot, face in series.learner.missing]
    print(json.dumps({"set": args.out, "complete": not missing, "missing": missing, "step": series.step}))
    if problems:
        raise IcekeeperError(f"the series stopped after {series.step} tilts: {problems[0]}; {series.instruction}")
    return 0


def _print_script() -> int:
    from calibration.icecult.learn import script, tilt_words

    print("0. set the cubes up: all arcs on top, forming a circle; take a picture")
    for number, tilt in enumerate(script(), 1):
        print(f"{number}. {tilt_words(tilt)}; take a picture")
    print("Then: icekeeper learn-set PICTURES... --table table.json --out set.json")
    return 0


def _work(series: GuidedSeries, looks: Iterator[Tops]) -> list[str]:
    """Feed the series until it is finished or nothing more comes; what was wrong with the last look."""
    problems: list[str] = []
    for tops in looks:
        problems = series.look(tops)
        line = {"step": series.step, "ok": not problems, "problems": problems, "next": series.instruction}
        print(json.dumps(line), flush=True)
        if series.finished:
            break
    return problems


def _tops(args: argparse.Namespace, series: GuidedSeries) -> Iterator[Tops]:
    if args.observations:
        yield from _from_lines(args.observations)
        return
    if not args.table:
        raise IcekeeperError("pictures can only be read with the table's profile; add --table table.json")
    yield from _from_camera(args, series) if args.camera else _from_photos(args)


def _from_lines(name: str) -> Iterator[Tops]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot read the observations ({error.strerror})") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield _as_tops(json.loads(line)["cubes"])
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise NotationError(f"{name}, line {number}: expected an observation with cubes") from error


def _as_tops(cubes: Mapping[str, Any]) -> Tops:
    from engine.icecult.cube import Top

    return {slot: None if top is None else Top(str(top["symbol"]), top.get("facing")) for slot, top in cubes.items()}


def _from_photos(args: argparse.Namespace) -> Iterator[Tops]:
    from calibration.pictures import load_picture
    from calibration.profile import TableProfile
    from vision.icecult.observer import Observer

    observer = Observer(TableProfile.load(args.table))
    for photo in args.photos:
        yield _as_tops(observer.read(load_picture(photo)).to_json()["cubes"])


def _from_camera(args: argparse.Namespace, series: GuidedSeries) -> Iterator[Tops]:
    from calibration.profile import TableProfile
    from vision.icecult.observer import Observer
    from vision.sources import open_source

    observer, source = Observer(TableProfile.load(args.table)), open_source(args.camera)
    try:
        frames = iter(source.frames())
        while not series.finished:
            print(f"{series.instruction}, then press Enter", file=sys.stderr, flush=True)
            if not sys.stdin.readline():
                return
            frame = next(frames, None)
            if frame is None:
                return
            yield _as_tops(observer.read(frame.bgr).to_json()["cubes"])
    finally:
        source.close()


def _save(path: str, data: Mapping[str, Any]) -> None:
    try:
        Path(path).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise IcekeeperError(f"{path}: cannot write the set ({error.strerror})") from error
