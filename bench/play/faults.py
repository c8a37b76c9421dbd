"""Disks that fail while a match is kept by hand: full, read-only, failing, torn in the middle of a write, and killed.

One process plays at random and says what it is about to write and what it has been promised is written; another spoils
its disk, kills it, and holds the record against what was said. `bench.crash` runs it.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from bench.play import disk
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.referee import News, Referee

KINDS: Final = ("kill", "torn", "failing", "full", "read-only", "rubbish")
"""What is done to the disk; all but the last end in a kill or, now and then, in an orderly stop."""
PAGE: Final = 4096
STOPS: Final = 0.3
NEW: Final = 5
"""So many writes fail also while a record is made."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What one run of the player has to bear."""

    kind: str
    after: int
    """How many commands go well first."""
    lasts: int
    """For how many commands the disk refuses."""
    room: int
    """How many bytes may still be written, where writes are cut."""
    stops: bool
    """Whether it is told to stop at the end, rather than killed."""


def random_fault(kind: str, rng: random.Random) -> Fault:
    """One of a kind, some time after the start."""
    lasts = rng.randint(40, 60) if kind == "full" else rng.randint(1, 12)  # until another page is needed
    return Fault(kind, rng.randint(0, 12), lasts, rng.randint(0, 6 * PAGE), rng.random() < STOPS)


def play(path: Path, seed: int, fault: Fault) -> None:
    """Play at random for ever, under a fault; what is planned, promised and lost is printed."""
    from bench.play.records import random_turn

    store, rng = Store(path), random.Random(seed)
    matches = store.matches()
    match_id = matches[0].id if matches else create_match(store, seats("ryg"), name="crash", at=0.0)
    referee = Referee.resumed(lambda: store.events(match_id))
    recorder = Recorder(store, match_id, clock=lambda: float("inf"))  # every command tries again
    _say(ready=len(store.events(match_id)))
    spoil, mend = _disk(store, fault)
    for number, command in enumerate(_commands(referee, rng, random_turn)):
        if number == fault.after:
            spoil()
        if number == fault.after + fault.lasts:
            mend()
            if fault.stops:
                break
        news = command()
        _say(plan=[event.to_json() for event in news.events])
        recorder.record(news.events)
        if recorder.problem is None:
            _say(told=True)
    lost = recorder.finish()
    _say(ended=None if lost is None else str(lost))
    store.close()


def _say(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def _commands(
    referee: Referee, rng: random.Random, turn: Callable[..., tuple[str, ...]]
) -> Iterator[Callable[[], News]]:
    """What players do, one after the other, without end."""
    while True:
        if referee.match.over:
            yield referee.take_back
        for word in turn(referee.match, rng):
            if not referee.match.over:
                yield lambda word=word: referee.act(word)  # type: ignore[misc]
        if not referee.match.over:
            yield referee.done


def _disk(store: Store, fault: Fault) -> tuple[Callable[[], None], Callable[[], None]]:
    """How to spoil the disk, and how to mend it."""
    db = store.connection.db

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def cut() -> None:
        if fault.kind == "torn":  # the write that goes beyond is done in part, then the process is killed
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        log = Path(f"{store.path}-wal")
        limit((log.stat().st_size if log.exists() else 0) + fault.room)

    def nothing() -> None:
        return

    pages = "PRAGMA max_page_count"
    ways: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "torn": (cut, nothing),
        "failing": (cut, lambda: limit(resource.RLIM_INFINITY)),
        "full": (lambda: db.execute(f"{pages} = 1"), lambda: db.execute(f"{pages} = 1000000")),
        "read-only": (lambda: db.execute("PRAGMA query_only = ON"), lambda: db.execute("PRAGMA query_only = OFF")),
    }
    return ways.get(fault.kind, (nothing, nothing))


def disk_faults(path: Path, seed: int, runs: int, show: Callable[[int], None] = lambda done: None) -> str:
    """What went wrong in so many runs with one fault each, or nothing; what is on record grows from run to run."""
    rng, told = random.Random(seed), 0
    for run in range(runs):
        fault = random_fault(KINDS[run % len(KINDS)], rng)
        before = _on_record(path)
        said = _suffered(path, seed + run, fault, rng)
        if fault.kind == "rubbish":
            _append_rubbish(path, rng)
        problem, known = _held(before, _on_record(path), said)
        if problem:
            return f"run {run + 1}, {fault.kind}: {problem}"
        told += known
        show(run + 1)
    return "" if told else "nothing was ever told; give it more time"


