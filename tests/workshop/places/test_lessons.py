"""From truth to lessons, whole or carried as crops."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.icecult.board import COLOURS
from vision.icecult.read.rectify import PATHS, SPACES
from vision.icecult.sim.stills import still, write_still
from workshop.icecult.places.lessons import (
    BESIDE,
    CLEAR_MM,
    LONGEST_PX,
    NOTHING,
    PLACES,
    arrays,
    code,
    places,
    resized,
    scale_of,
)
from workshop.icecult.places.look import camera_vector, eye_of, plane_points, project, sight_of
from workshop.icecult.places.packs import CROPS, MARGIN_ROWS, Pack, carry, make, only, picture_of
from workshop.icecult.places.packs import load as load_pack

pytestmark = pytest.mark.slow

SEEDS = (3, 4)


@cache
def drawn(seed: int) -> dict[str, Any]:
    """The truth of a picture of the virtual table, full of stacks."""
    return still(seed, full=True)[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("world")
    for seed in SEEDS:
        write_still(seed, out, full=True)
    return out


def word(stack: np.ndarray) -> str:
    return "".join(COLOURS[k - 1] for k in stack if k)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_space_has_its_stack_from_the_top_down(seed: int) -> None:
    truth = drawn(seed)
    told = arrays(truth)
    wanted = [stack[::-1] for path in PATHS for stack in truth["observation"]["paths"][path]]
    assert [word(stack) for stack in told["stack"][:SPACES]] == wanted
    assert told["kind"].tolist()[:SPACES] == list(range(SPACES))
    assert len(told["kind"]) == PLACES


@pytest.mark.parametrize("seed", SEEDS)
def test_stacks_beside_the_paths_are_places_too(seed: int) -> None:
    truth = drawn(seed)
    told = arrays(truth)
    read = [word(stack) for kind, stack in zip(told["kind"], told["stack"], strict=True) if kind == BESIDE]
    pawns = [pawn for pawn in truth["pawns"] if not pawn["where"][1:].isdigit()]
    heaps: dict[str, str] = {}
    for pawn in sorted(pawns, key=lambda pawn: int(pawn["level"])):
        heaps[pawn["where"]] = pawn["color"][0] + heaps.get(pawn["where"], "")
    assert len(read) == min(len(heaps), PLACES - SPACES - 1)
    assert not Counter(read) - Counter(heaps.values())


def test_nothing_stands_where_nothing_is_said_to_stand() -> None:
    truth = drawn(SEEDS[0])
    feet = np.array([pawn["foot_mm"][:2] for pawn in truth["pawns"]])
    spots = [place for place in places(truth) if place.kind == NOTHING]
    assert spots
    for spot in spots:
        assert spot.stack == ""
        assert np.linalg.norm(feet - spot.foot[:2], axis=1).min() >= CLEAR_MM


def faint(truth: dict[str, Any], **change: Any) -> dict[str, Any]:
    """The same truth with the lowest pawn of the first stack on a space changed."""
    changed = deepcopy(truth)
    pawn = next(p for p in changed["pawns"] if p["where"][1:].isdigit() and p["level"] == 0)
    pawn.update(change)
    return changed


@pytest.mark.parametrize("change", [{"visible_px": 24}, {"lying": True}, {"foot_mm": [90.0, 90.0, 12.3]}])
def test_what_cannot_be_counted_is_no_lesson(change: dict[str, Any]) -> None:
    truth = deepcopy(drawn(SEEDS[0]))
    at = next(p["where"] for p in truth["pawns"] if p["where"][1:].isdigit() and p["level"] == 0)
    truth["visibility"]["spaces"][f"{at[0]}{int(at[1]) + 1}"] = 1.0
    for pawn in truth["pawns"]:
        pawn["visible_px"] = max(pawn["visible_px"], 100)
    k = PATHS.index(at[0]) * 5 + int(at[1])
    assert arrays(truth)["lesson"][k]
    assert not arrays(faint(truth, **change))["lesson"][k]


def test_letters_are_numbered_as_everywhere() -> None:
    assert code("bgr").tolist()[:4] == [4, 3, 1, 0]


def test_a_large_picture_and_its_camera_shrink_together() -> None:
    truth = drawn(SEEDS[0])
    camera = {**truth["camera"], "width": 2 * LONGEST_PX, "height": LONGEST_PX}
    scale = scale_of(camera)
    assert scale == 0.5
    assert resized(np.zeros((LONGEST_PX, 2 * LONGEST_PX, 3), np.uint8)).shape == (LONGEST_PX // 2, LONGEST_PX, 3)
    point = np.array([[[30.0, 40.0, 0.0]]])
    large, small = (project(np, camera_vector(camera, s)[None], point)[0, 0] for s in (1.0, scale))
    assert np.allclose((large + 0.5) * scale - 0.5, small)


def shown(pack: Pack, table: int, place: int, off_mm: float) -> np.ndarray:
    """The colour that a pack shows beside a foot."""
    view = int(pack.tables["place_view"][table, place])
    camera = pack.views["camera"][view][None].astype(float)
    foot = pack.tables["foot"][table, place][None].astype(float)
    sight = sight_of(np, eye_of(np, camera), foot)
    at = plane_points(foot, sight, np.array([[90.0]]), np.array([[31.5 + off_mm]]))
    x, y = project(np, camera, at.reshape(1, 1, 3))[0, 0].round().astype(int)
    picture = picture_of(pack, view)
    assert 0 <= x < picture.shape[1]
    assert 0 <= y < picture.shape[0]
    return picture[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].mean((0, 1))


def test_carried_crops_show_what_the_pictures_show(folder: Path, tmp_path: Path) -> None:
    out = make(folder, tmp_path / "world")
    whole = load_pack(out.with_suffix(".npz"))
    assert len(whole) == 2
    file = tmp_path / f"world{CROPS}"
    assert carry(whole, file) == 2
    assert file.stat().st_size < 2 * 200_000
    again = load_pack(file)
    assert (again.tables["stack"] == whole.tables["stack"]).all()
    assert again.views["hw"][0].tolist()[0] == MARGIN_ROWS
    differ = [
        np.abs(shown(whole, table, place, off) - shown(again, table, place, off)).mean()
        for table in range(2)
        for place in np.flatnonzero(whole.tables["share"][table] > 0.9)
        for off in (-8.0, 0.0, 8.0)
    ]
    assert np.median(differ) < 6
    assert len(differ) > 20


def test_part_of_a_pack_keeps_the_tables_with_their_views(folder: Path, tmp_path: Path) -> None:
    whole = load_pack(make(folder, tmp_path / "world").with_suffix(".npz"))
    part = only(whole, [1])
    assert part.tables["name"].tolist() == [whole.tables["name"][1]]
    assert (picture_of(part, int(part.tables["place_view"][0, 0])) == picture_of(whole, 1)).all()


def test_processes_of_their_own_pack_the_same(folder: Path, tmp_path: Path) -> None:
    cv2.resize(np.zeros((2000, 2000, 3), np.uint8), (1000, 1000), interpolation=cv2.INTER_AREA)  # starts threads
    one, two = (load_pack(make(folder, tmp_path / str(count), count).with_suffix(".npz")) for count in (1, 2))
    assert (one.pixels == two.pixels).all()
    assert one.tables["name"].tolist() == two.tables["name"].tolist()
    assert (one.tables["foot"] == two.tables["foot"]).all()


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no pictures"):
        make(tmp_path, tmp_path / "out")
