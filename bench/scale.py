"""How the product grows: `python -m bench.scale [--most 10000] [--turns 2000]`.

Records of 100, 1,000 and 10,000 matches, each opened by a process of its own that asks for the list and the people over
HTTP's own routes; and a match of 2,000 turns, by hand and by camera, that is put back on the table. Beside it the way
it was: every match folded from its beginning whenever it is asked for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.play.memory import resident_mb
from bench.results import figure

SIZES = (100, 1_000, 10_000)
OLD_AT_MOST = 1_000
TURNS_TIMED = 15


TITLE = "Many matches, long matches"


def main(argv: Sequence[str] | None = None) -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest record (default 10000 matches)")
    parser.add_argument("--turns", type=int, default=2000, help="turns of the long match (default 2000)")
    parser.add_argument("--child", nargs=2, metavar=("WHAT", "FILE"), help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.child is not None:
        what, file = args.child
        print(json.dumps(CHILDREN[what](Path(file))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        sizes = [size for size in SIZES if size <= args.most]
        show_sizes(_size(Path(folder) / f"{size}.sqlite", size) for size in sizes)
        show_long(_long(Path(folder), source, args.turns) for source in ("hand", "camera"))
    return 0


def _size(path: Path, count: int) -> dict[str, Any]:
    """One record of so many matches, measured."""
    from bench.play.records import many

    begun = time.monotonic()
    for done in many(path, count):
        _bar(f"{count} matches", done, count)
    made_s = time.monotonic() - begun
    old = _child("old", path) if count <= OLD_AT_MOST else {}
    new = _child("new", path)
    return {"matches": count, "mb": path.stat().st_size / 1e6, "made_s": made_s} | new | old


def _long(folder: Path, source: str, turns: int) -> dict[str, Any]:
    """A long match, measured."""
    from bench.play.records import long_by_camera, long_by_hand

    path = folder / f"{source}.sqlite"
    print(f"making {turns} turns by {source} ...", file=sys.stderr, flush=True)
    (long_by_hand if source == "hand" else long_by_camera)(path, turns)
    old = _child("old-long", path)
    return {"source": source} | old | _child("long", path)


def _child(what: str, path: Path) -> dict[str, Any]:
    """What a process of its own measured."""
    command = [sys.executable, "-m", "bench.scale", "--child", what, str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def new(path: Path) -> dict[str, Any]:
    """The list and the people as they are now: when nothing is summed up yet, and afterwards."""
    from webui.app import create_app
    from webui.settings import Settings
    from webui.wiring import build

    before_mb = resident_mb()
    parts, open_s = timed(lambda: build(Settings(port=0), path))
    client = create_app(parts).test_client()

    def ask(what: str) -> Any:
        return client.get(f"/api/matches{what}", base_url="http://localhost:8765")

    def anew(what: str) -> Any:
        parts.store.version += 1  # as after a change: an answer to the same question is kept
        return ask(what)

    first, first_s = timed(lambda: ask(""))
    begun = time.monotonic()
    while (now := ask("/people").get_json()["summed_up"])["done"] < now["of"]:
        _bar("summed up", now["done"], now["of"])
        time.sleep(0.5)
    summed_s = time.monotonic() - begun
    out = {"open_s": open_s, "first_s": first_s, "summed_s": summed_s}
    for name, what in (("list", ""), ("people", "/people")):
        used = time.process_time()
        out[f"{name}_s"] = median(timed(lambda what=what: anew(what))[1] for _ in range(5))  # type: ignore[misc]
        out[f"{name}_cpu_s"] = (time.process_time() - used) / 5
    assert first.status_code == 200
    out |= {"rss_mb": resident_mb(), "base_mb": before_mb}
    parts.desk.keeper.stop()
    parts.store.close()
    return out


def old(path: Path) -> dict[str, Any]:
    """The list and the people as they were: every match folded, and kept in memory."""
    from webui.present.replay import listed_json
    from webui.present.statistics import Counted, part_in, people, taken
    from webui.record.fold import fold
    from webui.record.store import Store

    store = Store(path, reading=True)
    matches, fold_s = timed(lambda: [(m.id, fold(store.events(m.id))) for m in store.matches()])
    _, people_s = timed(lambda: people(taken(part_in(m, Counted().rows(m))) for _, m in matches))
    _, list_s = timed(lambda: json.dumps([listed_json(i, m) for i, m in matches]))
    store.close()
    return {"old_list_s": fold_s + list_s, "old_people_s": people_s, "old_mb": resident_mb()}


def long(path: Path) -> dict[str, Any]:
    """Put a long match back on the table, once its snapshots are there, and play on."""
    from webui.settings import Settings
    from webui.table.resuming import resume
    from webui.wiring import build

    parts = build(Settings(port=0), path)
    _settled(parts)
    parts = build(Settings(port=0), path)
    begun, used = time.monotonic(), time.process_time()
    left = parts.desk.unfinished()
    assert left is not None
    resume(parts.desk, left)
    parts.desk.table().view()
    restart_s, restart_cpu_s = time.monotonic() - begun, time.process_time() - used
    late = _turns_ms(parts)
    _close(parts)
    parts = build(Settings(port=0), path.with_name("fresh.sqlite"))
    parts.desk.open([{"name": "A", "colour": "r"}, {"name": "B", "colour": "y"}, {"name": "C", "colour": "g"}])
    early = _turns_ms(parts)
    _close(parts)
    restart = {"restart_s": restart_s, "restart_cpu_s": restart_cpu_s}
    return {**restart, "late_ms": late, "early_ms": early, "rss_mb": resident_mb()}


def _settled(parts: Any) -> None:
    """Let the keeper take its snapshots, as it would have while the match was played."""
    from webui.record.disk.checks import START
    from webui.record.fold import apply, begin
    from webui.record.ready import snapshots
    from webui.record.store import Head

    store = parts.store
    match_id = store.last_played()
    rows = store.connection.rows("SELECT number, sum FROM events WHERE match_id = ? ORDER BY number", (match_id,))
    events, match = store.events(match_id), None
    for (number, total), event in zip(rows, events, strict=True):
        match = begin(event) if match is None else apply(match, event)
        if number + 1 >= len(rows) - 900 and (number + 1) % 150 == 0:
            snapshots.take(store, match_id, match, Head(number + 1, total))
    assert START == b""
    _close(parts)


def _close(parts: Any) -> None:
    parts.desk.clear()
    parts.desk.keeper.stop()
    parts.store.close()


def _turns_ms(parts: Any) -> float:
    """What one turn by hand takes, told and written: the median of some."""
    table, out = parts.desk.table(), []
    for _ in range(TURNS_TIMED):
        begun = time.monotonic()
        table.act("Nn").result(60)
        table.act("Ss").result(60)
        table.done().result(60)
        out.append(time.monotonic() - begun)
    return 1000 * median(out)


def old_long(path: Path) -> dict[str, Any]:
    """The restart as it was: the whole match read, folded and replayed, four times."""
    from webui.record.fold import fold
    from webui.record.store import Store
    from webui.referee.referee import Referee

    store = Store(path, reading=True)
    match_id = store.find("last")

    def restart() -> None:
        fold(store.events(match_id))  # is it over?
        store.events(match_id)  # is it on record?
        for _ in range(2):  # to open its camera, and at the table
            Referee.resumed(lambda: store.events(match_id))

    _, seconds = timed(restart)
    turns, events = len(fold(store.events(match_id)).turns), len(store.events(match_id))
    store.close()
    return {"old_restart_s": seconds, "turns": turns, "events": events, "mb": path.stat().st_size / 1e6}


CHILDREN: dict[str, Callable[[Path], dict[str, Any]]] = {"new": new, "old": old, "long": long, "old-long": old_long}


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it gives, and how long it takes."""
    begun = time.monotonic()
    return work(), time.monotonic() - begun


