"""A trained network in whole numbers, in half to a third of the time where a processor multiplies bytes.

Every convolution multiplies bytes by weights of seven bits, which no processor adds up to more than it can hold.
They are rounded so that each kernel's sum stays what it was: what is even in a picture then looks as bright as before.
Pictures are taken as they are cut out: bytes, the colours last.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from workshop.train.blend import halved
from workshop.train.thaw import LAYERS, WHOLE

PICTURE = ("crops", "table", "flat", "cards")  # inputs that are pictures
MOST = 63  # of seven bits
LARGE = 4096  # weights of one layer that are worth it to be kept as bytes

Batch = Mapping[str, Any]
"""What a trained network is given: pictures (n, colours, rows, columns) as shares of one, and the rest."""


@dataclass(slots=True)
class Shown(CalibrationDataReader):  # type: ignore[misc]
    """Batches, one after the other, by which it is learned how large each layer's numbers grow."""

    batches: Iterator[Batch]

    def get_next(self) -> Batch | None:
        return next(self.batches, None)


def in_whole_numbers(
    weights: Path, batches: Sequence[Batch], out: Path, fine: Sequence[str] = (), small: bool = False
) -> None:
    """Write `out`: the network of `weights` in whole numbers, but for layers whose name has one of the `fine` parts.

    Those stay floats, kept as half floats like the trained network itself, or as bytes where it shall be `small`.
    """
    with tempfile.TemporaryDirectory() as room:
        plain = Path(room) / weights.name
        unfold(weights, plain)
        layers = [node.name for node in onnx.load(str(plain)).graph.node if node.op_type == "Conv"]
        quantize_static(
            plain,
            out,
            Shown(iter(batches)),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Relu"],
            nodes_to_exclude=[name for name in layers if any(part in name for part in fine)],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
        model = rounded(onnx.load(str(out)), onnx.load(str(plain)))
    onnx.save(halved(taking_bytes(kept_in_bytes(model) if small else model)), str(out))


def unfold(weights: Path, out: Path) -> None:
    """Write the same network with weights that are kept in half floats made whole."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(out)
    onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


def rounded(model: Any, plain: Any) -> Any:
    """The network with the weights of its kernels rounded again, from those of the `plain` one."""
    held = {each.name: each for each in model.graph.initializer}
    trained = {each.name: numpy_helper.to_array(each) for each in plain.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0].removesuffix(WHOLE) in trained:
            whole, step = (held[name] for name in node.input[:2])
            weights = trained[whole.name.removesuffix(WHOLE)]
            if weights.ndim == 4:
                steps = numpy_helper.to_array(step).reshape(-1, 1, 1)
                again = keeping_sums(weights.reshape(*weights.shape[:2], -1) / steps).reshape(weights.shape)
                whole.CopyFrom(numpy_helper.from_array(again.astype(np.int8), whole.name))
    return model


def kept_in_bytes(model: Any) -> Any:
    """The network with large weights kept as bytes, a scale for each answer, and made floats when it is loaded."""
    graph = model.graph
    held = {each.name: each for each in graph.initializer}
    for node in list(graph.node):
        if node.op_type not in LAYERS or len(node.input) < 2 or node.input[1] not in held:
            continue
        found = held[node.input[1]]
        weights = numpy_helper.to_array(found)
        if weights.dtype != np.float32 or weights.size < LARGE:
            continue
        turned = any(each.name == "transB" and each.i for each in node.attribute)
        axis = 0 if node.op_type == "Conv" or turned else 1
        rest = tuple(k for k in range(weights.ndim) if k != axis)
        step = np.maximum(np.abs(weights).max(rest), 1e-8).astype(np.float32) / 127
        shape = [-1 if k == axis else 1 for k in range(weights.ndim)]
        whole = np.rint(weights / step.reshape(shape)).astype(np.int8)
        name = found.name
        found.CopyFrom(numpy_helper.from_array(whole, f"{name}{WHOLE}"))
        graph.initializer.append(numpy_helper.from_array(step, f"{name}.step"))
        graph.node.insert(
            0, helper.make_node("DequantizeLinear", [f"{name}{WHOLE}", f"{name}.step"], [name], axis=axis)
        )
        del held[name]
    return model


def keeping_sums(weights: Any) -> Any:
    """Whole numbers (n, m, k) with sums over k nearest to those of the weights: what is nearest to it is moved on."""
    near = np.rint(weights)
    left = weights - near
    lacking = np.rint(left.sum(-1, keepdims=True))
    rank = np.argsort(np.argsort(-left * np.sign(lacking), -1), -1)
    return np.clip(near + np.sign(lacking) * (rank < np.abs(lacking)), -MOST - 1, MOST)


def taking_bytes(model: Any) -> Any:
    """The network with its pictures in bytes (n, rows, columns, colours)."""
    graph = model.graph
    (given,) = (each for each in graph.input if each.name in PICTURE)
    name, sides = given.name, [side.dim_param or side.dim_value for side in given.type.tensor_type.shape.dim]
    n, colours, rows, columns = sides
    given.CopyFrom(helper.make_tensor_value_info(name, TensorProto.UINT8, [n, rows, columns, colours]))
    counted = [node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] == name]
    turned = counted[0].output[0] if counted else f"{name}.turned"
    first = [helper.make_node("Transpose", [name], [turned], perm=[0, 3, 1, 2])]
    for node in counted:  # one: it counts shares in steps of 1/255, which are these bytes
        graph.node.remove(node)
    if not counted:
        for node in graph.node:
            node.input[:] = [f"{name}.shares" if each == name else each for each in node.input]
        graph.initializer.append(numpy_helper.from_array(np.float32(1 / 255), f"{name}.step"))
        first.append(helper.make_node("Cast", [turned], [f"{name}.floats"], to=TensorProto.FLOAT))
        first.append(helper.make_node("Mul", [f"{name}.floats", f"{name}.step"], [f"{name}.shares"]))
    for k, node in enumerate(first):
        graph.node.insert(k, node)
    return model


def in_bytes(batch: Batch) -> dict[str, Any]:
    """The same inputs as a network in whole numbers takes them."""
    whole = {name: 255 * batch[name].transpose(0, 2, 3, 1) for name in PICTURE if name in batch}
    return {**batch, **{name: picture.round().astype(np.uint8) for name, picture in whole.items()}}


def off_by(weights: Path, whole: Path, batches: Sequence[Batch]) -> float:
    """How far the first answers in whole numbers are off in the mean, of their spread."""
    files = (weights, whole)
    one, other = (onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"]) for file in files)
    first = [one.get_outputs()[0].name]
    pairs = [(one.run(first, dict(batch))[0], other.run(first, in_bytes(batch))[0]) for batch in batches]
    return float(np.mean([np.abs(a - b).mean() for a, b in pairs]) / np.mean([a.std() for a, _ in pairs]))
