"""A picture under construction: textures warped into it, shaded facets, and which thing each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from vision.sim.space import Array


@dataclass(frozen=True, eq=False)
class Texture:
    """An 8-bit picture, BGR or BGRA, with smaller ones of it for things far away."""

    pixels: Array

    @cached_property
    def levels(self) -> list[Array]:
        """Halved again and again."""
        out = [self.pixels]
        while min(out[-1].shape[:2]) > 12:
            h, w = out[-1].shape[:2]
            out.append(cv2.resize(out[-1], ((w + 1) // 2, (h + 1) // 2), interpolation=cv2.INTER_AREA))
        return out

    def level(self, edge_px: float) -> Array:
        """The one that fits an edge of so many pixels."""
        k = int(np.clip(np.floor(np.log2(max(self.pixels.shape[1] / max(edge_px, 1.0), 1.0)) + 0.3), 0, 9))
        return self.levels[min(k, len(self.levels) - 1)]


@dataclass
class Canvas:
    """Display BGR (8 bits), the number of the thing seen at each pixel, and how many pixels each was drawn with."""

    bgr: Array
    ids: Array
    drawn: dict[int, int] = field(default_factory=dict)
    outlines: dict[int, Array] = field(default_factory=dict)

    @classmethod
    def blank(cls, width: int, height: int, bgr: Any) -> Canvas:
        """A canvas of one colour."""
        picture = np.empty((height, width, 3), np.uint8)
        picture[:] = np.clip(np.asarray(bgr) * 255, 0, 255)
        return cls(picture, np.zeros((height, width), np.int32))

    def window(self, uv: Array) -> tuple[int, int, int, int] | None:
        """The part of the canvas that these pixels lie in."""
        h, w = self.ids.shape
        if not np.isfinite(uv).all():
            return None
        x0, y0 = np.maximum(np.floor(uv.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(uv.max(0)).astype(int) + 2, (w, h))
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None

    def paste(self, texture: Texture, quad: Array, number: int, gain: float = 1.0) -> None:
        """A texture whose corners (upper left, upper right, lower right, lower left) come to these pixels."""
        box = self.window(quad)
        if box is None:
            return
        x0, y0, x1, y1 = box
        edge = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0)))
        image = texture.level(edge)
        h, w = image.shape[:2]
        source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
        corners = (quad - (x0, y0)).astype(np.float32)
        way = cv2.getPerspectiveTransform(source, corners)
        size = (x1 - x0, y1 - y0)
        patch = cv2.warpPerspective(image, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask: Array = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        if patch.shape[2] == 4:
            mask = np.asarray(cv2.multiply(mask, patch[..., 3], scale=1 / 255))
            patch = np.ascontiguousarray(patch[..., :3])
        if gain != 1.0:
            patch = cv2.convertScaleAbs(patch, alpha=gain)
        alpha = mask.astype(np.float32) * np.float32(1 / 255)
        part = self.bgr[y0:y1, x0:x1]
        part[:] = cv2.blendLinear(patch, np.ascontiguousarray(part), alpha, 1 - alpha)
        solid = mask > 127
        self.ids[y0:y1, x0:x1][solid] = number
        self._count(number, int(solid.sum()), quad)

    def fill(self, polygon: Array, colour: Any, number: int) -> None:
        """A convex polygon of one colour (0..255)."""
        if not np.isfinite(polygon).all() or np.abs(polygon).max() > 30000:
            return
        points = np.round(polygon * 16).astype(np.int32)
        cv2.fillConvexPoly(self.bgr, points, tuple(float(c) for c in colour), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(self.ids, points, number, cv2.LINE_8, 4)

    def facets(self, uv: Array, faces: Array, colours: Array, number: int) -> None:
        """Many polygons of one thing, given back to front; `faces` index `uv`, colours are 0..255."""
        box = self.window(uv)
        if box is None:
            return
        points = np.round(np.clip(uv, -30000, 30000) * 16).astype(np.int32)[faces]
        paint = colours.tolist()
        for corners, colour in zip(points, paint, strict=True):
            cv2.fillConvexPoly(self.bgr, corners, colour, cv2.LINE_AA, 4)
            cv2.fillConvexPoly(self.ids, corners, number, cv2.LINE_8, 4)
        x0, y0, x1, y1 = box
        hull = cv2.convexHull(uv.astype(np.float32)).reshape(-1, 2)
        self._count(number, int((self.ids[y0:y1, x0:x1] == number).sum()), hull)

    def _count(self, number: int, pixels: int, outline: Array) -> None:
        self.drawn[number] = max(self.drawn.get(number, 0), pixels)
        if number not in self.outlines or len(outline) >= len(self.outlines[number]):
            self.outlines[number] = np.asarray(outline, np.float32)
