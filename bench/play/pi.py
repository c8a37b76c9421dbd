"""A table on a small machine: `python -m bench pi [--seconds 30] [--film FOLDER] [--gigabytes 1]`.

A film of the virtual table is drawn first, by a process of its own: nobody has that at a real table. Then two processes
are held to one core and to so much memory (address space, with thread stacks of 1 MB): one looks at the film as fast as
it can and times what it does, the other is `icekeeper play` with the film as its camera, one picture after the
other. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.results import figure
from engine.core.errors import IcekeeperError

TITLE = "A table on one core"
STACK_BYTES = 1 << 20
FILM, PROFILE, ABOUT = "film.avi", "table.json", "about.json"
MOST_MB = 250
SAMPLE_S = 0.25
SETTLED_S = 8.0
"""So long after it is ready a page still loads what it needs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print what one core does; exit status 1 where the page needs too much memory."""
    parser = argparse.ArgumentParser(prog="python -m bench pi", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="how much film (default 30)")
    parser.add_argument(
        "--film", type=Path, metavar="FOLDER", help="keep the film there, or take the one that is there"
    )
    parser.add_argument("--gigabytes", type=float, default=1.0, help="memory of the small machine (default 1)")
    parser.add_argument("--role", choices=("draw", "look"), help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.role == "draw":
        draw(args.film, args.seconds)
        return 0
    if args.role == "look":
        print(json.dumps(look(args.film)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        film = args.film or Path(folder)
        film.mkdir(parents=True, exist_ok=True)
        if not (film / ABOUT).exists():
            _own("draw", film, "--seconds", str(args.seconds))
        looked = json.loads(_own("look", film, limit=args.gigabytes))
        return _report(looked, played(film, Path(folder) / "m.sqlite", args.gigabytes, looked["took"]), args.gigabytes)


def draw(folder: Path, seconds: float) -> None:
    """The film of the demo as a camera would send it, with its profile."""
    import cv2

    from webui.icecult.demo import demo_film

    film, out = demo_film(), None
    script = film.script
    film.profile().save(folder / PROFILE)
    for frame in film.frames():
        if frame.taken_at_s > seconds:
            break
        if out is None:
            kind = cv2.VideoWriter.fourcc(*"MJPG")
            out = cv2.VideoWriter(str(folder / FILM), kind, script.fps, frame.resolution_wh)
        out.write(frame.bgr)
    if out is None:
        raise IcekeeperError("expected some seconds of film")
    out.release()
    known = {"players": script.players, "set": dict(script.cube_set), "start": dict(script.start)}
    (folder / ABOUT).write_text(json.dumps({**known, "layout": script.dims.exit, "fps": script.fps}))


def look(folder: Path) -> dict[str, Any]:
    """What the eye and the referee need for each picture of the film, in seconds."""
    from time import perf_counter

    import cv2
    import numpy as np

    from calibration.icecult.profile import TableProfile
    from engine.icecult.options import HouseRules
    from vision.frame import Frame
    from vision.icecult.eye import table_eye
    from webui.icecult.demo import DEMO_PATIENCE
    from webui.record import events as ev
    from webui.record.fold import begin
    from webui.record.opening import seats
    from webui.referee.referee import Referee

    about = json.loads((folder / ABOUT).read_text())
    who, house = tuple(seats(about["players"])), HouseRules().to_json()
    told = ev.Created(0.0, "bench", who, house, about["set"], about["start"], about["layout"], True, "camera")
    eye: Any = table_eye(TableProfile.load(folder / PROFILE), about["set"])
    spent, glance = [0.0], list[Any]([None])
    ask = eye.look

    def timed(frame: Frame) -> Any:
        begun = perf_counter()
        glance[0] = ask(frame)
        spent[0] = perf_counter() - begun
        return glance[0]

    eye.look = timed
    clock = [0.0]
    referee = Referee(begin(told), eye, DEMO_PATIENCE, clock=lambda: clock[0])
    capture = cv2.VideoCapture(str(folder / FILM))
    reads: list[float] = []
    glances: list[float] = []
    verdicts: list[float] = []
    frames, last = 0, None
    began = perf_counter()
    while (got := capture.read())[0]:
        clock[0] = frames / about["fps"]
        begun = perf_counter()
        news = referee.look(Frame(np.asarray(got[1], np.uint8), frames, clock[0]))
        thought = perf_counter() - begun - spent[0]
        seen = glance[0].observation
        (reads if seen is not None and seen is not last else glances).append(spent[0])
        verdicts += [thought] if any(isinstance(each, ev.TurnEnded) for each in news.events) else []
        frames, last = frames + 1, seen if seen is not None else last
    return {"frames": frames, "took": perf_counter() - began, "reads": reads, "glances": glances, "verdicts": verdicts}


def played(folder: Path, store: Path, gigabytes: float, for_s: float) -> dict[str, Any]:
    """The memory of `icekeeper play` while it watches the film, and how many pictures a second its page says."""
    about = json.loads((folder / ABOUT).read_text())
    words = ["-m", "webui.cli", "play", str(folder / FILM), "--table", str(folder / PROFILE), "--port", "0"]
    words += ["--players", about["players"], "--store", str(store)]
    page = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, preexec_fn=_small(gigabytes))
    try:
        assert page.stdout is not None
        ready = page.stdout.readline()
        if "http://" not in ready:
            raise IcekeeperError("the page does not start in so little memory")
        return _watched(page.pid, ready.split(": ")[1].strip(), for_s)
    finally:
        page.send_signal(signal.SIGTERM)
        page.communicate(timeout=60)


def _watched(pid: int, address: str, for_s: float) -> dict[str, Any]:
    """As long as it took to look at the film."""
    memory, fps, begun = list[float](), list[float](), time.monotonic()
    for sample in _samples(address, for_s):
        if time.monotonic() - begun > SETTLED_S:
            memory.append(_status_mb(pid, "VmRSS"))
            fps += [float(sample["fps"])] if sample.get("fps") else []
    return {"memory": memory, "most": _status_mb(pid, "VmHWM"), "space": _status_mb(pid, "VmPeak"), "fps": fps}


def _samples(address: str, for_s: float) -> Iterator[dict[str, Any]]:
    """What the page says of its eye, again and again; the table is taken as it lies first."""
    ask = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    taken, until = False, time.monotonic() + for_s
    while time.monotonic() < until:
        with ask.open(f"{address}/api/table/view", timeout=60) as answer:
            eye = json.load(answer)["eye"]
        if eye["status"] == "not-set-up" and not taken:
            with ask.open(f"{address}/api/token", timeout=60) as answer:
                token = json.load(answer)["token"]
            head = {"X-Token": token, "Content-Type": "application/json"}
            ask.open(urllib.request.Request(f"{address}/api/table/adopt", b"{}", head), timeout=60).close()
            taken = True
        yield eye
        time.sleep(SAMPLE_S)


def _status_mb(pid: int, key: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{key}:")), 0.0)


def _small(gigabytes: float) -> Any:
    """Makes the process that is begun a small machine."""
    core = max(os.sched_getaffinity(0))

    def limit() -> None:
        os.sched_setaffinity(0, {core})
        resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, STACK_BYTES))
        resource.setrlimit(resource.RLIMIT_AS, (round(gigabytes * (1 << 30)),) * 2)

    return limit


def _own(role: str, film: Path, *more: str, limit: float = 0.0) -> str:
    """Do a part of it in a process of its own; what it prints."""
    command = [sys.executable, "-m", "bench.play.pi", "--role", role, "--film", str(film), *more]
    small = _small(limit) if limit else None
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, preexec_fn=small)
    if done.returncode:
        raise IcekeeperError(f"bench.play.pi --role {role} ended with {done.returncode}; see its error above")
    return done.stdout


def _report(looked: dict[str, Any], page: dict[str, Any], gigabytes: float) -> int:
    """Print the table."""

    def ms(values: Sequence[float]) -> str:
        if not values:
            return "none in this film"
        return f"{1000 * median(values):.0f} ms, at most {1000 * max(values):.0f} ms ({len(values)})"

    most = page["most"]
    rows = [
        (f"pictures a second, one core, {gigabytes:g} GB", f"{looked['frames'] / looked['took']:.1f}", ""),
        ("a picture that is not read", ms(looked["glances"]), ""),
        ("one read", ms(looked["reads"]), ""),
        ("one verdict", ms(looked["verdicts"]), ""),
        ("the page: pictures a second, as it says", f"{median(page['fps'] or [0]):.0f}", ""),
        ("the page: memory", f"{median(page['memory'] or [0]):.0f} MB, at most {most:.0f} MB", f"{MOST_MB} MB"),
        ("the page: address space", f"{page['space']:.0f} MB", f"{1024 * gigabytes:.0f} MB"),
    ]
    for name, value, goal in rows:
        print(f"  {name:42s} {value:32s} {f'goal {goal}' if goal else ''}")
        figure(name, value, goal)
    return 1 if most > MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
