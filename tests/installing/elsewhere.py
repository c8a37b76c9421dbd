"""Runs rules, store and page without what only POSIX has: `python -m tests.installing.elsewhere FOLDER`.

What our own modules import lacks those modules and names; Python's own and the libraries see their real ones, since
they bring what they need for each system. Devices and the files of /proc cannot be opened by anybody.
"""

from __future__ import annotations

import builtins
import importlib
import json
import sys
import threading
import types
import urllib.request
from pathlib import Path
from typing import Any, Final

OURS: Final = ("engine", "coach", "calibration", "vision", "webui")
GONE: Final = frozenset({"fcntl", "pwd", "grp", "resource", "termios", "tty", "pty", "syslog", "posix", "curses"})
LACKING: Final = {
    "os": "fork forkpty wait waitpid kill killpg setsid setpgid getpgid getuid geteuid getgid getegid getgroups setuid"
    " setgid nice pread pwrite preadv pwritev fchmod fchown chown lchown chroot mkfifo mknod statvfs fstatvfs uname"
    " getloadavg sysconf confstr sched_getaffinity sched_setaffinity posix_fadvise posix_fallocate sendfile"
    " memfd_create O_NONBLOCK O_NOFOLLOW O_DIRECTORY O_SYNC O_CLOEXEC openpty ttyname getpriority setpriority"
    " register_at_fork",
    "signal": "SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGALRM SIGPIPE SIGCHLD SIGQUIT SIGWINCH alarm setitimer pthread_kill"
    " pthread_sigmask sigwait pause",
    "socket": "AF_UNIX SO_REUSEPORT MSG_DONTWAIT socketpair AF_PACKET",
    "select": "poll epoll kqueue devpoll",
    "time": "tzset pthread_getcpuclockid clock_gettime",
}
CLOSED: Final = ("/dev/", "/proc/", "/sys/")
BROWSER: Final = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
"""Keeps the page's cookie, as a browser does."""
seen = set[str]()


def without(module: types.ModuleType) -> types.ModuleType:
    """The module without what other systems lack."""
    lacking = set(LACKING[module.__name__].split())
    plain = types.ModuleType(module.__name__, module.__doc__)
    plain.__dict__.update({name: value for name, value in vars(module).items() if name not in lacking})
    return plain


def mask() -> None:
    """From now on our own modules find what there is everywhere."""
    known = {name: without(importlib.import_module(name)) for name in LACKING}
    real = builtins.__import__

    def find(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        who = str((globals or {}).get("__name__", ""))
        if who.split(".")[0] in OURS and not level:
            seen.add(name)
            if name.split(".")[0] in GONE:
                raise ModuleNotFoundError(f"no {name} here", name=name)
            if name in known:
                return known[name]
        return real(name, globals, locals, fromlist, level)

    def refuse(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str) and args[0].startswith(CLOSED):
            raise FileNotFoundError(2, "no such device here", args[0])

    builtins.__import__ = find
    sys.addaudithook(refuse)


def rules() -> str:
    """A turn of each game, judged."""
    from engine.games import GAMES

    lines = (Path(__file__).parents[1] / "data" / "judge.jsonl").read_text("utf-8").splitlines()
    question = json.loads(lines[0])
    answer = GAMES["ice-cult"].answer("judge", question["in"], {"language": "en"})
    assert answer["legal"] == question["out"]["legal"]
    return "rules"


def record(folder: Path) -> str:
    """A match on record; a second writer is told who comes first only where the system can hold a file."""
    from webui.record.opening import create_match
    from webui.record.store import Store

    store = Store(folder / "one.sqlite")
    match_id = create_match(store, [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}])
    store.close()
    again = Store(folder / "one.sqlite")
    assert [line.id for line in again.matches()] == [match_id]
    again.close()
    return "store"


def page(folder: Path) -> str:
    """The page: it serves, a match is begun and played by hand, and it stops."""
    from webui.settings import Settings
    from webui.wiring import Page, build

    running = Page(build(Settings(port=0, lan=True), folder / "page.sqlite"))
    serving = threading.Thread(target=running.serve, name="page", daemon=True)
    serving.start()
    token = json.loads(asked(running.address, "/api/token"))["token"]
    seats = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}]
    begun = asked(running.address, "/api/setup/start", token, {"name": "Elsewhere", "players": seats})
    assert json.loads(begun)["id"]
    view = json.loads(asked(running.address, "/api/table/act", token, {"word": "Nn"}))["view"]
    assert view["turn"]["actions"] == ["Nn"]
    assert json.loads(asked(running.address, "/api/doctor", token, {}))["findings"]
    assert b"<!doctype html>" in asked(running.address, "/table")
    assert running.parts.certificates is not None
    running.parts.certificates.context("127.0.0.1")
    running.stop()
    serving.join(10)
    assert not serving.is_alive()
    return "page"


def asked(address: str, path: str, token: str = "", body: Any = None) -> bytes:
    """One request, as a browser on this machine sends it."""
    head = {"X-Token": token, "Content-Type": "application/json", "Host": address.rpartition("/")[2]}
    data = None if body is None else json.dumps(body).encode()
    with BROWSER.open(urllib.request.Request(address + path, data, head), timeout=20) as answer:
        found: bytes = answer.read()
        return found


def main() -> None:
    """All of it; prints what went well, and which modules ours asked for in vain."""
    folder = Path(sys.argv[1])
    mask()
    print(rules(), record(folder), page(folder), *sorted(seen & GONE))


if __name__ == "__main__":
    main()
