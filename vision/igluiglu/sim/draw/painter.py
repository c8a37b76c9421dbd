"""Paints a scene: flat things from the farthest to the nearest, light and shadows on them, then solids."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import cv2
import numpy as np

from engine.igluiglu.board import NAMES
from vision.igluiglu.sim.canvas import Canvas, Texture
from vision.igluiglu.sim.draw.lighting import COARSE, SQUARED, Shadow, light_map, linear, shaded
from vision.igluiglu.sim.draw.props import prop_parts
from vision.igluiglu.sim.geometry import around, square, turn2
from vision.igluiglu.sim.scene import Piece, Scene, Tile
from vision.igluiglu.sim.shapes import Mesh, hand_meshes, wooden
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

TABLE, BOARD, FIRST = 1, 2, 10
SPARSE = 16  # light is metered at one pixel of so many a side
LEVELS = 6  # table, board, tokens in the sea, tiles, tokens on tiles, whatever lies on them


@dataclass(frozen=True)
class Painting:
    """The picture a camera without a bent lens would take, and what was drawn."""

    canvas: Canvas
    camera: VirtualCamera
    numbers: dict[int, object]
    fine: float

    def number(self, thing: object) -> int:
        """The number of a thing in the canvas."""
        return next(n for n, each in self.numbers.items() if each is thing)


def straight(camera: VirtualCamera, fine: float) -> VirtualCamera:
    """The same camera with a straight lens, finer and wide enough for what the bent one shows."""
    wide = 1.0 + 2.2 * max(0.0, -camera.k1) * (camera.width / 2 / camera.focal_px) ** 2 + 0.02
    width, height = round(camera.width * fine * wide), round(camera.height * fine * wide)
    focal = camera.focal_px * fine
    hfov = float(np.degrees(2 * np.arctan(width / 2 / focal)))
    shift = (camera.centre_shift_px[0] * fine, camera.centre_shift_px[1] * fine)
    return replace(camera, width=width, height=height, hfov_deg=hfov, centre_shift_px=shift, k1=0.0, k2=0.0)


def metered(lit: Array) -> float:
    """What a camera's automatic exposure would do to this much light, most of it."""
    h, w = lit.shape[:2]
    middle = lit[h // 6 : h - h // 6, w // 6 : w - w // 6]
    mean, bright = float(middle.mean()), float(np.percentile(middle, 97))
    return float(np.clip(min(0.26 / max(mean, 1e-4), 0.95 / max(bright, 1e-4)), 0.3, 4.0) ** 0.75)


class Painter:
    """One scene on its way to a picture."""

    def __init__(self, scene: Scene, fine: float) -> None:
        self.scene = scene
        self.fine = fine
        self.camera = straight(scene.camera, fine)
        self.canvas = Canvas.blank(self.camera.width, self.camera.height, scene.look.floor[::-1])
        self.numbers: dict[int, object] = {}
        self.level = np.zeros(4096, np.uint8)
        self.level[BOARD] = 1
        self.shadows: list[Shadow] = []
        self.eye = self.camera.position
        self.light = scene.light

    def paint(self) -> Painting:
        """The finished picture, before lens and sensor."""
        self._table()
        self._board()
        self._flat()
        self._solid_shadows()
        self._illuminate()
        self._solids()
        return Painting(self.canvas, self.camera, self.numbers, self.fine)

    def _new(self, thing: object, level: int = 0) -> int:
        number = FIRST + len(self.numbers)
        self.numbers[number] = thing
        self.level[number] = level
        return number

    def _quad(self, points: Array) -> Array:
        return self.camera.project(points)

    def _table(self) -> None:
        look = self.scene.look
        w, h = look.table_mm
        corners = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) / 2 @ turn2(look.table_yaw_deg).T
        quad = self._quad(np.column_stack([corners, np.zeros(4)]))
        if np.isfinite(quad).all():
            self.canvas.paste(look.table, quad, TABLE)

    def _board(self) -> None:
        """In sixteen parts, since it may be warped; then its edges."""
        g, look = self.scene.geometry, self.scene.look
        west, east, south, north = g.outline
        xs, ys = np.linspace(west, east, 5), np.linspace(south, north, 5)
        image = look.board.pixels
        h, w = image.shape[:2]
        ring = [(west, south), (east, south), (east, north), (west, north)]
        top = g.on_board(np.array(ring))
        self.shadows.append(Shadow(top, 0.0, g.board_thickness, 1))
        low = top * (1, 1, 0)
        self._sides(low, top, look.edges["board"], BOARD)
        px_w, px_h = w // 4, h // 4
        for j in range(4):
            for i in range(4):
                part = image[h - (j + 1) * px_h : h - j * px_h, i * px_w : (i + 1) * px_w]
                corners = [(xs[i], ys[j + 1]), (xs[i + 1], ys[j + 1]), (xs[i + 1], ys[j]), (xs[i], ys[j])]
                quad = self._quad(g.on_board(np.array(corners)))
                grown = quad + (quad - quad.mean(0)) * (0.6 / max(float(np.ptp(quad)), 1.0))
                self.canvas.paste(Texture(part), grown, BOARD)

    def _sides(self, low: Array, top: Array, rgb: tuple[float, float, float], number: int) -> None:
        """The visible sides of something flat."""
        count = len(top)
        uv = self.camera.project(np.concatenate([low, top]))
        if not np.isfinite(uv).all():
            return
        if count > 4:  # round: one outline will do
            hull = cv2.convexHull(uv.astype(np.float32)).reshape(-1, 2)
            self.canvas.fill(hull, np.asarray(rgb[::-1]) * 215, number)
            return
        way = np.roll(top, -1, 0) - top
        seen = way[:, 1] * (self.eye[0] - top[:, 0]) - way[:, 0] * (self.eye[1] - top[:, 1]) > 0
        for k in np.flatnonzero(seen):
            j = (k + 1) % count
            tone = 0.75 + 0.2 * float(way[k, 1]) / max(float(np.hypot(way[k, 0], way[k, 1])), 1e-6)
            colour = np.clip(np.asarray(rgb[::-1]) * 255 * tone, 0, 255)
            self.canvas.fill(np.stack([uv[k], uv[j], uv[count + j], uv[count + k]]), colour, number)

    def _flat(self) -> None:
        """Tiles and tokens, the farthest first, upper ones after lower ones."""
        things: list[tuple[float, Tile | Piece]] = []
        centre = {name: self.scene.geometry.centre(name) for name in NAMES}
        cards = [piece for piece in self.scene.pieces if piece.kind not in ("inuit", "igloo")]
        every: list[Tile | Piece] = [*self.scene.tiles, *cards]
        for thing in every:
            x, y = centre[thing.cell] if thing.cell else (thing.x, thing.y)
            far = float(np.hypot(*(self.eye[:2] - (x, y))))
            layer = 1.0 + thing.up_mm if isinstance(thing, Piece) else thing.up_mm
            things.append((-far + layer * 0.01, thing))
        for _, thing in sorted(things, key=lambda pair: pair[0]):
            self.flat(thing)

    def ground(self, thing: Tile | Piece) -> tuple[bool, float, int]:
        """Whether a thing is on the board, how high over board or table its ground is, and its level."""
        g = self.scene.geometry
        if not thing.cell:
            return False, thing.up_mm, 3
        if isinstance(thing, Tile):
            return True, thing.up_mm, 3
        ice = any(t.cell == thing.cell and t.home == "board" for t in self.scene.tiles)
        return True, thing.up_mm + g.tile_thickness * ice, 4 if ice else 2

    def points(self, xy: Array, on_board: bool, up: float) -> Array:
        """Places so far above the board's face, or above the table."""
        if on_board:
            return self.scene.geometry.on_board(xy, up)
        return np.column_stack([xy, np.full(len(xy), up)])

    def flat(self, thing: Tile | Piece) -> None:
        """A tile or token with its sides and its shadow."""
        g, look = self.scene.geometry, self.scene.look
        on_board, up, level = self.ground(thing)
        if isinstance(thing, Tile):
            texture, edge, thick, kind = look.faces[thing.face], g.tile_edge, g.tile_thickness, "tile"
        else:
            name = thing.kind if thing.face_down else f"{thing.kind}{thing.value}"
            texture, edge, thick, kind = look.tokens[name], g.token(thing.kind), g.token_thickness, "token"
        number = self._new(thing, level)
        corners = around(thing.x, thing.y, square(edge, thing.yaw_deg))
        rim = corners
        if kind == "token" and g.token_shape == "round":
            a = np.linspace(0, 2 * np.pi, 20, endpoint=False)
            rim = around(thing.x, thing.y, np.column_stack([np.cos(a), np.sin(a)]) * (edge / 2))
        low, top = self.points(rim, on_board, up), self.points(rim, on_board, up + thick)
        self._sides(low, top, look.edges[kind], number)
        self.shadows.append(Shadow(top, float(low[:, 2].mean()), thick, level))
        quad = self._quad(self.points(corners[[3, 2, 1, 0]], on_board, up + thick))
        # A print is never quite equally bright on every piece.
        gain = 1 + 0.05 * float(np.sin(thing.x * 12.9898 + thing.y * 78.233))
        if np.isfinite(quad).all():
            self.canvas.paste(texture, quad, number, gain)
            self.canvas.drawn[number] = int((self._near(quad) == number).sum())

    def _near(self, quad: Array) -> Array:
        box = self.canvas.window(quad)
        if box is None:
            return np.zeros((0, 0), np.int32)
        x0, y0, x1, y1 = box
        return self.canvas.ids[y0:y1, x0:x1]

    def _meshes(self) -> list[tuple[object, Mesh, tuple[float, float, float], float, float]]:
        """Every solid with its colour, gloss and the height of its ground."""
        scene = self.scene
        out: list[tuple[object, Mesh, tuple[float, float, float], float, float]] = []
        for piece in scene.pieces:
            if piece.kind not in ("inuit", "igloo"):
                continue
            form = scene.look.inuit if piece.kind == "inuit" else scene.look.igloo
            on_board, up, _ = self.ground(piece)
            at = self.points(np.array([(piece.x, piece.y)]), on_board, up)[0]
            mesh = wooden(form, piece.lying, piece.yaw_deg, at)
            out.append((piece, mesh, scene.look.inks[piece.colour], scene.look.lacquer, float(at[2])))
        for prop in scene.props:
            for mesh, colour in prop_parts(prop):
                out.append((prop, mesh, colour, prop.gloss, 0.0))
        for hand in scene.hands:
            turn = (hand.yaw_deg, hand.pitch_deg, hand.twist_deg)
            skin, sleeve = hand_meshes(hand.kind, np.asarray(hand.at_mm), turn, hand.left, hand.sleeve_at_mm)
            out += [(hand, skin, hand.skin, 0.05, 2.0), (hand, sleeve, hand.sleeve, 0.0, 2.0)]
        return out

    def _solid_shadows(self) -> None:
        self.solids = self._meshes()
        for thing, mesh, _, _, ground in self.solids:
            p = mesh.points
            height = float(np.ptp(p[:, 2]))
            if isinstance(thing, Piece):
                bands = np.array_split(p, 3) if thing.kind == "inuit" and not thing.lying else [p]
            else:
                bands = [p[k : k + 96] for k in range(0, len(p), 96)] if len(p) > 200 else [p]
            low = min(ground, float(p[:, 2].min()))
            for band in bands:
                mean = float(band[:, 2].mean()) - low
                self.shadows.append(Shadow(band, low, max(mean, 0.3 * height), LEVELS, 0.95))

    def _illuminate(self) -> None:
        """The picture as it is under this light."""
        canvas, light = self.canvas, self.scene.light
        h, w = canvas.ids.shape
        few = canvas.ids[::COARSE, ::COARSE]
        levels = self.level[few]
        total, shine = light_map(self.camera, light, self.shadows, levels)
        albedo = cv2.LUT(canvas.bgr[::SPARSE, ::SPARSE], SQUARED)
        step = SPARSE // COARSE
        lit = albedo * total[::step, ::step][: albedo.shape[0], : albedo.shape[1]]
        self.light = replace(light, exposure=light.exposure * metered(lit))
        # What is displayed is the root of the light: so is what each pixel's print is multiplied with.
        gain = np.asarray(cv2.sqrt(total * np.float32(self.light.exposure)))
        full = cv2.resize(gain, (w, h), interpolation=cv2.INTER_LINEAR)
        canvas.bgr = np.asarray(cv2.multiply(canvas.bgr, full, dtype=cv2.CV_8U))
        self._shine(shine, levels)

    def _shine(self, shine: Array, levels: Array) -> None:
        """The lamps mirrored in tables and cards, as far as those are glossy."""
        sheen = self.scene.look.sheen
        names = ("table", "board", "token", "tile", "token", "tile")
        glossy = np.array([sheen.get(n, 0.1) for n in names], np.float32)
        rough = np.array([sheen.get(n + " rough", 0.5) for n in names], np.float32)
        bright = np.zeros(levels.shape, np.float32)
        for k, share in enumerate((rough * 0.5, (1 - rough) * 2.0)):
            seen = np.ascontiguousarray(shine[:, :, k].mean(2))
            bright += cv2.resize(seen, (levels.shape[1], levels.shape[0])) * (glossy * share)[levels]
        if float(bright.max()) < 2e-3:
            return
        root = np.asarray(cv2.sqrt(bright * np.float32(self.light.exposure)))
        h, w = self.canvas.ids.shape
        share_px = cast(Any, root / (1 + root))
        veil = cv2.resize(share_px, (w, h), interpolation=cv2.INTER_LINEAR)
        white = np.full_like(self.canvas.bgr, 255)
        self.canvas.bgr = np.asarray(cv2.blendLinear(white, self.canvas.bgr, veil, 1 - veil))

    def _solids(self) -> None:
        """Figures, igloos and all that stands, the farthest first."""
        depth = [float(self.camera.depth(mesh.points.mean(0)[None])[0]) for _, mesh, _, _, _ in self.solids]
        given: dict[int, int] = {}
        for k in np.argsort(depth)[::-1]:
            thing, mesh, colour, gloss, _ = self.solids[k]
            if id(thing) not in given:
                given[id(thing)] = self._new(thing)
            self.solid(mesh, colour, gloss, given[id(thing)])

    def solid(self, mesh: Mesh, rgb: tuple[float, float, float], gloss: float, number: int) -> None:
        """A solid's facets that face the eye, the farthest first."""
        corners = mesh.points[mesh.faces]
        diagonals = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
        normals = np.cross(*diagonals)
        size = np.linalg.norm(normals, axis=1)
        middle = corners.mean(1)
        seen = (np.einsum("ij,ij->i", normals, self.eye - middle) > 0) & (size > 1e-6)
        if not seen.any():
            return
        uv = self.camera.project(mesh.points)
        if not np.isfinite(uv).all():
            return
        normals, middle = normals[seen] / size[seen, None], middle[seen]
        at = mesh.points.mean(0)
        view = self.eye - at
        view /= np.linalg.norm(view)
        colours = shaded(self.light, at, normals, linear(rgb), view, gloss)
        order = np.argsort(-self.camera.depth(middle))
        self.canvas.facets(uv, mesh.faces[seen][order], colours[order], number)
