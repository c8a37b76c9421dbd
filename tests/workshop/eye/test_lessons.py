"""From a picture of the virtual table to what is learned of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.igluiglu.flat import WHOLE
from calibration.igluiglu.grid import CELLS, cells_in_order, turned
from workshop.igluiglu.eye.lessons import LABELS, arrays, true_crossings, true_grid, truths
from workshop.igluiglu.eye.packs import VIEW_WH, files, load, make
from workshop.igluiglu.world.produce import produce

pytestmark = pytest.mark.slow
SEEDS = range(3, 5)


@cache
def drawn(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    list(produce("stills", SEEDS, "easy", folder, 1))
    return list(truths(folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


def test_the_true_grid_goes_through_the_true_corners(folder: Path) -> None:
    for _, truth in drawn(folder):
        grid = true_grid(truth)
        corners = np.array([truth["pixels"]["grid_corners"][name] for name in ("a1", "h1", "h8", "a8")])
        assert np.abs(grid.corners - corners).max() < 0.6
        assert np.abs(grid.crossings - true_crossings(truth)).max() < 1e-6


def test_labels_stand_in_the_order_of_the_turned_board(folder: Path) -> None:
    for _, truth in drawn(folder):
        names = cells_in_order(true_grid(truth).quarter)
        labels = arrays(truth)["labels"]
        assert labels.shape == (len(CELLS), len(LABELS))
        for name, label in zip(names, labels, strict=True):
            cell = dict(zip(LABELS, label.tolist(), strict=True))
            assert cell["fish"] == len(truth["cells"][name]["fish"])
            assert cell["red"] == truth["cells"][name]["inuit"].get("red", 0)
            assert (cell["ground"] == 0) == (name in ("a1", "a8", "h1", "h8"))


def test_cards_lie_on_their_spaces(folder: Path) -> None:
    for _, truth in drawn(folder):
        grid, true = true_grid(truth), arrays(truth)
        cards = [thing for thing in truth["things"] if thing["kind"] in ("fish", "fox", "bear") and thing.get("cell")]
        on = ~np.isnan(true["token_at"][:, 0])
        assert on.sum() == len(cards)
        points = turned(true["token_at"][on].astype(float), -grid.quarter)
        for card, (u, v) in zip(cards, points, strict=True):
            west, south = "abcdefgh".index(card["cell"][0]), int(card["cell"][1]) - 1
            assert -0.3 < u - west < 1.3
            assert -0.3 < v - south < 1.3


def test_a_pack_is_loaded_as_it_was_made(folder: Path, tmp_path: Path) -> None:
    count = len(drawn(folder))
    make(folder, tmp_path / "pack")
    pack = load(tmp_path / "pack")
    assert len(pack) == count
    assert pack.flat.shape == (count, *WHOLE.hw, 3)
    assert pack.view.shape == (count, VIEW_WH[1], VIEW_WH[0], 3)
    assert all(file.exists() for file in files(tmp_path / "pack"))
    assert pack.flat.std() > 10
    assert (pack.tables["view_corners"] > -VIEW_WH[0]).all()


def test_a_folder_without_truths_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no pictures"):
        make(tmp_path, tmp_path / "pack")
