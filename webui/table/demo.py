"""The demo: the virtual table's film as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from vision.icecult.sim.play.source import SimSource, demo_source
from vision.sources.paced import Paced
from webui.referee.watching import Patience

FILM: Final = "demo:191"
"""A match with stacks, arcs, circles, a missed arrow that is put right, an illegal tilt, idle hands and a winner."""
LATE_S: Final = 5.0
DEMO_PATIENCE: Final = Patience(owed_s=2.6)
"""Nobody presses Done on the virtual table: what stays owed for this long in the film is told."""


def is_demo(text: str) -> bool:
    """Whether a source is the virtual table."""
    return text == "demo" or text.startswith("demo:")


def demo_film(text: str = "demo", from_s: float = 0.0) -> SimSource:
    """The film that `demo`, or `demo:SEED`, names: what is missed stands long enough to be told."""
    script = demo_source(FILM if text == "demo" else text, live=False).script
    return SimSource(replace(script, late_s=LATE_S), "virtual table", from_s=from_s)


class DemoTable(Paced):
    """The film at its own pace, and what is known of its table."""

    def __init__(self, film: SimSource) -> None:
        super().__init__(film)
        self.script, self.players, self.cube_set = film.script, film.players, film.cube_set
        self.profile = film.profile
