"""What a picture shows, as plain numbers: every space, every thing, how much of each is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from engine.igluiglu.board import FACE_DOWN, GLACIER, LAND, NAMES, SEA
from vision.igluiglu.sim.arranging import SEATS, ground_of
from vision.igluiglu.sim.draw.painter import BOARD, Painting
from vision.igluiglu.sim.geometry import around, square, turn2
from vision.igluiglu.sim.prints.animals import number_box
from vision.igluiglu.sim.scene import COLOUR_NAMES, Piece, Scene, Tile
from vision.sim.space import Array

Json = dict[str, Any]
GROUNDS = {LAND: "land", FACE_DOWN: "ice", GLACIER: "glacier", SEA: "sea"}
LEGIBLE_PX = 16.0
HALF = 0.5


class Witness:
    """Counts what a painting shows."""

    def __init__(self, scene: Scene, painting: Painting, ids: Array, blur_px: float) -> None:
        self.blur_px = blur_px
        self.scene, self.painting, self.ids = scene, painting, ids
        canvas = painting.canvas.ids
        self.seen = np.bincount(canvas.ravel(), minlength=8)
        self.there = np.bincount(ids.ravel(), minlength=8)
        self.number = {id(thing): number for number, thing in painting.numbers.items()}
        self.camera, self.g = scene.camera, scene.geometry

    def px(self, points: Array) -> Any:
        """Pixels of world points, rounded."""
        return [[round(float(v), 2) for v in uv] for uv in self.camera.project(points)]

    def inside(self, outline: Array) -> float:
        """How much of an outline in the fine picture lies within the camera's."""
        area = abs(float(cv2.contourArea(outline.astype(np.float32))))
        if area < 1:
            return 0.0
        h, w = self.painting.canvas.ids.shape
        pad_x, pad_y = (
            (w - self.camera.width * self.painting.fine) / 2,
            (h - self.camera.height * self.painting.fine) / 2,
        )
        frame = np.array([(pad_x, pad_y), (w - pad_x, pad_y), (w - pad_x, h - pad_y), (pad_x, h - pad_y)], np.float32)
        hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
        return min(float(cv2.intersectConvexConvex(hull, frame)[0]) / max(cv2.contourArea(hull), 1.0), 1.0)

    def visibility(self, thing: object) -> tuple[float, int]:
        """The share of a thing that is seen, and with how many pixels."""
        number = self.number.get(id(thing), -1)
        canvas = self.painting.canvas
        drawn = canvas.drawn.get(number, 0)
        if drawn < 4:
            return 0.0, 0
        seen = int(self.seen[number]) if number < len(self.seen) else 0
        pixels = int(self.there[number]) if number < len(self.there) else 0
        return round(min(seen / drawn, 1.0) * self.inside(canvas.outlines[number]), 3), pixels

    def share(self, polygon: Array, numbers: set[int]) -> float:
        """How much of a polygon of the picture (pixels) shows one of these things."""
        h, w = self.ids.shape
        x0, y0 = np.maximum(np.floor(polygon.min(0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(polygon.max(0)).astype(int) + 1, (w, h))
        area = abs(float(cv2.contourArea(polygon.astype(np.float32))))
        if x1 <= x0 or y1 <= y0 or area < 1:
            return 0.0
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((polygon - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        total = max(int(mask.sum()), 1)
        whole = max(area, total * 0.9)
        seen = np.bincount(self.ids[y0:y1, x0:x1][mask > 0], minlength=max(numbers) + 1)
        found = int(sum(seen[number] for number in numbers if number >= 0))
        return round(min(found / whole, 1.0), 3)

    def thing(self, piece: Piece, up: float) -> Json:
        """One piece on the board."""
        g = self.g
        visible, pixels = self.visibility(piece)
        at = g.on_board(np.array([(piece.x, piece.y)]), up)
        solid = piece.kind in ("inuit", "igloo")
        form = self.scene.look.inuit if piece.kind == "inuit" else self.scene.look.igloo
        tall = (form.height if not piece.lying else form.foot) if solid else g.token_thickness
        apex = at + np.array([0, 0, tall])
        if piece.lying:  # the foot lies at one end, the head at the other
            away = turn2(piece.yaw_deg) @ (0.0, form.height / 2)
            along = np.array([*away, 0.0])
            middle = at + np.array([0, 0, form.foot * 0.6])
            apex, at = middle - along, middle + along
        out: Json = {"cell": piece.cell, "kind": piece.kind, "foot_px": self.px(at)[0], "apex_px": self.px(apex)[0]}
        out |= {"visible_px": pixels, "visibility": visible}
        if solid:
            out["colour"] = COLOUR_NAMES[piece.colour]
            if piece.lying:
                out["lying"] = True
        else:
            out |= self.token(piece, up + tall, visible)
        if pixels:
            outline = self._box(piece)
            if outline:
                out["visible_box_px"] = outline
        return out

    def _box(self, piece: Piece) -> list[int]:
        number = self.number[id(piece)]
        scale, canvas = self.painting.fine, self.painting.canvas
        middle = canvas.outlines[number].mean(0)
        h, w = self.ids.shape
        fh, fw = canvas.ids.shape
        cx, cy = middle[0] - (fw - w * scale) / 2, middle[1] - (fh - h * scale) / 2
        reach = int(np.ptp(canvas.outlines[number], axis=0).max() / scale) + 40
        x0, y0 = max(int(cx / scale) - reach, 0), max(int(cy / scale) - reach, 0)
        ys, xs = np.nonzero(self.ids[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach] == number)
        if not len(xs):
            return []
        return [int(x0 + xs.min()), int(y0 + ys.min()), int(x0 + xs.max() + 1), int(y0 + ys.max() + 1)]

    def token(self, piece: Piece, up: float, visible: float) -> Json:
        """A token's number: where it is and whether it can be read."""
        g, size = self.g, self.g.token(piece.kind)
        style = self.scene.look.facts["tokens"]
        box = around(piece.x, piece.y, number_box(style) * size @ turn2(piece.yaw_deg).T)
        corners = self.camera.project(g.on_board(box, up))
        whole = self.camera.project(g.on_board(around(piece.x, piece.y, square(size, piece.yaw_deg)), up))
        area = abs(float(cv2.contourArea(whole.astype(np.float32))))
        sides = [float(np.linalg.norm(whole[k] - whole[k - 2])) for k in (2, 3)]
        short = area / max(max(sides) * 0.7071, 1e-6)
        number = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
        seen = self.share(corners, {self.number.get(id(piece), -1)})
        return {
            "value": piece.value,
            "size_px": round(float(np.sqrt(area)), 1),
            "number_px": round(number, 1),
            "centre_px": self.px(g.on_board(np.array([(piece.x, piece.y)]), up))[0],
            "number_box_px": [[round(float(v), 2) for v in uv] for uv in corners],
            "number_visible": seen,
            "legible": bool(short >= LEGIBLE_PX and seen >= 0.7 and visible >= 0.3 and number >= 5 * self.blur_px),
        }

    def cell(self, name: str, ground: str, standing: list[tuple[int, Piece, Json]], tile: Tile | None) -> Json:
        """One space."""
        g = self.g
        up = g.tile_thickness if tile else 0.0
        middle, corners = np.array([g.centre(name)]), g.corners(name)
        own = {self.number[id(piece)] for _, piece, _ in standing if id(piece) in self.number}
        own.add(self.number[id(tile)] if tile else BOARD)
        look_at = around(tile.x, tile.y, square(g.tile_edge * 0.94, tile.yaw_deg)) if tile else g.corners(name)
        area = self.camera.project(g.on_board(look_at, up))
        seen = self.share(area, own) if np.isfinite(area).all() else 0.0
        least = min([seen, *(facts["visibility"] for _, _, facts in standing)])
        px: Json = {
            "centre": self.px(g.on_board(middle))[0],
            "corners": self.px(g.on_board(corners)),
            "centre_top": self.px(g.on_board(middle, g.tile_thickness))[0],
            "corners_top": self.px(g.on_board(corners, g.tile_thickness)),
        }
        if tile:
            rim = around(tile.x, tile.y, square(g.tile_edge, tile.yaw_deg))
            px["tile"] = self.px(g.on_board(rim, g.tile_thickness))
        values = {kind: sorted(p.value for _, p, _ in standing if p.kind == kind) for kind in ("fish", "fox")}
        inuit = "".join(sorted((p.colour for _, p, _ in standing if p.kind == "inuit"), key="rygb".index))
        igloos = [p.colour for _, p, _ in standing if p.kind == "igloo"]
        bears = [p for _, p, _ in standing if p.kind == "bear"]
        animals = [f"{kind}{value}" for kind in ("fish", "fox") for value in values[kind]] + ["bear4"] * len(bears)
        words = [inuit, "".join(igloos).upper(), *animals]
        return {
            "ground": GROUNDS[ground],
            **values,
            "bear": bool(bears),
            "inuit": {COLOUR_NAMES[c]: inuit.count(c) for c in dict.fromkeys(inuit)},
            "igloo": COLOUR_NAMES[igloos[0]] if igloos else None,
            "words": " ".join(word for word in words if word),
            "visibility": {"ground": seen, "least": least},
            "readable": seen >= HALF and least >= HALF,
            "things": [at for at, _, _ in standing],
            "px": px,
        }


def truth(
    scene: Scene, state: Mapping[str, Any], players: str, painting: Painting, ids: Array, blur_px: float = 0.0
) -> Json:
    """Everything about a picture; `blur_px` is how far the camera smears what it sees."""
    w, g = Witness(scene, painting, ids, blur_px), scene.geometry
    tiles = {t.cell: t for t in scene.tiles if t.home == "board"}
    things: list[Json] = []
    by_cell: dict[str, list[tuple[int, Piece, Json]]] = {name: [] for name in NAMES}
    for piece in scene.pieces:
        if piece.cell:
            facts = w.thing(piece, piece.up_mm + g.tile_thickness * (piece.cell in tiles))
            by_cell[piece.cell].append((len(things), piece, facts))
            things.append(facts)
    cells = {name: w.cell(name, ground_of(state, name), by_cell[name], tiles.get(name)) for name in NAMES}
    hands = {}
    for player, seat in zip(players, SEATS[len(players)], strict=True):
        laid = [t for t in scene.tiles if t.home == f"hand {player}"]
        px = w.px(np.array([(t.x, t.y, t.up_mm + g.tile_thickness) for t in laid])) if laid else []
        seen = [w.visibility(t)[0] for t in laid]
        count = len(state["hands"][player])
        hands[player] = {"count": count, "laid": len(laid), "visibility": seen, "px": px, "seat_deg": seat}
    shown = [(t, w.visibility(t)) for t in scene.tiles if t.home == "shown"]
    order = ("a1", "h1", "h8", "a8")
    west, east, south, north = g.outline
    board = g.on_board(np.array([(west, south), (east, south), (east, north), (west, north)]))
    out: Json = {
        "game": "iglu",
        "players": players,
        "state": dict(state),
        "cells": cells,
        "things": things,
        "hands": hands,
        "shown": [{"kind": t.face, "visible_px": pixels, "visibility": seen} for t, (seen, pixels) in shown],
        "pixels": {
            "grid_corners": dict(zip(order, w.px(g.on_board(g.grid_corners())), strict=True)),
            "grid_corners_tile_top": dict(
                zip(order, w.px(g.on_board(g.grid_corners(), g.tile_thickness)), strict=True)
            ),
            "board_corners_sw_se_ne_nw": w.px(board),
            "order": "corner names are spaces; cell corners are listed sw, se, ne, nw",
        },
        "camera": scene.camera.truth(),
        "geometry": geometry_json(scene),
        "scene": dict(scene.facts),
    }
    return out | {"observation": observation(out)}


def observation(facts: Json) -> Json:
    """What a perfect reader would say of the picture."""
    cells, things = facts["cells"], facts["things"]
    letters = {word: letter for letter, word in GROUNDS.items()}
    rows = []
    for row in range(8, 0, -1):
        seen = ((cells[c + str(row)], c) for c in "abcdefgh")
        rows.append("".join(letters[q["ground"]] if q["visibility"]["ground"] >= HALF else "?" for q, _ in seen))
    on: dict[str, str | None] = {}
    for name, cell in cells.items():
        if not cell["readable"]:
            on[name] = None
        elif cell["words"]:
            words = cell["words"].split()
            blank = {k for k in cell["things"] if not things[k].get("legible", True) and things[k]["kind"] != "bear"}
            for k in blank:
                words[words.index(f"{things[k]['kind']}{things[k]['value']}")] = f"{things[k]['kind']}?"
            on[name] = " ".join(words)
    hands = {p: h["count"] if all(v >= HALF for v in h["visibility"]) else None for p, h in facts["hands"].items()}
    return {
        "board": rows,
        "on": on,
        "hands": hands,
        "shown": [each["kind"] for each in facts["shown"] if each["visibility"] >= HALF],
        "hidden": [name for name, cell in cells.items() if not cell["readable"]],
        "confidences": {},
        "confidence": 1.0,
    }


def geometry_json(scene: Scene) -> Json:
    """Sizes of the set that was drawn."""
    g, look = scene.geometry, scene.look
    return {
        "units": "mm",
        "frame": "x = east (a to h), y = north (1 to 8), z = up; origin = centre of the 8x8 grid on the table top",
        "cell": g.cell,
        "board_border_w_e_s_n": list(g.border),
        "board_thickness": g.board_thickness,
        "warp": [list(row) for row in g.warp],
        "tile_edge": g.tile_edge,
        "tile_thickness": g.tile_thickness,
        "token_shape": g.token_shape,
        "token_size": g.token_size,
        "bear_token_size": g.bear_size,
        "token_thickness": g.token_thickness,
        "inuit": {"kind": look.inuit.kind, "foot": 2 * look.inuit.foot, "height": look.inuit.height},
        "igloo": {"kind": look.igloo.kind, "d": 2 * look.igloo.foot, "height": look.igloo.height},
    }
