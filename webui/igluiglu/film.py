"""The demonstration before a camera: a scripted match on the virtual table, refereed as a webcam's would be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.core.errors import IcekeeperError
from engine.igluiglu.equipment import STANDARD_SET
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.play.film import IgluFilm, Pace
from vision.igluiglu.sim.play.script import script
from vision.sources.paced import Paced
from webui.play.sight import DemoFilm
from webui.play.watcher import Patience

if TYPE_CHECKING:
    from calibration.igluiglu.profile import BoardProfile

SEED: Final = 5
TURNS: Final = 14
PATIENCE: Final = Patience(rest_ends_s=1.6)
"""Nobody presses Done on the virtual table: a rest of this length ends the turn."""


def demo_film(text: str = "demo", from_s: float = 0.0) -> IgluFilm:
    """The film that `demo`, or `demo:SEED`, names."""
    _, colon, seed = text.partition(":")
    if colon and not seed.isdecimal():
        raise IcekeeperError(f"expected demo or demo:NUMBER, got {text!r}")
    match = script(int(seed) if colon else SEED, TURNS, "rygb", 6, 2)
    return IgluFilm(match, plain_scene(), Pace(), from_s=from_s)


def film(text: str = "demo", from_s: float = 0.0) -> DemoFilm:
    """The film with what is known of its table."""
    made = demo_film(text, from_s)
    return DemoFilm(
        Paced(made), lambda: profile_of(made), made.script.players, STANDARD_SET.to_json(), made.script.known, PATIENCE
    )


def profile_of(made: IgluFilm) -> BoardProfile:
    """The board as the film's first picture shows it, from its four corners."""
    from calibration.igluiglu.build import found_at, make_profile
    from calibration.igluiglu.find import Finder

    scene = made.scene
    corners = scene.camera.project(scene.geometry.on_board(scene.geometry.grid_corners()))
    picture = made.first()
    return make_profile(picture, found_at(Finder(), picture, np.asarray(corners), None), "demo")
