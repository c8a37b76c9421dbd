"""A small fixed scene whose truth is known by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from workshop.icecult.lab.geometry import Geometry, load_geometry
from workshop.icecult.lab.world.sampler import sample_scene
from workshop.lab.space import FACES, Json

TOPS = {"NW": "arrow_red", "NE": "arc", "SW": "circle", "SE": "arrow_blue"}


def larger(cases: Sequence[Any], small: int) -> list[Any]:
    """All cases of a test; those after the first few run in `make test-workshop` only."""
    return [*cases[:small], *(pytest.param(case, marks=pytest.mark.large) for case in cases[small:])]


def cube(slot: str, symbol: str, turns: int = 0) -> Json:
    """An upright cube with the symbol on top."""
    faces = {name: {"symbol": "circle", "turns": 0} for name in FACES}
    faces["+z"] = {"symbol": symbol, "turns": turns}
    return {"slot": slot, "faces": faces, "orientation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}


def known_state(geo: Geometry) -> Json:
    """Two stacks, two waiting pawns, two pawns at home."""
    arms: Json = {arm: [[] for _ in range(5)] for arm in geo.arms}
    arms["N"][0] = ["red", "green", "blue"]
    arms["W"][4] = ["yellow"]
    cubes = [cube(slot, symbol) for slot, symbol in TOPS.items()]
    return {"cubes": cubes, "arms": arms, "start": ["blue", "red"], "goal": ["green", "yellow"]}


def known_scene(exit_by: str = "sides") -> tuple[Geometry, Json]:
    """The known position in an easy plain scene, small enough to render in a moment."""
    geo = Geometry({**load_geometry().data, "exit": exit_by})
    scene = sample_scene(geo, 3, "easy", known_state(geo))
    scene["geometry"] = {"exit": exit_by}
    scene["camera"] |= {"width": 160, "height": 90}
    return geo, scene
