"""`icekeeper watch`: referees a match in the terminal, from any camera, film or folder."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.files import read_json, write_atomically
from calibration.profile import ShapeError
from engine.core.errors import IcekeeperError
from webui.commands.rules.answering import add_language
from webui.referee.sentences import OTHER_SHAPE

if TYPE_CHECKING:
    from calibration.icecult.profile import TableProfile
    from engine.icecult.cube import CubeSet
    from vision.sources.opening import FrameSource
    from webui.record.match import Match
    from webui.record.store import Store

log = logging.getLogger(__name__)

_RESTLESS = ("flicker", "too-noisy")
"""What photographs of different tables would be taken for, were they one camera's."""

_HELP = """
A film or folder is seen frame by frame; when it ends, the turn in progress is over and judged. Without --set (and
without a set in the profile) the cubes are learned while watching. Questions are answered by typing the number; without
a terminal they are logged and left open. A camera that is knocked a little is followed; a board that is gone is said.

  icekeeper watch 0 --table table.json --set set.json --players ryg --log match.jsonl
  icekeeper watch demo
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("source", metavar="SOURCE", help="camera number, film, folder of pictures, address, or `demo`")
    parser.add_argument("--table", metavar="TABLE.json", help="profile written by `icekeeper calibrate`")
    parser.add_argument("--set", dest="set_file", metavar="SET.json", help="which print is on which face of the cubes")
    parser.add_argument("--players", metavar="COLOURS", help="colours in seating order, like ry (default rygb)")
    parser.add_argument("--house", metavar="HOUSE.json", help="house rules that differ from the default ones")
    parser.add_argument("--fps", type=float, default=4.0, help="pictures a second of a folder (default 4)")
    parser.add_argument("--single", action="store_true", help="each picture of the folder is a resting view of its own")
    parser.add_argument("--log", metavar="OUT.jsonl", help="write the match log here, up to date after every turn")
    parser.add_argument("--store", metavar="FILE", help="put the match on record in this file")
    parser.add_argument("--resume", action="store_true", help="go on with the last match in --store")
    parser.add_argument("--patience", type=float, metavar="S", help="tell what is owed after so many seconds of rest")
    parser.add_argument("--rest-ends", type=float, metavar="S", help="a finished turn is over after so many seconds")
    parser.add_argument("--quiet", action="store_true", help="say only verdicts, questions and the end")
    parser.add_argument("--json", action="store_true", help="say everything as JSON lines")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Watch until the source ends or Ctrl-C."""
    from vision.sources.opening import open_source
    from webui.icecult.commands.terminal import Terminal
    from webui.icecult.demo import DemoTable, demo_film
    from webui.play.sight import is_demo
    from webui.record.store import open_or_memory

    demo = is_demo(args.source)
    source = DemoTable(demo_film(args.source)) if demo else open_source(args.source, args.fps, args.single)
    terminal = Terminal(args.quiet, args.json, language=args.language)
    store, problem = open_or_memory(args.store)
    if problem is not None:
        terminal.note(f"{problem} (the match goes on in memory)")
    try:
        return _watch(args, source, store, terminal)
    finally:
        source.close()
        store.close()


def _watch(args: argparse.Namespace, source: FrameSource, store: Store, terminal: Any) -> int:
    from vision.icecult.eye import table_eye
    from vision.sources.opening import FolderSource
    from webui.icecult.demo import DEMO_PATIENCE
    from webui.play.sight import is_demo
    from webui.play.watcher import Patience
    from webui.record.ready.history import History
    from webui.record.recorder import Recorder
    from webui.referee.referee import Referee

    profile = _profile(args, source)
    match_id = store.last_played() or store.find("last") if args.resume else _new_match(args, source, store, profile)
    owed_s = DEMO_PATIENCE.owed_s if args.patience is None and is_demo(args.source) else args.patience
    patience = Patience(rest_ends_s=args.rest_ends, owed_s=owed_s)
    eye = table_eye(profile, _cubes(args, source, profile))
    referee = Referee.resumed(History(store, match_id), eye, patience)
    recorder = Recorder(store, match_id)
    loop = _Loop(args, referee, recorder, terminal, isinstance(source, FolderSource) and not args.single)
    from_s = referee.goes_on_at_s - 0.001 if args.resume else -1.0
    terminal.begin(referee.match)
    try:
        for frame in source.frames():
            if frame.taken_at_s >= from_s:
                loop.look(frame)
        loop.over()
    except KeyboardInterrupt:  # the turn in progress is not over: nobody is judged by it
        loop.news(referee.finish("stopped"))
        raise
    finally:
        if (lost := recorder.finish()) is not None:
            terminal.note(str(lost))
    return int(loop.log_failed)


