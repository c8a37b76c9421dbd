"""Networks in whole numbers: those that are shipped say what those that were trained say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.vision.icecult.frames import load, true_profile
from vision.icecult.read.aim import Aim
from vision.icecult.read.networks import MODELS
from vision.icecult.read.rectify import CUBE_PX, SPACES, TABLE_PX, Array, cube_patches, space_feet, table_patch
from vision.rectify import Sampler
from workshop.train.blend import blended
from workshop.train.thaw import HALF, WHOLE, module_of, thawed, trained_layers
from workshop.train.whole import LARGE, in_whole_numbers, keeping_sums, kept_in_bytes, off_by

NAMES = sorted(file.stem for file in MODELS.glob("*.onnx"))
SAID = {"cubes": "scores", "bands": "bands", "pawns": "heat", "covers": "cover"}  # else "levels"


def answers(file: Path, output: str, inputs: dict[str, Any]) -> Array:
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    return np.asarray(session.run([output], inputs)[0])


def as_trained(crops: Array) -> Array:
    """Pictures as shares of one, the colours first."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


@cache
def looked_at(kind: str) -> dict[str, Array]:
    """What a network of this kind sees of a picture, its picture as it was cut out."""
    bgr, truth = load("1006_medium")
    profile = true_profile(truth)
    eye, feet = np.asarray(profile.camera.position_mm), space_feet(profile.geometry)
    aim, every = Aim(profile.geometry, eye, feet, profile.project), range(SPACES)
    if kind == "stacks":
        together = np.full((SPACES, SPACES), 1 / SPACES, np.float32)
        facts = {"facts": aim.view.facts, "slot_rows": aim.view.slot_rows}
        return {"crops": aim.spaces(bgr, every), **facts, "together": together}
    if kind in ("rims", "bands"):
        return {"crops": aim.rims(bgr, every), "facts": aim.view.facts}
    if kind == "cubes":
        return {"crops": Sampler.of(profile.project, cube_patches(profile.geometry), CUBE_PX, CUBE_PX).take(bgr)}
    return {"table": Sampler.of(profile.project, table_patch(eye), TABLE_PX, TABLE_PX).take(bgr)}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_training_that_goes_on_begins_with_what_is_shipped(name: str, tmp_path: Path) -> None:
    """Its floats say what the shipped network says in whole numbers, and all layers that are trained are among them."""
    seen, output = looked_at(name.partition("_")[0]), SAID.get(name.partition("_")[0], "levels")
    shipped, floats = MODELS / f"{name}.onnx", tmp_path / f"{name}.onnx"
    model = thawed(onnx.load(str(shipped)))
    onnx.checker.check_model(model)
    onnx.save(model, str(floats))
    want, got = answers(shipped, output, seen), answers(floats, output, seen)
    assert got.shape == want.shape
    assert 0 < np.abs(got - want).mean() < 0.05 * want.std()
    layers, known = trained_layers(shipped)
    assert all(each is None or each.dtype == np.float32 for pair in layers.values() for each in pair)
    nodes = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    assert {module_of(node.name) for node in nodes} == {path for path in layers if path != "net"}
    named = {node.input[1] for node in nodes if not node.input[1].startswith("onnx::")}
    assert {f"{module_of(node.name)}.weight" for node in nodes if node.input[1] in named} == named
    assert not any(name.endswith((HALF, WHOLE)) for name in known)


