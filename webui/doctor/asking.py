"""All findings: for the terminal, where nothing runs, and for the page, which holds the camera itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.frame import Frame
from vision.sources.opening import FrameSource, SourceError, open_source
from vision.sources.picamera import program
from webui.doctor import camera, machine
from webui.doctor.finding import Finding, State
from webui.parts import Parts
from webui.table.setup import camera_numbers

SILENT_S = 6.0
"""A camera that gives nothing for so long gives nothing."""
NEXT_S = 2.5


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be looked at, as the options of the command say it."""

    source: str | None
    store: Path
    port: int


def findings(asked: Asked) -> Iterator[Finding]:
    """Everything but the club, one after the other; whatever is slow comes when it is known."""
    yield from _camera(asked.source or _first_camera())
    yield machine.certificates(asked.store.parent / "tls")
    yield machine.disk(asked.store.parent)
    yield machine.clock(_last_match_s(asked.store))
    yield machine.network(asked.port)


def findings_of(parts: Parts, port: int) -> list[Finding]:
    """The same of a page that runs, without taking the camera from the referee."""
    store = Path(parts.store.path)
    kept = parts.store.connection.durable
    folder = store.parent if kept else Path.home()
    return [
        *_at_table(parts),
        machine.certificates(folder / "tls"),
        machine.disk(folder),
        machine.clock(),
        machine.network(port, ours=True),
        machine.club(*parts.club.stands),
    ]


def _at_table(parts: Parts) -> list[Finding]:
    """The camera that watches the table, or that is being set up."""
    tap, chosen = parts.desk.tap, parts.setup.source
    if tap is not None:
        return camera.looked(tap.name, _passing(tap.after))
    return camera.missing() if chosen is None else camera.looked(chosen.name, _passing(parts.setup.after))


def _first_camera() -> str | None:
    """The camera that would be taken: the Raspberry Pi's own, else the first of this machine."""
    if program() is not None:
        return "picamera:0"
    numbers = camera_numbers()
    return str(numbers[0]) if numbers else None


def _camera(source: str | None) -> list[Finding]:
    if source is None:
        return camera.missing()
    try:
        opened = open_source(source)
    except SourceError:
        return [Finding("camera", State.WRONG, "fails", {"name": source}), *camera.unknown()]
    timer = threading.Timer(SILENT_S, opened.close)
    timer.start()
    try:
        return camera.looked(opened.name, _of_source(opened))
    except SourceError:
        return [Finding("camera", State.WRONG, "fails", {"name": source}), *camera.unknown()]
    finally:
        timer.cancel()
        opened.close()
        timer.join()


def _of_source(source: FrameSource) -> Iterable[Frame]:
    return source.frames()


def _passing(after: Callable[[int, float], Frame | None]) -> Iterator[Frame]:
    """Pictures as they pass on their way to the referee; ends when none comes."""
    last, wait_s = -1, SILENT_S
    while (frame := after(last, wait_s)) is not None:
        last, wait_s = frame.index, NEXT_S
        yield frame


def _last_match_s(path: Path) -> float:
    """When the last match began, by the clock of then; 0 where none can be read."""
    from engine.core.errors import IcekeeperError
    from webui.record.store import Store

    if not path.exists():
        return 0.0
    try:
        store = Store(path, reading=True)
    except IcekeeperError:
        return 0.0
    try:
        return max((line.created_at for line in store.matches()), default=0.0)
    except IcekeeperError:
        return 0.0
    finally:
        store.close()
