"""One table: a named thread that looks, reconstructs, judges, stores and tells, in this order.

session = TableSession(store, match_id)        # a match by hand; give `source` and `eye` for a camera or a film
session.start()
session.view()                                 # the whole table as JSON
forget = session.subscribe(callback)           # callback(view) after every change, on the session's thread: be quick
session.act("Nn").result()                     # commands are queued and done between frames; result() is the view
session.stop()
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

from engine.core.errors import IcekeeperError
from vision.eye import Eye
from vision.frame import Frame
from vision.icecult.eye import eye_for
from vision.sources.opening import FrameSource, Status
from webui.present.view import Looking, table_view
from webui.record.events import Json
from webui.record.match import Match
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.referee import News, Referee
from webui.referee.watching import Patience

log = logging.getLogger(__name__)

JOBS_WAITING: Final = 64
SUBSCRIBERS: Final = 256
STOP_S: Final = 2.0
IDLE_S: Final = 0.5

Command = Callable[[Referee], News]
Callback = Callable[[Json], None]


class SessionError(IcekeeperError):
    """A command that this table cannot take now."""


@dataclass(frozen=True, slots=True)
class _Job:
    """A command and where its result goes."""

    command: Command
    done: Future[Json]


class TableSession:
    """The running referee of one match."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        source: FrameSource | None = None,
        eye: Eye | None = None,
        patience: Patience | None = None,
        camera_gone: bool = False,
    ) -> None:
        self.match_id = match_id
        self._recorder = Recorder(store, match_id)
        if source is not None and eye is None:
            eye = eye_for(store.profile(match_id))
        self._referee = Referee.resumed(lambda: store.events(match_id), eye, patience)
        self._source = source
        self._camera_gone = camera_gone
        self._inbox: queue.Queue[_Job | Frame | _Over] = queue.Queue(JOBS_WAITING)
        self._wanted = threading.Semaphore(0)
        self._stopping = threading.Event()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._subscribers: dict[int, Callback] = {}
        self._next_subscriber = 0
        self._threads: list[threading.Thread] = []
        self._rate = _Rate()
        self._trouble = ""
        self._view = self._make_view()

    def start(self) -> None:
        """Begin to look; a match by hand only waits for commands."""
        if self._threads:
            return
        self._threads = [threading.Thread(target=self._run, name=f"table {self.match_id}", daemon=True)]
        if self._source is not None:
            feed = threading.Thread(target=self._feed, name=f"frames {self.match_id}", daemon=True)
            self._threads.append(feed)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop within two seconds; stopping twice is harmless."""
        self._stopping.set()
        self._wanted.release()
        with contextlib.suppress(queue.Full):  # wakes the thread; with a full inbox it is awake anyway
            self._inbox.put_nowait(_Over(None))
        if self._source is not None:
            self._source.close()
        until = time.monotonic() + STOP_S
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, until - time.monotonic()))
        self._fail_waiting()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether the film has ended (or the session was stopped) in time."""
        return self._ended.wait(timeout_s)

    def view(self) -> Json:
        """The whole table as plain JSON; a new value after every change, so keep or send it freely."""
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

    def act(self, word: str) -> Future[Json]:
        """Enter one action by hand."""
        return self._do(lambda referee: referee.act(word))

    def undo(self) -> Future[Json]:
        """Take back the last action of the turn in progress."""
        return self._do(lambda referee: referee.undo())

    def done(self) -> Future[Json]:
        """The player says that the turn is over."""
        return self._do(lambda referee: referee.done())

    def take_back(self) -> Future[Json]:
        """Take back the last turn, or what was played of the present one, by agreement."""
        return self._do(lambda referee: referee.take_back())

    def pause(self, on: bool) -> Future[Json]:
        """Stop looking, or look again."""
        return self._do(lambda referee: referee.pause(on))

    def answer(self, question_id: str, k: int) -> Future[Json]:
        """Answer a question with its answer number `k`."""
        return self._do(lambda referee: referee.answer(question_id, k))

    def offer(self, verdict_id: str, name: str) -> Future[Json]:
        """Take one of a verdict's offers: play-it-now, play-on or wrong."""
        return self._do(lambda referee: referee.offer(verdict_id, name))

    def correct_state(self, state: Json) -> Future[Json]:
        """A human says how the table stands now."""
        return self._do(lambda referee: referee.correct_state(state))

    def correct_turn(self, number: int, words: list[str]) -> Future[Json]:
        """A human says what was played in a past turn; later turns are judged again."""
        return self._do(lambda referee: referee.correct_turn(number, tuple(words)))

    def adopt(self) -> Future[Json]:
        """Take the table as the camera sees it."""
        return self._do(lambda referee: referee.adopt())

    def finish(self) -> Future[Json]:
        """End the match without a winner."""
        return self._do(lambda referee: referee.finish("stopped"))

    def _do(self, command: Command) -> Future[Json]:
        job = _Job(command, Future())
        if self._stopping.is_set():
            raise SessionError("this table has been closed; open the match again")
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
        frames = self._source.frames()
        try:
            while not self._stopping.is_set():
                self._wanted.acquire()
                frame = None if self._stopping.is_set() else next(frames, None)
                if frame is None:
                    break
                self._put(frame)
            self._put(_Over(None))
        except IcekeeperError as error:
            self._put(_Over(error))

    def _put(self, item: Frame | _Over) -> None:
        while not self._stopping.is_set():
            try:
                self._inbox.put(item, timeout=IDLE_S)
                return
            except queue.Full:
                continue

    def _run(self) -> None:
        self._wanted.release()
        while not self._stopping.is_set():
            try:
                item = self._inbox.get(timeout=IDLE_S)
            except queue.Empty:
                self._idle()
                continue
            if self._stopping.is_set():
                self._refuse(item)
            elif isinstance(item, _Job):
                self._obey(item)
            elif isinstance(item, Frame):
                self._look(item)
            else:
                self._over(item)
        self._ended.set()

    def _obey(self, job: _Job) -> None:
        """Do one command; its error is its result."""
        try:
            self._tell(job.command(self._referee))
            job.done.set_result(self.view())
        except IcekeeperError as error:
            job.done.set_exception(error)

    def _look(self, frame: Frame) -> None:
        self._rate.count()
        try:
            self._tell(self._referee.look(frame))
            self._trouble = ""
        except IcekeeperError as error:  # a picture of another size, a network file that is missing: said once
            if str(error) != self._trouble:
                log.error("frame %d: %s", frame.index, error)
            self._trouble = str(error)
            self._tell(self._referee.camera_lost())
        except Exception:  # one bad picture must not end the match
            log.exception("frame %d could not be judged", frame.index)
        self._wanted.release()

    def _over(self, over: _Over) -> None:
        """The film ended, or the source failed for good."""
        if over.error is None and self._source is not None and self._source.status is Status.ENDED:
            self._tell(self._referee.film_over())
        else:
            self._tell(self._referee.camera_lost())
        self._ended.set()

    def _idle(self) -> None:
        """Nothing came for a while: write what the disk refused, and notice a lost camera."""
        if self._recorder.problem is not None:
            self._recorder.retry()
            self._tell(News(changed=self._recorder.problem is None))
        if self._source is not None and self._source.status is Status.WAITING:
            self._tell(self._referee.camera_lost())

    def _tell(self, news: News) -> None:
        """Write to disk, then tell."""
        if news.events or news.pictures:
            self._recorder.record(news.events, news.pictures)
        if not (news.events or news.changed):
            return
        view = self._make_view()
        with self._lock:
            self._view = view
            callbacks = list(self._subscribers.values())
        for callback in callbacks:
            try:
                callback(view)
            except Exception:  # a listener's fault is not the referee's
                log.exception("a subscriber failed")

    def _make_view(self) -> Json:
        problem = self._recorder.problem
        dropped = self._source.dropped if self._source is not None else 0
        looking = Looking(
            self._rate.per_second(),
            dropped,
            None if problem is None else str(problem),
            self._trouble or None,
            self._camera_gone,
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

    def _refuse(self, item: _Job | Frame | _Over) -> None:
        if isinstance(item, _Job):
            item.done.set_exception(SessionError("this table has been closed; open the match again"))


@dataclass(frozen=True, slots=True)
class _Over:
    """The source gives nothing more."""

    error: IcekeeperError | None


class _Rate:
    """How many frames a second were looked at lately."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=30)

    def count(self) -> None:
        """One more frame."""
        self._times.append(time.monotonic())

    def per_second(self) -> float:
        """Frames a second over the last ones."""
        if len(self._times) < 2 or self._times[-1] == self._times[0]:
            return 0.0
        return round((len(self._times) - 1) / (self._times[-1] - self._times[0]), 1)
