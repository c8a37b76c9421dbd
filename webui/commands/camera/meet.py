"""`icekeeper meet`: get to know a set in three minutes: the board, a tower of five, twelve tilts."""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from webui.icecult.commands.meeting_words import (
    kept_words,
    live_words,
    now_words,
    rise_words,
    step_words,
    tower_words,
)
from webui.icecult.commands.spoken import add_speech, wants_json
from webui.icecult.commands.terminal_words import words
from webui.icecult.sentences import eye_words
from webui.words import page_words

if TYPE_CHECKING:
    from calibration.icecult.profile import TableProfile
    from vision.frame import Frame
    from vision.icecult.meeting.meeting import Meeting
    from vision.sources.opening import FrameSource

LOOK_EVERY_S: Final = 1.0
OUT, DEMO_OUT = "set.json", "demo-set.json"
_HELP = """
Set the table up for a match and let the camera see all of it. First the board is found and measured, then you are asked
to stack the five pawns of one colour on a space, then to make twelve tilts. Each step goes on by itself. North is the
path that leads up the picture.

  icekeeper meet 0 --out set.json --table-out table.json
  icekeeper meet demo                   (a virtual table, to try it; its set goes to demo-set.json)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("source", help="camera number, stream address, film or folder; demo = a virtual table")
    parser.add_argument("--out", help=f"file of the set to write (default {OUT}; of the virtual table {DEMO_OUT})")
    parser.add_argument("--table", help="the table's profile, where the board has been found already")
    parser.add_argument("--table-out", help="where to write the table's profile")
    parser.add_argument("--fps", type=float, default=4.0, help="pictures a second of a folder (default 4)")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    args.out = _out(args)
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
        host.leave()
    answer = host.answer()
    if wants_json(args):
        print(json.dumps(answer))
    return 0 if host.done else 1


def _out(args: argparse.Namespace) -> str:
    """The file of the set; the virtual table's never takes the place of one that is there."""
    if args.source != "demo":
        return str(args.out or OUT)
    out = str(args.out or DEMO_OUT)
    if out != DEMO_OUT and Path(out).exists():
        raise IcekeeperError(words("not-over", args.language, file=out))
    return out


def _opened(args: argparse.Namespace) -> FrameSource:
    from vision.sources.opening import open_source

    if args.source != "demo":
        return open_source(args.source, args.fps)
    from vision.icecult.sim.play.acquaintance import AcquaintanceTable

    return AcquaintanceTable()


class Voice:
    """Tells a person at the terminal each thing once, and keeps one line up to date where somebody looks."""

    def __init__(self, live: bool) -> None:
        self._live, self._told, self._status = live and sys.stderr.isatty(), "", ""

    def tell(self, text: str) -> None:
        """Say something, unless it was said last."""
        if text and text != self._told:
            self._told = text
            self._clear()
            print(text, file=sys.stderr, flush=True)

    def status(self, text: str) -> None:
        """How it is now, over what was there before."""
        if self._live and text != self._status:
            self._status = text
            width = shutil.get_terminal_size().columns - 1  # a line that wraps cannot be written over
            print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._status:
            print("\r\x1b[K", end="", file=sys.stderr)
            self._status = ""


class Host:
    """Leads through the acquaintance in the terminal."""

    def __init__(self, args: argparse.Namespace) -> None:
        from calibration.icecult.equipment.kept import Kept

        self._args, self._tried_s = args, -LOOK_EVERY_S
        self._voice = Voice(not args.json)
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
        meeting, language = self._meeting, self._args.language
        if meeting is None:
            self._begin(frame)
            return
        before = meeting.step
        if meeting.see(frame):
            if before == "tower" and meeting.step == "tilts":
                self._voice.tell(tower_words(meeting, language))
                self._voice.tell(rise_words(meeting, language))
            self._voice.tell(now_words(meeting, language))
        if not self.done:
            self._voice.status(live_words(meeting, language))

    def _begin(self, frame: Frame) -> None:
        from vision.icecult.meeting.meeting import Meeting

        profile = self._profile(frame)
        if profile is None:
            return
        self._meeting = Meeting(profile, self._kept)
        if wants_json(self._args):
            sizes = {key: size["mm"] for key, size in profile.sizes.items()}
            unsure = profile.quality.get("unsure_sizes", [])
            print(json.dumps({"step": "board", "sizes": sizes, "unsure": unsure}), flush=True)
        elif grade := profile.quality.get("grade"):
            self._voice.tell(page_words(self._args.language)[f"grade.{grade}"])
        self._voice.tell(step_words(self._meeting, self._args.language))

    def _profile(self, frame: Frame) -> TableProfile | None:
        """The table's profile as soon as the board is found."""
        from calibration.errors import NotFoundError
        from calibration.icecult.build import make_profile, named_as_seen
        from calibration.icecult.equipment.same_set import of_this_set
        from calibration.icecult.find import Finder
        from calibration.icecult.profile import TableProfile
        from vision.compare import shrunk, too_dark

        if self._args.table:
            return TableProfile.load(self._args.table)
        if frame.taken_at_s - self._tried_s < LOOK_EVERY_S:
            return None
        self._tried_s = frame.taken_at_s
        if too_dark(shrunk(frame.bgr)):
            self._voice.tell(eye_words("too-dark", ())[self._args.language])
            return None
        try:
            found = of_this_set(
                self._kept.board(),
                self._kept.known,
                lambda board, known: Finder().automatically(frame.bgr, board, known=known),
            )
        except NotFoundError as error:
            self._voice.tell(self._not_found(error))
            return None
        return named_as_seen(make_profile(frame.bgr, found, "auto", {}, "chosen", self._kept.sizes))

    def _not_found(self, error: IcekeeperError) -> str:
        """That no board is seen, and why: the finder speaks English alone, and last of options that are not ours."""
        from calibration.errors import CoveredError

        if isinstance(error, CoveredError):
            return words("no-board-covered", self._args.language)
        text, reason = words("no-board", self._args.language), str(error).rpartition("; ")[0]
        return f"{text} ({reason})" if self._args.language == "en" else text

    def leave(self) -> None:
        """Write what is known by now; say what that is and how to go on."""
        language = self._args.language
        if self._meeting is None:
            self._voice.tell(words("nothing-kept", language))
            return
        self._save(self._meeting)
        if self.done:
            self._voice.tell(words("set-written", language, file=self._args.out))
        else:
            for line in kept_words(self._meeting, self._args.out, language):
                self._voice.tell(line)
        if self._args.table_out:
            self._voice.tell(words("written", language, file=self._args.table_out))
        if not self.done and self._args.source != "demo":
            self._voice.tell(words("go-on", language, command=self._again()))

    def _save(self, meeting: Meeting) -> None:
        kept, profile = meeting.kept, meeting.profile
        kept.save(self._args.out)
        if self._args.table_out:
            profile.changed(set=kept.equipment or profile.set).save(self._args.table_out)

    def _again(self) -> str:
        """The command that goes on where this one was left: what is in the set's file is not asked for again."""
        args = self._args
        given = {"--out": args.out, "--table": args.table, "--table-out": args.table_out}
        options = [word for name, value in given.items() if value for word in (name, value)]
        return shlex.join(["icekeeper", "meet", args.source, *options])

    def answer(self) -> dict[str, Any]:
        """What the command prints last."""
        if self._meeting is None:
            raise IcekeeperError(words("no-board", self._args.language))
        missing = [slot + ":" + face for slot, face in self._meeting.tilting.series.learner.missing]
        sizes = dict(self._meeting.kept.sizes)
        return {"set": self._args.out, "step": self._meeting.step, "sizes": sizes, "missing": missing}
