"""Networks are loaded once, and a missing one says what to do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from calibration.icecult.defaults import MODELS
from calibration.networks import Network, network
from engine.core.errors import IcekeeperError
from workshop.train.blend import halved


@pytest.mark.parametrize("name", ["overview", "patch"])
def test_the_board_s_networks_are_valid_and_answer_any_number_of_pictures(name: str) -> None:
    file = MODELS / f"{name}.onnx"
    onnx.checker.check_model(onnx.load(str(file)))
    size = (192, 320) if name == "overview" else (64, 64)
    pictures = np.random.default_rng(5).random((3, 3, *size), np.float32)
    (every,) = network(file).answer(["answer"], picture=pictures)
    (last,) = network(file).answer(["answer"], picture=pictures[2:])
    assert np.abs(every[2:] - last).max() < 1e-4


def one_layer(weights: np.ndarray[Any, Any]) -> onnx.ModelProto:
    """A network of a single convolution."""
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in (("a", [1, 3, 8, 8]), ("b", [1, 4, 1, 1]))
    ]
    layer, held = helper.make_node("Conv", ["a", "weights"], ["b"]), numpy_helper.from_array(weights, "weights")
    graph = helper.make_graph([layer], "one", ends[:1], ends[1:], [held])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def test_weights_in_half_floats_are_valid_and_read_alike(tmp_path: Path) -> None:
    rng, file = np.random.default_rng(3), tmp_path / "one.onnx"
    weights = rng.random((4, 3, 8, 8), np.float32)
    model = halved(one_layer(weights))
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
    picture = rng.random((1, 3, 8, 8), np.float32)
    wanted = np.einsum("kcij,cij->k", weights.astype(np.float16).astype(np.float64), picture[0])
    assert np.allclose(Network(file).answer(["b"], a=picture)[0].ravel(), wanted, atol=1e-3)


def test_a_missing_network_says_what_to_do() -> None:
    with pytest.raises(IcekeeperError, match="install icekeeper again"):
        Network(Path("none.onnx"))


def test_without_the_runtime_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(IcekeeperError, match="pip install --force-reinstall onnxruntime"):
        Network(MODELS / "patch.onnx")
