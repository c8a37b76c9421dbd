"""A long evening in fast motion: `python -m bench.soak [--hours 3]`: memory must stay flat.

One table session after another watches matches of the virtual table through the real eye and writes them into one
file, as on a long evening. After every turn the players think for a while; of that time only every fifth second is
shown. Another process draws the pictures, as a camera would, so that what is measured after every match is the memory
of the referee alone: the drawing holds tens of MB now and then, and nobody has it at a real table. Of that memory the C
library keeps a part that is free, by chance 20 MB more or less; what must not grow is the rest, which is in use.
`--readings` takes readings of the truth instead of pictures, which is faster and leaves the eye out. `--demos` measures
the whole page instead, while the demo is begun again and again.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import json
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from bench.play.glanced import reading
from bench.play.matches import script_for
from bench.play.memory import resident_mb
from bench.results import figure
from calibration.icecult.profile import TableProfile
from engine.core.errors import IcekeeperError
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from vision.frame import Frame
from vision.icecult.eye import table_eye
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.scene import Scene
from vision.icecult.sim.staging import stage_for
from vision.sources.opening import Status
from webui.play.watcher import Patience
from webui.record.opening import create_match, seats
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.referee import Referee
from webui.referee.session import TableSession

THINKING_S, SHOWN_EVERY_S = 45.0, 5.0
RESOLUTION = (640, 480)
FPS = 4.0
FLAT_MB = 6.0
LIGHTS = ("ceiling", "window", "lamp", "two lamps", "dusk")
PATIENCE = Patience(owed_s=2.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """How things stand after one match."""

    played_s: float
    turns: int
    resident_mb: float
    idle_mb: float
    file_kb: float

    @property
    def used_mb(self) -> float:
        """Memory that is in use, idle pieces left out."""
        return self.resident_mb - self.idle_mb


TITLE = "A long evening"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the memory over the evening; exit status 1 where it grows."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=3.0, help="how much play (default 3)")
    parser.add_argument("--readings", action="store_true", help="readings of the truth instead of pictures")
    parser.add_argument("--demos", type=int, default=0, help="instead: begin the demo so often in one process")
    args = parser.parse_args(argv)
    if args.demos:
        from bench.play.restarts import FLAT_MB as DEMOS_FLAT_MB
        from bench.play.restarts import grown_mb, kept_under, restarted

        after = restarted(args.demos)
        grown, under = grown_mb(after), kept_under(after)
        return int(grown > DEMOS_FLAT_MB or not under)
    with tempfile.TemporaryDirectory() as folder:
        evening = soak(Path(folder) / "soak.sqlite", args.hours * 3600, not args.readings)
    grown = report(evening)
    return 1 if grown > FLAT_MB else 0


def soak(path: Path, seconds: float, pictures: bool) -> list[Measured]:
    """Play and watch until the time is over; what was measured after each match."""
    store, out, played_s, turns = Store(path), list[Measured](), 0.0, 0
    try:
        while played_s < seconds:
            watch = _watched if pictures else _read
            lasted_s, logged = watch(store, len(out))
            played_s, turns = played_s + lasted_s, turns + logged
            gc.collect()
            out.append(Measured(played_s, turns, resident_mb(), idle_mb(), file_kb(path)))
            _bar(out[-1], seconds)
    finally:
        store.close()
    print(file=sys.stderr)
    return out


def report(evening: Sequence[Measured]) -> float:
    """Print the evening in five lines and how much it grew: MB from its second third to its last, medians."""
    for part in range(1, 6):
        one = evening[max(0, round(part * len(evening) / 5) - 1)]
        print(
            f"{one.played_s / 3600:5.2f} h {one.turns:5d} turns {one.used_mb:7.1f} MB in use {one.resident_mb:7.1f} MB "
            f"resident, record {one.file_kb:7.0f} KB"
        )
    third = len(evening) // 3
    early, late = evening[third : 2 * third] or evening[:1], evening[2 * third :]
    grown, resident = (
        median(getattr(one, what) for one in late) - median(getattr(one, what) for one in early)
        for what in ("used_mb", "resident_mb")
    )
    turns = max(1, evening[-1].turns - evening[0].turns)
    figure(f"{evening[-1].turns} turns: memory in use grown", f"{grown:.1f} MB", f"{FLAT_MB:.0f} MB")
    figure("memory at most", f"{max(one.resident_mb for one in evening):.0f} MB", "250 MB")
    print(
        f"{len(evening)} matches, {evening[-1].turns} turns: memory in use grown by {grown:.1f} MB from the second "
        f"third to the last (resident {resident:+.1f} MB, most {max(one.resident_mb for one in evening):.0f} MB), "
        f"the record by {(evening[-1].file_kb - evening[0].file_kb) / turns:.1f} KB a turn"
    )
    return float(grown)


def filmed(number: int) -> MatchScript:
    """One of the matches, filmed small and slowly."""
    script = script_for(number)
    stage = stage_for(number, script.dims.exit, LIGHTS[number % len(LIGHTS)], RESOLUTION)
    return replace(script, stage=stage, fps=FPS)


def thoughtful(script: MatchScript) -> Iterator[tuple[Scene, FrameTruth]]:
    """The film with time to think after every turn."""
    later_s, index = 0.0, 0
    for scene, truth in Film(script).scenes():
        yield scene, replace(truth, index=index, time_s=truth.time_s + later_s)
        index += 1
        if truth.resting and any(event.kind == "turn-over" for event in truth.events):
            for _ in range(round(THINKING_S / SHOWN_EVERY_S)):
                later_s += SHOWN_EVERY_S
                yield scene, replace(truth, index=index, time_s=truth.time_s + later_s, events=())
                index += 1


class Evening:
    """The film of one match as a source, drawn by another process."""

    live = False
    dropped = 0

    def __init__(self, number: int) -> None:
        self.name, self.status, self.lasted_s = "evening", Status.RUNNING, 0.0
        context = multiprocessing.get_context("spawn")
        self._pictures, far = context.Pipe(duplex=False)
        self._painter = context.Process(target=_paint, args=(number, far), name="painter", daemon=True)
        self._painter.start()
        far.close()
        self.profile: TableProfile = self._received()

    def frames(self) -> Iterator[Frame]:
        """Every picture; while players think the same one is shown."""
        while self.status is Status.RUNNING:
            frame = self._received()
            if frame is None:
                self.status = Status.ENDED
                return
            self.lasted_s = frame.taken_at_s
            yield frame

    def _received(self) -> Any:
        try:
            return self._pictures.recv()
        except EOFError:
            raise IcekeeperError("the process that draws the pictures has stopped; see its error above") from None

    def close(self) -> None:
        """Deliver nothing more."""
        self.status = Status.CLOSED
        self._pictures.close()
        self._painter.join()


def _paint(number: int, out: Connection) -> None:
    """Send the exact profile of a match's table, then all its pictures, then None; runs in its own process."""
    script = filmed(number)
    scene, renderer = Film(script).first_scene(), Renderer()
    with contextlib.suppress(BrokenPipeError):  # nobody looks any more
        out.send(scene_profile(scene, renderer.render(scene).bgr, dict(script.cube_set)))
        last, frame = None, None
        for scene, truth in thoughtful(script):
            if frame is None or scene is not last:
                last, frame = scene, draw_frame(renderer, scene, truth)
            out.send(Frame(frame.bgr, truth.index, truth.time_s))
        out.send(None)


