"""Weights out of an ONNX file as floats, also where it keeps them in half floats or whole numbers.

What is shipped is thereby what the next training begins with. This module knows no torch: its floats are plain arrays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

Array = Any
HALF, WHOLE = ".half", "_quantized"
"""Behind the names of weights that are kept in half floats, and in whole numbers."""
LAYERS = ("Conv", "Gemm", "MatMul")


def thawed(model: Any) -> Any:
    """The same network in floats: every weight as much as it counts, and nothing rounded between the layers."""
    out = onnx.ModelProto()
    out.CopyFrom(model)
    graph = out.graph
    held = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    rounding = {node.output[0]: node for node in graph.node if node.op_type == "QuantizeLinear"}
    floats, called, nodes = dict[str, Array](), dict[str, str](), list[Any]()
    for node in graph.node:
        first = node.input[0] if node.input else ""
        if first in held and held[first].dtype == np.float16 and node.op_type == "Cast":
            floats[node.output[0]] = held.pop(first).astype(np.float32)
        elif first in held and node.op_type == "DequantizeLinear":
            name = first.removesuffix(WHOLE)
            floats[name], called[node.output[0]] = counted(node, held | floats), name
        elif first in rounding and node.op_type == "DequantizeLinear":
            nodes.append(unrounded(rounding[first], node.output[0], held))
        elif node.op_type != "QuantizeLinear":
            nodes.append(node)
    for node in nodes:
        node.input[:] = [called.get(name, name) for name in node.input]
    wanted = {name for node in nodes for name in node.input}
    kept = {name: value for name, value in (held | floats).items() if name in wanted}
    copies = [type(node).FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(copies)
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in kept.items())
    return out


def counted(node: Any, held: dict[str, Array]) -> Array:
    """scale * (q - zero point): what whole numbers stand for, along the axis that has a scale each."""
    whole, scale, *zero = (held[name] for name in node.input)
    axis = next((each.i for each in node.attribute if each.name == "axis"), 1)
    shape = [-1 if k == axis else 1 for k in range(whole.ndim)] if scale.ndim else []
    less = zero[0].astype(np.float32).reshape(shape) if zero else 0
    return np.asarray(scale.reshape(shape) * (whole.astype(np.float32) - less), np.float32)


def unrounded(node: Any, name: str, held: dict[str, Array]) -> Any:
    """In the place of a rounding to bytes: bytes that begin at zero also cut off what is below, as a ReLU does.

    The tool that counts in whole numbers leaves a ReLU out where the rounding behind it does the same.
    """
    zero = held[node.input[2]]
    cuts = zero.dtype == np.uint8 and not zero.any()
    return helper.make_node("Relu" if cuts else "Identity", [node.input[0]], [name])


def named_weights(model: Any) -> dict[str, Array]:
    """All weights and constants of a network by their names, in floats where they are kept otherwise."""
    return {each.name: numpy_helper.to_array(each) for each in thawed(model).graph.initializer}


def trained_layers(file: Path) -> tuple[dict[str, tuple[Array, Array | None]], dict[str, Array]]:
    """(weight, bias) of every trained layer by the name of its module, and all named weights and constants."""
    model = thawed(onnx.load(str(file)))
    known = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    out: dict[str, tuple[Array, Array | None]] = {}
    for node in model.graph.node:
        held = [known[name] for name in node.input if name in known]
        if node.op_type not in LAYERS or not held or held[0].ndim < 2:
            continue
        turned = node.op_type == "MatMul" or not any(a.name == "transB" and a.i for a in node.attribute)
        weight = held[0].T if node.op_type != "Conv" and turned else held[0]
        out[module_of(node.name)] = np.array(weight), held[1] if len(held) > 1 else None
    return out, known


def module_of(node: str) -> str:
    """Which module a node was made of: `net.body.0` for `/net/body/body.0/Conv`.

    The order of the nodes says nothing: whoever counts in whole numbers may put them into another.
    """
    parts: list[str] = []
    for part in node.strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts[-1] = part
        else:
            parts.append(part)
    # a multiplication that was joined with what is added to it is called by both
    return ".".join(parts[:-1] if parts and parts[-1] in LAYERS else parts)
