"""A small fixed scene whose truth is known by hand."""

from __future__ import annotations

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.geometry import Dimensions
from vision.sim.space import FACES
from workshop.icecult.lab.world.sampler import sample_scene
from workshop.lab.space import Json

TOPS = {"NW": "red>N", "NE": "arc:NE", "SW": "circle", "SE": "blue>N"}


def known_state() -> Json:
    """Two stacks, two waiting pawns, two pawns at home."""
    paths = {arm: [""] * 5 for arm in ARMS} | {"N": ["rgb", "", "", "", ""], "W": ["", "", "", "", "y"]}
    goal = dict.fromkeys(ARMS, "") | {"E": "yg"}
    return {"cubes": dict.fromkeys(TOPS, "UN"), "paths": paths, "start": "rb", "goal": goal}


def known_scene(exit_by: str = "sides") -> tuple[Dimensions, Json]:
    """The known position in an easy plain scene, small enough to render in a moment."""
    geo = Dimensions(exit=exit_by)
    scene = sample_scene(geo, 4, "easy", known_state())
    for cube in scene["cubes"]:
        cube["prints"] = dict.fromkeys(FACES, "circle") | {"U": TOPS[cube["slot"]]}
    scene["geometry"] = {"exit": exit_by}
    scene["camera"] |= {"width": 160, "height": 90}
    return geo, scene
