"""A club's evening at ten times its speed: `python -m bench.club [--tables 10 20 50] [--seconds 120] [--screens 20]`.

Every table writes its own record to the disk first and sends it on to one PostgreSQL server on this machine; screens
follow the club's page over HTTP. Told: events a second, the delay from a table's disk to the screens, and whether the
club has each event of each table once. With --cut the cable of every table is pulled for that long in the middle.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psycopg

from bench.club.evening import Table
from bench.club.history import history
from bench.club.postgres import Cluster, cluster
from bench.club.wire import Wire
from bench.results import figure
from webui.record.disk.checks import START, body_of, event_sum
from webui.record.store import Store

NORMAL_S = 3.0
"""At a real table somebody enters something this often."""
SPEED = 10
PROCESSES = 2
SETTLE_S = 60.0


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of the table."""

    tables: int
    seconds: float
    events: int
    median_ms: float
    slow_ms: float
    lost: int
    doubled: int
    caught_up_s: float

    def line(self) -> str:
        """As it is printed."""
        rate = self.events / self.seconds
        return (
            f"| {self.tables} | {self.events} | {rate:.0f} | {self.median_ms:.0f} ms | {self.slow_ms:.0f} ms "
            f"| {self.lost} | {self.doubled} | {self.caught_up_s:.1f} s |"
        )


HEAD = """\
| tables | events | events/s | delay to the screen, median | 95 % | lost | doubled | caught up after the end |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


TITLE = "A club's evening"
HEAD_WORDS = "tables, events, events a second, delay (median, 95 %), lost, doubled, caught up after"


def kept_as(options: Sequence[str]) -> tuple[str, str]:
    """Title and name of what was measured."""
    return ("Ten years of a club's evenings", "club-history") if "--history" in options else (TITLE, "club")


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print; exit status 1 where something was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m bench.club", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 20, 50])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--screens", type=int, default=20)
    parser.add_argument("--cut", type=float, default=0.0, metavar="S", help="pull the cable for so long")
    parser.add_argument("--history", action="store_true", help="ten years of evenings, and every page on them")
    parser.add_argument("--matches", type=int, default=100_000, help="with --history: so many matches")
    parser.add_argument("--people", type=int, default=600, help="with --history: so many people")
    args = parser.parse_args(argv)
    if args.history:
        return int(not history(args.matches, args.people))
    print(HEAD, flush=True)
    bad = 0
    for count in args.tables:
        with cluster(durable=True) as server, tempfile.TemporaryDirectory() as folder:
            found = evening(server, Path(folder), count, args.seconds, args.screens, args.cut)
        print(found.line(), flush=True)
        figure(f"{count} tables: {HEAD_WORDS}", found.line().strip(" |").replace(" | ", ", "), "0 lost, 0 doubled")
        bad += found.lost + found.doubled
    return 1 if bad else 0


def evening(server: Cluster, folder: Path, tables: int, seconds: float, screens: int, cut_s: float = 0.0) -> Measured:
    """Play one evening, and hold both records against each other."""
    context = multiprocessing.get_context("spawn")
    stop, ready = context.Event(), context.Event()
    port: Any = context.Value("i", 0)
    page = context.Process(target=_page, args=(server.url(), port, ready, stop), daemon=True)
    page.start()
    ready.wait(60)
    wire = Wire(server.port) if cut_s else None
    club = server.url(port=wire.port) if wire else server.url()
    shares = [range(k, tables, PROCESSES) for k in range(PROCESSES)]
    written: Any = context.Queue()
    over = context.Event()
    hosts = [context.Process(target=_tables, args=(folder, club, list(s), over, written)) for s in shares]
    seen = _Screens(port.value, screens)
    begun = time.time()
    for each in hosts:
        each.start()
    _cut(wire, seconds, cut_s)
    over.set()
    ended = time.time()
    times: dict[str, list[float]] = {}
    for _ in hosts:
        times |= written.get(timeout=SETTLE_S * 3)
    caught_up = time.time() - ended
    for each in hosts:
        each.join()
    time.sleep(1.0)
    delays = seen.delays(times)
    seen.close()
    stop.set()
    page.join(10)
    if wire:
        wire.close()
    lost, doubled = compared(folder, server.url())
    count = sum(len(each) for each in times.values())
    slow = quantiles(delays, n=20)[-1] if len(delays) > 1 else 0.0
    middle = median(delays) if delays else 0.0
    return Measured(tables, ended - begun, count, middle * 1000, slow * 1000, lost, doubled, caught_up)


def _cut(wire: Wire | None, seconds: float, cut_s: float) -> None:
    """Let the evening go on; pull the cable in the middle of it."""
    if wire is None:
        time.sleep(seconds)
        return
    time.sleep((seconds - cut_s) / 2)
    wire.cut()
    time.sleep(cut_s)
    wire.mend()
    time.sleep((seconds - cut_s) / 2)


def _page(club: str, port: Any, ready: Event, stop: Event) -> None:
    """The club's page in a process of its own."""
    from webui.club.address import Address
    from webui.club.page.serving import ClubPage, build_club

    page = ClubPage(build_club(Address.parse(club)), 0)
    port.value = page.port

    def end() -> None:
        stop.wait()
        page.stop()

    threading.Thread(target=end, daemon=True).start()
    ready.set()
    page.serve()