def layers(weights: Array) -> onnx.ModelProto:
    """Two convolutions one after the other, of pictures of 8 by 8."""
    ends = {"crops": ["n", 3, 8, 8], "seen": ["n", 3, 8, 8]}
    given, told = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in ends.items())
    nodes = [
        helper.make_node("Conv", ["crops", "first"], ["a"], "first", pads=[weights.shape[-1] // 2] * 4),
        helper.make_node("Relu", ["a"], ["b"], "relu"),
        helper.make_node("Conv", ["b", "second"], ["seen"], "second", pads=[weights.shape[-1] // 2] * 4),
    ]
    held = [numpy_helper.from_array(weights[k], name) for k, name in enumerate(("first", "second"))]
    return helper.make_model(
        helper.make_graph(nodes, "layers", [given], [told], held),
        opset_imports=[helper.make_opsetid("", 13)],
        ir_version=8,
    )


@pytest.mark.parametrize("fine", [(), ("first",), ("first", "second")])
def test_layers_count_in_whole_numbers_but_for_the_fine_ones(tmp_path: Path, fine: tuple[str, ...]) -> None:
    rng = np.random.default_rng(11)
    onnx.save(layers(rng.normal(0, 0.3, (2, 3, 3, 3, 3)).astype(np.float32)), str(tmp_path / "layers.onnx"))
    shown = [{"crops": rng.integers(0, 256, (4, 3, 8, 8)).astype(np.float32) / 255} for _ in range(6)]
    shown[0]["crops"][0, 0, 0, :2] = 0, 1
    whole = tmp_path / "whole.onnx"
    in_whole_numbers(tmp_path / "layers.onnx", shown, whole, fine)
    model = onnx.load(str(whole))
    counted = [i for i in model.graph.initializer if i.data_type == TensorProto.INT8 and len(i.dims) == 4]
    assert len(counted) == 2 - len(fine)
    assert all(np.abs(numpy_helper.to_array(weights)).max() <= 64 for weights in counted)
    assert off_by(tmp_path / "layers.onnx", whole, shown) < (0.02 if len(fine) < 2 else 1e-5)
    (given,) = model.graph.input
    assert given.type.tensor_type.elem_type == TensorProto.UINT8


def test_layers_that_stay_floats_take_half_the_room(tmp_path: Path) -> None:
    rng = np.random.default_rng(12)
    trained = rng.normal(0, 0.05, (2, 3, 3, 11, 11)).astype(np.float16).astype(np.float32)
    onnx.save(layers(trained), str(tmp_path / "layers.onnx"))
    shown = [{"crops": rng.integers(0, 256, (4, 3, 8, 8)).astype(np.float32) / 255} for _ in range(2)]
    whole = tmp_path / "whole.onnx"
    in_whole_numbers(tmp_path / "layers.onnx", shown, whole, ("first", "second"))
    assert whole.stat().st_size < 0.7 * trained.nbytes
    assert off_by(tmp_path / "layers.onnx", whole, shown) < 1e-5


def test_weights_are_rounded_so_that_their_sums_stay() -> None:
    weights = np.random.default_rng(5).normal(0, 20, (8, 3, 9))
    whole = keeping_sums(weights)
    assert (whole == np.rint(whole)).all()
    assert np.abs(whole - weights).max() < 1
    assert np.abs((whole - weights).sum(-1)).max() <= 0.5 < np.abs((np.rint(weights) - weights).sum(-1)).max()


def test_no_weight_is_rounded_beyond_seven_bits() -> None:
    assert keeping_sums(np.full((1, 1, 4), 63.4)).max() == 63
    assert keeping_sums(np.full((1, 1, 4), -64.4)).min() == -64


def test_weights_come_back_from_whole_numbers_as_they_were_trained(tmp_path: Path) -> None:
    rng = np.random.default_rng(13)
    trained = rng.normal(0, 0.3, (2, 3, 3, 3, 3)).astype(np.float32)
    onnx.save(layers(trained), str(tmp_path / "layers.onnx"))
    shown = [{"crops": rng.integers(0, 256, (4, 3, 8, 8)).astype(np.float32) / 255} for _ in range(6)]
    in_whole_numbers(tmp_path / "layers.onnx", shown, tmp_path / "whole.onnx", ("second",))
    _, known = trained_layers(tmp_path / "whole.onnx")
    first, second = known["first"], known["second"]
    step = np.abs(trained[0]).max((1, 2, 3), keepdims=True) / 63
    assert (np.abs(first - trained[0]) <= 1.01 * step).all()
    assert np.abs(first - trained[0]).max() > 0
    np.testing.assert_allclose(second, trained[1], atol=1e-6)


def test_a_layer_is_known_by_its_module_wherever_it_stands() -> None:
    assert module_of("/net/fine/fine.0/fine.0.0/Conv") == "net.fine.0.0"
    assert module_of("/net/coarse/coarse.1/body/body.0/body.0.0/Conv") == "net.coarse.1.body.0.0"
    assert module_of("/marks/Conv") == "marks"


def test_what_is_shipped_and_what_was_trained_on_can_be_blended(tmp_path: Path) -> None:
    rng = np.random.default_rng(14)
    old, new = rng.normal(0, 0.3, (2, 2, 3, 3, 3, 3)).astype(np.float32)
    onnx.save(layers(old), str(tmp_path / "old.onnx"))
    shown = [{"crops": rng.integers(0, 256, (4, 3, 8, 8)).astype(np.float32) / 255} for _ in range(6)]
    in_whole_numbers(tmp_path / "old.onnx", shown, tmp_path / "shipped.onnx")
    mixed = blended(onnx.load(str(tmp_path / "shipped.onnx")), layers(new), 0.5).graph.initializer
    for held, before, after in zip(mixed, old, new, strict=True):
        assert np.abs(numpy_helper.to_array(held) - (before + after) / 2).max() < 0.02


def test_large_weights_are_kept_as_bytes_and_answer_nearly_the_same(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    weights = {
        "times": random.normal(0, 1, (LARGE // 32, 64)).astype(np.float32),
        "turned": random.normal(0, 3, (128, 64)).astype(np.float32),
        "little": random.normal(0, 1, (128, 3)).astype(np.float32),
    }
    nodes = [
        helper.make_node("MatMul", ["given", "times"], ["first"]),
        helper.make_node("Gemm", ["first", "turned"], ["second"], transB=1),
        helper.make_node("MatMul", ["second", "little"], ["said"]),
    ]
    ends = {"given": ["n", LARGE // 32], "said": ["n", 3]}
    given, told = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in ends.items())
    held = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    graph = helper.make_graph(nodes, "net", [given], [told], held)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    plain, small = tmp_path / "plain.onnx", tmp_path / "small.onnx"
    onnx.save(model, str(plain))
    onnx.save(kept_in_bytes(model), str(small))
    asked = {"given": random.normal(0, 1, (9, LARGE // 32)).astype(np.float32)}
    want, got = answers(plain, "said", asked), answers(small, "said", asked)
    assert 0 < np.abs(got - want).mean() < 0.02 * want.std()
    assert small.stat().st_size < 0.4 * plain.stat().st_size
    again = thawed(onnx.load(str(small)))
    floats = {each.name: numpy_helper.to_array(each) for each in again.graph.initializer}
    assert all(np.abs(floats[name] - value).max() < 0.05 * np.abs(value).max() for name, value in weights.items())
