"""A PostgreSQL server of one's own, in a temporary folder, thrown away afterwards; run by an ordinary user."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

WHERE = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt")
PASSWORD = "not-a-secret-of-anybody"
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "shared_buffers": "32MB",
    "max_connections": "160",
    "max_wal_size": "256MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}
"""As quick as it can be: nothing here is meant to outlive the machine."""


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs; the newest that is installed."""
    found = sorted(str(p) for where in WHERE for p in Path(where).glob(f"*/bin/{name}"))
    path = shutil.which(name) or (found[-1] if found else None)
    if path is None:
        raise SystemExit("PostgreSQL is not installed (on Debian or Ubuntu: sudo apt-get install postgresql)")
    return path


def _user() -> str | None:
    """The user that runs the server where we are root, whom PostgreSQL refuses; None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            pwd.getpwnam(name)
            return name
    raise SystemExit("PostgreSQL does not run as root, and there is no other user to run it")


class Cluster:
    """One server: start, stop, kill."""

    def __init__(self, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="icekeeper-pg-"))
        self._as = [] if _user() is None else ["runuser", "-u", str(_user()), "--"]
        self._data, self.port = self.folder / "data", _free_port()
        self.folder.chmod(0o755)
        if self._as:
            shutil.chown(self.folder, str(_user()))
        self._settings = SETTINGS if not durable else {"max_connections": "200", "log_min_messages": "fatal"}
        self._make()

    def _make(self) -> None:
        words = self.folder / "password"
        words.write_text(PASSWORD)
        words.chmod(0o644)
        how = ["-U", "club", "-A", "scram-sha-256", f"--pwfile={words}", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run([program("initdb"), "-D", str(self._data), *how])
        words.unlink()
        lines = [f"{key} = '{value}'" for key, value in self._settings.items()]
        lines += [f"port = {self.port}", "listen_addresses = '127.0.0.1'", f"unix_socket_directories = '{self.folder}'"]
        text = "".join(line + "\n" for line in lines)
        with (self._data / "postgresql.conf").open("a") as out:
            out.write(text)

    def url(self, database: str = "postgres", user: str = "club", password: str = PASSWORD, port: int = 0) -> str:
        """The address of a database on this server."""
        return f"postgresql://{user}:{password}@127.0.0.1:{port or self.port}/{database}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        log = str(self.folder / "log")
        self._run([program("pg_ctl"), "start", "-w", "-t", "60", "-D", str(self._data), "-l", log])

    def stop(self) -> None:
        """Stop at once."""
        self._run([program("pg_ctl"), "stop", "-m", "immediate", "-w", "-D", str(self._data)], check=False)

    def kill(self) -> None:
        """kill -9 of the server and of every process of it; returns when all are gone."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)  # or it would beget more meanwhile
        _wait(lambda: _state(first) in "TZ")
        family = _children(first)
        for pid in (*family, first):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        _wait(lambda: all(_state(pid) == "Z" for pid in (*family, first)))
        # Where nobody buries the dead, their numbers stay taken, and a new server would believe in the old one.
        for left in (self._data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            left.unlink(missing_ok=True)

    def close(self) -> None:
        """Stop and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, words: Sequence[str], check: bool = True) -> None:
        done = subprocess.run([*self._as, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        if check and done.returncode:
            log = self.folder / "log"
            told = log.read_text()[-600:] if log.exists() else ""
            raise SystemExit(f"{Path(words[0]).name} failed: {done.stderr[-400:]}\n{told}")


@contextlib.contextmanager
def cluster(durable: bool = False) -> Iterator[Cluster]:
    """A running server, thrown away afterwards."""
    made = Cluster(durable)
    try:
        made.start()
        yield made
    finally:
        made.close()


def _free_port() -> int:
    """A port that nobody listens on, below those that are given to whoever connects somewhere: it has to be free again
    when the server comes back after it was killed."""
    while True:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port := random.randrange(12_000, 32_000)))
            return port


def _children(pid: int) -> list[int]:
    out = []
    for task in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            fields = task.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                out.append(int(task.parent.name))
    return out


def _state(pid: int) -> str:
    """The letter of what a process does: T stopped, Z dead; nobody buries the dead in a small container."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def _wait(so: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not so():
        if time.monotonic() > until:
            raise SystemExit("the server's processes do not end")
        time.sleep(0.01)
