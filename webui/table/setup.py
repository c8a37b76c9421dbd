"""Setting a table up: choose a camera, find the board, then start the match. One set-up at a time."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from calibration.profile import Profile
from engine.core.errors import IcekeeperError
from vision.frame import Frame, same_shape, scaled
from vision.sources.address import completed
from vision.sources.capture import open_camera
from vision.sources.opening import FrameSource, SourceError, Status, open_source
from vision.sources.phone import PhoneSource, Shot, Taken, decoded
from vision.sources.picamera import picamera_of
from vision.sources.tee import as_jpeg
from webui.play.learning import Learning
from webui.play.sight import sight_on_page
from webui.record.events import Json
from webui.record.opening import seats
from webui.table.desk import Desk
from webui.table.resuming import reopenable

GIVEN: Final = "given"
ADDRESS: Final = re.compile(r"(?:rtsp|rtsps|http|https)://[^\s\x00-\x1f]{1,300}")


class SetupError(IcekeeperError):
    """A step of the set-up that cannot be done now."""


class ShapeError(SetupError):
    """A picture that this camera cannot have taken."""


class NoSourceError(SetupError):
    """What was given names no camera."""


def checked_source(text: str, given: bool = False) -> str:
    """A source that a page may name: never a file. `phone`, `demo`, a camera's number, `picamera:0` or an address, and
    `given` where the command that started the page gave one."""
    word = completed(text)
    if given and text == GIVEN:
        return GIVEN
    own = re.fullmatch(r"\d{1,2}", word) or picamera_of(word) is not None
    if word in ("phone", "demo") or own or ADDRESS.fullmatch(word):
        return word
    raise NoSourceError("expected a camera's number or an address like rtsp://192.168.1.20/stream")


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


class FirstPicture:
    """The first picture of a film or folder, for finding the board in it."""

    live = False
    dropped = 0
    status = Status.RUNNING

    def __init__(self, source: FrameSource) -> None:
        self.name = source.name
        try:
            self._first = next(iter(source.frames()), None)
        finally:
            source.close()
        if self._first is None:
            raise SourceError(f"{self.name}: there is no picture in it")

    def frames(self) -> Iterator[Frame]:
        """That picture alone."""
        if self._first is not None:
            yield self._first

    def close(self) -> None:
        """Nothing is held open."""


class Setup:
    """The three steps; what was chosen stays until the match starts or another camera is chosen."""

    def __init__(self, desk: Desk, learning: Learning, opener: Callable[[str], FrameSource] = open_source) -> None:
        self._desk, self._learning, self.opener = desk, learning, opener
        self._sight = sight_on_page(learning.game)
        self._lock = threading.RLock()
        self._chosen: Chosen | None = None
        self._newest: Frame | None = None
        self._still: Frame | None = None
        self._stills = 0
        self.given = ""
        """The film, folder or camera that the command gave, and whose board is yet to be found."""
        self.given_game = ""
        self._arrived = threading.Condition()
        self._reader: threading.Thread | None = None
        self.profile: Profile | None = None
        self.laying = self._sight.laying(learning)

    @property
    def choosing(self) -> bool:
        """Whether a camera is being set up for the next match."""
        return self._chosen is not None

    @property
    def source(self) -> FrameSource | None:
        """The camera that is being set up for the next match."""
        return self._chosen.source if self._chosen else None

    @property
    def chosen_phone(self) -> PhoneSource | None:
        """The phone's end, where a phone is being set up for the next match."""
        return self.source if isinstance(self.source, PhoneSource) else None

    @property
    def phone(self) -> PhoneSource | None:
        """The phone's end, where a phone is the camera."""
        if (chosen := self.chosen_phone) is not None:
            return chosen
        tap = self._desk.tap
        inner = tap.source if tap is not None else None
        return inner if isinstance(inner, PhoneSource) else None

    def choose(self, text: str, to_meet: bool = False, game: str = "") -> None:
        """Open a camera and show its picture; the virtual table plays a match, or lets its set be met."""
        wanted = checked_source(text, bool(self.given))
        with self._lock:
            self.close()
            self._sight = sight_on_page(game or self._learning.game)
            self.laying = self._sight.laying(self._learning)
            self.laying.clear(wanted == "demo")
            meets = wanted == "demo" and to_meet
            source: FrameSource = self.laying.table_to_meet() if meets else self._opened(wanted)
            self._chosen, self.profile = Chosen(wanted, source), None
            self._reader = threading.Thread(target=self._read, args=(source,), name="set-up camera", daemon=True)
            self._reader.start()

    def _opened(self, text: str) -> FrameSource:
        """The source that a checked word names."""
        if text == "phone":
            return PhoneSource()
        if text == GIVEN:
            opened = self.opener(self.given)
            return opened if opened.live else FirstPicture(opened)
        return self._sight.film().source if text == "demo" else self.opener(text)

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
        """The newest picture of the chosen camera, or the one that was given in its place."""
        found = self._still or self._newest
        if found is None:
            raise SetupError("no picture has come from this camera yet; wait a moment or choose another one")
        return found

    def show(self, jpeg: bytes) -> bool:
        """Look for the board in this picture in place of the camera's; whether it is held. A phone that has sent none
        yet takes it as its own."""
        if (phone := self.chosen_phone) is not None and self._newest is None:
            return phone.push(Shot(jpeg, still=True)) is not Taken.TAKEN
        bgr, now = decoded(jpeg), self._newest
        if now is None:
            raise SetupError("no picture has come from this camera yet; wait a moment or choose another one")
        (width, height), (wide, high) = (bgr.shape[1], bgr.shape[0]), now.resolution_wh
        if not same_shape((width, height), (wide, high)):
            raise ShapeError(
                f"this picture has another shape than the camera's: {width}x{height}, expected one like {wide}x{high}"
            )
        with self._arrived:
            self._stills += 1
            self._still = Frame(scaled(bgr, now.resolution_wh), -1 - self._stills, 0.0, True)
            self.profile = None
            self._arrived.notify_all()
        return True

    def show_live(self) -> None:
        """Look at the camera's own pictures again."""
        with self._arrived:
            self._still = self.profile = None
            self._arrived.notify_all()

    def jpeg(self) -> bytes | None:
        """The newest picture for the page."""
        return None if self._newest is None else as_jpeg(self._newest.bgr)

    def after(self, index: int, wait_s: float) -> Frame | None:
        """The newest picture as soon as it is not the one of this index; None where none comes in time."""
        with self._arrived:
            self._arrived.wait_for(
                lambda: (now := self._still or self._newest) is not None and now.index != index, wait_s
            )
            found = self._still or self._newest
        return None if found is None or found.index == index else found

    def find(self, tips: Sequence[Sequence[float]] | None, layout: str | None) -> Json:
        """Find the board, by itself or near four given tips N E S W, in pixels of the picture."""
        bgr = self.frame().bgr
        with self._lock:
            self.profile = self.laying.find(bgr, tips, layout)
            return self.found()

    def draw(self, pull: Mapping[str, Any]) -> Json:
        """The board as drawn, after something was put elsewhere; what was found before counts no more."""
        if pull.get("tips") is not None or pull.get("handle") is not None:
            self.profile = None
        return self.laying.draw(self.frame().resolution_wh, pull)

    def nod(self) -> Json:
        """The drawn lines lie on the board: what was found, or drawn by hand, is taken."""
        with self._lock:
            now = self._still or self._newest
            self.profile = self.laying.nodded(self.profile, None if now is None else now.bgr)
            return self.found()

    def meet(self) -> None:
        """Get to know the set that lies on the table."""
        if self._chosen is None or self.profile is None:
            raise SetupError("the board has not been found yet; choose a camera and find the board first")
        ask = getattr(self._chosen.source, "ask", None) or (lambda count: None)
        self.laying.meet(self.profile, self.after, ask)

    def turn_north(self, north: str) -> Json:
        """Call another path north."""
        with self._lock:
            if self.profile is None:
                raise SetupError("the board has not been found yet")
            self.profile = self.laying.turned(self.profile, north)
            return self.found()

    def found(self) -> Json:
        """The board that was found: tips, proof lines, quality and advice."""
        profile = self.profile
        if profile is None:
            raise SetupError("the board has not been found yet")
        return {
            **self.laying.drawn(profile),
            "grade": profile.quality.get("grade", "poor"),
            "advice": list(profile.quality.get("advice_keys", ())),
        }

    def showing(self) -> Mapping[str, Any]:
        """What the camera sees of the equipment now, for learning it."""
        if self.profile is None:
            raise SetupError("the board has not been found yet; choose a camera and find the board first")
        return self._sight.showing(self.profile, self.frame().bgr)

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

    def start(self, players: Sequence[Json], name: str, house: Any, layout: str, known: Json | None = None) -> str:
        """Start the match with the chosen camera, or by hand where there is none; its id. `known`: another set than
        the learned one."""
        with self._lock:
            chosen, profile = self._chosen, self.profile
            ours = profile is None or (profile.game == self._learning.game and self.laying.belongs(profile))
            known = known or (self._learning.saved if chosen is None or ours else None)
            if chosen is None:
                return self._desk.open(players, name=name, house=house, layout=layout, equipment=known)
            if profile is None:
                raise SetupError("the board has not been found yet; find it, or play without a camera")
            if chosen.text == "demo":
                return self._start_demo(players, name, house, profile)
            profile = self.laying.settled(profile)
            camera = reopenable(self.given) if chosen.text == GIVEN else chosen.text
            source = self._released(chosen)
            return self._desk.watch(source, profile, players, name=name, house=house, equipment=known, camera=camera)

    def start_by_hand(self, game: str, players: Sequence[Json], name: str, house: Any, start: Any) -> str:
        """Start a match of a game that no camera watches; its id."""
        with self._lock:
            match_id = self._desk.open(players, name=name, game=game, house=house, start=start)
            self.close()
            return match_id

    def _start_demo(self, players: Sequence[Json], name: str, house: Any, profile: Profile) -> str:
        """The virtual table from the beginning of its film, seen through the board that was found; these people take
        the film's colours."""
        self.close()
        film = self._sight.film()
        names = [str(player.get("name") or "") for player in players]
        return self._desk.watch_film(film, profile, seats(film.players, names), name=name, camera="demo", house=house)

    def _released(self, chosen: Chosen) -> FrameSource:
        """The chosen camera, free for the referee: a device is opened anew, a phone goes on sending to the same end."""
        if chosen.text == "phone":
            fresh: FrameSource = PhoneSource(self.profile.resolution_wh if self.profile else None)
            self.close()
            return fresh
        self.close()
        if chosen.text == GIVEN:
            given, self.given = self.given, ""
            return self.opener(given)
        return self.opener(chosen.text)

    def close(self) -> None:
        """Let the camera go."""
        self.laying.end()
        with self._lock:
            if self._chosen is not None:
                self._chosen.source.close()
            if self._reader is not None:
                self._reader.join(2.0)
            self._chosen = self._newest = self._still = self._reader = None
