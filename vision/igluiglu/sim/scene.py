"""What is on a virtual table: pieces, tiles, other things, hands, lamps; and what everything looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vision.igluiglu.sim.canvas import Texture
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.shapes import Form
from vision.sim.camera import VirtualCamera

Rgb = tuple[float, float, float]
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


@dataclass(frozen=True)
class Piece:
    """An Inuit, an igloo or an animal's token; `cell` is "" beside the board."""

    kind: str
    x: float
    y: float
    cell: str = ""
    colour: str = ""
    value: int = 0
    yaw_deg: float = 0.0
    lying: bool = False
    up_mm: float = 0.0  # over the ground it belongs to: on other tokens, or in a hand
    face_down: bool = False


@dataclass(frozen=True)
class Tile:
    """A tile; `face` is "back", "glacier" or an event. `home` is "board", "pile", "shown" or "hand r"."""

    x: float
    y: float
    face: str = "back"
    cell: str = ""
    home: str = "board"
    yaw_deg: float = 0.0
    up_mm: float = 0.0


@dataclass(frozen=True)
class Prop:
    """Anything else on the table: upright things and flat ones."""

    kind: str
    x: float
    y: float
    size_mm: tuple[float, float, float]
    yaw_deg: float = 0.0
    colours: tuple[Rgb, ...] = ((0.5, 0.5, 0.5),)
    gloss: float = 0.2


@dataclass(frozen=True)
class Hand:
    """A right or left hand with its sleeve."""

    kind: str
    at_mm: tuple[float, float, float]
    yaw_deg: float = 0.0
    pitch_deg: float = 0.0
    twist_deg: float = 0.0
    left: bool = False
    sleeve_at_mm: float = 210.0
    skin: Rgb = (0.72, 0.52, 0.42)
    sleeve: Rgb = (0.2, 0.25, 0.4)
    holds: Piece | Tile | None = None


@dataclass(frozen=True)
class Lamp:
    """A lamp or window: where, its colour, its share of the light on the board, how large it is."""

    at_mm: tuple[float, float, float]
    colour: Rgb = (1.0, 1.0, 1.0)
    strength: float = 1.0
    radius_mm: float = 60.0
    stripes_mm: float = 0.0  # of a blind before it
    spot_mm: float = 0.0  # a cone of light of this radius on the table


@dataclass(frozen=True)
class Light:
    """All light on the table."""

    lamps: tuple[Lamp, ...] = (Lamp((300.0, 400.0, 1200.0)),)
    ambient: Rgb = (0.4, 0.4, 0.4)
    exposure: float = 1.0


@dataclass(frozen=True)
class Look:
    """What one set and its table look like."""

    table: Texture
    table_mm: tuple[float, float]
    floor: Rgb
    board: Texture
    faces: dict[str, Texture]  # of tiles: back, glacier and events
    tokens: dict[str, Texture]  # fish1 ... bear4, and fish, fox, bear for their backs
    edges: dict[str, Rgb]  # board, tile, token
    inks: dict[str, Rgb]  # of the wooden pieces, by colour letter
    inuit: Form
    igloo: Form
    lacquer: float = 0.5  # how glossy the wooden pieces are
    sheen: dict[str, float] = field(default_factory=dict)  # of table, board, tile, token
    table_yaw_deg: float = 0.0
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """One picture to be painted."""

    geometry: Geometry
    camera: VirtualCamera
    look: Look
    light: Light
    tiles: tuple[Tile, ...] = ()
    pieces: tuple[Piece, ...] = ()
    props: tuple[Prop, ...] = ()
    hands: tuple[Hand, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
