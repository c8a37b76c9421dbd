"""Training again: every command that it starts is a module of ours and goes on from a network that is shipped."""

from __future__ import annotations

import importlib.util
import tarfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from calibration.icecult.train.blend import blended
from vision.icecult.lab.farm import Order, picture_path, seeds_to_do
from vision.icecult.lab.picture.trace import Quality
from vision.icecult.train.lease import BOARD, LESSON, READER, STRANGE, jobs, pack_pictures


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
