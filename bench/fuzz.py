"""Attacks a table in its own notation: `python -m bench.fuzz [--minutes 30] [--seed 1]`.

Random words, states, corrections, answers, offers, house rules, logs and sets are sent to a page by hand and to one
that a camera watches. After every request the table's thread must do a real command, every page that is read must
answer, and a restart from the record must give the same view. Whatever is exported must be read again. 0 failures are
expected.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.engines.timing import bar
from bench.play.glanced import Glanced
from bench.play.notation import TABLE, Speaker
from bench.results import figure
from engine.core.errors import IcekeeperError
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from engine.icecult.cube import STANDARD_SET, UNKNOWN_SET
from engine.icecult.state import State
from tests.webui.making import Page
from vision.sources.opening import Status
from webui.parts import Parts
from webui.play.watcher import Patience
from webui.present.sheet import log_text
from webui.record.fold import fold
from webui.record.importing import import_log
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.session import SessionError, TableSession
from webui.settings import Settings
from webui.table.first import open_table
from webui.wiring import build

TITLE = "Requests at random"
FINE = frozenset({200, 204, 400, 404, 409})
READS = ("", "/log", "/sheet", "/archive", "/share")
MATCHES_KEPT = 4
WRITTEN_S = 10.0
EVENTS_MOST = 160  # then a new match begins: a long one takes long to read

Json = dict[str, Any]


@dataclass
class Found:
    """What happened: requests by answer, and everything that should not have been."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def check(self, good: bool, what: str) -> None:
        """Remember a failure."""
        if not good:
            self.failures.append(what[:600])


class _Faults(logging.Handler):
    """Everything logged with a traceback is a fault of ours, though it was contained."""

    def __init__(self, found: Found) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        """Remember it."""
        if record.exc_info:
            self._found.failures.append(f"{record.getMessage()}: {record.exc_info[1]!r}"[:600])


