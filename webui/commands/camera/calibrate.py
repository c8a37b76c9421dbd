"""`icekeeper calibrate`: from one photograph to the table's profile."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError
from webui.commands.camera.brought import Calibrates, Landmarks, brought_by
from webui.commands.camera.options import add_speech, wants_json
from webui.commands.camera.terminal_words import words
from webui.record.events import Json
from webui.words import page_words

if TYPE_CHECKING:
    from calibration.board import Array
    from calibration.profile import Profile


def add_arguments(parser: argparse.ArgumentParser, game: Calibrates) -> None:
    """Declare the options."""
    parser.add_argument("photo", help="a photograph of the table; any position, best the set-up")
    way, marks = parser.add_mutually_exclusive_group(required=True), game.landmarks
    way.add_argument(f"--{marks.option}", dest="landmarks", metavar=marks.option.upper(), help=marks.help)
    way.add_argument("--auto", action="store_true", help="find the board; what is called north is then arbitrary")
    if "markers" in game.helps:
        way.add_argument(
            "--markers", action="store_true", help="use the printed marker cards (see `icekeeper markers`)"
        )
    parser.add_argument("--out", required=True, help="where to write the profile, e.g. table.json")
    game.add_arguments(parser)
    parser.add_argument("--lens", help="lens file written by `icekeeper lens`")
    if "meet" in game.helps:  # where a set can be met it is kept in a file
        parser.add_argument("--to-set", metavar="SET", help="write what was measured to the file of this set")
    parser.add_argument("--overlay", help="write the photograph with the board drawn on it")
    add_speech(parser)
    parser.set_defaults(markers=False, to_set=None)  # where the game has no such option


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.lens import load_lens
    from calibration.pictures import load_picture, save_picture
    from calibration.profile import write_profile

    game: Calibrates = brought_by(args.game)
    at = None if args.landmarks is None else parse_landmarks(args.landmarks, game.landmarks)
    bgr = load_picture(args.photo)
    lens = load_lens(args.lens, (bgr.shape[1], bgr.shape[0])) if args.lens else None
    profile = game.calibrated(bgr, at, lens, args)
    write_profile(args.out, profile.to_json())
    if args.to_set:
        game.keep_set(profile, args.to_set)
    if args.overlay:
        save_picture(args.overlay, game.board_drawn(bgr, profile))
    found = game.found(profile)
    for line in _for_programs(profile, found) if wants_json(args) else _for_people(game, profile, found, args):
        print(line)
    return 0


def _for_programs(profile: Profile, found: Json) -> Iterator[str]:
    """The advice in words, then everything as one JSON line."""
    yield from (f"advice: {line}" for line in profile.quality.get("advice", ()))
    yield json.dumps(found)


def _for_people(game: Calibrates, profile: Profile, found: Json, args: argparse.Namespace) -> Iterator[str]:
    """How good it is, what could be better, what was found, and where the profile is."""
    page, quality = page_words(args.language), profile.quality
    yield page[f"grade.{quality.get('grade', 'poor')}"]
    yield from (f"  {page[f'advice.{key}'].format_map(quality)}" for key in quality.get("advice_keys", ()))
    yield from game.found_lines(found, args.language)
    yield words("written", args.language, file=args.out)


def parse_landmarks(text: str, marks: Landmarks) -> Array:
    """Four pixel positions from "x,y x,y x,y x,y"."""
    import numpy as np

    said = text.replace(",", " , ").split()
    try:
        spots = [(float(x), float(y)) for x, y in zip(said[::3], said[2::3], strict=True)]
    except ValueError:
        spots = []
    if len(spots) != 4 or said[1::3] != [","] * 4 or not all(math.isfinite(v) for spot in spots for v in spot):
        raise IcekeeperError(f"expected {marks.expected}, got {text!r}")
    return np.array(spots)
