"""`icekeeper meet`: get to know a set in three minutes: its board, then what the game asks for."""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from engine.games import DEFAULT_GAME
from webui.commands.camera.brought import Brought, Meeting, Meets, brought_by
from webui.commands.camera.options import add_rate, add_speech, wants_json
from webui.commands.camera.terminal_words import words
from webui.words import page_words

if TYPE_CHECKING:
    from calibration.profile import Profile
    from vision.frame import Frame
    from vision.sources.opening import FrameSource

LOOK_EVERY_S: Final = 1.0
OUT, DEMO_OUT = "set.json", "demo-set.json"


def add_arguments(parser: argparse.ArgumentParser, game: Brought) -> None:
    """Declare the options."""
    parser.add_argument("source", help="camera number, stream address, film or folder; demo = a virtual table")
    parser.add_argument("--out", help=f"file of the set to write (default {OUT}; of the virtual table {DEMO_OUT})")
    parser.add_argument("--table", help="the table's profile, where the board has been found already")
    parser.add_argument("--table-out", help="where to write the table's profile")
    add_rate(parser)
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    args.out = _out(args)
    host = Host(args, brought_by(args.game))
    source = host.opened()
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

    def __init__(self, args: argparse.Namespace, game: Meets) -> None:
        from webui.play.sight import sight_of

        self._args, self._game, self._sight = args, game, sight_of(args.game)
        self._tried_s = -LOOK_EVERY_S
        self._voice = Voice(not args.json)
        known = Path(args.out).exists() and args.source != "demo"  # the virtual table's set is nobody's
        self._kept = game.kept(Path(args.out) if known else None)
        self._meeting: Meeting | None = None

    def opened(self) -> FrameSource:
        """What is to be looked at."""
        from vision.sources.opening import open_source

        args = self._args
        return self._game.virtual_table() if args.source == "demo" else open_source(args.source, args.fps)

    @property
    def asked(self) -> int:
        """How many things have been asked for."""
        return 0 if self._meeting is None else self._meeting.asked

    @property
    def done(self) -> bool:
        """Whether the set is known."""
        return self._meeting is not None and self._meeting.done

    def see(self, frame: Frame) -> None:
        """Look at a frame: for the board at first, then for what was asked for."""
        if self._meeting is None:
            self._begin(frame)
            return
        for text in self._meeting.see(frame):
            self._voice.tell(text)
        if not self.done:
            self._voice.status(self._meeting.live())

    def _begin(self, frame: Frame) -> None:
        profile = self._profile(frame)
        if profile is None:
            return
        self._meeting = self._game.meeting(profile, self._kept, self._args.language)
        if wants_json(self._args):
            print(json.dumps({"step": "board", **self._meeting.begun()}), flush=True)
        elif grade := profile.quality.get("grade"):
            self._voice.tell(page_words(self._args.language)[f"grade.{grade}"])
        self._voice.tell(self._meeting.due())

    def _profile(self, frame: Frame) -> Profile | None:
        """The table's profile as soon as the board is found."""
        from calibration.errors import NotFoundError
        from vision.compare import shrunk, too_dark

        if self._args.table:
            return self._sight.load_profile(self._args.table)
        if frame.taken_at_s - self._tried_s < LOOK_EVERY_S:
            return None
        self._tried_s = frame.taken_at_s
        if too_dark(shrunk(frame.bgr)):
            self._voice.tell(self._sight.eye_words("too-dark", ())[self._args.language])
            return None
        try:
            return self._game.found_board(frame.bgr, self._kept)
        except NotFoundError as error:
            self._voice.tell(self._not_found(error))
            return None

    def _no_board(self) -> str:
        """That no board is seen, and what to do."""
        return words("no-board", self._args.language, option=f"--{self._game.landmarks.option}")

    def _not_found(self, error: IcekeeperError) -> str:
        """That no board is seen, and why: the finder speaks English alone, and last of options that are not ours."""
        from calibration.errors import CoveredError

        if isinstance(error, CoveredError):
            return words("no-board-covered", self._args.language)
        reason = str(error).rpartition("; ")[0]
        return f"{self._no_board()} ({reason})" if self._args.language == "en" else self._no_board()

    def leave(self) -> None:
        """Write what is known by now; say what that is and how to go on."""
        args, language = self._args, self._args.language
        if self._meeting is None:
            self._voice.tell(words("nothing-kept", language))
            return
        self._meeting.keep(args.out, args.table_out)
        written = words("set-written", language, file=args.out)
        for line in [written] if self.done else self._meeting.kept_lines(args.out):
            self._voice.tell(line)
        if args.table_out:
            self._voice.tell(words("written", language, file=args.table_out))
        if not self.done and args.source != "demo":
            self._voice.tell(words("go-on", language, command=self._again()))

    def _again(self) -> str:
        """The command that goes on where this one was left: what is in the set's file is not asked for again."""
        args = self._args
        game = None if args.game == DEFAULT_GAME else args.game
        given = {"--game": game, "--out": args.out, "--table": args.table, "--table-out": args.table_out}
        options = [word for name, value in given.items() if value for word in (name, value)]
        return shlex.join(["icekeeper", "meet", args.source, *options])

    def answer(self) -> dict[str, Any]:
        """What the command prints last."""
        if self._meeting is None:
            raise IcekeeperError(self._no_board())
        return {"set": self._args.out, **self._meeting.to_json()}
