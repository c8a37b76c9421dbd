"""`icekeeper read`: what one photograph shows, as one JSON line; in words for a person at a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from engine.core.errors import IcekeeperError
from webui.icecult.commands.spoken import add_speech, observation_lines, wants_json

if TYPE_CHECKING:
    from calibration.icecult.profile import TableProfile


LIGHT_KNOCK_PX = 20.0  # at 1280 pixels across; more is another view


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("photo", help="a photograph by the camera of the profile")
    parser.add_argument("--table", required=True, metavar="TABLE.json", help="profile written by `icekeeper calibrate`")
    parser.add_argument("--set", dest="set_file", metavar="SET.json", help="which print is on which face of the cubes")
    parser.add_argument("--overlay", metavar="OUT.png", help="write the photograph with what was seen drawn on it")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.defaults import load_set
    from calibration.icecult.equipment.kept import Kept
    from calibration.icecult.profile import TableProfile
    from calibration.pictures import load_picture, save_picture
    from vision.icecult.read.observer import Observer
    from vision.icecult.read.overlay import draw_observation

    profile = TableProfile.load(args.table)
    cubes = load_set(args.set_file) if args.set_file else profile.set
    if args.set_file:
        profile = Kept.load(args.set_file).applied(profile)
    bgr = load_picture(args.photo)
    profile = fitting(profile, bgr, args.photo)
    seen = Observer(profile, cubes).read(bgr)
    if args.overlay:
        save_picture(args.overlay, draw_observation(bgr, profile, seen))
    for line in [json.dumps(seen.to_json())] if wants_json(args) else observation_lines(seen, args.language):
        print(line)
    return 0


def fitting(profile: TableProfile, bgr: Any, name: str) -> TableProfile:
    """The profile for this picture, found again after a light knock; refuses another view and a missing board."""
    from calibration.icecult.find import Finder
    from calibration.icecult.follow import check

    profile.check_picture(bgr.shape[1], bgr.shape[0])
    answer = check(profile, bgr, Finder())
    knock = answer.status == "moved" and (answer.off_px or 0.0) <= LIGHT_KNOCK_PX * max(profile.resolution_wh) / 1280
    if knock:
        print(f"icekeeper: {answer.text}", file=sys.stderr)
    elif answer.status != "fits":
        raise IcekeeperError(
            f"{name}: no board where the profile has it ({answer.text.split(';')[0]});"
            " check that picture and profile belong together or run `icekeeper calibrate` again"
        )
    return answer.profile
