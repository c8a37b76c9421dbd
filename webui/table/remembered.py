"""Who played here lately, with which colour, at which tables and with which sets; names can be forgotten."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, Final

from engine.core.colours import colour_name
from webui.record.disk.kept import KeptValue
from webui.record.events import Json
from webui.record.values import folded

PLAYERS: Final = 12
TABLES: Final = 3
SETS: Final = 3
LOOKED_AT: Final = 12
"""So many matches are looked through for sets: each has to be read."""


class Remembered:
    """Reads the list of matches; of its own it keeps only which names were to be forgotten, and when."""

    def __init__(self, kept: KeptValue | None = None, clock: Callable[[], float] = time.time) -> None:
        self._lock = threading.Lock()
        self._kept, self._clock = kept or KeptValue(), clock
        self._forgotten = _as_kept(self._kept.read())

    def forget(self, name: str) -> None:
        """Offer this name no more, until somebody plays under it again."""
        with self._lock:
            self._forgotten[folded(name)] = self._clock()
            self._kept.write(self._forgotten)

    def players(self, lines: Iterable[Json]) -> list[Json]:
        """Who played, the last ones first, each with the colour of the last time."""
        found: dict[str, Json] = {}
        for line in self._people(lines):
            for player in line["players"]:
                if player["name"] != colour_name(player["colour"]):
                    found.setdefault(folded(player["name"]), {"name": player["name"], "colour": player["colour"]})
        return list(found.values())[:PLAYERS]

    def tables(self, lines: Iterable[Json]) -> list[Json]:
        """The last tables that differ in game, people or camera, each by its newest match."""
        found: dict[Any, Json] = {}
        keys = ("id", "game", "players", "source")
        for line in self._people(lines):
            people = tuple(sorted((folded(p["name"]), p["colour"]) for p in line["players"]))
            found.setdefault((line["game"], people, line["source"]), {key: line[key] for key in keys})
        return list(found.values())[:TABLES]

    def sets(
        self, lines: Iterable[Json], equipment_of: Callable[[str], Json], others: Iterable[Json | None]
    ) -> list[Json]:
        """The last sets of which everything is known and that are none of these others, each by its newest match."""
        seen = {_same(other) for other in others}
        found: list[Json] = []
        for line in islice(self._people(lines), LOOKED_AT):
            equipment = equipment_of(line["id"])
            if _whole(equipment) and _same(equipment) not in seen:
                seen.add(_same(equipment))
                found.append({key: line[key] for key in ("id", "name", "at")})
        return found[:SETS]

    def _people(self, lines: Iterable[Json]) -> Iterable[Json]:
        """The matches of people, without those in which somebody played who is to be forgotten."""
        with self._lock:
            gone = dict(self._forgotten)
        for line in lines:
            known = line.get("game") and line["players"] and not line["simulated"]
            if known and all(line["at"] > gone.get(folded(player["name"]), 0.0) for player in line["players"]):
                yield line


def _same(equipment: Json | None) -> str:
    """What two equal sets have in common; what they are called does not matter."""
    return json.dumps({key: value for key, value in (equipment or {}).items() if key != "name"}, sort_keys=True)


def _whole(value: Any) -> bool:
    """Whether nothing in it is unknown."""
    return all(map(_whole, value.values())) if isinstance(value, Mapping) else value is not None


def _as_kept(value: Any) -> dict[str, float]:
    """The names of the last run; what cannot be read is offered again."""
    if not isinstance(value, dict):
        return {}
    return {folded(str(name)): float(at) for name, at in value.items() if isinstance(at, int | float)}
