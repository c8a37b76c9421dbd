"""A cube: its six prints, its 24 poses, and what lies on top.

A pose is two letters (docs/FORMATS.md): the home face that is now up and the one that looks north. Everything
about poses is a table made once: `ROLLED["UN"]["n"]`, `TURNED["UN"]["+"]`, `LOOKS["UN"]["E"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from engine.core.colours import COLOUR_NAMES
from engine.core.errors import NotationError
from engine.icecult.board import OPPOSITE, SLOTS, SPACES

FACES: Final = "UDNESW"
ARROWS: Final = tuple(COLOUR_NAMES.values())
LETTER: Final[Mapping[str, str]] = MappingProxyType({name: letter for letter, name in COLOUR_NAMES.items()})

_AXIS: Final = {"U": (0, 0, 1), "D": (0, 0, -1), "N": (0, 1, 0), "S": (0, -1, 0), "E": (1, 0, 0), "W": (-1, 0, 0)}
_FACE: Final = {axis: face for face, axis in _AXIS.items()}


def _looks(pose: str) -> dict[str, str]:
    """Home face -> where it looks now, in this pose."""
    (ux, uy, uz), (nx, ny, nz) = _AXIS[pose[0]], _AXIS[pose[1]]
    east = _FACE[ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux]
    here = {pose[0]: "U", pose[1]: "N", east: "E"}
    return here | {OPPOSITE[face]: OPPOSITE[where] for face, where in here.items()}


POSES: Final = tuple(up + north for up in FACES for north in FACES if north not in (up, OPPOSITE[up]))
LOOKS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({p: MappingProxyType(_looks(p)) for p in POSES})
"""LOOKS[pose][face]: where that home face looks now (U D N E S W)."""

SHOWS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {p: MappingProxyType({where: face for face, where in looks.items()}) for p, looks in LOOKS.items()}
)
"""SHOWS[pose][where]: which home face is there now."""

ROLLED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        p: MappingProxyType(
            {
                "n": s["S"] + s["U"],  # up goes north, south comes up
                "s": s["N"] + s["D"],
                "e": s["W"] + s["N"],
                "w": s["E"] + s["N"],
            }
        )
        for p, s in SHOWS.items()
    }
)
"""ROLLED[pose][heading]: the pose after a quarter roll to n, e, s or w."""

TURNED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {p: MappingProxyType({"+": s["U"] + s["W"], "-": s["U"] + s["E"]}) for p, s in SHOWS.items()}
)
"""TURNED[pose]["+"]: the pose after a quarter turn clockwise seen from above; "-": counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Top:
    """What a cube shows on top: a symbol and, for arrows a path, for arcs a corner of the block."""

    symbol: str
    facing: str | None

    @property
    def colour(self) -> str | None:
        """The letter of an arrow's colour; None for circle and arc."""
        return LETTER.get(self.symbol)

    def to_json(self) -> dict[str, str | None]:
        """As JSON (docs/FORMATS.md)."""
        return {"symbol": self.symbol, "facing": self.facing}


def _corner(a: str, b: str) -> str:
    """Two headings as the name of a corner: N or S first."""
    return a + b if a in "NS" else b + a


@cache
def _shown(text: str, pose: str) -> Top:
    """What a print shows when its face is up; asked for so often that it is kept, there being only a few thousand."""
    looks = LOOKS[pose]
    if ">" in text:
        symbol, _, to = text.partition(">")
        return Top(symbol, looks[to])
    if text == "circle":
        return Top("circle", None)
    return Top("arc", _corner(looks[text[4]], looks[text[5]]))


def _check_print(face: str, text: str) -> None:
    """Refuse a print that cannot be on that face."""
    beside = set(FACES) - {face, OPPOSITE[face]}
    symbol, arrow, to = text.partition(">")
    if text == "circle" or (arrow and symbol in ARROWS and to in beside):
        return
    kind, colon, corner = text.partition(":")
    neighbours = len(corner) == 2 and set(corner) <= beside and corner[1] not in (corner[0], OPPOSITE[corner[0]])
    if not (kind == "arc" and colon and neighbours):
        raise NotationError(f"face {face}: expected a print like 'red>U', 'arc:SE' or 'circle', got {text!r}")


