"""The demonstration before a camera: a scripted match on the virtual table, refereed as a webcam's would be."""

from __future__ import annotations

from typing import Final

from engine.core.colours import COLOURS
from engine.core.errors import IcekeeperError
from engine.igluiglu.equipment import STANDARD_SET
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.play.film import IgluFilm, Pace
from vision.igluiglu.sim.play.script import script
from vision.igluiglu.sim.profile import scene_profile
from vision.sources.paced import Paced
from webui.play.sight import DemoFilm
from webui.play.watcher import Patience
from webui.record.opening import NAMES, seats
from webui.table.desk import Desk

SEED: Final = 5
TURNS: Final = 14
PATIENCE: Final = Patience(rest_ends_s=1.6)
"""Nobody presses Done on the virtual table: a rest of this length ends the turn."""


def demo_film(text: str = "demo", from_s: float = 0.0) -> IgluFilm:
    """The film that `demo`, or `demo:SEED`, names."""
    _, colon, seed = text.partition(":")
    if colon and not seed.isdecimal():
        raise IcekeeperError(f"expected demo or demo:NUMBER, got {text!r}")
    match = script(int(seed) if colon else SEED, TURNS, COLOURS, 6, 2)
    return IgluFilm(match, plain_scene(), Pace(), from_s=from_s)


def film(text: str = "demo", from_s: float = 0.0) -> DemoFilm:
    """The film with what is known of its table."""
    made = demo_film(text, from_s)
    return DemoFilm(
        Paced(made),
        lambda: scene_profile(made.scene),
        made.script.players,
        STANDARD_SET.to_json(),
        made.script.known,
        PATIENCE,
    )


def open_film(desk: Desk, text: str = "demo") -> str:
    """Put the filmed match on the table; its id."""
    shown = film(text)
    players = seats(shown.players, NAMES)
    return desk.watch_film(shown, shown.profile(), players, name="Demo", camera=text)
