"""One table: a named thread that looks, reconstructs, judges, stores and tells, in this order.

session = TableSession(store, match_id)        # a match by hand; give `source` and `eye` for a camera or a film
session.start()
session.view()                                 # the whole table as JSON
forget = session.subscribe(callback)           # callback(whole view) after every change, on its thread: be quick
session.act("Nn").result()                     # commands are queued and done between frames; result() is the view
session.stop()
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from calibration.profile import ShapeError
from engine.core.errors import IcekeeperError
from vision.eye import Eye
from vision.frame import Frame
from vision.sources.opening import FrameSource, Status
from webui.play.shown import shown
from webui.play.sight import sight_if_any
from webui.play.watcher import Patience
from webui.record.events import Json
from webui.record.match import Match
from webui.record.ready.history import History
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.inbox import Job, Over
from webui.referee.pulse import Pulse, Rate
from webui.referee.referee import News, Referee
from webui.referee.seeing.proving import TURN_PICTURES
from webui.referee.sentences import OTHER_SHAPE
from webui.referee.view import Looking, table_view
from webui.referee.wishes import Command, Wishes

log = logging.getLogger(__name__)

JOBS_WAITING: Final = 64
SUBSCRIBERS: Final = 256
STOP_S: Final = 2.0
IDLE_S: Final = 0.5

CLOSED: Final = "this table has been closed; open the match again"

Callback = Callable[[Json], None]


class SessionError(IcekeeperError):
    """A command that this table cannot take now."""


class FailedError(SessionError):
    """A command that failed by a fault of ours."""


class TableSession(Wishes):
    """The running referee of one match."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        source: FrameSource | None = None,
        eye: Eye | None = None,
        patience: Patience | None = None,
        camera_gone: bool = False,
        restarted: bool = False,
        turn_pictures: int = TURN_PICTURES,
    ) -> None:
        self.match_id = match_id
        self._recorder = Recorder(store, match_id)
        history = History(store, match_id)
        if source is not None and eye is None:
            eye = _stored_eye(store.profile(match_id), history.match())
        self._referee = Referee.resumed(history, eye, patience)
        self._referee.turn_pictures = turn_pictures
        self._source = source
        self._camera_gone = camera_gone
        self._inbox: queue.Queue[Job | Frame | Over] = queue.Queue(JOBS_WAITING)
        self._wanted = threading.Semaphore(0)
        self._stopping = threading.Event()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._subscribers: dict[int, Callback] = {}
        self._next_subscriber = 0
        self._threads: list[threading.Thread] = []
        self._rate, self._pulse = Rate(), Pulse()
        self._writing = threading.Lock()
        self._restarted = restarted
        self._trouble = ""
        self._view = self._make_view()

    def start(self) -> None:
        """Begin to look; a match by hand only waits for commands."""
        if self._threads:
            return
        threads = [threading.Thread(target=self._run, name=f"table {self.match_id}", daemon=True)]
        if self._source is not None:
            threads.append(threading.Thread(target=self._feed, name=f"frames {self.match_id}", daemon=True))
        for thread in threads:
            thread.start()
        self._threads = threads

    def stop(self) -> None:
        """Stop within two seconds; stopping twice is harmless."""
        self._stopping.set()
        self._wanted.release()
        with contextlib.suppress(queue.Full):  # wakes the thread; with a full inbox it is awake anyway
            self._inbox.put_nowait(Over(None))
        if self._source is not None:
            self._source.close()
        until = time.monotonic() + STOP_S
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - time.monotonic()))
        self._fail_waiting()
        if (lost := self._recorder.finish()) is not None:
            log.error("%s", lost)

    def answers(self, stuck_s: float) -> bool:
        """Whether the table's thread lives and has not been at one thing for longer than `stuck_s`."""
        alive = not self._threads or self._threads[0].is_alive() or self._stopping.is_set()
        return alive and self._pulse.busy_s() < stuck_s

    def fence(self, timeout_s: float) -> bool:
        """Write nothing from now on; False where something is being written for longer than that."""
        if not self._writing.acquire(timeout=timeout_s):
            return False
        self._stopping.set()
        self._writing.release()
        return True

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether the film has ended (or the session was stopped) in time."""
        return self._ended.wait(timeout_s)

    def view(self) -> Json:
        """The table as everybody may see it, as plain JSON; a new value after every change: keep or send it freely."""
        return shown(self.match.game).seen_by(self.whole_view(), "")

    def whole_view(self) -> Json:
        """The table with what only single players may see; goes out through `Shown.seen_by` alone."""
        with self._lock:
            return self._view

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._referee.match

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call `callback(view)` after every change; the result ends that."""
        with self._lock:
            if len(self._subscribers) >= SUBSCRIBERS:
                raise SessionError(f"expected at most {SUBSCRIBERS} subscribers to one table; use the hub for more")
            key = self._next_subscriber
            self._next_subscriber += 1
            self._subscribers[key] = callback
        return lambda: self._unsubscribe(key)

    def do(self, asked: str, command: Command, late: Callable[[Match], bool]) -> Future[Json]:
        if self._stopping.is_set() or (self._threads and not self._threads[0].is_alive()):
            raise SessionError(CLOSED)
        job = Job(command, asked[:500], late, Future())
        try:
            self._inbox.put_nowait(job)
        except queue.Full:
            raise SessionError("too many commands are waiting; try again in a moment") from None
        return job.done

    def _unsubscribe(self, key: int) -> None:
        with self._lock:
            self._subscribers.pop(key, None)

    def _feed(self) -> None:
        """Fetch the next frame whenever the table is ready for one."""
        assert self._source is not None
        try:
            frames = self._source.frames()
            while not self._stopping.is_set():
                self._wanted.acquire()
                frame = None if self._stopping.is_set() else next(frames, None)
                if frame is None:
                    break
                self._put(frame)
            self._put(Over(None))
        except IcekeeperError as error:
            self._put(Over(error))
        except Exception as error:  # a source's fault is not the table's
            log.exception("match %s: the source failed", self.match_id)
            self._put(Over(SessionError(f"the source failed: {error!r}")))

    def _put(self, item: Frame | Over) -> None:
        while not self._stopping.is_set():
            try:
                self._inbox.put(item, timeout=IDLE_S)
                return
            except queue.Full:
                continue

    def _run(self) -> None:
        """The thread of the table: one thing after the other, until it is stopped."""
        self._wanted.release()
        while not self._stopping.is_set():
            try:
                item = self._inbox.get(timeout=IDLE_S)
            except queue.Empty:
                item = None
            self._pulse.begin()
            try:
                self._take(item)
            except Exception:  # the loop outlives whatever one item does
                log.exception("match %s: %s", self.match_id, "idle" if item is None else type(item).__name__)
            self._pulse.end()
        self._ended.set()

    def _take(self, item: Job | Frame | Over | None) -> None:
        """One thing that came, or nothing for a while."""
        if item is None:
            self._idle()
        elif self._stopping.is_set():
            self._refuse(item)
        elif isinstance(item, Job):
            self._obey(item)
        elif isinstance(item, Frame):
            self._look(item)
        else:
            self._over(item)

    def _obey(self, job: Job) -> None:
        """Do one command; its error is its result."""
        try:
            if not job.late(self.match) and not self._try(lambda: job.command(self._referee), by_hand=True):
                raise SessionError(CLOSED)
            job.done.set_result(self.view())
        except IcekeeperError as error:
            job.done.set_exception(error)
        except Exception:  # a fault of ours: nothing has changed, and the table goes on
            log.exception("match %s: %s failed", self.match_id, job.asked)
            job.done.set_exception(FailedError("the referee could not do this; nothing has changed, the log says why"))

    def _try(self, step: Callable[[], News], by_hand: bool = False) -> bool:
        """Fold first, build the view, then write, then tell; whatever fails before the writing leaves no trace.

        False where the table was closed meanwhile: then nothing is written or told.
        """
        kept, restarted = self._referee.kept(), self._restarted
        try:
            news = step()
            self._restarted = restarted and not (by_hand and news.events)
            view = self._make_view() if news.events or news.changed else None
        except Exception:
            self._restarted = restarted
            self._referee.back_to(kept)
            raise
        with self._writing:
            if self._stopping.is_set():
                return False
            problem = self._recorder.problem
            self._recorder.record(news.events, news.pictures)
        if view is not None or (problem is None) != (self._recorder.problem is None):
            self._tell(view if view is not None and self._recorder.problem is problem else self._make_view())
        if self._recorder.was_renewed():
            self._try(lambda: self._referee.says("renewed"))
        return True

    def _look(self, frame: Frame) -> None:
        """See one frame; one that cannot be looked at is said once and passed over."""
        self._rate.count()
        try:
            trouble, self._trouble = self._trouble, ""
            self._try(lambda: self._referee.look(frame))
        except IcekeeperError as error:  # a picture of another size, a network file that is missing: said once
            if str(error) != trouble:
                log.error("frame %d: %s", frame.index, error)
            self._trouble = str(error)
            why = OTHER_SHAPE if isinstance(error, ShapeError) else ""
            self._try(lambda: self._referee.camera_lost(why))
        except Exception:  # one bad picture must not end the match
            log.exception("match %s: frame %d could not be judged", self.match_id, frame.index)
        finally:
            self._wanted.release()

    def _over(self, over: Over) -> None:
        """The film ended, or the source failed for good."""
        ended = over.error is None and self._source is not None and self._source.status is Status.ENDED
        try:
            self._try(self._referee.film_over if ended else self._referee.camera_lost)
        finally:
            self._ended.set()

    def _idle(self) -> None:
        """Nothing came for a while: write what the disk refused, and notice a lost record or camera."""
        self._try(News)
        if self._source is not None and self._source.status is Status.WAITING:
            self._try(self._referee.camera_lost)

    def _tell(self, view: Json) -> None:
        with self._lock:
            self._view = view
            callbacks = list(self._subscribers.values())
        for callback in callbacks:
            try:
                callback(view)
            except Exception:  # a listener's fault is not the referee's
                log.exception("a subscriber failed")

    def _make_view(self) -> Json:
        """The whole table as its pages will be told."""
        problem = self._recorder.problem
        dropped = self._source.dropped if self._source is not None else 0
        looking = Looking(
            self._rate.per_second(),
            dropped,
            None if problem is None else str(problem),
            self._trouble or None,
            self._camera_gone,
            self._restarted,
        )
        return table_view(self.match_id, self._referee, looking)

    def _fail_waiting(self) -> None:
        """Whoever still waits for a command learns that the table is closed."""
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return
            self._refuse(item)

    def _refuse(self, item: Job | Frame | Over) -> None:
        if isinstance(item, Job):
            item.done.set_exception(SessionError(CLOSED))


def _stored_eye(profile: Json | None, match: Match) -> Eye | None:
    """The eye for a stored profile; None where a match has none, or no camera can watch its game."""
    sight = sight_if_any(match.game)
    return None if profile is None or sight is None else sight.eye(sight.profile(profile))
