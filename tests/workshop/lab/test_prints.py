"""Prints: cold at the block, warm at the tip, whatever the style."""

from __future__ import annotations

import numpy as np
import pytest

from vision.icecult.sim.geometry import Dimensions
from workshop.icecult.lab.paint.prints import arm_texture, base_texture
from workshop.icecult.lab.world.variation import far_board
from workshop.lab.paint.tables import PATTERNS, table_texture
from workshop.lab.paint.wear import wear_texture
from workshop.lab.space import Json

ORNAMENTS = ("none", "chevron", "dot", "ring", "number", "snowflake", "diamond", "lines")


def style(seed: int, ornament: str) -> Json:
    """A varied style with the given ornament."""
    board: Json = {}
    far_board(np.random.default_rng(seed), board)
    return {**board, "ornament": ornament}


@pytest.mark.parametrize("ornament", ORNAMENTS)
def test_paths_run_from_cold_to_warm(ornament: str) -> None:
    look = style(ORNAMENTS.index(ornament), ornament)
    strip = arm_texture(Dimensions(), np.random.default_rng(1), look)
    warmth = strip[..., 0] - strip[..., 2]
    assert warmth[: len(warmth) // 5].mean() > warmth[-len(warmth) // 5 :].mean() + 0.2
    assert 0 <= strip.min() <= strip.max() <= 1


@pytest.mark.parametrize("ornament", ORNAMENTS[1:])
def test_an_ornament_is_seen_on_every_space(ornament: str) -> None:
    plain = {"border": [0.1] * 3, "border_mm": 1.0, "inner_panel": False}
    bare, drawn = (
        arm_texture(Dimensions(), np.random.default_rng(1), {**plain, "ornament": o}) for o in ("none", ornament)
    )
    spaces = np.array_split(np.abs(bare - drawn).max((1, 2))[-1200:], 5)
    assert all(space.max() > 0.05 for space in spaces)


def test_the_holder_fits_its_square() -> None:
    assert base_texture(Dimensions(), np.random.default_rng(1), style(2, "dot")).shape == (640, 640, 3)


@pytest.mark.parametrize("kind", PATTERNS)
def test_every_table_has_a_texture(kind: str) -> None:
    top = table_texture(kind, np.random.default_rng(4), (0.6, 0.4, 0.3), (300.0, 200.0))
    assert top.shape == (280, 420, 3)
    assert np.isfinite(top).all()
    assert top.std() > 0.001


def test_wear_covers_little_of_a_cube() -> None:
    wear = {"seed": 3, "scratches": 80, "dust": 200, "fingerprints": 5, "smudge": 0.2, "haze": 0.03}
    dull = wear_texture(wear)
    assert dull.shape == (1024, 1536)
    assert 0.005 < dull.mean() < 0.2
    assert dull.max() <= 0.8