class Attack:
    """One page under attack, by hand or watched by a camera."""

    def __init__(self, folder: Path, seed: int, camera: bool) -> None:
        self.found, self.say = Found(), Speaker(f"{seed} {camera}")
        self._path, self._seed, self._camera = folder / f"{seed}-{camera}.sqlite", seed, camera
        self._faults = _Faults(self.found)
        logging.getLogger().addHandler(self._faults)
        self._parts, self._page = self._opened()
        self._film: Glanced | None = None
        self._begin()

    def close(self) -> None:
        """Let everything go."""
        logging.getLogger().removeHandler(self._faults)
        _closed(self._parts)

    def _opened(self) -> tuple[Parts, Page]:
        parts = build(Settings(port=0, posts_per_s=1000.0, gets_per_s=1000.0), self._path)
        return parts, Page(parts)

    def _begin(self) -> None:
        """A new match on the table; the oldest ones are forgotten."""
        self._seed += 1
        colours = self.say.rng.choice(("ry", "ryg", "rygb"))
        if self._camera:
            start, known = State.setup(colours[0]), UNKNOWN_SET if self.say.maybe(0.05) else STANDARD_SET
            self._film = Glanced(start, STANDARD_SET, self._seed)
            match_id = create_match(self._parts.store, seats(colours), equipment=known, source="camera")
            self._parts.desk.put(match_id, self._film, self._film, Patience(owed_s=2.0))
        else:
            self._parts.desk.open(seats(colours), name=f"match {self._seed}")
        for listed in sorted(self._parts.store.matches(), key=lambda one: one.created_at)[:-MATCHES_KEPT]:
            if listed.id != self._parts.desk.table().match_id:
                self._parts.store.delete(listed.id)

    def request(self) -> None:
        """One attack, and everything that must hold after it."""
        if self._parts.desk.session is None or self._parts.desk.table().match.count > EVENTS_MOST:
            self._begin()
        if self._film is not None and self.say.maybe(0.7):
            legal = self._parts.desk.table().view()["turn"]["legal"]
            self._film.play([self.say.word(legal) for _ in range(self.say.rng.choice((0, 1, 1, 1, 2)))])
            if self._film.status is Status.CLOSED and self.say.maybe(0.2):  # another match was put on the table
                self._begin()
        what, send = self.say.rng.choice(self._attacks())
        try:
            answer = send()
        except IcekeeperError:
            self.found.counts[f"{what} refused"] += 1
        else:
            self._answered(what, answer)
        self._holds(what)

    def _answered(self, what: str, answer: Any) -> None:
        if answer is None:
            self.found.counts[what] += 1
            return
        status = answer.status_code
        self.found.counts[f"{what} {status}"] += 1
        failed = status >= 400 and (answer.get_json(silent=True) or {}).get("key") == "failed"
        self.found.check(status in FINE and not failed, f"{what}: {status} {answer.data[:300]!r}")

    def _attacks(self) -> list[tuple[str, Callable[[], Any]]]:
        """Everything that can be sent now."""
        table = [(f"table/{path}", self._table_post(path)) for path in TABLE]
        on_record = [(f"matches/{path or 'delete'}", self._match_post(path)) for path in RECORD]
        whole = [("import", self._import), ("start", self._start), ("learn", self._learn)]
        return table * 4 + [("lawful turn", self._lawful)] * 8 + on_record + whole

    def _table_post(self, path: str) -> Callable[[], Any]:
        return lambda: self._page.post(f"/api/table/{path.strip()}", self._body(path))

    def _body(self, path: str) -> Any:
        """What a page would send, or nearly."""
        view, say = self._parts.desk.table().view(), self.say
        body: Json = TABLE[path](say, view)
        turns = self._parts.desk.table().match.turns
        if path == "correct-turn" and turns and say.maybe(0.8):
            turn = say.rng.choice(turns)
            body = {"turn": turn.number, "words": say.words(turn.actions)}
        now = {"match": view["match"]["id"], "turn": view["turn"]["number"], "step": len(view["turn"]["actions"])}
        if say.maybe(0.3):
            body["about"] = say.spoiled(now) if say.maybe(0.3) else now
        return say.spoiled(body) if say.maybe(0.05) else body

    def _lawful(self) -> Any:
        """A whole turn by the rules, so that the match comes somewhere."""
        view = self._parts.desk.table().view()
        for _ in range(12):
            if view["how"] or view["turn"]["may_end"] or not view["turn"]["legal"]:
                break
            owed = [word for one in view["turn"]["owed"] for word in one["actions"]]
            word = self.say.rng.choice(owed or view["turn"]["legal"])
            answer = self._page.post("/api/table/act", {"word": word})
            if answer.status_code != 200:  # the camera has ended the turn meanwhile, or the machine is too busy
                return answer
            view = answer.get_json()["view"]
        return self._page.post("/api/table/done")

    def _match_post(self, path: str) -> Callable[[], Any]:
        def send() -> Any:
            listed, say = self._parts.store.matches(), self.say
            match_id = say.rng.choice([*(one.id for one in listed), "nothing", "..", "\ud800"])
            body = {"house": say.house(), "turn": say.rng.randrange(-1, 9), "words": say.words(("Nn", "Ee"))}
            address = f"/api/matches/{match_id}".encode("utf-8", "replace").decode()
            return self._page.post(address + path, body, "POST" if path else "DELETE")

        return send

    def _import(self) -> None:
        """A log of ours with something changed is refused, or put on record whole."""
        match = self._parts.desk.table().match
        import_log(self._parts.store, _checked(self.say.log(log_text(match))))

    def _start(self) -> Any:
        self._film = None
        layout = self.say.rng.choice(("sides", "corners", 5))
        name = self.say.rng.choice(("one", "", "\ud800", "x" * 90))
        body = {"players": self.say.players(), "name": name, "house": self.say.house(), "layout": layout}
        answer = self._page.post("/api/setup/start", body)
        if self._camera:  # a match by hand replaced the film's
            self._begin()
        return answer

    def _learn(self) -> Any:
        tops = {slot: {"symbol": "arc", "facing": "SE"} for slot in ("NW", "NE", "SE", "SW")}
        return self._page.post("/api/learn/enter", {"tops": self.say.spoiled(tops)})

    def _holds(self, what: str) -> None:
        """The table's thread does a real command, everything can be read, and a restart gives the same view."""
        if self._parts.desk.session is None:
            self.found.check(self._page.get("/api/matches").status_code == 200, f"{what}: the list")
            return
        match_id = self._parts.desk.table().match_id
        answer = self._page.post("/api/table/pause", {"on": self.say.maybe(0.1)})
        self._answered("pause", answer)
        self.found.check(answer.status_code == 200, f"{what}: the table does not answer: {answer.data!r}")
        for path in ("/api/table/view", "/api/table/looks", "/api/matches", "/api/matches/people"):
            self._read(what, path)
        for path in READS if self.say.maybe(0.2) else READS[:2]:
            self._read(what, f"/api/matches/{match_id}{path}")
        self._same_after_restart(what, match_id)
        self._export(what)
        if self.say.maybe(0.02):
            self._restart(what)

    def _read(self, what: str, path: str) -> None:
        answer = self._page.get(path)
        self.found.check(answer.status_code == 200, f"{what}, then {path}: {answer.data[:300]!r}")

    def _same_after_restart(self, what: str, match_id: str) -> None:
        table = self._parts.desk.table()
        self.found.check(self._on_record(match_id), f"{what}: the record tells otherwise")
        if self._camera and not self.say.maybe(0.1):  # to judge all views again takes long
            return
        until = time.monotonic() + WRITTEN_S
        while unlike := _unlike(TableSession(self._parts.store, match_id).view(), table.view()):
            if time.monotonic() > until:  # the camera may have seen something between the two views, but not for ever
                self.found.check(False, f"{what}: another view after a restart: {unlike}")
                return

    def _on_record(self, match_id: str) -> bool:
        """Whether the record tells what the table shows; a camera's last view may just be being written."""
        until = time.monotonic() + WRITTEN_S
        while fold(self._parts.store.events(match_id)) != self._parts.desk.table().match:
            if time.monotonic() > until:
                return False
            with contextlib.suppress(SessionError):  # on a very busy machine the watchdog begins the table anew
                self._parts.desk.table().pause(False).result(WRITTEN_S)
        return True

    def _export(self, what: str) -> None:
        """What we export we read, always."""
        match = self._parts.desk.table().match
        text, store = log_text(match), Store.in_memory()
        try:
            match_id = import_log(store, _checked(text))
            again = log_text(fold(store.events(match_id)))
            self.found.check(text.split("\n")[1:] == again.split("\n")[1:], f"{what}: another log after import")
        except IcekeeperError as error:
            self.found.failures.append(f"{what}: own export refused: {error}\n{_story(match)}"[:2000])
        finally:
            store.close()

    def _restart(self, what: str) -> None:
        """Close everything and open it again: the same match is on the table, and looks the same."""
        view, over = self._parts.desk.table().view(), self._parts.desk.table().match.over
        _closed(self._parts)
        self._film = None
        self._parts, self._page = self._opened()
        open_table(self._parts.desk, self._parts.learning, argparse.Namespace(source=None, new=False, players=""))
        after = self._parts.desk.session
        same = (after is None) if over else after is not None and (self._camera or not _unlike(after.view(), view))
        self.found.check(same, f"{what}: another table after a restart")
        if self._camera:
            self._begin()


