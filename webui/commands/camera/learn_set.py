"""`icekeeper learn-set`: a guided series of looks that shows all of the equipment."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from calibration.files import read_all, read_bytes
from engine.core.errors import IcekeeperError
from webui.commands.camera.brought import Brought, Series, Teaches, brought_by
from webui.commands.camera.options import add_rate, add_speech, tell, wants_json
from webui.commands.camera.terminal_words import words

if TYPE_CHECKING:
    from calibration.profile import Profile


def add_arguments(parser: argparse.ArgumentParser, game: Brought) -> None:
    """Declare the options."""
    parser.add_argument("photos", nargs="*", help="pictures in order: the set-up position, then one after each step")
    parser.add_argument("--table", help="the table's profile, needed to read pictures")
    parser.add_argument("--camera", metavar="SOURCE", help="watch a camera number, stream address, film or folder")
    add_rate(parser)
    parser.add_argument(
        "--observations", metavar="FILE", help="observations as JSON lines instead of pictures; - = stdin"
    )
    parser.add_argument("--out", default="set.json", help="set file to write (default set.json)")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    game: Teaches = brought_by(args.game)
    if not (args.photos or args.camera or args.observations):
        return _print_script(args, game)
    profile = _profile(args)
    series = game.series(profile, args.language, wants_json(args))
    try:
        _show_all(args, series, profile)
    finally:  # Ctrl-C keeps what was learned
        written = series.save(args.out)
    _answer(args, series, written)
    if series.stopped:
        raise IcekeeperError(series.stopped)
    return 0


def _answer(args: argparse.Namespace, series: Series, written: bool) -> None:
    """What the command says last: JSON for a program, words for a person, and what may have been seen wrong."""
    if wants_json(args):
        print(json.dumps({"set": args.out if written else None, **series.to_json()}), flush=True)
    else:
        for line in series.lines():
            tell(line)
        if written:
            tell(words("set-written", args.language, file=args.out))
    for line in series.doubts():
        tell(line)


def _profile(args: argparse.Namespace) -> Profile | None:
    from webui.play.sight import sight_of

    if args.table:
        return sight_of(args.game).load_profile(args.table)
    if args.observations:
        return None
    raise IcekeeperError("pictures can only be read with the table's profile; add --table table.json")


def _print_script(args: argparse.Namespace, game: Teaches) -> int:
    language = args.language
    for line in game.script(_profile(args) if args.table else None, language):
        print(line)
    print(words("by-pictures", language, command="icekeeper learn-set PICTURES... --table table.json --out set.json"))
    print(words("by-camera", language, command="icekeeper learn-set --camera 0 --table table.json --out set.json"))
    return 0


def _show_all(args: argparse.Namespace, series: Series, profile: Profile | None) -> None:
    """Show everything there is, until the series is finished."""
    from calibration.pictures import load_picture

    if args.camera and profile is not None:
        _watch(args, series)
        return
    if args.observations or profile is None:
        for name, line in _from_lines(args.observations):
            series.observed(name, line)
            if series.finished:
                return
    for photo in () if args.observations else args.photos:
        series.photographed(photo, load_picture(photo))
        if series.finished:
            return


def _from_lines(name: str) -> Iterator[tuple[str, str]]:
    try:
        text = (read_all(sys.stdin.buffer) if name == "-" else read_bytes(name)).decode("utf-8")
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot read the observations ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise IcekeeperError(f"{name}: expected observations as UTF-8 text") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"{name}, line {number}", line


def _watch(args: argparse.Namespace, series: Series) -> None:
    """Watch a camera: one look at every rest."""
    from vision.sources.opening import open_source

    source, eye = open_source(args.camera, args.fps), series.eye()
    tell(series.due)
    try:
        for frame in source.frames():
            for text in series.glance(eye.look(frame)):
                tell(text)
            if series.finished:
                return
    finally:
        source.close()
