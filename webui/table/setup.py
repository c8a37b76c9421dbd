"""Setting a table up: choose a camera, find the board, then start the match. One set-up at a time."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from engine.icecult.cube import Top
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from vision.frame import Bgr, Frame
from vision.sources.address import completed
from vision.sources.opening import FrameSource, SourceError, open_camera, open_source
from vision.sources.paced import Paced
from vision.sources.phone import PhoneSource
from vision.sources.tee import as_jpeg
from webui.icecult.acquaintance import Acquaintance
from webui.icecult.advice import advice_keys
from webui.icecult.sketch import Sketch, drawing_json
from webui.record.events import Json
from webui.table.demo import DEMO_PATIENCE, demo_film
from webui.table.desk import Desk
from webui.table.learning import Learning

if TYPE_CHECKING:
    from calibration.icecult.equipment.kept import Kept
    from calibration.icecult.find import Finder, Found
    from calibration.icecult.geometry import Geometry
    from calibration.icecult.sizes.certainty import Sizes
    from calibration.profile import TableProfile

ADDRESS: Final = re.compile(r"(?:rtsp|rtsps|http|https)://[^\s\x00-\x1f]{1,300}")


class SetupError(IcekeeperError):
    """A step of the set-up that cannot be done now."""


def checked_source(text: str) -> str:
    """A source that a page may name: never a file. `phone`, `demo`, a camera's number or a network address."""
    word = completed(text)
    if word in ("phone", "demo") or re.fullmatch(r"\d{1,2}", word) or ADDRESS.fullmatch(word):
        return word
    raise SetupError("expected a camera's number or an address like rtsp://192.168.1.20/stream")