def _tables(folder: Path, club: str, numbers: list[int], over: Event, written: Any) -> None:
    """Several tables in one process; each has its record, its sender, and a thread that plays."""
    ended = threading.Event()
    tables = [Table(folder, number, club) for number in numbers]
    rng = random.Random(len(numbers))
    pace = NORMAL_S / SPEED
    threads = [
        threading.Thread(target=table.play, args=(lambda: rng.uniform(0.5, 1.5) * pace, ended)) for table in tables
    ]
    for thread in threads:
        thread.start()
    over.wait()
    ended.set()
    for thread in threads:
        thread.join()
    until = time.monotonic() + SETTLE_S
    while any(_behind(table) for table in tables) and time.monotonic() < until:
        time.sleep(0.02)
    written.put({key: times for table in tables for key, times in table.written.items()})
    for table in tables:
        table.close()


def _behind(table: Table) -> bool:
    one = table.sender
    return one.standing.state != "joined" or any(line.events > one._place(line).next for line in one.outbox.lines())


class _Screens:
    """Screens that follow the club's page: for each match, when which number of events was first seen by each."""

    def __init__(self, port: int, count: int) -> None:
        self._seen: list[dict[str, list[tuple[int, float]]]] = [{} for _ in range(count)]
        self._connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=120) for _ in range(count)]
        for connection, seen in zip(self._connections, self._seen, strict=True):
            threading.Thread(target=_follow, args=(connection, seen), daemon=True).start()

    def delays(self, written: dict[str, list[float]]) -> list[float]:
        """For every event and every screen: from the table's disk to the screen that shows it, in seconds."""
        return [delay for seen in self._seen for match, times in written.items() for delay in _of(seen, match, times)]

    def close(self) -> None:
        """Let the page go."""
        for connection in self._connections:
            with contextlib.suppress(OSError, AttributeError):
                connection.sock.close()


def _follow(connection: http.client.HTTPConnection, seen: dict[str, list[tuple[int, float]]]) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
        connection.request("GET", "/api/club/live", headers={"Host": f"localhost:{connection.port}"})
        answer = connection.getresponse()
        while line := answer.readline():
            if not line.startswith(b"data: "):
                continue
            now = time.time()
            for one in json.loads(line[6:]):
                view = one["view"]
                if view and "match" in view:
                    seen.setdefault(view["match"], []).append((view["events"], now))


def _of(seen: dict[str, list[tuple[int, float]]], match: str, times: list[float]) -> Iterator[float]:
    """Delays of the events of one match on one screen; an event is shown as soon as a view has it."""
    shown, k = seen.get(match, []), 0
    for number, at in enumerate(times, 1):
        while k < len(shown) and shown[k][0] < number:
            k += 1
        if k == len(shown):
            return
        yield shown[k][1] - at


def compared(folder: Path, club: str) -> tuple[int, int]:
    """How many events of the tables the club does not have, and how many it has that no table wrote or has twice."""
    lost = doubled = 0
    with psycopg.connect(club) as connection:
        rows = connection.execute("SELECT match_id, number, kind, body, sum FROM icekeeper.events ORDER BY 1, 2")
        there: dict[str, list[Any]] = {}
        for match_id, *row in rows.fetchall():
            there.setdefault(match_id, []).append(row)
    for path in sorted(folder.glob("table*.sqlite")):
        with contextlib.closing(Store(path, reading=True)) as store:
            for match in store.matches():
                events, total = [(k, body_of(e)) for k, e in enumerate(store.events(match.id))], START
                found = there.pop(match.id, [])
                lost += len(set(events) - {(row[0], row[2]) for row in found})
                doubled += len(found) - len({row[0] for row in found})
                for number, kind, body, summed in found:
                    total = event_sum(total, match.id, number, kind, body)
                    doubled += bytes(summed) != total
    return lost, doubled + sum(len(rows) for rows in there.values())
