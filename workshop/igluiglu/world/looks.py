"""Sets of any make: sizes, shapes, colours, prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from vision.igluiglu.sim.canvas import Texture
from vision.igluiglu.sim.geometry import NODES, Geometry
from vision.igluiglu.sim.prints import animals, board, marks, tiles
from vision.igluiglu.sim.scene import Look
from vision.igluiglu.sim.shapes import igloo_form, inuit_form
from workshop.lab.paint.tables import PATTERNS, table_texture

Rng = np.random.Generator
INUIT = ("cone", "drop", "peg", "hood", "cut", "cut")
IGLOOS = ("dome", "dome", "dome", "low", "flat", "door")
HUES = {
    "r": ((-0.05, 0.03), (0.6, 1.0), (0.3, 0.95)),
    "y": ((0.085, 0.17), (0.6, 1.0), (0.55, 1.0)),
    "g": ((0.25, 0.46), (0.4, 1.0), (0.15, 0.75)),
    "b": ((0.55, 0.69), (0.5, 1.0), (0.18, 0.9)),
}
STRANGE: Final = {
    "sea": ("swirl",),
    "lines": ("dashed",),
    "land": ("crystal",),
    "border": ("striped",),
    "back": ("facets", "hut"),
    "glacier": ("berg", "cliff"),
    "behind": ("halves",),
}
"""Prints that no lesson shows: what is measured on them was not learned from."""
STRANGE_INUIT: Final = "bell"
Style = dict[str, Any]


def sample_geometry(rng: Rng) -> Geometry:
    """Sizes of one make."""
    cell = float(rng.uniform(33, 50))
    edge = cell * float(rng.uniform(0.86, 0.985))
    side = float(rng.choice([0.0, rng.uniform(3, 45)], p=[0.12, 0.88]))
    sides = [side] * 4 if rng.random() < 0.6 else [float(v) for v in side * rng.uniform(0.6, 1.5, 4)]
    token = cell * float(rng.uniform(0.4, 0.62))
    warp = np.zeros((NODES, NODES))
    folds = rng.random(2) < 0.75
    if rng.random() < 0.55:
        u = np.abs(np.linspace(-1, 1, NODES))
        if folds[0]:
            warp += rng.normal(0, 1.6) * (1 - u)[None]
        if folds[1]:
            warp += rng.normal(0, 1.6) * (1 - u)[:, None]
    if rng.random() < 0.35:
        for j in (0, -1):
            for i in (0, -1):
                warp[j, i] += abs(rng.normal(0, 1.5))
    warp -= warp.min()
    return Geometry(
        cell=round(cell, 2),
        border=(sides[0], sides[1], sides[2], sides[3]),
        board_thickness=float(rng.uniform(1.2, 3.5)),
        warp=tuple(tuple(round(float(v), 2) for v in row) for row in warp),
        folds=(bool(folds[0]), bool(folds[1])),
        tile_edge=round(edge, 2),
        tile_thickness=float(rng.uniform(1.3, 3.2)),
        token_shape="round" if rng.random() < 0.85 else "square",
        token_size=round(token, 2),
        bear_size=round(token * float(rng.choice([1.0, 1.0, rng.uniform(0.9, 1.3)])), 2),
        token_thickness=float(rng.uniform(1.0, 2.4)),
    )


def sample_table(rng: Rng) -> tuple[np.ndarray[Any, Any], str]:
    """A table top of any kind, BGR."""
    kind = str(rng.choice(sorted(PATTERNS)))
    tint = marks.any_colour(rng) if rng.random() < 0.7 else marks.hsv(rng, (0.03, 0.12), (0.2, 0.7), (0.2, 0.85))
    seed = np.random.default_rng(int(rng.integers(1 << 30)))
    part = (table_texture(kind, seed, tint, (440, 330))[..., ::-1] * 255).astype(np.uint8)
    if rng.random() < 0.25:  # a large print
        return np.ascontiguousarray(part), kind
    row = np.hstack([part, part[:, ::-1]])
    return np.ascontiguousarray(np.vstack([row, row[::-1]])), kind


def style_of(rng: Rng, sample: Callable[[Rng], Style], strange: bool) -> Style:
    """A style that lessons may show, or one with something that they never do."""
    style = sample(rng)
    while withheld(style) != strange:
        style = sample(rng)
    return style


def withheld(style: Mapping[str, Any]) -> bool:
    """Whether anything of a style is kept from lessons."""
    return any(style.get(part) in names for part, names in STRANGE.items())


def sample_look(rng: Rng, geometry: Geometry, strange: bool = False) -> Look:
    """Everything that has a colour or a print."""
    samplers = (board.sample_board, tiles.sample_tiles, animals.sample_tokens)
    board_style, tile_style, token_style = (style_of(rng, sample, strange) for sample in samplers)
    token_style["square"] = geometry.token_shape == "square"
    faces = {"back": tiles.print_back(tile_style), "glacier": tiles.print_glacier(tile_style)}
    faces |= {event: tiles.print_event(tile_style, event) for event in tiles.EVENTS}
    tokens = {
        f"{kind}{value}" if value else kind: animals.print_token(token_style, kind, value)
        for kind in ("fish", "fox", "bear")
        for value in ((0, 4) if kind == "bear" else (0, 1, 2, 3))
    }
    table, kind = sample_table(rng)
    foot, inuit_kind = geometry.cell * float(rng.uniform(0.2, 0.36)), str(rng.choice(INUIT))
    inuit_kind = STRANGE_INUIT if strange else inuit_kind
    tall = foot * float(rng.uniform(1.5, 3.2))
    shape = (float(rng.uniform(0.5, 0.9)), float(rng.uniform(0.4, 0.9)), float(rng.uniform(0.4, 0.9)))
    igloo_kind = str(rng.choice(IGLOOS))
    width = geometry.cell * float(rng.uniform(0.36, 0.62))
    white = tuple(float(v) for v in (0.7 + 0.28 * rng.random()) * np.ones(3))
    grey = marks.any_colour(rng, 0.15)
    big = float(rng.uniform(900, 1700))
    return Look(
        table=Texture(table),
        table_mm=(big, big * float(rng.uniform(0.65, 0.95))),
        floor=marks.any_colour(rng, 0.02, 0.7),
        board=Texture(board.print_board(board_style, geometry)),
        faces={name: Texture(image) for name, image in faces.items()},
        tokens={name: Texture(image) for name, image in tokens.items()},
        edges={"board": grey, "tile": white if rng.random() < 0.7 else grey, "token": white},  # type: ignore[dict-item]
        inks={letter: marks.hsv(rng, *span) for letter, span in HUES.items()},
        inuit=inuit_form(inuit_kind, foot, tall, *shape),
        igloo=igloo_form(igloo_kind, width, float(rng.uniform(0.85, 1.1)), bool(rng.random() < 0.25)),
        lacquer=float(rng.uniform(0.02, 1.0)),
        sheen=sample_sheen(rng),
        table_yaw_deg=float(rng.uniform(0, 360)),
        facts={"board": board_style, "tiles": tile_style, "tokens": token_style, "table": {"kind": kind}},
    )


def sample_sheen(rng: Rng) -> dict[str, float]:
    """How glossy tables and cards are."""
    out: dict[str, float] = {}
    for name in ("table", "board", "tile", "token"):
        out[name] = float(rng.choice([0.0, rng.uniform(0, 0.25), rng.uniform(0.2, 0.9)], p=[0.3, 0.5, 0.2]))
        out[name + " rough"] = float(rng.uniform(0.2, 1.0))
    return out
