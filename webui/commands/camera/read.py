"""`icekeeper read`: what one photograph shows, as one JSON line; in words for a person at a terminal."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError
from webui.commands.camera.brought import Brought, Reads, brought_by
from webui.commands.camera.options import add_set, add_speech, tell, wants_json

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.proof import Seeker
    from vision.frame import Bgr


def add_arguments(parser: argparse.ArgumentParser, game: Brought) -> None:
    """Declare the options."""
    parser.add_argument("photo", help="a photograph by the camera of the profile")
    parser.add_argument("--table", required=True, metavar="TABLE.json", help="profile written by `icekeeper calibrate`")
    add_set(parser)
    parser.add_argument("--overlay", metavar="OUT.png", help="write the photograph with what was seen drawn on it")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.pictures import load_picture, save_picture

    game: Reads = brought_by(args.game)
    profile = game.load_profile(args.table, args.set_file)
    known = game.load_set(args.set_file) if args.set_file else profile.set
    bgr = load_picture(args.photo)
    profile = fitting(profile, bgr, args.photo, game.seeker())
    seen = game.reader(profile, known).read(bgr, None)
    if args.overlay:
        save_picture(args.overlay, game.seen_drawn(bgr, profile, seen))
    for line in [json.dumps(seen.to_json())] if wants_json(args) else game.seen_lines(seen, args.language):
        print(line)
    return 0


def fitting(profile: Profile, bgr: Bgr, name: str, seeker: Seeker) -> Profile:
    """The profile for this picture, found again after a light knock; refuses another view and a missing board."""
    from calibration.proof import check

    answer = check(profile, bgr, seeker)
    if answer.status == "moved":
        tell(f"icekeeper: {answer.text}")
    elif answer.status != "fits":
        raise IcekeeperError(
            f"{name}: no board where the profile has it ({answer.text.split(';')[0]});"
            " check that picture and profile belong together or run `icekeeper calibrate` again"
        )
    return answer.profile