def camera_numbers(folder: Path = Path("/dev")) -> list[int]:
    """Numbers of the cameras this machine has; where devices are not files, the first two are offered."""
    if not folder.is_dir():
        return [0, 1]
    numbers = (re.fullmatch(r"video(\d+)", path.name) for path in folder.iterdir())
    return sorted(int(found[1]) for found in numbers if found)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The camera that was chosen, running so that the page can show its picture."""

    text: str
    source: FrameSource


class Setup:
    """The three steps; what was chosen stays until the match starts or another camera is chosen."""

    def __init__(self, desk: Desk, learning: Learning, opener: Callable[[str], FrameSource] = open_source) -> None:
        self._desk, self._learning, self._opener = desk, learning, opener
        self._lock = threading.RLock()
        self._chosen: Chosen | None = None
        self._newest: Frame | None = None
        self._arrived = threading.Condition()
        self._reader: threading.Thread | None = None
        self.profile: TableProfile | None = None
        self.sketch = Sketch()
        self.acquaintance = Acquaintance(learning, self.after)

    @property
    def choosing(self) -> bool:
        """Whether a camera is being set up for the next match."""
        return self._chosen is not None

    @property
    def phone(self) -> PhoneSource | None:
        """The phone's end, where a phone is the camera."""
        source = self._chosen.source if self._chosen else None
        if isinstance(source, PhoneSource):
            return source
        tap = self._desk.tap
        inner = tap.source if tap is not None else None
        return inner if isinstance(inner, PhoneSource) else None

    def choose(self, text: str, to_meet: bool = False) -> None:
        """Open a camera and show its picture; the virtual table plays a match, or lets its set be met."""
        wanted = checked_source(text)
        with self._lock:
            self.close()
            source = self._opened(wanted, to_meet)
            self._chosen, self.profile = Chosen(wanted, source), None
            self.sketch.clear()
            self._reader = threading.Thread(target=self._read, args=(source,), name="set-up camera", daemon=True)
            self._reader.start()

    def _opened(self, text: str, to_meet: bool) -> FrameSource:
        """The source that a checked word names."""
        if text == "phone":
            return PhoneSource()
        if text == "demo" and to_meet:
            from vision.icecult.sim.play.acquaintance import AcquaintanceTable

            return AcquaintanceTable()
        return Paced(demo_film()) if text == "demo" else self._opener(text)

    def _read(self, source: FrameSource) -> None:
        """Keep the newest picture; a camera that fails leaves the last one standing."""
        try:
            for frame in source.frames():
                with self._arrived:
                    self._newest = frame
                    self._arrived.notify_all()
        except SourceError:
            return

    def frame(self) -> Frame:
        """The newest picture of the chosen camera."""
        if self._newest is None:
            raise SetupError("no picture has come from this camera yet; wait a moment or choose another one")
        return self._newest

    def jpeg(self) -> bytes | None:
        """The newest picture for the page."""
        return None if self._newest is None else as_jpeg(self._newest.bgr)

    def after(self, index: int, wait_s: float) -> Frame | None:
        """The newest picture as soon as it is not the one of this index; None where none comes in time."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._newest is not None and self._newest.index != index, wait_s)
            found = self._newest
        return None if found is None or found.index == index else found

    def find(self, tips: Sequence[Sequence[float]] | None, layout: str | None) -> Json:
        """Find the board, by itself or near four given tips N E S W, in pixels of the picture."""
        from calibration.icecult.build import make_profile, named_as_seen

        bgr = self.frame().bgr
        with self._lock:
            drawn = self.sketch.drawing
            found, before = self._found(bgr, tips, layout)
            way, north = ("auto", "arbitrary") if tips is None else ("tips", "chosen")
            profile = make_profile(bgr, found, way, {}, north, before)
            self.profile = named_as_seen(profile) if tips is None else profile
            self.sketch.found(self.profile, drawn)
            return self.found()

    def draw(
        self,
        tips: Sequence[Sequence[float]] | None = None,
        handle: str | None = None,
        at: Sequence[float] = (),
        layout: str | None = None,
        path: str | None = None,
    ) -> Json:
        """The board as drawn, after tips or one handle were put elsewhere; what was found before counts no more."""
        drawing = self.sketch.begun(self.frame().resolution_wh, layout, self._set)
        if path is not None:
            drawing = self.sketch.on(drawing, path)
        if tips is not None or handle is not None:
            self.profile = None
            drawing = self.sketch.pull(drawing, tips, handle or "", at)
        return drawing_json(drawing)

    def nod(self) -> Json:
        """The drawn lines lie on the board: what was found, or drawn by hand, is taken and its sizes are believed."""
        from calibration.icecult.colours import learn_colours
        from calibration.icecult.equipment.drawing import accepted, nodded

        with self._lock:
            drawn = self.sketch.drawing
            if self.profile is None and drawn is None:
                raise SetupError("the board has not been found yet")
            if self.profile is not None:
                self.profile = nodded(self.profile)
            elif drawn is not None:
                by_hand = accepted(drawn)
                self.profile = by_hand.changed(colours=learn_colours(self.frame().bgr, by_hand))
            return self.found()

    def _found(
        self, bgr: Bgr, tips: Sequence[Sequence[float]] | None, layout: str | None
    ) -> tuple[Found, Sizes | None]:
        """The board as the set is known to be; where that is not on the table, one that is measured."""
        from calibration.icecult.equipment.drawing import TOLD
        from calibration.icecult.find import NotFoundError
        from calibration.icecult.geometry import make_geometry

        kept, drawn = self._set, self.sketch.drawing
        if tips is not None and drawn is not None and drawn.told and layout in (None, drawn.profile.geometry["exit"]):
            sizes = {key: {"mm": drawn.profile.board[key], "sure": TOLD} for key in drawn.told}
            return self._looked(bgr, tips, drawn.profile.board, drawn.told), sizes
        known = kept.board()
        if known is not None and layout in (None, kept.layout):
            with contextlib.suppress(NotFoundError):
                return self._looked(bgr, tips, known, kept.known), kept.sizes
        return self._looked(bgr, tips, make_geometry({"exit": layout}) if layout else None, ()), None

    def _looked(
        self, bgr: Bgr, tips: Sequence[Sequence[float]] | None, board: Geometry | None, known: Collection[str]
    ) -> Found:
        import numpy as np

        if tips is None:
            return self._networks().automatically(bgr, board, known=known)
        return self._networks().from_tips(bgr, np.array(tips, np.float64), board, known=known)

    def turn_north(self, north: str) -> Json:
        """Call another path north."""
        from calibration.icecult.build import renamed

        with self._lock:
            if self.profile is None:
                raise SetupError("the board has not been found yet")
            self.profile = renamed(self.profile, north).changed(north="chosen")
            self.sketch.found(self.profile, self.sketch.drawing)
            return self.found()

    def found(self) -> Json:
        """The board that was found: tips, proof lines, quality and advice."""
        profile = self.profile
        if profile is None:
            raise SetupError("the board has not been found yet")
        from calibration.icecult.equipment.drawing import drawing_of

        drawn = self.sketch.drawing
        told, path = (drawn.told, drawn.path) if drawn else (frozenset(), None)
        return {
            **drawing_json(drawing_of(profile, told, path)),
            "grade": profile.quality.get("grade", "poor"),
            "advice": advice_keys(dict(profile.quality)),
            "sizes": {key: dict(size) for key, size in profile.sizes.items()},
        }

    def meet(self) -> None:
        """Get to know the set that lies on the table."""
        chosen, profile = self._chosen, self.profile
        if chosen is None or profile is None:
            raise SetupError("the board has not been found yet; choose a camera and find the board first")
        ask = getattr(chosen.source, "ask", None) or (lambda count: None)
        self.acquaintance.begin(profile, chosen.text == "demo", ask)

    @property
    def _set(self) -> Kept:
        """The set as it is known; nothing is known of the virtual table's."""
        from calibration.icecult.equipment.kept import Kept

        return Kept() if self._chosen is not None and self._chosen.text == "demo" else self._learning.kept

    def tops(self) -> dict[str, Top | None]:
        """What the camera sees on top of the four cubes now."""
        if self.profile is None:
            raise SetupError("the board has not been found yet; choose a camera and find the board first")
        from vision.icecult.read.observer import Observer

        seen = Observer(self.profile).read(self.frame().bgr)
        return {slot: None if top is None else Top(top.symbol, top.facing) for slot, top in seen.cubes.items()}

    def thumbnail(self, number: int) -> bytes | None:
        """One picture of a camera that is not in use; None where it gives none."""
        if number not in camera_numbers():
            return None
        with self._lock:
            if self._chosen is not None and self._chosen.text == str(number):
                return self.jpeg()
            capture = open_camera(number)
            if capture is None:
                return None
            try:
                ok, bgr = capture.read()
            finally:
                capture.release()
        return as_jpeg(bgr, 320) if ok else None

    def _networks(self) -> Finder:
        from calibration.icecult.find import Finder

        return Finder()

    def start(self, players: Sequence[Json], name: str, house: HouseRules, layout: str) -> str:
        """Start the match with the chosen camera, or by hand where there is none; its id."""
        with self._lock:
            chosen, profile = self._chosen, self.profile
            if chosen is None:
                known = self._learning.saved
                return self._desk.open(players, name=name, house=house, layout=layout, cube_set=known)
            if profile is None:
                raise SetupError("the board has not been found yet; find it, or play without a camera")
            if chosen.text == "demo":
                return self._start_demo(players, name, house, profile)
            self._learning.met(profile)  # whoever starts the match has nodded at the drawn board
            profile = self._learning.kept.applied(profile)
            source, known = self._released(chosen), self._learning.saved
            camera = chosen.text
            return self._desk.watch(source, profile, players, name=name, house=house, cube_set=known, camera=camera)

    def start_by_hand(self, game: str, players: Sequence[Json], name: str, house: Any, start: Any) -> str:
        """Start a match of a game that no camera watches; its id."""
        with self._lock:
            match_id = self._desk.open(players, name=name, game=game, house=house, start=start)
            self.close()
            return match_id

    def _start_demo(self, players: Sequence[Json], name: str, house: HouseRules, profile: TableProfile) -> str:
        """The virtual table from the beginning of its film, seen through the board that was found."""
        self.close()
        film = demo_film()
        return self._desk.watch(
            Paced(film),
            profile,
            players,
            name=name,
            house=house,
            cube_set=dict(film.cube_set),
            start=State.from_json(film.script.start),
            simulated=True,
            patience=DEMO_PATIENCE,
            camera="demo",
        )

    def _released(self, chosen: Chosen) -> FrameSource:
        """The chosen camera, free for the referee: a device is opened anew, a phone goes on sending to the same end."""
        if chosen.text == "phone":
            fresh: FrameSource = PhoneSource(self.profile.resolution_wh if self.profile else None)
            self.close()
            return fresh
        self.close()
        return self._opener(chosen.text)

    def close(self) -> None:
        """Let the camera go."""
        self.acquaintance.end()
        with self._lock:
            if self._chosen is not None:
                self._chosen.source.close()
            if self._reader is not None:
                self._reader.join(2.0)
            self._chosen = self._newest = self._reader = None
