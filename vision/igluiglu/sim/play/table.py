"""The table of a film: every tile and piece stays exactly where it is until somebody moves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.igluiglu.board import FACE_DOWN, GLACIER, NAMES
from engine.igluiglu.state import State
from vision.igluiglu.sim.arranging import (
    SEATS,
    Ground,
    ground_of,
    lay_beside,
    lay_board,
    lay_tile,
    pieces_of,
    seat_place,
)
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.scene import Look, Piece, Tile

Rng = np.random.Generator
Place = tuple[float, float]


@dataclass
class FilmTable:
    """All things of a match as they lie; `update` changes what a new state says and nothing else."""

    geometry: Geometry
    look: Look
    players: str
    rng: Rng
    tiles: list[Tile] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    state: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def begin(cls, state: State, geometry: Geometry, look: Look, rng: Rng) -> FilmTable:
        """A table laid as this state says."""
        table = cls(geometry, look, state.players, rng)
        data = state.to_json()
        tiles, pieces = lay_board(data, geometry, (look.inuit, look.igloo), rng, 0.7)
        beside = lay_beside(data, state.players, geometry, rng)
        table.tiles, table.pieces, table.state = tiles + beside[0], pieces + beside[1], data
        return table

    def update(self, state: State) -> list[Place]:
        """Lay the table as this state says; the places where hands had to be, in order."""
        before, after = self.state, state.to_json()
        names = [name for name in NAMES if _differs(before, after, name)]
        for name in names:
            self._ground(name, ground_of(after, name))
        for name in names:
            self._standing(name, after["on"].get(name, ""))
        beside = self._beside(before, after)
        self.state = after
        return [self.geometry.centre(name) for name in names] + beside

    def _ground(self, name: str, ground: str) -> None:
        face = {FACE_DOWN: "back", GLACIER: "glacier"}.get(ground)
        there = next((t for t in self.tiles if t.cell == name), None)
        if there is not None and there.face == face:
            return
        self.tiles = [t for t in self.tiles if t.cell != name]
        if face is not None:
            self.tiles.append(lay_tile(self.geometry, name, face, self.rng, 0.7))

    def _standing(self, name: str, words: str) -> None:
        """What is wanted and stands there stays; the rest goes and comes."""
        wanted, kept = Counter(pieces_of(words)), []
        for piece in (p for p in self.pieces if p.cell == name):
            same = (piece.kind, piece.colour, piece.value)
            if wanted[same]:
                wanted[same] -= 1
                kept.append(piece)
        ground = Ground(self.geometry, self.look.inuit, self.look.igloo)
        for kind, colour, value in sorted(wanted.elements()):
            x, y = ground.place(name, kind, kept, not kept, self.rng, 0.7)
            kept.append(Piece(kind, x, y, name, colour, value, float(self.rng.uniform(0, 360))))
        self.pieces = [p for p in self.pieces if p.cell != name] + kept

    def _beside(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Place]:
        """Kept tiles, caught animals, igloos and Inuit not in play, discarded tiles."""
        places: list[Place] = []
        for player, seat in zip(self.players, SEATS[len(self.players)], strict=True):
            laid = [t for t in self.tiles if t.home == f"hand {player}"]
            want = len(after["hands"][player])
            for tile in laid[want:]:
                self.tiles.remove(tile)
                places.append((tile.x, tile.y))
            for k in range(len(laid), want):
                along = -60 + k * self.geometry.tile_edge * 1.1
                x, y = seat_place(self.geometry, seat, self.geometry.tile_edge * 0.8 + 12, along)
                self.tiles.append(Tile(x, y, "back", "", f"hand {player}", float(self.rng.normal(seat, 8))))
                places.append((x, y))
            had, has = before["caught"][player], after["caught"][player]
            for k in range(len(had), len(has)):
                x, y = seat_place(self.geometry, seat, 30.0 + 26 * (k % 3), 80.0 + 24 * (k // 3))
                yaw = float(self.rng.uniform(0, 360))
                self.pieces.append(Piece(has[k][:-1], x, y, "", "", int(has[k][-1]), yaw))
            self._fewer("igloo", player, int(after["igloos"].get(player, 0)))
            self._fewer("inuit", player, int(after["reserve"].get(player, 0)))
        self._supplies(before, after)
        self._shown(before, after)
        return places

    def _fewer(self, kind: str, colour: str, count: int) -> None:
        """No more than so many of a colour beside the board."""
        mine = [p for p in self.pieces if not p.cell and (p.kind, p.colour) == (kind, colour)]
        for piece in mine[count:]:
            self.pieces.remove(piece)

    def _supplies(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        for kind in ("fish", "fox", "bear"):
            was, now = (_total(state["supply"][kind]) for state in (before, after))
            heap = [p for p in self.pieces if not p.cell and p.kind == kind and (p.face_down or kind == "bear")]
            for piece in heap[: max(was - now, 0)]:
                self.pieces.remove(piece)

    def _shown(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """The tile discarded last lies open."""
        new = list((Counter(after["out"]) - Counter(before["out"])).elements())
        if not new:
            return
        self.tiles = [t for t in self.tiles if t.home != "shown"]
        x, y = seat_place(self.geometry, 0.0, 70.0, 150.0)
        for k, face in enumerate(new):
            self.tiles.append(Tile(x + 12 * k, y, face, "", "shown", float(self.rng.uniform(0, 360)), 2.2 * k))

    def things(self) -> tuple[tuple[Tile, ...], tuple[Piece, ...]]:
        """Everything as it lies now."""
        return tuple(self.tiles), tuple(self.pieces)

    def seat(self, player: str) -> float:
        """Where a player sits, in degrees."""
        return SEATS[len(self.players)][self.players.index(player)]


def _differs(before: Mapping[str, Any], after: Mapping[str, Any], name: str) -> bool:
    return ground_of(before, name) != ground_of(after, name) or before["on"].get(name) != after["on"].get(name)


def _total(supply: Any) -> int:
    return int(supply) if isinstance(supply, int) else sum(supply)
