"""Ten years of evenings: `python -m bench club --history [--matches 100000] [--people 600]`.

A record of a hundred thousand matches, and the club's page on it as `icekeeper club` starts it, asked over HTTP for all
that a person opens. Told for each: the median, the slowest, and how much of that the page itself computed; and what the
page keeps in memory.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.club.filling import LATE, MELTING, fill
from bench.club.postgres import cluster
from bench.results import figure
from webui.club.address import Address
from webui.club.sender import Sender
from webui.record.fold import fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.referee import by_hand

GOAL_S: Final = 0.3
TIMES: Final = 9
HEAD: Final = """\
| what is opened | median | slowest | computed by the page | kB |
| --- | ---: | ---: | ---: | ---: |"""


@dataclass(frozen=True, slots=True)
class Opened:
    """One page as often as it was opened."""

    what: str
    seconds: tuple[float, ...]
    cpu_s: float
    size: int

    def line(self) -> str:
        """As it is printed."""
        middle, slow = median(self.seconds), max(self.seconds)
        cells = (
            f"{middle * 1000:.0f} ms",
            f"{slow * 1000:.0f} ms",
            f"{self.cpu_s * 1000:.0f} ms",
            f"{self.size / 1000:.0f}",
        )
        return f"| {self.what} | {' | '.join(cells)} |"


class Running:
    """The club's page in a process of its own, as `icekeeper club` starts it."""

    def __init__(self, club: str) -> None:
        words = [sys.executable, "-m", "webui.cli", "club", "--db", club, "--port", "0"]
        begun = time.monotonic()
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rpartition(":")[2])
        self.ready_s = time.monotonic() - begun

    def get(self, path: str) -> tuple[bytes, float, float]:
        """What comes, how long that took, and how much of it the page computed."""
        used, begun = self._cpu_s(), time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        with contextlib.closing(connection):
            connection.request("GET", path, headers={"Host": f"localhost:{self.port}"})
            answer = connection.getresponse()
            body = answer.read()
        assert answer.status == 200, (path, answer.status, body[:200])
        return body, time.monotonic() - begun, self._cpu_s() - used

    def json(self, path: str) -> Any:
        """The same as what it says."""
        return json.loads(self.get(path)[0])

    def opened(self, what: str, path: Callable[[int], str], times: int = TIMES) -> Opened:
        """Open it so often."""
        found = [self.get(path(k)) for k in range(times)]
        cpu = sum(each[2] for each in found) / times
        return Opened(what, tuple(each[1] for each in found), cpu, len(found[-1][0]))

    def memory_mb(self) -> float:
        """What its process keeps in memory."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))

    def _cpu_s(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(20)


def history(matches: int, members: int) -> bool:
    """Fill a record and open everything; whether each page came within the goal."""
    with cluster(durable=True) as server:
        begun = time.monotonic()
        for done in fill(server.url(), matches, members, time.time()):
            _bar(done, matches)
        print(f"made in {time.monotonic() - begun:.0f} s", file=sys.stderr)
        return told(server.url(), matches)


def told(club: str, matches: int) -> bool:
    """Print what was measured of the page on this record."""
    begun = time.monotonic()
    page = Running(club)
    try:
        first = page.json("/api/matches")
        first_s = time.monotonic() - begun
        assert first["of"] == matches
        page.get("/api/club/standings")
        warm_s = time.monotonic() - begun
        print(HEAD, flush=True)
        found = list[Opened]()
        for one in everything(page, club, first):
            found.append(one)
            print(one.line(), flush=True)
        memory = page.memory_mb()
    finally:
        page.stop()
    start = (
        f"{page.ready_s:.1f} s until it answers, {first_s:.1f} s until the archive, {warm_s:.1f} s until the standings"
    )
    print(f"\nstart: {start}; memory {memory:.0f} MB")
    for one in found:
        middle, slow = median(one.seconds), max(one.seconds)
        computed = f"; {one.cpu_s * 1000:.0f} ms" if one.cpu_s else ""
        what = f"{matches} matches: {one.what} (median, slowest{'; computing' if computed else ''})"
        figure(what, f"{middle * 1000:.0f} ms, {slow * 1000:.0f} ms{computed}", "0.3 s")
    figure(f"{matches} matches: the club page's start", start)
    figure(f"{matches} matches: memory of the club's page", f"{memory:.0f} MB")
    return all(median(one.seconds) <= GOAL_S for one in found)


def everything(page: Running, club: str, first: Any) -> Iterator[Opened]:
    """All that a person opens."""
    people = page.json("/api/club/people")
    evenings, series = people["evenings"], people["series"]
    names = [one["name"].replace(" ", "%20") for one in people["people"]]
    match_id = first["matches"][0]["id"]
    rule = first["faults"][0]["rule"]
    day = evenings[len(evenings) // 2]
    yield page.opened("archive, all matches", lambda _: "/api/matches")
    yield page.opened("search: part of a name", lambda k: f"/api/matches?player={'aeiouadobexu'[k]}")
    yield page.opened("search: one person's matches", lambda k: f"/api/matches?player={names[k * 7]}")
    yield page.opened(
        "search: a fault, a game, two years",
        lambda _: f"/api/matches?fault={rule}&game=ice-cult&from=2022-01-01&to=2023-12-31",
    )
    yield page.opened("one evening's matches", lambda _: f"/api/matches?from={day}&to={day}")
    yield page.opened("one match", lambda _: f"/api/matches/{match_id}")
    yield page.opened("people, series, evenings", lambda _: "/api/club/people")
    yield page.opened("standings of everything", lambda _: "/api/club/standings")
    yield page.opened("standings of everything in one game", lambda _: "/api/club/standings?game=iglu")
    yield page.opened("standings of an evening", lambda k: f"/api/club/standings?from={evenings[k]}&to={evenings[k]}")
    yield page.opened(
        "standings of a series, the first time",
        lambda k: f"/api/club/standings?from={series[k]['from']}&to={series[k]['to']}",
    )
    yield page.opened(
        "standings of a year, the first time",
        lambda k: f"/api/club/standings?from={2017 + k}-02-01&to={2018 + k}-01-31",
        8,
    )
    yield page.opened("standings of everything as CSV", lambda _: "/api/club/standings?as=csv")
    yield page.opened("tournaments", lambda _: "/api/club/tournaments")
    yield page.opened("a tournament of years ago", lambda k: f"/api/club/tournaments/cup{k * 6 + 5:04d}")
    yield from live(page, club)


def live(page: Running, club: str) -> Iterator[Opened]:
    """A match is played meanwhile: each event until a screen shows it, then the archive and the standings once more."""
    store, seen, came = Store.in_memory(), list[int](), threading.Condition()
    sender = Sender(store, Address.parse(club), "Table 11", on_table=lambda: match_id)
    delays, lists, tables = list[float](), list[float](), list[float]()
    listening = http.client.HTTPConnection("127.0.0.1", page.port, timeout=600)
    match_id = ""
    threading.Thread(target=_follow, args=(listening, lambda: match_id, seen, came), daemon=True).start()
    sender.start()
    for _ in range(3):
        players = [{"name": "Ada A.", "colour": "r"}, {"name": "Bela A.", "colour": "b"}]
        match_id = create_match(store, players, game="iglu", start=LATE)
        sender.enlist(match_id)
        for word in ("", *MELTING):
            begun = time.monotonic()
            if word:
                store.append(match_id, by_hand.act(fold(store.events(match_id)), word, time.time()))
            count = store.head(match_id).events
            with came:
                assert came.wait_for(lambda count=count: count in seen, 60)  # type: ignore[misc]
            delays.append(time.monotonic() - begun)
            lists.append(page.get("/api/matches")[1])
            tables.append(page.get("/api/club/standings")[1])
        seen.clear()
    newest = page.json("/api/matches")["matches"][0]
    assert (newest["id"], newest["winners"]) == (match_id, fold(store.events(match_id)).winners)
    with contextlib.suppress(OSError, AttributeError):
        listening.sock.close()
    sender.stop()
    store.close()
    yield Opened("live: from the table's disk to the screen", tuple(delays), 0.0, 0)
    yield Opened("archive, just after each event", tuple(lists), 0.0, 0)
    yield Opened("standings, just after each event", tuple(tables), 0.0, 0)


def _follow(
    connection: http.client.HTTPConnection, match: Callable[[], str], seen: list[int], came: threading.Condition
) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
        connection.request("GET", "/api/club/live", headers={"Host": f"localhost:{connection.port}"})
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                views = [one["view"] for one in json.loads(line[6:]) if one["view"]]
                with came:
                    seen += [view["events"] for view in views if view.get("match") == match()]
                    came.notify_all()


def _bar(done: int, count: int) -> None:
    end = "\n" if done >= count else ""
    print(f"\rmaking {count} matches [{'#' * (30 * done // count):30s}] {done} ", end=end, file=sys.stderr, flush=True)
