"""Training again: every command that it starts is a module of ours and goes on from a network that is shipped."""

from __future__ import annotations

import importlib.util
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from calibration.icecult.geometry import make_geometry
from vision.icecult.read.rectify import LEVELS, SPACES, view_of
from vision.icecult.sim.arranging import heaped
from workshop.icecult.lab.farm import Order, picture_path, seeds_to_do
from workshop.icecult.lab.picture.trace import Quality
from workshop.icecult.reader.data import held_out, rises_of, view_of_each
from workshop.icecult.reader.lease import BOARD, LESSON, READER, STRANGE, jobs, pack_pictures
from workshop.icecult.reader.strays import FOUND_MM, strays, take_in
from workshop.train.blend import blended


def test_every_network_is_trained_from_the_one_that_is_shipped(tmp_path: Path) -> None:
    commands = jobs(tmp_path, 0.0, [tmp_path / "lesson"], None)
    assert set(commands) == {*READER, *BOARD}
    for net, command in commands.items():
        start = Path(command[command.index("--start") + 1])
        assert (start if start.suffix else start / f"{net}.onnx").is_file()
        assert importlib.util.find_spec(command[command.index("-m") + 1]) is not None


def test_what_measures_is_never_learned_from() -> None:
    assert not set(STRANGE) & set(LESSON)


def test_pictures_to_take_home_come_with_their_truth(tmp_path: Path) -> None:
    order = Order(tmp_path, range(2), 1, 1.0, Quality())
    for seed in seeds_to_do(order):
        picture_path(tmp_path, seed, "json").write_text("{}")
    picture_path(tmp_path, 1).write_bytes(b"picture")
    pack_pictures(sorted(tmp_path.glob("*.json")), tmp_path / "out.tar.gz")
    with tarfile.open(tmp_path / "out.tar.gz") as tar:
        assert sorted(tar.getnames()) == [picture_path(tmp_path, 1).name, picture_path(tmp_path, 1, "json").name]


def tiny(weights: list[float]) -> onnx.ModelProto:
    """A network that only multiplies."""
    held = numpy_helper.from_array(np.array(weights, np.float32), "weights")
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [len(weights)]) for name in ("a", "b")]
    return helper.make_model(
        helper.make_graph([helper.make_node("Mul", ["a", "weights"], ["b"])], "tiny", ends[:1], ends[1:], [held])
    )


def test_a_blend_lies_between_two_trainings_of_one_network() -> None:
    old, new = tiny([0.0, 4.0]), tiny([2.0, 0.0])
    (held,) = blended(old, new, 0.25).graph.initializer
    assert numpy_helper.to_array(held).tolist() == [0.5, 3.0]
    assert numpy_helper.to_array(old.graph.initializer[0]).tolist() == [0.0, 4.0]
    with pytest.raises(ValueError, match="weights"):
        blended(old, tiny([1.0]), 0.5)


def test_each_stack_of_a_lesson_is_looked_at_as_it_rises() -> None:
    geometry = make_geometry().to_json()
    filled = np.zeros(SPACES, bool)
    filled[[0, 7]] = True  # N1 and E3; W1 is empty, and pawns beside the paths may take its place
    placement = {"N0": {"rise_mm": 8.0}, "E2": {}, "W0": {"rise_mm": 13.0}}
    rises = rises_of({"geometry": geometry, "scene": {"placement": placement}}, filled)
    usual = float(geometry["stack_pitch"])
    assert rises.tolist() == [8.0, *[usual] * (SPACES - 1)]
    feet, eye = np.array([[0.0, 100.0, 2.0], [100.0, 0.0, 2.0]]), np.array([0.0, -400.0, 500.0])
    own = view_of_each(geometry, feet, np.array([8.0, usual]), eye)
    flat, alike = (view_of({**geometry, "stack_pitch": rise}, feet, eye) for rise in (8.0, usual))
    assert np.allclose(own.facts, [flat.facts[0], alike.facts[1]])
    assert np.allclose(own.slot_rows, [flat.slot_rows[0], alike.slot_rows[1]])


def pawn(where: str, level: int, colour: str, x: float, y: float, px: int) -> dict[str, Any]:
    return {"where": where, "level": level, "color": colour, "foot_mm": [x, y, 11.0 * level], "visible_px": px}


def test_pawns_beside_the_paths_are_lessons_in_the_place_of_empty_spaces() -> None:
    waiting = [pawn("start0", 0, "red", -80, 90, 60), pawn("start0", 1, "blue", -80, 90, 400)]
    alone, covered = pawn("goal0", 0, "green", 0, 290, 390), pawn("start1", 0, "red", 90, 90, 9)
    truth = {"seed": 4, "pawns": [pawn("N0", 0, "yellow", 0, 100, 380), *waiting, alone, covered]}
    found = strays(truth, np.array([0.0, -400.0, 500.0]))
    read = {tuple(stray.levels[:3].tolist()): stray for stray in found}
    assert {(1, 4, 0), (3, 0, 0), (0, 0, 0)} == set(read)
    assert np.allclose(read[1, 4, 0].foot, (-80, 90))
    assert np.isnan(read[0, 0, 0].foot).all()
    assert np.abs(read[1, 4, 0].place[:2] - (-80, 90)).max() <= 2 * FOUND_MM
    levels = np.zeros((SPACES, LEVELS), np.int64)
    levels[:18, 0] = 2
    spaces = {"levels": levels, "share": np.ones(SPACES), "plain": np.ones(SPACES)}
    spaces |= {"foot": np.zeros((SPACES, 2)), "space_foot": np.zeros((SPACES, 3))}
    take_in(spaces, found)
    assert (spaces["levels"][:18] == levels[:18]).all(), "no stack on a space is given up"
    assert spaces["levels"][18, 0] == found[0].levels[0]
    assert spaces["levels"][19, 0] == 0, "one of two empty ones stays"


def test_one_picture_in_sixteen_is_held_out_and_one_of_a_few() -> None:
    names = [f"{k}_hard" for k in range(4000)]
    assert 200 < len(held_out(names)) < 300
    assert held_out(["a", "b"]) == {"a"}


def test_waiting_pawns_may_be_stacked_without_losing_any() -> None:
    colours = "rrrrryyyyyggggg"
    heaps = list(heaped(np.random.default_rng(3), colours, 5, 0.5))
    assert "".join(heaps) == colours
    assert 1 < max(map(len, heaps)) <= 5
    assert list(heaped(np.random.default_rng(3), colours, 1)) == list(colours)
