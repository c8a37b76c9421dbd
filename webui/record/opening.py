"""Putting a new match on record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from engine.core.errors import NotationError
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules, parse_players
from engine.icecult.state import State
from webui.record.events import Created, Json
from webui.record.store import Store, software
from webui.referee.sentences import colour_name

NAME_LENGTH = 60


def create_match(
    store: Store,
    players: Sequence[Json],
    *,
    name: str = "",
    house: HouseRules | None = None,
    cube_set: CubeSet = STANDARD_SET,
    start: State | None = None,
    layout: str = "sides",
    simulated: bool = False,
    source: str = "hand",
    profile: Any = None,
    camera: str | None = None,
    at: float | None = None,
) -> str:
    """A new match on record; its id. `players`: [{"name", "colour"}] in seating order."""
    colours = parse_players("".join(str(p.get("colour", "")) for p in players))
    if layout not in ("sides", "corners") or source not in ("hand", "camera"):
        raise NotationError(f"expected layout sides or corners and source hand or camera, got {layout!r}, {source!r}")
    moment = time.time() if at is None else at
    seats = tuple({"name": _name(p), "colour": p["colour"]} for p in players)
    first = start or State.setup(colours[0], cube_set.spaces)
    title = name.strip()[:NAME_LENGTH] or time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
    created = Created(
        moment,
        title,
        seats,
        (house or HouseRules()).to_json(),
        cube_set.to_json(),
        first.to_json(),
        layout,
        simulated,
        source,
        software(),
    )
    return store.create(created, profile, camera)


def seats(colours: str, names: Sequence[str] = ()) -> list[Json]:
    """Players for colours in seating order; without names they are called by their colour."""
    return [
        {"name": names[k] if k < len(names) and names[k] else colour_name(c), "colour": c}
        for k, c in enumerate(parse_players(colours))
    ]


def _name(player: Json) -> str:
    return str(player.get("name") or colour_name(player["colour"])).strip()[:NAME_LENGTH]