def show_sizes(rows: Iterable[dict[str, Any]]) -> None:
    """The records as a table; in brackets seconds of the processor."""
    print(
        "matches  file     open    list, nothing  then all  list           people         memory"
        " | before: list  people  memory"
    )
    print("                          summed up yet  summed up")
    for row in rows:
        was = (
            f"{row['old_list_s']:10.2f} s {row['old_people_s']:6.2f} s {row['old_mb']:5.0f} MB"
            if "old_mb" in row
            else "            (as measured for the smaller ones, times the size)"
        )
        print(
            f"{row['matches']:7d} {row['mb']:5.0f} MB {row['open_s']:5.2f} s {row['first_s']:11.2f} s "
            f"{row['summed_s']:9.1f} s {row['list_s']:5.2f} s ({row['list_cpu_s']:.2f}) {row['people_s']:5.2f} s "
            f"({row['people_cpu_s']:.2f}) {row['rss_mb']:5.0f} MB | {was}",
            flush=True,
        )
        told = f"{row['list_s']:.2f} s, {row['people_s']:.2f} s, {row['rss_mb']:.0f} MB"
        figure(f"{row['matches']} matches: list, people, memory", told, "0.3 s, 0.3 s, 250 MB")


def show_long(rows: Iterable[dict[str, Any]]) -> None:
    """The long matches as a table."""
    print("\nby      turns  events  file    restart         before   a turn of a new match  a turn of this one")
    for row in rows:
        print(
            f"{row['source']:7s} {row['turns']:5d} {row['events']:7d} {row['mb']:4.0f} MB {row['restart_s']:6.2f} s "
            f"({row['restart_cpu_s']:.2f}) {row['old_restart_s']:6.2f} s {row['early_ms']:15.1f} ms "
            f"{row['late_ms']:17.1f} ms",
            flush=True,
        )
        told = f"{row['restart_s']:.2f} s, {row['late_ms']:.1f} ms"
        figure(f"a match of {row['turns']} turns by {row['source']}: restart, one more turn", told, "1 s")


def _bar(what: str, done: int, count: int) -> None:
    if done == count or done % max(1, count // 200) == 0:
        end = "\n" if done == count else ""
        print(f"\r{what} [{'#' * (30 * done // count):30s}] {done}/{count} ", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
