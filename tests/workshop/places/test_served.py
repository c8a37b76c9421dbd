"""Exported networks are asked as the product would: a network of a few numbers reads a picture with one red spot."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.icecult.board import SLOTS
from tests.vision.icecult.frames import NAMES, load, true_profile
from vision.icecult.read.cubes import cube_class, reading
from vision.icecult.read.rectify import SPACES, corners, space_feet
from workshop.icecult.learning.served import Eyes
from workshop.icecult.places.look import COLUMNS, FACTS, ROWS, TOP_PX

RED = np.array([[0, 0, 0, 0, 0], [0, -0.5, 0, 0, 0], [0, 0.5, 0, 0, 0]], np.float32)  # of blue, green, red: r


def saved(file: Path, nodes: list[onnx.NodeProto], given: list, told: list, held: dict[str, np.ndarray]) -> Path:
    weights = [numpy_helper.from_array(value, name) for name, value in held.items()]
    graph = helper.make_graph(nodes, file.stem, given, told, weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), str(file))
    return file


def red_finder(file: Path) -> Path:
    """Rows are red where their middle is."""
    nodes = [
        helper.make_node("Slice", ["crops", "from", "to", "axis"], ["middle"]),
        helper.make_node("Cast", ["middle"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["mean"], axes=[2], keepdims=0),
        helper.make_node("MatMul", ["mean", "red"], ["shown"]),
        helper.make_node("Add", ["shown", "least"], ["scores"]),
        helper.make_node("LogSoftmax", ["scores"], ["rows"], axis=2),
        helper.make_node("MatMul", ["facts", "none"], ["said"]),
        helper.make_node("ReduceSum", ["said"], ["rise"], keepdims=0),
    ]
    given = [
        helper.make_tensor_value_info("crops", TensorProto.UINT8, ["n", ROWS, COLUMNS, 3]),
        helper.make_tensor_value_info("facts", TensorProto.FLOAT, ["n", FACTS]),
    ]
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *rest]) for name, rest in TOLD.items()]
    told.append(helper.make_tensor_value_info("rise", TensorProto.FLOAT, []))
    ends = {name: np.array([at], np.int64) for name, at in (("from", 29), ("to", 35), ("axis", 2))}
    held = {"red": RED, "least": np.array([20, -20, 0, 0, 0], np.float32), "none": np.zeros((FACTS, 3), np.float32)}
    return saved(file, nodes, given, told, {**ends, **held})


TOLD = {"rows": (ROWS, 5), "said": (3,)}


def one_top(file: Path, number: int) -> Path:
    """Every top is of one class."""
    scores = np.zeros((1, 38), np.float32)
    scores[0, number] = 9
    nodes = [
        helper.make_node("Cast", ["crops"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["mean"], axes=[1, 2, 3], keepdims=0),
        helper.make_node("Mul", ["mean", "none"], ["nothing"]),
        helper.make_node("Unsqueeze", ["nothing", "axis"], ["column"]),
        helper.make_node("Add", ["column", "one"], ["scores"]),
    ]
    given = [helper.make_tensor_value_info("crops", TensorProto.UINT8, ["n", TOP_PX, TOP_PX, 3])]
    told = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", 38])]
    held = {"none": np.zeros(1, np.float32), "axis": np.array([1], np.int64), "one": scores}
    return saved(file, nodes, given, told, held)


def test_what_stands_on_a_space_is_read_there_and_nowhere_else(tmp_path: Path) -> None:
    bgr, truth = load(NAMES[0])
    profile = true_profile(truth)
    feet = np.array(space_feet(profile.geometry))
    eye = np.asarray(profile.camera.position_mm)
    place = int(np.linalg.norm(feet - eye, axis=1).argmin())
    seen = np.full_like(bgr, 128)
    x, y = profile.project(feet[place][None])[0]
    cv2.circle(seen, (round(x), round(y)), 9, (0, 0, 255), -1)
    number = cube_class("red", "E", corners(profile.geometry))
    eyes = Eyes(red_finder(tmp_path / "places.onnx"), one_top(tmp_path / "tops.onnx", number), profile)
    read = eyes.read(seen)
    stacks = [max(guesses, key=lambda guess: guess.weight).text for guesses in read.stacks]
    assert len(stacks) == SPACES
    assert [k for k, stack in enumerate(stacks) if stack] == [place]
    assert stacks[place] == "r"
    assert [text for text, _ in read.tops] == [str(reading(number, corners(profile.geometry), 1.0))] * len(SLOTS)
