"""`icekeeper learn-set`: a guided series of tilts that shows every face of all four cubes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calibration.files import write_atomically
from engine.core.errors import IcekeeperError, NotationError

if TYPE_CHECKING:
    from calibration.icecult.learn import GuidedSeries
    from calibration.profile import TableProfile
    from engine.icecult.cube import Top
    from vision.eye import Glance

Tops = Mapping[str, "Top | None"]

SURE: Final = 0.8
"""A reading below this confidence counts as not read."""
UNCHANGED_OFTEN: Final = 4
"""Hands that come and go over cubes that look as before the tilt: only after so many it is believed to be done."""
PLAIN: Final = 0.97
AGREEING: Final = 2
"""So many readings of a cube must agree, unless all four are plain."""
PATIENT: Final = 8
"""Pictures of one rest after which cubes that still cannot be read are told."""

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


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.learn import GuidedSeries

    if not (args.photos or args.camera or args.observations):
        return _print_script()
    profile = _profile(args)
    series = GuidedSeries(corners=profile is not None and profile.board.corners)
    guide = Guide(series)
    try:
        _show_all(args, guide, profile)
    finally:  # Ctrl-C keeps what was learned
        written = _save(args.out, series)
    missing = [slot + ":" + face for slot, face in series.learner.missing]
    line = {"set": args.out if written else None, "complete": not missing, "missing": missing, "step": series.step}
    print(json.dumps(line), flush=True)
    for slot, symbol in series.learner.twice:
        _tell(f"cube {slot} bears {symbol} twice; where your cube does not, a tilt went another way: learn it again")
    if guide.problems:
        where = f" ({guide.stopped_at})" if guide.stopped_at else ""
        raise IcekeeperError(
            f"the series stopped after {series.step} tilts{where}: {'; '.join(guide.problems)}; {series.instruction}"
        )
    return 0


def _profile(args: argparse.Namespace) -> TableProfile | None:
    from calibration.profile import TableProfile

    if args.table:
        return TableProfile.load(args.table)
    if args.observations:
        return None
    raise IcekeeperError("pictures can only be read with the table's profile; add --table table.json")


def _print_script() -> int:
    from calibration.icecult.learn import script, tilt_words

    print("0. set the cubes up: all arcs on top, forming a circle; take a picture")
    for number, tilt in enumerate(script(), 1):
        print(f"{number}. {tilt_words(tilt)}; take a picture")
    print("Then: icekeeper learn-set PICTURES... --table table.json --out set.json")
    print("Or let a camera watch: icekeeper learn-set --camera 0 --table table.json --out set.json")
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


class Guide:
    """Leads through the series: shows it what is seen and says what follows."""

    def __init__(self, series: GuidedSeries) -> None:
        self.series = series
        self.problems: list[str] = []
        self.stopped_at = ""
        self.as_before = False
        self._last: dict[str, Top | None] = {}
        self._shown = 0

    def still(self, name: str, tops: Tops) -> None:
        """One picture, taken after the tilt: nobody can be asked, so what is doubtful is taken as it is."""
        problems = self.series.look(tops)
        unread = [problem for problem in problems if "cannot be read" in problem]
        if problems and self.series.begun and not self.series.unchanged(tops):
            problems = self.series.look(tops, insists=True)
        self._say(name, problems, [] if problems else unread)

    def rest(self, tops: Tops) -> None:
        """The table has come to rest after a hand: the same doubtful look a second time is meant."""
        self._shown = self._shown + 1 if self.problems and self._last == tops else 1
        self._last, self.as_before = dict(tops), self.series.unchanged(tops)
        enough = UNCHANGED_OFTEN if self.as_before else 2
        problems = self.series.look(tops, insists=self.series.begun and self._shown >= enough)
        self._say("", problems, [])

    def _say(self, name: str, problems: list[str], unread: list[str]) -> None:
        if problems and not self.problems:
            self.stopped_at = name
        self.problems = problems
        line: dict[str, Any] = {"picture": name} if name else {}
        line |= {"step": self.series.step, "ok": not problems, "problems": problems or unread}
        print(json.dumps(line | {"next": self.series.instruction}), flush=True)


def _from_lines(name: str) -> Iterator[tuple[str, Tops]]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise IcekeeperError(f"{name}: cannot read the observations ({error.strerror})") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield f"{name}, line {number}", _as_tops(json.loads(line)["cubes"])
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise NotationError(f"{name}, line {number}: expected an observation with cubes") from error


def _as_tops(cubes: Mapping[str, Any]) -> Tops:
    """What is read on top; a reading that is not sure counts as none."""
    from engine.icecult.cube import Top

    return {
        slot: None if top is None or top.get("confidence", 1.0) < SURE else Top(str(top["symbol"]), top.get("facing"))
        for slot, top in cubes.items()
    }


def _from_photos(photos: Sequence[str], profile: Any) -> Iterator[tuple[str, Tops]]:
    from calibration.pictures import load_picture
    from vision.icecult.read.observer import Observer

    observer = Observer(profile)
    for photo in photos:
        yield photo, _as_tops(observer.read(load_picture(photo)).to_json()["cubes"])


def _watch(args: argparse.Namespace, guide: Guide, profile: TableProfile) -> None:
    """Watch a camera: one look at every rest."""
    from vision.icecult.eye import TableEye
    from vision.sources.opening import open_source

    source, eye, rests = open_source(args.camera, args.fps), TableEye(profile.changed(set=None)), Rests()
    _tell(guide.series.instruction)
    try:
        for frame in source.frames():
            glance = eye.look(frame)
            if rests.lost(glance):
                _tell("the board is not where it was calibrated; put it back, or run `icekeeper calibrate` again")
            tops = rests.see(glance)
            if tops is not None:
                guide.rest(tops)
                _tell(_words(guide))
            if guide.series.finished:
                return
    finally:
        source.close()


class Rests:
    """Gathers what is read of one rest until it is certain; each rest is given once."""

    def __init__(self) -> None:
        self._rest, self._given, self._lost = -1, False, False
        self._read: list[Tops] = []

    def lost(self, glance: Glance) -> bool:
        """Whether the board has just gone out of sight."""
        before, self._lost = self._lost, glance.status == "lost"
        return self._lost and not before

    def see(self, glance: Glance) -> Tops | None:
        """What lies on top, once that is certain; cubes that cannot be read are None after a while."""
        if glance.observation is None:
            return None
        if glance.rest != self._rest:
            self._rest, self._given, self._read = glance.rest, False, []
        self._read += [_as_tops(seen["cubes"]) for seen in (*glance.earlier, glance.observation)]
        enough = 1 if len(self._read) == 1 and _plain(glance.observation["cubes"]) else AGREEING
        if self._given or len(self._read) < enough:
            return None
        tops = {slot: _agreed([seen[slot] for seen in self._read], enough) for slot in self._read[-1]}
        if None in tops.values() and len(self._read) < PATIENT:
            return None
        self._given = True
        return tops


def _plain(cubes: Mapping[str, Any]) -> bool:
    """Whether all four are read beyond doubt."""
    return all(top is not None and top["confidence"] >= PLAIN for top in cubes.values())


def _agreed(read: Sequence[Top | None], enough: int) -> Top | None:
    """What was read on a cube most often, if often enough and more often than anything else together."""
    tops = [top for top in read if top is not None]
    best = max(tops, key=tops.count, default=None)
    often = sum(top == best for top in tops)
    return best if often >= enough and 2 * often > len(tops) else None


def _words(guide: Guide) -> str:
    """What a person at the table should know now."""
    from calibration.icecult.learn import script

    series = guide.series
    if series.finished:
        return "all tilts seen"
    if not guide.problems:
        return f"seen ({series.step} of {len(script())}); now {series.instruction}"
    if guide.as_before:
        return f"these cubes look as before; {series.instruction} (if that is done, wave a hand over them a few times)"
    hint = " (if it is as it should be, wave a hand over the table)" if series.doubtful else ""
    return f"{'; '.join(guide.problems)}{hint}"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _save(path: str, series: GuidedSeries) -> bool:
    """Write the set, unless nothing was learned or the file there knows more; whether it was written."""
    data, file = series.learner.set_json(), Path(path)
    if not series.begun or _known_faces(file) > _count(data):
        return False
    try:
        write_atomically(file, json.dumps(data, indent=1) + "\n")
    except OSError as error:
        raise IcekeeperError(f"{path}: cannot write the set ({error.strerror})") from error
    return True


def _known_faces(file: Path) -> int:
    """How many faces a set file knows; none where it is no such file."""
    try:
        return _count(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, AttributeError, TypeError):
        return 0


def _count(data: Mapping[str, Any]) -> int:
    return sum(face is not None for cube in (data.get("cubes") or {}).values() for face in cube.values())
