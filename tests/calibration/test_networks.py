"""Networks are run by ONNX Runtime or by OpenCV, and say the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from calibration.icecult.train.blend import halved
from calibration.networks import Network, by_opencv, by_runtime
from engine.core.errors import IcekeeperError

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "calibration").rglob("*.onnx")) + sorted((ROOT / "vision/icecult/models").glob("*.onnx"))


def noise_for(graph: Any) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """A random input of a network, one picture where it takes any number."""
    rng = np.random.default_rng(5)
    shapes = {i.name: [d.dim_value or 1 for d in i.type.tensor_type.shape.dim] for i in graph.input}
    return {name: rng.random(shape, np.float32) for name, shape in shapes.items()}


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_both_ways_give_the_same_answer(file: Path) -> None:
    model = onnx.load(str(file))
    onnx.checker.check_model(model)
    inputs, outputs = noise_for(model.graph), [out.name for out in model.graph.output]
    runtime = by_runtime(file)
    assert runtime is not None
    for one, other in zip(runtime(outputs, inputs), by_opencv(file)(outputs, inputs), strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).max() < 1e-3


def test_without_the_runtime_opencv_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    patch = next(file for file in SHIPPED if file.stem == "patch")
    assert by_runtime(patch) is None
    (answer,) = Network(patch).answer(["answer"], picture=np.zeros((2, 3, 64, 64), np.float32))
    assert answer.shape == (2, 35)


def test_weights_in_half_floats_are_valid_and_read_alike(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    weights = rng.random((4, 3, 8, 8), np.float32)
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in (("a", [1, 3, 8, 8]), ("b", [1, 4, 1, 1]))
    ]
    held = numpy_helper.from_array(weights, "weights")
    graph = helper.make_graph([helper.make_node("Conv", ["a", "weights"], ["b"])], "one", ends[:1], ends[1:], [held])
    model = halved(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8))
    onnx.checker.check_model(model)
    file = tmp_path / "one.onnx"
    onnx.save(model, str(file))
    picture = rng.random((1, 3, 8, 8), np.float32)
    wanted = np.einsum("kcij,cij->k", weights.astype(np.float16).astype(np.float64), picture[0])
    runtime = by_runtime(file)
    assert runtime is not None
    for answer in (runtime, by_opencv(file)):
        assert np.allclose(answer(["b"], {"a": picture})[0].ravel(), wanted, atol=1e-3)


def test_a_missing_network_says_what_to_do() -> None:
    with pytest.raises(IcekeeperError, match="install icekeeper again"):
        Network(Path("none.onnx"))
