"""The demo: the virtual table's film as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.icecult.state import State
from vision.icecult.sim.play.source import SimSource, demo_source
from vision.sources.paced import Paced
from webui.play.sight import DemoFilm
from webui.play.watcher import Patience
from webui.record.opening import NAMES, seats
from webui.table.desk import Desk

FILM: Final = "demo:191"
"""A match with stacks, arcs, circles, a missed arrow that is put right, an illegal tilt, idle hands and a winner."""
LATE_S: Final = 5.0  # for so long a breach stands in the film before it is put right
DEMO_PATIENCE: Final = Patience(owed_s=2.6)
"""Nobody presses Done on the virtual table: what stays owed for this long in the film is told."""


def demo_film(text: str = "demo", from_s: float = 0.0) -> SimSource:
    """The film that `demo`, or `demo:SEED`, names: what is missed stands long enough to be told."""
    script = demo_source(FILM if text == "demo" else text, live=False).script
    return SimSource(replace(script, late_s=LATE_S), "virtual table", from_s=from_s)


def film(text: str = "demo", from_s: float = 0.0) -> DemoFilm:
    """The film with what is known of its table, as the page watches it."""
    source = demo_film(text, from_s)
    first = State.from_json(source.script.start)
    return DemoFilm(Paced(source), source.profile, source.players, dict(source.cube_set), first, DEMO_PATIENCE)


def open_demo(desk: Desk, text: str = "demo") -> str:
    """Put the simulated match on the table; its id."""
    shown = film(text)
    return desk.watch_film(shown, shown.profile(), seats(shown.players, NAMES), name="Demo", camera=text)
