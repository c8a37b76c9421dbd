"""Putting a new match on record."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from engine.core.colours import colour_name
from engine.core.errors import NotationError
from engine.games import DEFAULT_GAME
from webui.record.disk.names import without_secrets
from webui.record.events import Created, Json, Renamed, clean
from webui.record.fold import begin
from webui.record.match import Match
from webui.record.recorded import recorded
from webui.record.store import Store, software
from webui.record.values import cleaned, folded, spelled

NAME_LENGTH = 60
NAMES = ("Ada", "Bela", "Chiara", "Dora")
"""Who plays in a demonstration."""


class SameNameError(NotationError):
    """Two players of one match are called the same."""


def tell_apart(players: Sequence[Json]) -> None:
    """Refuse two who are called the same: one name is one person, whatever is counted."""
    names = [folded(str(player.get("name") or "")) for player in players]
    if len(named := list(filter(None, names))) > len(set(named)):
        raise SameNameError("two players have the same name; add a letter to one of them")


def create_match(
    store: Store,
    players: Sequence[Json],
    *,
    name: str = "",
    game: str = DEFAULT_GAME,
    house: Any = None,
    equipment: Any = None,
    start: Any = None,
    layout: str = "sides",
    simulated: bool = False,
    source: str = "hand",
    profile: Any = None,
    camera: str | None = None,
    at: float | None = None,
) -> str:
    """A new match on record; its id. `players`: [{"name", "colour"}] in seating order.

    House rules, set and start are the game's values or their JSON; the usual ones where None.
    """
    created = opened(
        players,
        name=name,
        game=game,
        house=house,
        equipment=equipment,
        start=start,
        layout=layout,
        simulated=simulated,
        source=source,
        at=at,
    )
    return store.create(created, profile, camera)


def opened(
    players: Sequence[Json],
    *,
    name: str = "",
    game: str = DEFAULT_GAME,
    house: Any = None,
    equipment: Any = None,
    start: Any = None,
    layout: str = "sides",
    simulated: bool = False,
    source: str = "hand",
    at: float | None = None,
) -> Created:
    """The event by which a match begins; raises NotationError for one that could not be played."""
    colours = "".join(_colour(p) for p in players)
    if not colours:
        raise NotationError("expected players like [{'name': 'Ada', 'colour': 'r'}, ...], got none")
    if layout not in ("sides", "corners") or source not in ("hand", "camera"):
        raise NotationError(f"expected layout sides or corners and source hand or camera, got {layout!r}, {source!r}")
    moment = time.time() if at is None else at
    rules, pieces, first = recorded(game).opening(colours, *map(_plain, (house, equipment, start)))
    title = _title(name) or time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
    created = Created(
        moment,
        title,
        tuple({"name": _name(p), "colour": p["colour"]} for p in players),
        rules,
        cleaned(pieces),
        first,
        layout,
        simulated,
        source,
        software(),
        game,
    )
    begin(created)
    return created


def renamed(match: Match, name: str, names: Sequence[str], at: float) -> Renamed:
    """The event by which a match and its players are called otherwise; an empty name is the colour's."""
    if len(names) != len(match.players):
        raise NotationError(f"expected {len(match.players)} names, one for each player")
    players = [{"name": each, "colour": colour} for each, colour in zip(names, match.players, strict=True)]
    tell_apart(players)
    title = _title(name) or match.created.name
    return Renamed(at, title, tuple({"name": _name(p), "colour": p["colour"]} for p in players))


def _title(name: str) -> str:
    """What a match may be called."""
    return without_secrets(clean(name).strip())[:NAME_LENGTH]


def seats(colours: str, names: Sequence[str] = ()) -> list[Json]:
    """Players for colours in seating order; without names they are called by their colour."""
    return [
        {"name": names[k] if k < len(names) and names[k] else colour_name(c), "colour": c}
        for k, c in enumerate(colours)
    ]


def _colour(player: Json) -> str:
    colour = player.get("colour")
    if not isinstance(colour, str) or len(colour) != 1:
        raise NotationError(f"expected a colour for every player, one letter, got {colour!r}"[:120])
    return colour


def _name(player: Json) -> str:
    """As said, else by colour; a colour that nobody can have is refused when the match begins."""
    return spelled(clean(str(player.get("name") or "")))[:NAME_LENGTH].strip() or colour_name(player["colour"])


def _plain(value: Any) -> Any:
    """A value's JSON, or what is JSON already."""
    return value.to_json() if hasattr(value, "to_json") else value
