"""`icekeeper learn-set`: a guided series of tilts that shows every face of all four cubes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.files import read_all, read_bytes, read_json
from engine.core.errors import IcekeeperError, NotationError
from engine.core.parsing import parsed
from engine.core.wording import sign
from vision.icecult.meeting.rests import Rests, Tops, as_tops
from vision.icecult.meeting.tilting import Tilting
from webui.icecult.commands.meeting_words import problem_words
from webui.icecult.commands.spoken import add_speech, tilt_words, wants_json
from webui.icecult.commands.terminal_words import words
from webui.icecult.sentences import eye_words
from webui.words import page_said, page_words

if TYPE_CHECKING:
    from calibration.icecult.equipment.kept import Kept
    from calibration.icecult.learn import GuidedSeries, Problem
    from calibration.icecult.profile import TableProfile

_HELP = """
Without pictures the twelve tilts are printed. With --camera the table is watched: make the tilt that is asked for, take
your hand away, and go on when it says so; a wrong tilt is named, the set-up position begins anew.

  icekeeper learn-set --camera 0 --table table.json --out set.json
  icekeeper learn-set 0.jpg 1.jpg ... 12.jpg --table table.json --out set.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("photos", nargs="*", help="pictures in order: the set-up position, then one after each tilt")
    parser.add_argument("--table", help="the table's profile, needed to read pictures")
    parser.add_argument("--camera", metavar="SOURCE", help="watch a camera number, stream address, film or folder")
    parser.add_argument("--fps", type=float, default=4.0, help="pictures a second of a folder (default 4)")
    parser.add_argument(
        "--observations", metavar="FILE", help="observations as JSON lines instead of pictures; - = stdin"
    )
    parser.add_argument("--out", default="set.json", help="set file to write (default set.json)")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.learn import GuidedSeries

    if not (args.photos or args.camera or args.observations):
        return _print_script(args)
    profile = _profile(args)
    series = GuidedSeries(corners=profile is not None and profile.board.corners)
    guide = Guide(series, args)
    try:
        _show_all(args, guide, profile)
    finally:  # Ctrl-C keeps what was learned
        written = _save(args.out, series, profile)
    _answer(args, series, written)
    if guide.problems:
        where = f" ({guide.stopped_at})" if guide.stopped_at else ""
        stopped = words("series-stopped", args.language, n=series.step, where=where)
        raise IcekeeperError(" ".join([stopped, *guide.problem_lines(), guide.due]))
    return 0


def _answer(args: argparse.Namespace, series: GuidedSeries, written: bool) -> None:
    """What the command says last: JSON for a program, words for a person, and what looks like a wrong tilt."""
    missing, page = [slot + ":" + face for slot, face in series.learner.missing], page_words(args.language)
    if wants_json(args):
        line = {"set": args.out if written else None, "complete": not missing, "missing": missing, "step": series.step}
        print(json.dumps(line), flush=True)
    else:
        _tell(f"{words('hidden', args.language)}: {', '.join(missing)}" if missing else page["learn.finished"])
        if written:
            _tell(words("set-written", args.language, file=args.out))
    for slot, symbol in series.learner.twice:
        _tell(words("twice", args.language, slot=page[f"slot.{slot}"], symbol=page[f"symbol.{symbol}"]))


def _profile(args: argparse.Namespace) -> TableProfile | None:
    from calibration.icecult.profile import TableProfile

    if args.table:
        return TableProfile.load(args.table)
    if args.observations:
        return None
    raise IcekeeperError("pictures can only be read with the table's profile; add --table table.json")


def _print_script(args: argparse.Namespace) -> int:
    from calibration.icecult.learn import script
    from calibration.icecult.profile import TableProfile

    language, corners = args.language, bool(args.table) and TableProfile.load(args.table).board.corners
    print(f"0. {page_words(language)['learn.setup']}")
    for number, tilt in enumerate(script(), 1):
        print(f"{number}. {tilt_words(tilt, corners, language)}")
    print(words("by-pictures", language, command="icekeeper learn-set PICTURES... --table table.json --out set.json"))
    print(words("by-camera", language, command="icekeeper learn-set --camera 0 --table table.json --out set.json"))
    return 0


def _show_all(args: argparse.Namespace, guide: Guide, profile: TableProfile | None) -> None:
    """Show everything there is to the guide, until the series is finished."""
    if args.camera and profile is not None:
        _watch(args, guide, profile)
        return
    lines = args.observations or profile is None
    for name, tops in _from_lines(args.observations) if lines else _from_photos(args.photos, profile):
        guide.still(name, tops)
        if guide.series.finished:
            break


