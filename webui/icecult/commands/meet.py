"""`icekeeper meet`: get to know a set in three minutes: the board, a tower of five, twelve tilts."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from webui.icecult.sentences import eye_words

if TYPE_CHECKING:
    from calibration.icecult.profile import TableProfile
    from vision.frame import Frame
    from vision.icecult.meeting.meeting import Meeting
    from vision.sources.opening import FrameSource

LOOK_EVERY_S: Final = 1.0
_HELP = """
Set the table up for a match and let the camera see all of it. First the board is found and measured, then you are asked
to stack the five pawns of one colour on a space, then to make twelve tilts. Each step goes on by itself. North is the
path that leads up the picture.

  icekeeper meet 0 --out set.json --table-out table.json
  icekeeper meet demo --out set.json                          (a virtual table, to try it)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("source", help="camera number, stream address, film or folder; demo = a virtual table")
    parser.add_argument("--out", default="set.json", help="file of the set to write (default set.json)")
    parser.add_argument("--table", help="the table's profile, where the board has been found already")
    parser.add_argument("--table-out", help="where to write the table's profile")
    parser.add_argument("--fps", type=float, default=4.0, help="pictures a second of a folder (default 4)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    host = Host(args)
    source = _opened(args)
    try:
        for frame in source.frames():
            host.see(frame)
            if callable(ask := getattr(source, "ask", None)):
                ask(host.asked)
            if host.done:
                break
    finally:  # Ctrl-C keeps what was learned
        source.close()
        host.save()
    print(json.dumps(host.answer()))
    return 0 if host.done else 1


def _opened(args: argparse.Namespace) -> FrameSource:
    from vision.sources.opening import open_source

    if args.source != "demo":
        return open_source(args.source, args.fps)
    from vision.icecult.sim.play.acquaintance import AcquaintanceTable

    return AcquaintanceTable()


class Host:
    """Leads through the acquaintance in the terminal."""

    def __init__(self, args: argparse.Namespace) -> None:
        from calibration.icecult.equipment.kept import Kept

        self._args, self._told, self._tried_s = args, "", -LOOK_EVERY_S
        known = Path(args.out).exists() and args.source != "demo"  # the virtual table's set is nobody's
        self._kept = Kept.load(args.out) if known else Kept()
        self._meeting: Meeting | None = None

    @property
    def asked(self) -> int:
        """How many things have been asked for."""
        return 0 if self._meeting is None else self._meeting.asked

    @property
    def done(self) -> bool:
        """Whether the set is known."""
        return self._meeting is not None and self._meeting.step == "done"

    def see(self, frame: Frame) -> None:
        """Look at a frame: for the board at first, then for what was asked for."""
        if self._meeting is None:
            self._begin(frame)
        elif self._meeting.see(frame):
            self._tell(_words(self._meeting))

    def _begin(self, frame: Frame) -> None:
        from vision.icecult.meeting.meeting import Meeting

        profile = self._profile(frame)
        if profile is None:
            return
        self._meeting = Meeting(profile, self._kept)
        sizes = {key: size["mm"] for key, size in profile.sizes.items()}
        unsure = profile.quality.get("unsure_sizes", [])
        print(json.dumps({"step": "board", "sizes": sizes, "unsure": unsure}), flush=True)
        self._tell(_words(self._meeting))

    def _profile(self, frame: Frame) -> TableProfile | None:
        """The table's profile as soon as the board is found."""
        from calibration.errors import NotFoundError
        from calibration.icecult.build import make_profile, named_as_seen
        from calibration.icecult.find import Finder
        from calibration.icecult.profile import TableProfile

        if self._args.table:
            return TableProfile.load(self._args.table)
        if frame.taken_at_s - self._tried_s < LOOK_EVERY_S:
            return None
        self._tried_s = frame.taken_at_s
        try:
            found = Finder().automatically(frame.bgr, self._kept.board(), known=self._kept.known)
        except NotFoundError as error:
            self._tell(str(error))
            return None
        return named_as_seen(make_profile(frame.bgr, found, "auto", {}, "chosen", self._kept.sizes))

    def _tell(self, text: str) -> None:
        """Say something to whoever stands at the table, once."""
        if text != self._told:
            self._told = text
            print(text, file=sys.stderr, flush=True)

    def save(self) -> None:
        """Write what is known by now."""
        if self._meeting is None:
            return
        kept, profile = self._meeting.kept, self._meeting.profile
        kept.save(self._args.out)
        if self._args.table_out:
            profile.changed(set=kept.equipment or profile.set).save(self._args.table_out)

    def answer(self) -> dict[str, Any]:
        """What the command prints last."""
        if self._meeting is None:
            raise IcekeeperError("no board was found; show all of it, or find it with `icekeeper calibrate --tips`")
        missing = [slot + ":" + face for slot, face in self._meeting.tilting.series.learner.missing]
        sizes = dict(self._meeting.kept.sizes)
        return {"set": self._args.out, "step": self._meeting.step, "sizes": sizes, "missing": missing}


def _words(meeting: Meeting) -> str:
    """What a person at the table should know now."""
    from calibration.icecult.learn import script

    series, tower = meeting.tilting.series, meeting.tower
    if meeting.trouble or meeting.status == "lost":
        return eye_words(meeting.eye, ())["en"]
    if meeting.step == "done":
        return "the set is known"
    if meeting.step == "tower":
        return _tower_words(meeting)
    rise = f"a stack rises {tower.rise.mm:.1f} mm with each pawn; " if tower.rise and not series.begun else ""
    if meeting.tilting.problems:
        hint = " (if it is as it should be, wave a hand over the table)" if series.doubtful else ""
        return "; ".join(map(str, meeting.tilting.problems)) + hint
    return f"{rise}({series.step} of {len(script())}) now {series.instruction}"


def _tower_words(meeting: Meeting) -> str:
    tower = meeting.tower.tower
    if meeting.tower.unsure:
        return "this tower cannot be measured well; build it on another space, nearer to the camera"
    if tower is None:
        return "now stack the five pawns of one colour on any space"
    return f"{tower.pawns} of five seen on {tower.place}; all other pawns stay in view"
