"""A set as it is kept from one evening to the next: its prints, sizes, pawns and colours; JSON both ways.

kept = Kept.load("set.json")                 a set file of any age, or a profile of an earlier evening
kept.board()                                 its sizes as a Geometry; None where nobody measured them
kept.met(profile)                            the same set after another look at it
kept.save("set.json")                        written whole or not at all
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from calibration.errors import SetError
from calibration.icecult.certainty import PAWN_KEYS
from calibration.icecult.geometry import Geometry, make_geometry
from calibration.icecult.profile import TableProfile, measured_sizes
from calibration.icecult.sizes.sized import KEYS
from calibration.sizes.kept import Sizes, least_sure, plain, read_set, with_better, write_set
from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS
from engine.icecult.cube import CubeSet

SCHEMA = 2
READABLE = (1, 2)
"""Sets of schema 1 name none: they hold the cubes alone."""
LASTING_COLOURS = ("pawns", "strips")
"""Colours that belong to the set and not to the light or the table it lies on."""

SAME_WITHIN = 0.15  # of each of its sizes, a board is the same one


@dataclass(frozen=True, slots=True)
class KeptSet:
    """Everything known of one set; empty where nobody has looked yet."""

    name: str = ""
    spaces: int = 5
    cubes: Mapping[str, Any] | None = None  # cube -> face -> print, as in docs/FORMATS.md
    layout: str | None = None
    sizes: Sizes = field(default_factory=dict)
    colours: Mapping[str, Any] = field(default_factory=dict)
    date: str = ""

    @classmethod
    def of(cls, profile: TableProfile) -> KeptSet:
        """What a profile knows of its set."""
        return cls._with_cubes(profile.set).met(profile)

    @classmethod
    def _with_cubes(cls, data: Mapping[str, Any] | None) -> KeptSet:
        if not data:
            return cls()
        return cls(str(data.get("name", "")), int(data.get("spaces", 5)), dict(data["cubes"]))

    @property
    def equipment(self) -> dict[str, Any] | None:
        """The `set` of docs/FORMATS.md; None as long as no face of it is known."""
        faces = [face for cube in (self.cubes or {}).values() for face in cube.values()]
        if self.cubes is None or all(face is None for face in faces):
            return None
        named = {"name": self.name} if self.name else {}
        return named | {"spaces": self.spaces, "cubes": {slot: dict(cube) for slot, cube in self.cubes.items()}}

    def board(self) -> Geometry | None:
        """The board of these sizes; None where they were not measured."""
        if not set(KEYS) <= set(self.sizes):
            return None
        layout = {"exit": self.layout} if self.layout else {}
        return make_geometry({**layout, **{key: float(size["mm"]) for key, size in self.sizes.items()}})

    @property
    def known(self) -> frozenset[str]:
        """The sizes that need not be measured again."""
        return frozenset(self.sizes) if self.board() is not None else frozenset()

    def met(self, profile: TableProfile) -> KeptSet:
        """The set after a profile was made of it: whichever picture shows the board better gives its sizes."""
        ours, theirs = self.sizes, measured(profile)
        now = replace(self, date=profile.date, colours={**self.colours, **_lasting(profile.colours)})
        if set(KEYS) <= set(ours) and least_sure(ours, KEYS) > least_sure(theirs, KEYS):
            return replace(now, sizes=_with_pawns(ours, theirs))
        layout = str(profile.geometry["exit"])
        return replace(now, layout=layout, sizes=_with_pawns(plain(theirs), ours))

    def fits(self, profile: TableProfile) -> bool:
        """Whether a profile is of this set: its board has the same proportions."""
        if self.layout != profile.geometry["exit"] or not set(KEYS) <= set(self.sizes):
            return False
        scale = _scale(self.sizes, measured(profile))
        return all(
            abs(float(self.sizes[key]["mm"]) / (float(profile.geometry[key]) * scale) - 1) < SAME_WITHIN for key in KEYS
        )

    def applied(self, profile: TableProfile) -> TableProfile:
        """The profile with what is known better of this set's pawns."""
        if not set(KEYS) <= set(self.sizes):
            return profile
        sizes = _with_pawns(measured(profile), self.sizes)
        return profile.changed(sizes=sizes).sized({key: sizes[key] for key in PAWN_KEYS if key in sizes})

    def taught(self, data: Mapping[str, Any]) -> KeptSet:
        """The set with its cubes as learned."""
        fresh = self._with_cubes(data)
        return replace(self, name=fresh.name or self.name, spaces=fresh.spaces, cubes=fresh.cubes)

    def sized(self, sizes: Sizes, profile: TableProfile) -> KeptSet:
        """The set with some sizes measured anew through this profile, to the set's own scale."""
        scale = _scale(self.sizes, measured(profile))
        fresh = {key: {"mm": round(size["mm"] * scale, 2), "sure": size["sure"]} for key, size in sizes.items()}
        return replace(self, sizes={**self.sizes, **fresh})

    def to_json(self) -> dict[str, Any]:
        """The set file: the set as in docs/FORMATS.md, and beside it what was measured."""
        return {
            "schema": SCHEMA,
            **({"name": self.name} if self.name else {}),
            "spaces": self.spaces,
            "cubes": CubeSet.from_json({"cubes": self.cubes}).to_json()["cubes"] if self.cubes else _unseen(),
            "exit": self.layout,
            "sizes": {key: dict(size) for key, size in self.sizes.items()},
            "colours": dict(self.colours),
            "date": self.date,
        }

    @classmethod
    def from_json(cls, data: Any, name: str = "set") -> KeptSet:
        """Inverse of `to_json`; sets of schema 1 and profiles are read too."""
        if isinstance(data, Mapping) and "camera" in data:
            return cls.of(TableProfile.from_json(data, name))
        if not isinstance(data, Mapping) or not isinstance(data.get("cubes"), Mapping):
            raise SetError(f'{name}: expected a set with "cubes"; see docs/FORMATS.md')
        if data.get("schema", 1) not in READABLE:
            raise SetError(f"{name}: schema {data['schema']!r}, this version reads {SCHEMA}; take a newer icekeeper")
        try:
            return cls._parsed(data)
        except (IcekeeperError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise SetError(f"{name}: broken set ({error}); meet the set again with `icekeeper meet`") from error

    @classmethod
    def _parsed(cls, data: Mapping[str, Any]) -> KeptSet:
        known = CubeSet.from_json(data)
        layout = data.get("exit")
        if layout not in (None, "sides", "corners"):
            raise ValueError(f'"exit" is {layout!r}')
        sizes = _checked(dict(data.get("sizes") or {}))
        kept = cls(known.name, known.spaces, known.to_json()["cubes"], layout, sizes)
        return replace(kept, colours=dict(data.get("colours") or {}), date=str(data.get("date", "")))

    @classmethod
    def load(cls, path: Path | str) -> KeptSet:
        """Read a set file or an earlier profile; a SetError says what is wrong."""
        return cls.from_json(read_set(path), str(path))

    def save(self, path: Path | str) -> None:
        """Write the set whole or not at all."""
        write_set(path, self.to_json())


def measured(profile: TableProfile) -> dict[str, dict[str, float]]:
    """The sizes of a profile; one that says nothing about them was made with sizes that somebody gave."""
    given = {key: {"mm": float(profile.geometry[key]), "sure": 1.0} for key in (*KEYS, *PAWN_KEYS)}
    return {**given, **plain(profile.sizes)}


def _checked(sizes: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    return plain(measured_sizes({key: sizes[key] for key in (*KEYS, *PAWN_KEYS) if key in sizes}))


def _scale(ours: Sizes, theirs: Sizes) -> float:
    """How many of our millimetres one of theirs is: only proportions can be seen."""
    return float(ours["space_length"]["mm"]) / float(theirs["space_length"]["mm"])


def _with_pawns(board: Sizes, other: Sizes) -> dict[str, dict[str, float]]:
    """Sizes of a board with the better known pawns of two measurements, to the board's scale."""
    if not set(KEYS) <= set(other):
        return plain(board)
    return with_better(board, other, PAWN_KEYS, _scale(board, other))


def _lasting(colours: Mapping[str, Any]) -> dict[str, Any]:
    return {key: colours[key] for key in LASTING_COLOURS if colours.get(key)}


def _unseen() -> dict[str, Any]:
    return {slot: dict.fromkeys("UDNESW") for slot in SLOTS}