class _Loop:
    """Look, write, tell; for every frame. What one frame or answer raises is said, and the next one is looked at."""

    def __init__(
        self, args: argparse.Namespace, referee: Any, recorder: Any, terminal: Any, folder: bool = False
    ) -> None:
        self._log = Path(args.log) if args.log else None
        self._referee, self._recorder, self._terminal = referee, recorder, terminal
        self._said = self._refused = ""
        self._begun = self._logged = self.log_failed = False
        self._restless = folder  # perhaps photographs of many tables: not even two pictures have shown the same yet

    def look(self, frame: Any) -> None:
        """See one frame and take in what was typed."""
        self._contained(f"frame {frame.index}", lambda: self._referee.look(frame))
        self._begun = True
        answered = self._terminal.question(self._referee.match)
        if answered is not None:
            self._contained("this answer", lambda: self._referee.answer(*answered))
        self._terminal.put_back(self._referee.to_put_back)
        eye = self._referee.eye
        self._restless = self._restless and eye.status == "moving" and eye.trouble in ("", *_RESTLESS)
        trouble = "" if self._restless else eye.trouble
        self._terminal.trouble(trouble)
        why, unseen_s = trouble or eye.status, 0 if self._restless else eye.unseen_s
        self._terminal.unseen(unseen_s, why, eye.places)
        self._terminal.status(self._referee.match, self._referee.turn, why, eye.places, unseen_s)

    def over(self) -> None:
        """The film has ended: judge the turn in progress."""
        self._contained("the end of the film", self._referee.film_over)
        if self._restless:
            self._terminal.advise("never-rested")

    def _contained(self, what: str, step: Callable[[], Any]) -> None:
        """Do one step; one that fails changes nothing. A source whose first picture is refused cannot be watched."""
        kept = self._referee.kept()
        try:
            news = step()
        except IcekeeperError as error:
            if not self._begun:
                raise
            self._referee.back_to(kept)
            self._note(f"{what}: {error}", str(error))
            if isinstance(error, ShapeError):
                self._referee.camera_lost(OTHER_SHAPE)
            return
        except Exception:  # a fault of ours in one picture must not end the match
            self._referee.back_to(kept)
            log.exception("%s could not be judged", what)
            self._note(f"{what} could not be judged; the match goes on", "a fault")
            return
        self.news(news)

    def _note(self, text: str, about: str) -> None:
        """Say it, once for as long as it is the same."""
        if about != self._refused:
            self._refused = about
            self._terminal.note(text)

    def news(self, news: Any) -> None:
        """Write to disk, then tell."""
        if not news.events:
            return
        self._recorder.record(news.events, news.pictures)
        problem = self._recorder.problem
        if problem is not None and str(problem) != self._said:
            self._said = str(problem)
            self._terminal.note(f"{problem} (the match goes on in memory)")
        self._keep_log()
        self._terminal.tell(self._referee.match, news.events)

    def _keep_log(self) -> None:
        """Write the log; one that could be written before is tried again with the next news."""
        if self._log is None:
            return
        try:
            write_log(self._log, self._referee.match)
            self._logged, self.log_failed = True, False
        except IcekeeperError as error:
            if not self._logged:
                raise
            self.log_failed = True
            self._note(f"{error}; the match goes on", str(error))


def write_log(path: Path, match: Match) -> None:
    """The match log as it stands, replaced as a whole: later sight may have changed earlier turns."""
    text = "".join(json.dumps(line) + "\n" for line in match.log())
    try:
        write_atomically(path, text)
    except OSError as error:
        raise IcekeeperError(f"{path}: cannot write the log ({error.strerror})") from error


def _profile(args: argparse.Namespace, source: FrameSource) -> TableProfile:
    from calibration.icecult.equipment.kept import Kept
    from calibration.icecult.profile import TableProfile

    if args.table:
        profile = TableProfile.load(args.table)
        return Kept.load(args.set_file).applied(profile) if args.set_file else profile
    if hasattr(source, "profile"):
        exact: TableProfile = source.profile()
        return exact
    raise IcekeeperError("expected --table TABLE.json, the table's profile; make one with `icekeeper calibrate`")


def _cubes(args: argparse.Namespace, source: FrameSource, profile: TableProfile) -> Any:
    """The set as JSON: given, of the virtual table, or of the profile; None where it has to be learned."""
    from calibration.icecult.defaults import load_set

    if args.set_file:
        return load_set(args.set_file)
    return getattr(source, "cube_set", None) or profile.set


def _new_match(args: argparse.Namespace, source: FrameSource, store: Store, profile: TableProfile) -> str:
    from engine.icecult.options import HouseRules
    from engine.icecult.state import State
    from webui.record.opening import create_match, seats

    cube_set = _cube_set(_cubes(args, source, profile))
    house = HouseRules.from_json(_json_file(args.house)) if args.house else HouseRules()
    script = getattr(source, "script", None)
    return create_match(
        store,
        seats(args.players or getattr(source, "players", None) or "rygb"),
        name=source.name,
        house=house,
        equipment=cube_set,
        start=State.from_json(script.start) if script is not None else None,
        layout=str(profile.geometry["exit"]),
        simulated=script is not None,
        source="camera",
        profile=profile.to_json(),
    )


def _cube_set(cubes: Any) -> CubeSet:
    from engine.icecult.cube import UNKNOWN_SET, CubeSet

    return UNKNOWN_SET if cubes is None else CubeSet.from_json(dict(cubes))


def _json_file(name: str) -> Any:
    try:
        return read_json(name)
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise IcekeeperError(f"{name}: expected house rules as JSON ({error})") from error