@dataclass(frozen=True, slots=True)
class Cube:
    """Six prints in home-face order U D N E S W; None = not yet seen."""

    prints: tuple[str | None, ...]

    def __post_init__(self) -> None:
        if len(self.prints) != 6:
            raise NotationError(f"expected the six faces {FACES}, got {len(self.prints)}")
        for face, text in zip(FACES, self.prints, strict=True):
            if text is not None:
                _check_print(face, text)

    def __getitem__(self, face: str) -> str | None:
        return self.prints[FACES.index(face)]

    def top(self, pose: str) -> Top | None:
        """What is on top in this pose; None where that face is not yet known."""
        text = self.prints[FACES.index(pose[0])]
        return None if text is None else _shown(text, pose)

    def with_print(self, face: str, text: str) -> Cube:
        """The same cube with one face learned."""
        at = FACES.index(face)
        return Cube((*self.prints[:at], text, *self.prints[at + 1 :]))

    @classmethod
    def from_json(cls, data: Any) -> Cube:
        """From a mapping face -> print (docs/FORMATS.md); missing faces are unknown."""
        if not isinstance(data, Mapping) or not set(data) <= set(FACES):
            raise NotationError(f"expected a cube like {{'U': 'arc:SE', ...}}, got {data!r}")
        if not all(text is None or isinstance(text, str) for text in data.values()):
            raise NotationError(f"expected prints as text or null, got {data!r}")
        return cls(tuple(data.get(face) for face in FACES))

    def to_json(self) -> dict[str, str | None]:
        """As JSON (docs/FORMATS.md)."""
        return dict(zip(FACES, self.prints, strict=True))


def print_of(pose: str, top: Top) -> str:
    """The text to print on the face that is up in `pose`, so that it shows `top`."""
    if top.facing is None:
        return top.symbol
    shows = SHOWS[pose]
    if top.symbol == "arc":
        return f"arc:{shows[top.facing[0]]}{shows[top.facing[1]]}"
    return f"{top.symbol}>{shows[top.facing]}"


@dataclass(frozen=True, slots=True)
class CubeSet:
    """The equipment on the table: four cubes in slot order, and the length of the paths."""

    cubes: tuple[Cube, Cube, Cube, Cube]
    name: str = ""
    spaces: int = SPACES

    def __post_init__(self) -> None:
        if not 1 <= self.spaces <= 9:
            raise NotationError(f"expected 1 to 9 spaces on a path, got {self.spaces}")

    def cube(self, slot: str) -> Cube:
        """The cube that belongs to this slot."""
        return self.cubes[SLOTS.index(slot)]

    def tops(self, poses: tuple[str, ...]) -> tuple[Top | None, ...]:
        """What the four cubes show, in slot order."""
        return tuple(cube.top(pose) for cube, pose in zip(self.cubes, poses, strict=True))

    @classmethod
    def from_json(cls, data: Any) -> CubeSet:
        """From a set's JSON (docs/FORMATS.md); raises NotationError that names the cube."""
        if not isinstance(data, Mapping) or not isinstance(data.get("cubes"), Mapping):
            raise NotationError(f"expected a set like {{'spaces': 5, 'cubes': {{...}}}}, got {data!r}"[:200])
        if set(data["cubes"]) != set(SLOTS):
            raise NotationError(f"set: expected cubes NW NE SE SW, got {' '.join(map(str, data['cubes']))}")
        cubes = []
        for slot in SLOTS:
            try:
                cubes.append(Cube.from_json(data["cubes"][slot]))
            except NotationError as error:
                raise NotationError(f"set, cube {slot}: {error}") from None
        spaces = data.get("spaces", SPACES)
        if not isinstance(spaces, int) or isinstance(spaces, bool):
            raise NotationError(f"set: expected a whole number of spaces, got {spaces!r}")
        return cls((cubes[0], cubes[1], cubes[2], cubes[3]), str(data.get("name", "")), spaces)

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        cubes = {slot: cube.to_json() for slot, cube in zip(SLOTS, self.cubes, strict=True)}
        return ({"name": self.name} if self.name else {}) | {"spaces": self.spaces, "cubes": cubes}


def _standard() -> CubeSet:
    """The invented set used where none is given: the real prints are not published."""
    rows = {
        "NW": ("arc:SE", "circle", "red>U", "yellow>N", "green>D", "blue>S"),
        "NE": ("arc:SW", "circle", "yellow>E", "green>U", "blue>W", "red>D"),
        "SE": ("arc:NW", "circle", "green>W", "blue>D", "red>E", "yellow>U"),
        "SW": ("arc:NE", "circle", "blue>D", "red>S", "yellow>U", "green>N"),
    }
    a, b, c, d = (Cube(rows[slot]) for slot in SLOTS)
    return CubeSet((a, b, c, d), "standard")


STANDARD_SET: Final = _standard()
UNKNOWN_SET: Final = CubeSet((Cube((None,) * 6),) * 4, "unknown")
"""A set of which nothing has been seen yet."""