def every_write(path: Path, seed: int, writes: int, library: Path) -> str:
    """What went wrong when the first, the second, ... write of a process failed, in each way; or nothing.

    Each on the same record, which grows; the first ones also on one that is not there yet. A process of its own does
    it, since the library must be loaded before all others.
    """
    command = [sys.executable, "-m", "bench.crash", "--each", str(path), "--seed", str(seed), "--writes", str(writes)]
    env = {**os.environ, "LD_PRELOAD": str(library)}
    return subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def each_write(path: Path, seed: int, writes: int, show: Callable[[int, int], None]) -> str:
    """The same, in a process with the library."""
    rng, told, runs = random.Random(seed), 0, list(_writes(path, writes))
    _suffered(path, seed, Fault("kill", 6, 0, 0, stops=True), rng)
    for run, (file, kind, at) in enumerate(runs):
        fault = Fault("kill", rng.randint(5, 12), 0, 0, rng.random() < STOPS)
        before = _on_record(file)
        said = _suffered(file, seed + run, fault, rng, disk.failing(kind, at, rng.choice((1, 2, 8, 30))))
        problem, known = _held(before, _on_record(file), said)
        if problem:
            return f"write {at}, {kind}: {problem}"
        told += known
        show(run + 1, len(runs))
    return "" if told else "nothing was ever told; give it more time"


def _writes(path: Path, writes: int) -> Iterator[tuple[Path, str, int]]:
    """Which record, in which way, at which write."""
    for at in range(1, writes + 1):
        for kind in disk.KINDS:
            yield path, kind, at
            if at <= NEW:
                yield path.with_name(f"{at}-{kind}.sqlite"), kind, at


def _suffered(
    path: Path, seed: int, fault: Fault, rng: random.Random, failing: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Let a player run under a fault until it ends or is killed; what it said.

    It is forked, not started: a hundred starts take longer than all that is measured.
    """
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        _be_the_player(theirs, path, seed, fault, failing or {})
    os.close(theirs)
    with os.fdopen(ours) as heard:
        lines = [heard.readline()]
        if not fault.stops and fault.kind != "torn":
            lines += [heard.readline() for _ in range(rng.randint(1, 2 * (fault.after + fault.lasts) + 4))]
            time.sleep(rng.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
        lines += heard.read().split("\n")
    os.waitpid(child, 0)
    return [json.loads(line) for line in lines if line.strip().endswith("}")]


def _be_the_player(out: int, path: Path, seed: int, fault: Fault, failing: Mapping[str, str]) -> NoReturn:
    """What the forked process does; it never comes back."""
    try:
        os.dup2(out, 1)
        sys.stdout = os.fdopen(1, "w")
        os.environ.update(failing)
        if failing:
            disk.count_from_here()
        play(path, seed, fault)
    except BaseException:  # a disk that fails while the record is opened ends the player: nothing was promised
        os._exit(1)
    os._exit(0)


def _held(before: list[Any], after: list[Any], said: list[dict[str, Any]]) -> tuple[str, int]:
    """What is wrong with the record after what was said, or nothing; and how many promises there were."""
    if not after and not before and not any("ready" in line for line in said):
        return "", 0  # the match could not even be begun, and nothing of it is on record
    plans: list[list[Any]] = [line["plan"] for line in said if "plan" in line]
    sizes = [len(before) or 1]
    for plan in plans:
        sizes.append(sizes[-1] + len(plan))
    written = [*(before or after[:1]), *(event for plan in plans for event in plan)]
    if after != written[: len(after)]:
        return "what is on record is not what was written", 0
    if len(after) not in sizes:
        return f"half of a command is on record: {len(after)} events, of {sizes}", 0
    promised, seen = 0, 0
    for line in said:
        seen += "plan" in line
        promised = seen if line.get("told") else promised
    if len(after) < sizes[promised]:
        return f"told but not on record: {sizes[promised] - len(after)} events", 0
    ended = [line["ended"] for line in said if "ended" in line]
    if ended == [None] and len(after) < sizes[-1]:
        return "it ended without a word of what was not written", 0
    return "", promised


def _append_rubbish(path: Path, rng: random.Random) -> None:
    """The end of a log as a power cut leaves it: a piece of a page that nobody was promised."""
    log = Path(f"{path}-wal")
    if log.exists():
        with log.open("ab") as file:
            file.write(rng.randbytes(rng.randint(1, 2 * PAGE)))


def _on_record(path: Path) -> list[dict[str, Any]]:
    """All events of the match, which must fold."""
    if not path.exists():
        return []
    store = Store(path)
    try:
        matches = store.matches()
        events = store.events(matches[0].id) if matches else ()
        if events:
            fold(events)
        return [event.to_json() for event in events]
    finally:
        store.close()
        assert os.stat(path).st_mode & 0o777 == 0o600
