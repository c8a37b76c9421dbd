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
from workshop.train.whole import in_bytes, in_whole_numbers, keeping_sums, off_by

WEIGHTS = Path(__file__).resolve().parents[2] / "workshop" / "icecult" / "reader" / "weights"
NAMES = sorted(file.stem for file in WEIGHTS.glob("*.onnx"))
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


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shipped_says_what_was_trained(name: str) -> None:
    kind = name.partition("_")[0]
    seen, output = looked_at(kind), SAID.get(kind, "levels")
    onnx.checker.check_model(onnx.load(str(MODELS / f"{name}.onnx")))
    trained = {key: as_trained(each) if each.dtype == np.uint8 else each for key, each in seen.items()}
    want, got = answers(WEIGHTS / f"{name}.onnx", output, trained), answers(MODELS / f"{name}.onnx", output, seen)
    assert got.shape == want.shape
    assert np.abs(got - want).mean() < 0.08 * want.std()
    assert in_bytes(trained).keys() == seen.keys()
    assert all((in_bytes(trained)[key] == each).all() for key, each in seen.items())


def test_one_network_of_each_kind_is_kept_to_go_on_training_from() -> None:
    shipped = {file.stem.partition("_")[0] for file in MODELS.glob("*.onnx")}
    assert shipped - {"rises"} == {name.partition("_")[0] for name in NAMES}


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
