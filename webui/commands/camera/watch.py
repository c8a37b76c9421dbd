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
from webui.commands.camera.brought import Spoken, brought_by
from webui.commands.camera.options import add_rate, add_set
from webui.commands.rules.answering import add_language
from webui.referee.sentences import OTHER_SHAPE

if TYPE_CHECKING:
    from calibration.profile import Profile
    from vision.sources.opening import FrameSource
    from webui.commands.camera.terminal import Terminal
    from webui.play.sight import DemoFilm, Sight
    from webui.record.match import Match
    from webui.record.store import Store

log = logging.getLogger(__name__)

_RESTLESS = ("flicker", "too-noisy")
"""What photographs of different tables would be taken for, were they one camera's."""


def add_arguments(parser: argparse.ArgumentParser, game: Spoken) -> None:
    """Declare the options."""
    parser.add_argument("source", metavar="SOURCE", help="camera number, film, folder of pictures, address, or `demo`")
    parser.add_argument("--table", metavar="TABLE.json", help="profile written by `icekeeper calibrate`")
    add_set(parser)
    parser.add_argument(
        "--players", metavar="COLOURS", help=f"colours in seating order, like ry (default {game.players})"
    )
    parser.add_argument("--house", metavar="HOUSE.json", help="house rules that differ from the default ones")
    add_rate(parser)
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
    from webui.commands.camera.terminal import Terminal
    from webui.play.sight import is_demo, sight_of
    from webui.record.store import open_or_memory

    game: Spoken = brought_by(args.game)
    sight = sight_of(args.game)
    film = sight.film(args.source) if is_demo(args.source) else None
    source = open_source(args.source, args.fps, args.single) if film is None else film.source
    terminal = Terminal(game, sight.eye_words, args.quiet, args.json, language=args.language)
    store, problem = open_or_memory(args.store)
    if problem is not None:
        terminal.note(f"{problem} (the match goes on in memory)")
    try:
        return _watch(args, _Table(args, sight, source, film), store, terminal, game.players)
    finally:
        source.close()
        store.close()


class _Table:
    """What is watched: its source and profile, and what is known of its equipment."""

    def __init__(self, args: argparse.Namespace, sight: Sight, source: FrameSource, film: DemoFilm | None) -> None:
        self.args, self.sight, self.source, self.film = args, sight, source, film

    def profile(self) -> Profile:
        """Given, or of the virtual table."""
        if self.args.table:
            return self.sight.load_profile(self.args.table, self.args.set_file)
        if self.film is not None:
            return self.film.profile()
        raise IcekeeperError("expected --table TABLE.json, the table's profile; make one with `icekeeper calibrate`")

    def known(self, profile: Profile) -> Any:
        """The equipment as JSON: given, of the virtual table, or of the profile; None where it has to be learned."""
        if self.args.set_file:
            return self.sight.load_set(self.args.set_file)
        return (self.film and self.film.equipment) or profile.set


def _watch(args: argparse.Namespace, table: _Table, store: Store, terminal: Terminal, players: str) -> int:
    from vision.sources.opening import FolderSource
    from webui.play.watcher import Patience
    from webui.record.ready.history import History
    from webui.record.recorder import Recorder
    from webui.referee.referee import Referee

    profile, film = table.profile(), table.film
    known = table.known(profile)
    resumed = (store.last_played() or store.find("last")) if args.resume else ""
    match_id = resumed or _new_match(table, store, profile, known, players)
    owed_s = film.patience.owed_s if args.patience is None and film is not None else args.patience
    patience = Patience(rest_ends_s=args.rest_ends, owed_s=owed_s)
    referee = Referee.resumed(History(store, match_id), table.sight.eye(profile, known), patience)
    recorder = Recorder(store, match_id)
    loop = _Loop(args, referee, recorder, terminal, isinstance(table.source, FolderSource) and not args.single)
    from_s = referee.goes_on_at_s - 0.001 if args.resume else -1.0
    terminal.begin(referee.match)
    try:
        for frame in table.source.frames():
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


def _new_match(table: _Table, store: Store, profile: Profile, known: Any, players: str) -> str:
    from webui.play.at_table import at_table
    from webui.record.opening import create_match, seats

    args, film = table.args, table.film
    return create_match(
        store,
        seats(args.players or (film.players if film else players)),
        name=table.source.name,
        game=args.game,
        house=at_table(args.game).house(_json_file(args.house)) if args.house else None,
        equipment=table.sight.equipment(known),
        start=film.start if film else None,
        layout=profile.layout,
        simulated=film is not None,
        source="camera",
        profile=profile.to_json(),
    )


class _Loop:
    """Look, write, tell; for every frame. What one frame or answer raises is said, and the next one is looked at."""

    def __init__(
        self, args: argparse.Namespace, referee: Any, recorder: Any, terminal: Terminal, folder: bool = False
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


def _json_file(name: str) -> Any:
    try:
        return read_json(name)
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise IcekeeperError(f"{name}: expected house rules as JSON ({error})") from error
