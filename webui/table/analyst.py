"""Analyses for the page, each in a process of its own: no referee waits for a coach, and stopping one is stopping it.

The coach is never loaded here. The log goes in by a file, the answer comes back by another, how far it has come by a
line now and then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Protocol

import webui
from engine.core.errors import IcekeeperError

Json = dict[str, Any]
STOP_S: Final = 5.0
ADVICE_S: Final = 60.0
"""So long a player waits for advice at most; a machine that is busy otherwise needs more than the thinking time."""


class AnalystError(IcekeeperError):
    """The coach cannot be asked now, or did not answer."""


class Shelf(Protocol):
    """Where finished analyses are kept: a table's own record, or a club's."""

    def kept(self, match_id: str, about: str) -> Json | None:
        """The analysis of a match; None where there is none, or it is about something else."""

    def keep(self, match_id: str, about: str, analysis: Json) -> None:
        """Keep an analysis in place of an older one; raises IcekeeperError where that cannot be."""


@dataclass(slots=True)
class _Job:
    """One analysis under way, or how it ended."""

    match_id: str
    about: str
    process: subprocess.Popen[str]
    answer: IO[str]
    done: int = 0
    of: int = 0
    state: str = "running"
    problem: str = ""
    thread: threading.Thread | None = field(default=None)


class Analyst:
    """At most one analysis at a time; finished ones are on record."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._lock = shelf, threading.Lock()
        self._advising = threading.Lock()
        self._job: _Job | None = None

    def status(self, match_id: str, about: str) -> Json:
        """What there is: the analysis itself, how far one has come, or nothing."""
        if (found := self._shelf.kept(match_id, about)) is not None:
            return {"state": "done", "analysis": found}
        with self._lock:
            job = self._job
            if job is None or (job.match_id, job.about) != (match_id, about):
                return {"state": "none"}
            return {"state": job.state, "done": job.done, "of": job.of, "problem": job.problem}

    def start(self, match_id: str, about: str, log: str) -> None:
        """Begin to analyse, unless that is going on already."""
        with self._lock:
            if self._job is not None and self._job.state == "running":
                if self._job.match_id == match_id:
                    return
                raise AnalystError("another match is being analysed; wait for it or cancel it first")
            answer = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed by whoever follows it
            self._job = job = _Job(match_id, about, _child(log, answer, "--progress", "json"), answer)
            job.thread = threading.Thread(target=self._follow, args=(job,), name=f"analysis {match_id}", daemon=True)
            job.thread.start()

    def cancel(self, match_id: str) -> None:
        """Stop an analysis; what is not finished is not kept."""
        with self._lock:
            job = self._job
            if job is None or job.match_id != match_id or job.state != "running":
                return
            job.state = "cancelled"
        job.process.terminate()
        self._join(job)

    def stop(self) -> None:
        """End whatever is under way; stopping twice is harmless."""
        if self._job is not None:
            self.cancel(self._job.match_id)
            self._join(self._job)

    def advise(self, log: str, before: Json, so_far: list[str]) -> Json:
        """The best turns for whoever is to move after this log, with the table as it stood and what was played."""
        return self._asked(log, "--next", "--before", json.dumps(before), "--so-far", json.dumps(so_far))

    def weigh(self, log: str, turn: int, words: list[str]) -> Json:
        """What other words would have been worth in place of a turn of this log, beside the best ones."""
        return self._asked(log, "--turn", str(turn), "--words", json.dumps(words))

    def _asked(self, log: str, *options: str) -> Json:
        """Ask the coach in a process of its own, and wait for the answer; one after the other."""
        if not self._advising.acquire(blocking=False):
            raise AnalystError("the coach is thinking already; wait for its answer")
        try:
            with tempfile.TemporaryFile("w+", encoding="utf-8") as answer:
                return _answered(_child(log, answer, *options), answer)
        finally:
            self._advising.release()

    def _join(self, job: _Job) -> None:
        if job.thread is not None and job.thread is not threading.current_thread():
            job.thread.join(STOP_S)

    def _follow(self, job: _Job) -> None:
        """Hear how far it has come, and keep the answer."""
        said = ""
        with job.process, job.answer:
            for line in job.process.stderr or ():
                said = self._heard(job, line) or said
            status = job.process.wait()
            if job.state == "running":
                self._finish(job, status, said)

    def _heard(self, job: _Job, line: str) -> str:
        """A line of progress is noted; any other is what the coach has to say."""
        try:
            told = json.loads(line)
            job.done, job.of = int(told["done"]), int(told["of"])
        except (ValueError, TypeError, KeyError):
            return line
        return ""

    def _finish(self, job: _Job, status: int, said: str) -> None:
        state, problem = "failed", _last(said)
        if status == 0:
            job.answer.seek(0)
            try:
                self._shelf.keep(job.match_id, job.about, json.load(job.answer))
                state, problem = "done", ""
            except (IcekeeperError, ValueError) as error:
                problem = str(error)
        with self._lock:
            job.state, job.problem = state, problem


def _child(log: str, answer: IO[str], *options: str) -> subprocess.Popen[str]:
    """The command in a process of its own, which no Ctrl-C at the terminal reaches."""
    root = str(Path(webui.__file__).resolve().parents[1])
    known = os.environ.get("PYTHONPATH")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([root, known] if known else [root]), "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as given:
        given.write(log)
        given.seek(0)
        command = [sys.executable, "-m", "webui.cli", "analyse", "-", "--json", *options]
        return subprocess.Popen(
            command, stdin=given, stdout=answer, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
        )


def _answered(process: subprocess.Popen[str], answer: IO[str]) -> Json:
    """What a process of the coach has to say; AnalystError where it fails or nobody can wait so long."""
    try:
        _, problem = process.communicate(timeout=ADVICE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AnalystError("the coach takes too long; ask again when the machine has less to do") from None
    if process.returncode:
        raise AnalystError(_last(problem))
    answer.seek(0)
    found: Json = json.load(answer)
    return found


def _last(said: str) -> str:
    """The last line of what a process had to say."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "the coach gave no answer"