RECORD = ("/rejudge", "/try", "/continue", "")


def _unlike(restarted: Any, running: Any, where: str = "") -> str:
    """What two views show differently, but for what only a running table has; "" for nothing."""
    if not (isinstance(restarted, dict) and isinstance(running, dict)):
        return "" if restarted == running else f"{where} {restarted!r}, was {running!r}; "
    keys = [key for key in {**restarted, **running} if where or key not in ("eye", "seen", "note")]
    return "".join(_unlike(restarted.get(key, ...), running.get(key, ...), f"{where}/{key}") for key in keys)


def _story(match: Match) -> str:
    said = ((t, t.verdict.get("rule") or t.legal) for t in match.turns)
    return " | ".join(f"{t.number} {t.player} {' '.join(t.actions)} {judged}" for t, judged in said)


def _checked(text: str) -> MatchLog:
    """A log that replays, as the command line takes it."""
    log = MatchLog.parse(text)
    replay(log, GAMES)
    return log


def _closed(parts: Parts) -> None:
    parts.setup.close()
    parts.desk.clear()
    parts.hub.close()
    parts.desk.keeper.stop()
    parts.store.close()


def attack(seed: int, seconds: float, camera: bool, most: int = 10**9) -> Found:
    """Attack one page for so long, with so many requests at most; what was found."""
    with tempfile.TemporaryDirectory() as folder:
        one = Attack(Path(folder), seed, camera)
        until = time.monotonic() + seconds
        try:
            while time.monotonic() < until and (most := most - 1) >= 0:
                one.request()
        finally:
            one.close()
    return one.found


def main(argv: Sequence[str] | None = None) -> int:
    """Attack by hand and by camera in turn; exit status 1 where anything failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="what is said")
    args = parser.parse_args(argv)
    rounds = max(2, round(args.minutes))
    counts, failures = Counter[str](), list[str]()
    for k in range(rounds):
        found = attack(args.seed * 1000 + k, args.minutes * 60 / rounds, k % 2 == 1)
        counts += found.counts
        failures += found.failures
        for what in found.failures:  # at once: a run that is stopped has told what it found
            print(f"\n{what}", flush=True)
        bar(k + 1, rounds, f"{sum(counts.values())} requests, {len(failures)} failures")
    for what, count in sorted(counts.items()):
        print(f"{count:7d}  {what}")
    print(told := f"{sum(counts.values())} requests, {len(failures)} failures")
    figure("by hand and by camera", told, "0 failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
