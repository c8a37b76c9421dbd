"""Getting to know a set on the page: a thread that looks at the chosen camera and goes on by itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from vision.frame import Frame

if TYPE_CHECKING:
    from calibration.icecult.learn import Problem
    from calibration.icecult.profile import TableProfile
    from vision.icecult.meeting.meeting import Meeting
    from webui.icecult.learning import CubeLearning

log = logging.getLogger(__name__)

WAIT_S: Final = 0.5
GONE: Final = 5  # waits without a picture after which the camera is called lost
After = Callable[[int, float], Frame | None]
"""The newest frame that is not the one of this index, waited for so many seconds."""


class Acquaintance:
    """At most one meeting at a time; what it learns goes to the set, unless the table is a virtual one."""

    def __init__(self, learning: CubeLearning) -> None:
        self._learning = learning
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.problems: list[Problem] = []
        self._made_room_for = (
            ""  # the board of another set, by its date: whoever begins again goes on with what is kept
        )
        self._lock = threading.Lock()
        self._meeting: Meeting | None = None
        self._state: dict[str, Any] | None = None

    def begin(self, profile: TableProfile, virtual: bool, after: After, ask: Callable[[int], None]) -> None:
        """Start to look."""
        from calibration.icecult.equipment.kept import KeptSet
        from calibration.icecult.equipment.same_set import is_of_another_set
        from vision.icecult.meeting.meeting import Meeting
        from vision.icecult.meeting.tilting import Tilting

        self.end()
        self._learning.restart(profile.board.corners)
        if is_of_another_set(profile) and not virtual and profile.date != self._made_room_for:
            self._learning.set_aside()
            self._made_room_for = profile.date
        kept = KeptSet() if virtual else self._learning.kept
        self._meeting = Meeting(profile, kept, Tilting(self._learning.series))
        self._state, self._stop = self._meeting.state(), threading.Event()
        work = (self._meeting, self._stop, virtual, after, ask)
        self._thread = threading.Thread(target=self._look, args=work, name="acquaintance", daemon=True)
        self._thread.start()

    def _look(
        self, meeting: Meeting, stop: threading.Event, virtual: bool, after: After, ask: Callable[[int], None]
    ) -> None:
        """Show the meeting every new frame, and ask for what it wants next."""
        index, waits = -1, 0
        while not stop.is_set() and meeting.step != "done":
            frame = after(index, WAIT_S)
            waits = waits + 1 if frame is None else 0
            if frame is None:
                if waits == GONE:
                    self._lost(meeting)
                continue
            index = frame.index
            try:
                self._see(meeting, frame, virtual)
            except IcekeeperError as error:
                log.warning("frame %d could not be looked at: %s", frame.index, error)
            ask(meeting.asked)

    def _see(self, meeting: Meeting, frame: Frame, virtual: bool) -> None:
        with self._lock:
            before = meeting.kept
            meeting.see(frame)
            self._note(meeting)
        if meeting.kept != before and not virtual:
            self._learning.keep(meeting.kept)

    def _note(self, meeting: Meeting) -> None:
        self._state = meeting.state()
        self.problems = list(meeting.tilting.problems)

    def _lost(self, meeting: Meeting) -> None:
        """No picture comes any more: that is the camera, whatever was seen last."""
        with self._lock:
            self._state = meeting.state() | {"status": "lost", "trouble": "", "eye": "lost"}

    def go_on(self) -> None:
        """Leave the tower for the tilts."""
        self._do(lambda meeting: meeting.go_on())

    def insist(self) -> None:
        """What was seen last is as it should be."""
        self._do(lambda meeting: meeting.insist())

    def _do(self, wish: Callable[[Meeting], None]) -> None:
        with self._lock:
            if self._meeting is None:
                raise IcekeeperError("no camera is looking; choose one and find the board first")
            wish(self._meeting)
            self._note(self._meeting)

    @property
    def state(self) -> dict[str, Any] | None:
        """What is seen and asked for now; None where nobody looks."""
        return self._state

    @property
    def profile(self) -> TableProfile | None:
        """The table with its pawns measured."""
        return None if self._meeting is None else self._meeting.profile

    def end(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(10.0)
        self._thread = self._meeting = self._state = None
        self.problems = []