class Guide(Tilting):
    """Leads through the series and says after each look what follows."""

    def __init__(self, series: GuidedSeries, args: argparse.Namespace) -> None:
        super().__init__(series)
        self.language, self._json = args.language, wants_json(args)

    @property
    def due(self) -> str:
        """What is to be done now."""
        from calibration.icecult.learn import script

        page, series = page_words(self.language), self.series
        if series.finished:
            return page["learn.finished"]
        tilt = script()[series.step]
        return tilt_words(tilt, series.corners, self.language) if series.begun else page["learn.setup"]

    def problem_lines(self) -> list[str]:
        """What is wrong with what was seen last."""
        return [problem_words(problem, self.language) for problem in self.problems]

    def told(self) -> str:
        """What a person at the table should know now."""
        from calibration.icecult.learn import script

        if self.series.finished:
            return self.due
        if not self.problems:
            count = page_said("learn.step", self.language, n=self.series.step, of=len(script()))
            return f"{count}{sign(':', self.language)} {self.due}"
        if self.as_before:
            return words("as-before", self.language, tilt=self.due)
        hint = [f"({words('wave', self.language)})"] if self.series.doubtful else []
        return " ".join([*self.problem_lines(), *hint])

    def said(self, name: str, problems: list[Problem], unread: list[Problem]) -> None:
        """Print what came of a look; a person at a camera is told when the rest is over."""
        if not self._json:
            if name:
                passed = [problem_words(problem, self.language) for problem in unread]
                _tell(" ".join([f"{name}:", *passed, self.told()]))
            return
        line: dict[str, Any] = {"picture": name} if name else {}
        texts = [str(problem) for problem in problems or unread]
        line |= {"step": self.series.step, "ok": not problems, "problems": texts}
        print(json.dumps(line | {"next": self.series.instruction}), flush=True)


def _from_lines(name: str) -> Iterator[tuple[str, Tops]]:
    try:
        text = (read_all(sys.stdin.buffer) if name == "-" else read_bytes(name)).decode("utf-8")
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot read the observations ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise IcekeeperError(f"{name}: expected observations as UTF-8 text") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield f"{name}, line {number}", as_tops(parsed(line)["cubes"])
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise NotationError(f"{name}, line {number}: expected an observation with cubes") from error


def _from_photos(photos: Sequence[str], profile: Any) -> Iterator[tuple[str, Tops]]:
    from calibration.pictures import load_picture
    from vision.icecult.read.observer import Observer

    observer = Observer(profile)
    for photo in photos:
        seen = observer.read_tops(load_picture(photo))
        yield photo, as_tops({slot: top and top.to_json() for slot, top in seen.cubes.items()})


def _watch(args: argparse.Namespace, guide: Guide, profile: TableProfile) -> None:
    """Watch a camera: one look at every rest."""
    from vision.icecult.eye import table_eye
    from vision.sources.opening import open_source

    source, rests, trouble = open_source(args.camera, args.fps), Rests(), ""
    eye = table_eye(profile.changed(set=None), tops_only=True)
    _tell(guide.due)
    try:
        for frame in source.frames():
            glance = eye.look(frame)
            if rests.lost(glance):
                _tell(words("board-lost", args.language))
            if glance.trouble not in ("", trouble):
                _tell(eye_words(glance.trouble, ())[args.language])
            trouble, tops = glance.trouble, rests.see(glance)
            if tops is not None:
                guide.rest(tops)
                _tell(guide.told())
            if guide.series.finished:
                return
    finally:
        source.close()


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _save(path: str, series: GuidedSeries, profile: TableProfile | None) -> bool:
    """Write the set, unless nothing was learned or the file there knows more; whether it was written."""
    data, file = series.learner.set_json(), Path(path)
    if not series.begun or _known_faces(file) > _count(data):
        return False
    _kept(file, profile).taught(data).save(file)
    return True


def _kept(file: Path, profile: TableProfile | None) -> Kept:
    """What the set's file and the table's profile already know of the set."""
    from calibration.icecult.equipment.kept import Kept

    known = Kept.load(file) if _known_faces(file) else Kept()
    return known if profile is None else known.met(profile)


def _known_faces(file: Path) -> int:
    """How many faces a set file knows; none where it is no such file."""
    try:
        return _count(read_json(file))
    except (OSError, ValueError, AttributeError, TypeError):
        return 0


def _count(data: Mapping[str, Any]) -> int:
    return sum(face is not None for cube in (data.get("cubes") or {}).values() for face in cube.values())