def _created(store: Store, script: MatchScript, profile: TableProfile | None = None) -> str:
    return create_match(
        store,
        seats(script.players),
        equipment=CubeSet.from_json(dict(script.cube_set)),
        start=State.from_json(dict(script.start)),
        layout=script.dims.exit,
        simulated=True,
        source="camera",
        profile=None if profile is None else profile.to_json(),
        at=0.0,
    )


def _watched(store: Store, number: int) -> tuple[float, int]:
    """One match watched by a table session; how long it lasted, and how many turns it wrote down."""
    script, source = filmed(number), Evening(number)
    match_id = _created(store, script, source.profile)
    session = TableSession(store, match_id, source, table_eye(source.profile, dict(script.cube_set)), PATIENCE)
    told: list[int] = []
    forget = session.subscribe(lambda view: told.append(len(json.dumps(view))))
    session.start()
    session.wait()
    whole = source.status is Status.ENDED
    session.stop()
    if not whole:
        raise IcekeeperError(f"the film of match {number} broke off after {source.lasted_s:.0f} s")
    forget()
    return source.lasted_s, len(session.match.turns)


def _read(store: Store, number: int) -> tuple[float, int]:
    """The same from readings of the truth."""
    script = filmed(number)
    match_id, clock = _created(store, script), [0.0]

    def history() -> Sequence[Any]:
        return store.events(match_id)

    referee = Referee.resumed(history, None, PATIENCE, lambda: clock[0])
    recorder = Recorder(store, match_id)
    for glance in reading(thoughtful(script), script.cube_set, random.Random(script.seed)):
        clock[0] = glance.at_s
        news = referee.glance(glance)
        recorder.record(news.events, news.pictures)
    last = referee.film_over()
    recorder.record(last.events, last.pictures)
    return clock[0], len(referee.match.turns)


def idle_mb() -> float:
    """How much of it is free but kept by the C library for later; 0 where it cannot tell (before glibc 2.33)."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return 0.0
    ask.restype = _Mallinfo
    return float(ask().fordblks) / 2**20


class _Mallinfo(ctypes.Structure):
    """As `man mallinfo2` gives it; only the ninth number is asked for here."""

    _fields_ = [(name, ctypes.c_size_t) for name in (*"abcdefgh", "fordblks", "keepcost")]


def file_kb(path: Path) -> float:
    """How large the record is, its journal included."""
    return sum(p.stat().st_size for p in path.parent.glob(path.name + "*")) / 1024


def _bar(now: Measured, seconds: float) -> None:
    done = "#" * round(30 * min(1.0, now.played_s / seconds))
    text = f"\r[{done:30s}] {now.played_s / 3600:4.2f} h {now.turns:4d} turns {now.used_mb:6.1f} MB "
    print(text, end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
