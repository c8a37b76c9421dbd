"""Lessons of the eye: prints lie where the grid is, cards come with the way they lie, some prints are never shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.igluiglu.flat import WHOLE, seen_flat
from vision.igluiglu.kinds import KINDS
from vision.igluiglu.read.counting import FOUR
from vision.igluiglu.sim.geometry import Geometry
from vision.igluiglu.sim.prints import board
from vision.igluiglu.sim.prints.outlines import DRAWN, animal, details
from workshop.igluiglu.eye import packs
from workshop.igluiglu.eye.lessons import arrays, true_grid
from workshop.igluiglu.world.looks import sample_look, style_of, withheld
from workshop.igluiglu.world.produce import STRANGE_FROM, produce, still


def test_a_print_lies_where_the_grid_is_however_often_the_border_bears_a_word() -> None:
    geometry = replace(Geometry(), border=(9.0, 60.0, 9.0, 60.0), folds=(False, False))
    for seed in range(30):
        style = board.sample_board(np.random.default_rng(seed)) | {"sea": "plain", "lines": "none", "border": "plain"}
        print_ = board.print_board(style | {"sea_rgb": (0.0, 0.0, 1.0), "border_rgb": (1.0, 0.0, 0.0)}, geometry)
        side = round(2 * geometry.half * board.PX_MM)
        west = round(9 * board.PX_MM)
        sea = print_[-west - side // 2 : -west - side // 3, west + 10 : west + 40]
        assert sea[..., 0].mean() > 150 > sea[..., 2].mean(), seed


def test_outlines_of_animals_stay_within_their_card() -> None:
    for kind in DRAWN:
        for seed in range(40):
            rng = np.random.default_rng(seed)
            assert np.abs(animal(kind, rng)).max() < 1.8
            assert all(np.isfinite(part).all() for part in details(kind, rng))


def test_some_prints_are_kept_from_lessons() -> None:
    for strange in (False, True):
        style = style_of(np.random.default_rng(3), board.sample_board, strange)
        assert withheld(style) == strange
    look = sample_look(np.random.default_rng(5), Geometry(), strange=True)
    assert all(withheld(look.facts[part]) for part in ("board", "tiles", "tokens"))
    assert look.inuit.kind == "bell"


@pytest.mark.slow
def test_measured_pictures_have_prints_that_no_lesson_shows() -> None:
    for seed, strange in ((6, False), (STRANGE_FROM + 6, True)):
        _, truth = still(seed, "easy")
        assert all(withheld(truth["scene"][part]) == strange for part in ("board", "tiles", "tokens"))


@pytest.mark.slow
def test_cards_are_cut_out_upright_by_their_angle() -> None:
    bgr, truth = still(12, "easy")
    true, grid = arrays(truth), true_grid(truth)
    cut = packs.cards_of(seen_flat(bgr, grid, grid.quarter, WHOLE), true)
    seen = np.flatnonzero((true["token"][:, 3] > 0) & np.isfinite(true["token_at"][:, 0]))
    assert len(cut["card"]) == len(cut["number"]) == len(seen) > 0
    cards = [thing for thing in truth["things"] if thing["kind"] in KINDS and thing.get("cell")]
    for k, at in enumerate(seen):
        box, middle = np.array(cards[at]["number_box_px"]), np.array(cards[at]["centre_px"])
        whole, own = (np.array(each) for each in (grid.points(box), grid.points(middle[None])[0]))
        beside = whole.mean(0) - own
        way = np.arctan2(beside[1], beside[0]) + grid.quarter * np.pi / 2  # as the board is turned
        off = (way - cut["angle"][k] - np.pi / 4 + np.pi) % (2 * np.pi) - np.pi
        assert abs(off) < 0.5  # right and up of the middle
        assert cut["number"][k] == (FOUR if cards[at]["kind"] == "bear" else cards[at]["value"] - 1)


@pytest.mark.slow
def test_a_pack_brings_its_cards(tmp_path: Path) -> None:
    assert len(list(produce("stills", range(2, 3), "easy", tmp_path / "pictures", 1))) == 1
    pack = packs.packed(tmp_path / "pictures", tmp_path)
    assert (pack.name, len(pack)) == (f"{tmp_path.name}-pictures", 1)
    with np.load(packs.cards_file(pack.out)) as cards:
        assert set(cards.files) == set(packs.CARDS)
        assert cards["card"].shape[1:] == (packs.CARD_PX, packs.CARD_PX, 3)
        assert cv2.Laplacian(cards["card"][0], cv2.CV_64F).var() > 0
