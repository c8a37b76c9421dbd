"""Scenes to pictures; whatever did not change since the last picture is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.frame import Bgr
from vision.icecult.sim.draw.backdrop import Backdrop, backdrop_of
from vision.icecult.sim.draw.cones import draw_pawn
from vision.icecult.sim.draw.defects import Webcam
from vision.icecult.sim.draw.glass import draw_block, moved_block, resting_block
from vision.icecult.sim.draw.hands import draw_hand
from vision.icecult.sim.draw.light import GAMMA, Sky
from vision.icecult.sim.draw.shadows import Caster, cast_shadows, hand_outlines, piece_outlines
from vision.icecult.sim.draw.sprite import FINE, Canvas, Sprite, filled
from vision.icecult.sim.geometry import SEEDED_SLOTS
from vision.icecult.sim.scene import CubePlace, PawnPlace, Scene
from vision.sim.space import Array

CUBE_IDS = {slot: i + 1 for i, slot in enumerate(SEEDED_SLOTS)}
PAWN_IDS = 10
HAND_IDS = 1000
KEPT = 160  # sprites


@dataclass(frozen=True)
class Picture:
    """What the camera delivers and, where asked for, which piece each pixel shows."""

    bgr: Bgr
    ids: Array | None


@dataclass(frozen=True)
class Still:
    """What lies on the table: the part of the picture that is not as the backdrop, about half of it."""

    window: tuple[slice, slice]
    part: Canvas

    @classmethod
    def of(cls, canvas: Canvas, backdrop: Backdrop) -> Still:
        """Cut out of a canvas that was drawn on this backdrop."""
        other = canvas.depth != backdrop.depth
        for band, one, two in zip(other, canvas.bgr, backdrop.bgr, strict=True):
            band |= (one != two).any(1)
        window = filled(other)
        labels = None if canvas.ids is None else canvas.ids[window].copy()
        return cls(window, Canvas(canvas.bgr[window].copy(), canvas.depth[window].copy(), labels))

    def lay_on(self, canvas: Canvas) -> None:
        """Put it where it was cut out."""
        canvas.bgr[self.window], canvas.depth[self.window] = self.part.bgr, self.part.depth
        if canvas.ids is not None and self.part.ids is not None:
            canvas.ids[self.window] = self.part.ids


class Renderer:
    """Draws scenes; made for films, in which little changes from frame to frame."""

    def __init__(self) -> None:
        self._stage: tuple[Any, ...] | None = None
        self._backdrop: Backdrop | None = None
        self._sky: Sky | None = None
        self._webcam: Webcam | None = None
        self._sprites: dict[Hashable, Any] = {}
        self._layer: tuple[Hashable, Still] | None = None

    def render(self, scene: Scene, shot: int = 0, ids: bool = False) -> Picture:
        """One picture; `shot` varies the noise."""
        canvas = self.draw(scene, ids)
        rng = np.random.default_rng([scene.seed & 0xFFFFFFFF, shot, 5])
        assert self._webcam is not None
        labels, exposed = canvas.ids, self._webcam.exposed(canvas.bgr, scene.defects)
        del canvas  # as large as five pictures, and not needed any more
        return Picture(self._webcam.delivered(exposed, scene.defects, rng), labels)

    def draw(self, scene: Scene, ids: bool = False) -> Canvas:
        """The picture before the camera spoils it."""
        self._prepare(scene)
        key = (_cubes_key(c for c in scene.cubes if not c.held), tuple(p for p in scene.pawns if not p.held), ids)
        if self._layer is None or self._layer[0] != key:
            self._layer = (key, self._still(scene, ids))
        canvas = self._empty(ids)
        self._layer[1].lay_on(canvas)
        self._shade(scene, canvas, piece_outlines(scene, True) + hand_outlines(scene.hands), 70.0)
        self._shade(scene, canvas, passing_outlines(scene), 500.0)
        self._paste(scene, canvas, True)
        for number, hand in enumerate(scene.hands):
            for sprite in draw_hand(scene.camera, self._light, hand):
                canvas.paste(sprite, HAND_IDS + number)
        return canvas

    @property
    def _light(self) -> Sky:
        assert self._sky is not None
        return self._sky

    def _prepare(self, scene: Scene) -> None:
        stage = (scene.camera, scene.look, scene.lighting, scene.dims)
        if self._stage == stage:
            return
        self._stage, self._sky, self._layer = stage, Sky.of(scene.lighting), None
        self._sprites.clear()
        self._backdrop = backdrop_of(scene, self._sky)
        self._webcam = Webcam(scene.camera)

    def _empty(self, ids: bool) -> Canvas:
        """The table without any piece."""
        assert self._backdrop is not None
        depth = self._backdrop.depth
        return Canvas(self._backdrop.bgr.copy(), depth, np.zeros(depth.shape, np.int32) if ids else None)

    def _still(self, scene: Scene, ids: bool) -> Still:
        """All pieces that nobody holds, and their shadows."""
        assert self._backdrop is not None
        canvas = self._empty(ids)
        self._shade(scene, canvas, piece_outlines(scene, False), 22.0)
        self._paste(scene, canvas, False)
        return Still.of(canvas, self._backdrop)

    def _shade(self, scene: Scene, canvas: Canvas, outlines: list[Caster], spread: float) -> None:
        shade = cast_shadows(scene.camera, scene.lighting, self._light, outlines, spread) if outlines else None
        if shade is not None:
            shade.apply(canvas.bgr)

    def _paste(self, scene: Scene, canvas: Canvas, held: bool) -> None:
        """The pieces that are held, or all others, from the back to the front."""
        drawn = self._cube_sprites(scene, held)
        for number, pawn in enumerate(scene.pawns):
            if pawn.held == held:
                sprite = self._pawn(scene, pawn)
                if sprite is not None:
                    drawn.append((sprite, PAWN_IDS + number, None))
        for sprite, number, which in sorted(drawn, key=lambda item: -item[0].far_mm):
            canvas.paste(sprite, number)
            if which is not None and canvas.ids is not None:
                _label_cubes(canvas.ids, sprite, number, which)

    def _pawn(self, scene: Scene, pawn: PawnPlace) -> Sprite | None:
        def make() -> Sprite | None:
            return draw_pawn(scene.camera, scene.dims, scene.look, self._light, pawn)

        key = ("pawn", replace(pawn, where="", level=0))  # a pawn looks the same whatever its place is called
        sprite: Sprite | None = make() if pawn.held else self._drawn_once(key, make)
        return sprite

    def _cube_sprites(self, scene: Scene, held: bool) -> list[tuple[Sprite, int, Array | None]]:
        """The resting block as one sprite, every moved cube as its own."""
        mine = [c for c in scene.cubes if c.held == held]
        resting = tuple(c for c in mine if c.aligned)
        out: list[tuple[Sprite, int, Array | None]] = []
        for cubes in [(c,) for c in mine if not c.aligned] + ([resting] if resting else []):
            drawn = self._glass(scene, cubes)
            if drawn is not None:
                sprite, which = drawn
                names = np.array([CUBE_IDS[c.slot] for c in cubes] + [0])
                out.append((sprite, CUBE_IDS[cubes[0].slot], names[which]))
        return out

    def _glass(self, scene: Scene, cubes: tuple[CubePlace, ...]) -> tuple[Sprite, Array] | None:
        dims, look, held = scene.dims, scene.look, cubes[0].held

        def make() -> tuple[Sprite, Array] | None:
            block = resting_block(cubes, dims, look) if cubes[0].aligned else moved_block(cubes[0], dims, look)
            fine = 1 if held else FINE
            return draw_block(scene.camera, dims, look, self._light, lambda p: self._ground(scene, p), block, fine)

        drawn: tuple[Sprite, Array] | None = make() if held else self._drawn_once(("cubes", _cubes_key(cubes)), make)
        return drawn

    def _ground(self, scene: Scene, points: Array) -> Array:
        """Linear BGR of the backdrop where these points lie."""
        assert self._backdrop is not None
        uv = np.nan_to_num(scene.camera.project(points)).astype(np.float32)
        x = np.clip(uv[:, 0], 0, scene.camera.width - 1).astype(np.int32)
        y = np.clip(uv[:, 1], 0, scene.camera.height - 1).astype(np.int32)
        return np.asarray(self._backdrop.bgr[y, x] ** GAMMA, np.float32)

    def _drawn_once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._sprites:
            while len(self._sprites) >= KEPT:
                self._sprites.pop(next(iter(self._sprites)))
            self._sprites[key] = make()
        return self._sprites[key]


def passing_outlines(scene: Scene) -> list[Caster]:
    """Shadows of people and things outside the picture."""
    ring = np.radians(np.arange(0, 360, 20))
    circle = np.column_stack([np.cos(ring), np.sin(ring), np.zeros(len(ring))])
    return [(circle * blot.radius_mm + (blot.x_mm, blot.y_mm, 0.0), blot.dense) for blot in scene.passing]


def _cubes_key(cubes: Iterable[CubePlace]) -> Hashable:
    """All by which cubes look different."""
    return tuple(
        (
            c.slot,
            c.pose,
            c.dx_mm,
            c.dy_mm,
            c.lift_mm,
            c.yaw_deg,
            c.roll_axis,
            c.roll_deg,
            tuple(sorted((k, str(v)) for k, v in c.prints.items())),
        )
        for c in cubes
    )


def _label_cubes(ids: Array, sprite: Sprite, number: int, names: Array) -> None:
    """Tell the cubes of one sprite apart."""
    h, w = sprite.alpha.shape
    part = ids[sprite.y0 : sprite.y0 + h, sprite.x0 : sprite.x0 + w]
    mine = (part == number) & (names > 0)
    part[mine] = names[mine]


def write_jpeg(bgr: Bgr, quality: int) -> bytes:
    """A JPEG file's bytes."""
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
