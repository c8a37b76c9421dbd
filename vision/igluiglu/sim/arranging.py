"""Lays a table as a state says: every tile and piece a little off its place, and what lies beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engine.igluiglu.board import CELLS, FACE_DOWN, GLACIER, NAMES, SIDE
from vision.igluiglu.sim.geometry import Geometry, turn2
from vision.igluiglu.sim.scene import Piece, Tile
from vision.igluiglu.sim.shapes import Form

Rng = np.random.Generator
State = Mapping[str, Any]
SEATS = {2: (-90.0, 90.0), 3: (-90.0, 180.0, 90.0), 4: (-90.0, 180.0, 90.0, 0.0)}


def ground_of(state: State, name: str) -> str:
    """The letter of a space: land, face-down tile, glacier, sea."""
    column, row = divmod(CELLS[name], SIDE)
    return str(state["board"][SIDE - 1 - row][column])


def lay_tile(geometry: Geometry, name: str, face: str, rng: Rng, loose: float) -> Tile:
    """A tile on its space, as exactly as hands lay it."""
    slack = max(geometry.cell - geometry.tile_edge, 0.2) / 2
    x, y = np.asarray(geometry.centre(name)) + rng.normal(0, slack * 0.6 * loose, 2).clip(-1.6 * slack, 1.6 * slack)
    yaw = 90.0 * int(rng.integers(0, 4)) + float(rng.normal(0, 1.6 * loose))
    return Tile(float(x), float(y), face, name, "board", yaw)


def lay_tiles(state: State, geometry: Geometry, rng: Rng, loose: float) -> list[Tile]:
    """All tiles of the board."""
    faces = {FACE_DOWN: "back", GLACIER: "glacier"}
    grounds = ((name, ground_of(state, name)) for name in NAMES)
    return [lay_tile(geometry, name, faces[g], rng, loose) for name, g in grounds if g in faces]


def pieces_of(words: str) -> list[tuple[str, str, int]]:
    """Kind, colour and value of everything that such words name."""
    out: list[tuple[str, str, int]] = []
    for word in words.split():
        if word[0] in "fb" and word[-1].isdigit():
            out.append((word[:-1], "", int(word[-1])))
        elif word.isupper():
            out += [("igloo", letter.lower(), 0) for letter in word]
        else:
            out += [("inuit", letter, 0) for letter in word]
    return sorted(out, key=lambda each: ("igloo", "inuit", "bear", "fox", "fish").index(each[0]))


class Ground:
    """Where things may still stand on one space, or anywhere else."""

    def __init__(self, geometry: Geometry, inuit: Form, igloo: Form) -> None:
        self.geometry = geometry
        self.radii = {"inuit": inuit.foot, "igloo": igloo.foot + igloo.door_mm}

    def radius(self, kind: str) -> float:
        """How much room a thing needs."""
        return self.radii.get(kind, self.geometry.token(kind) / 2)

    def place(
        self, name: str, kind: str, taken: list[Piece], alone: bool, rng: Rng, loose: float
    ) -> tuple[float, float]:
        """A free spot of a space, or the freest of several."""
        room = max(self.geometry.cell / 2 - self.radius(kind) * 0.95, 1.0) * float(np.clip(0.6 + 0.4 * loose, 0, 1.2))
        best, most = (0.0, 0.0), -1e9
        for _ in range(24):
            spot = np.asarray(self.geometry.centre(name)) + (
                rng.normal(0, room * 0.25 * loose, 2) if alone else rng.uniform(-room, room, 2)
            )
            gaps = [np.hypot(*(spot - (p.x, p.y))) - self.radius(kind) - self.radius(p.kind) for p in taken]
            gap = float(min(gaps, default=1.0))
            if gap > most:
                best, most = (float(spot[0]), float(spot[1])), gap
            if most > 0.4:
                break
        return best

    def stand(self, name: str, words: str, rng: Rng, loose: float, fallen: float) -> list[Piece]:
        """All pieces of a space; tokens may come to lie on one another."""
        out: list[Piece] = []
        every = pieces_of(words)
        alone = len(every) == 1 and bool(rng.random() < 0.7)
        for kind, colour, value in every:
            x, y = self.place(name, kind, out, alone, rng, loose)
            lying = kind == "inuit" and bool(rng.random() < fallen)
            up = 0.0
            if kind in ("fish", "fox", "bear"):
                reach = 0.9 * self.geometry.token(kind)
                on = [p for p in out if p.value and np.hypot(p.x - x, p.y - y) < reach]
                up = max((p.up_mm + self.geometry.token_thickness for p in on), default=0.0)
            out.append(Piece(kind, x, y, name, colour, value, float(rng.uniform(0, 360)), lying, up))
        return out


def lay_board(
    state: State, geometry: Geometry, forms: tuple[Form, Form], rng: Rng, loose: float = 1.0, fallen: float = 0.0
) -> tuple[list[Tile], list[Piece]]:
    """Everything on the board."""
    ground = Ground(geometry, *forms)
    pieces = [p for name, words in state["on"].items() for p in ground.stand(name, words, rng, loose, fallen)]
    return lay_tiles(state, geometry, rng, loose), pieces


def seat_place(geometry: Geometry, seat_deg: float, out_mm: float, along_mm: float) -> tuple[float, float]:
    """A place so far outside the board before a seat."""
    west, east, south, north = geometry.outline
    edge = {-90: -south, 180: -west, 90: north, 0: east}[round(seat_deg)]
    x, y = turn2(seat_deg) @ (edge + out_mm, along_mm)
    return float(x), float(y)


def lay_beside(
    state: State, players: str, geometry: Geometry, rng: Rng, shown: tuple[str, ...] = ()
) -> tuple[list[Tile], list[Piece]]:
    """Kept tiles before each player with what he has caught and has not built yet; supplies; open tiles."""
    tiles: list[Tile] = []
    pieces: list[Piece] = []
    edge, wide = geometry.tile_edge, geometry.token_size
    for player, seat in zip(players, SEATS[len(players)], strict=True):
        along = float(rng.uniform(-80, 80))
        for k, _ in enumerate(state["hands"][player]):
            step = edge * float(rng.uniform(0.75, 1.15)) if rng.random() < 0.85 else edge * 0.4
            x, y = seat_place(geometry, seat, edge * 0.8 + float(rng.uniform(5, 45)), along + k * step)
            up = geometry.tile_thickness * k * 0.4 if step < edge else 0.0
            tiles.append(Tile(x, y, "back", "", f"hand {player}", float(rng.normal(seat, 14)), up))
        begin = along + edge * (len(state["hands"][player]) + 1) * (1 if rng.random() < 0.5 else -1)
        for k, animal in enumerate(state["caught"][player]):
            x, y = seat_place(geometry, seat, 30 + float(rng.uniform(0, 50)), begin + k * wide * 0.9)
            pieces.append(Piece(animal[:-1], x, y, "", "", int(animal[-1]), float(rng.uniform(0, 360))))
        left = [("igloo", int(state["igloos"].get(player, 0))), ("inuit", int(state["reserve"].get(player, 0)))]
        for kind, count in left:
            for _ in range(count):
                x, y = seat_place(geometry, seat, float(rng.uniform(20, 90)), float(rng.uniform(-150, 150)))
                lying = kind == "inuit" and bool(rng.random() < 0.3)
                pieces.append(Piece(kind, x, y, "", player, 0, float(rng.uniform(0, 360)), lying))
    tiles += lay_pile(geometry, rng, shown, len(state.get("out", {})))
    return tiles, pieces + lay_supplies(state, geometry, rng)


def lay_pile(geometry: Geometry, rng: Rng, shown: tuple[str, ...], discarded: int) -> list[Tile]:
    """Discarded tiles in a heap, the open ones on it or beside it."""
    out: list[Tile] = []
    seat = float(rng.choice([-90.0, 180.0, 90.0, 0.0]))
    x, y = seat_place(geometry, seat, float(rng.uniform(40, 140)), float(rng.choice([-1, 1]) * rng.uniform(90, 180)))
    for k in range(min(discarded * 2, 8)):
        dx, dy = rng.normal(0, 6, 2)
        up = k * geometry.tile_thickness
        out.append(Tile(x + float(dx), y + float(dy), "back", "", "pile", float(rng.uniform(0, 360)), up))
    top = len(out) * geometry.tile_thickness
    for k, face in enumerate(shown):
        dx, dy = rng.normal((geometry.tile_edge * 0.8 * k, 0), 4, 2)
        out.append(Tile(x + float(dx), y + float(dy), face, "", "shown", float(rng.uniform(0, 360)), top))
    return out


def lay_supplies(state: State, geometry: Geometry, rng: Rng) -> list[Piece]:
    """Face-down fish and foxes in heaps, bears beside them."""
    out: list[Piece] = []
    supply = state["supply"]
    counts = {"fish": sum(supply["fish"]), "fox": sum(supply["fox"]), "bear": int(supply["bear"])}
    for kind, count in counts.items():
        seat = float(rng.choice([-90.0, 180.0, 90.0, 0.0]))
        spread = float(rng.uniform(12, 45))
        where = float(rng.uniform(50, 140)), float(rng.choice([-1, 1]) * rng.uniform(100, 210))
        x, y = seat_place(geometry, seat, *where)
        for _ in range(count):
            dx, dy = rng.normal(0, spread, 2)
            up = float(rng.integers(0, 2)) * geometry.token_thickness
            down = kind != "bear" or rng.random() < 0.3
            piece = Piece(kind, x + float(dx), y + float(dy), "", "", 4 if kind == "bear" else 1)
            out.append(replace(piece, yaw_deg=float(rng.uniform(0, 360)), up_mm=up, face_down=bool(down)))
    west, east, south, north = geometry.outline
    return [p for p in out if not (west - 12 < p.x < east + 12 and south - 12 < p.y < north + 12)]
