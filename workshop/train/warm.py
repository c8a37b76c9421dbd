"""Goes on from a trained network: its ONNX weights back into a network that can be trained."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from engine.core.errors import IcekeeperError

Tensor = Any
LAYERS = {"Conv": nn.Conv2d, "Gemm": nn.Linear, "MatMul": nn.Linear}


def shipped_layers(file: Path) -> tuple[list[tuple[str, Any, Any]], dict[str, Any]]:
    """(kind, weight, bias) of every trained layer in the order of the graph, and all named constants."""
    graph = onnx.load(str(file)).graph
    if any(node.op_type == "DequantizeLinear" for node in graph.node):
        raise IcekeeperError(f"{file}: weights in whole numbers cannot be trained on; take those they were made of")
    known = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    casts = (node for node in graph.node if node.op_type == "Cast" and node.input[0] in known)
    known |= {node.output[0]: known[node.input[0]] for node in casts}  # weights kept in half floats
    out: list[tuple[str, Any, Any]] = []
    for node in graph.node:
        held = [known[name] for name in node.input if name in known]
        if node.op_type not in LAYERS or not held or held[0].ndim < 2:
            continue
        weight, bias = held[0], held[1] if len(held) > 1 else None
        turned = node.op_type == "MatMul" or not any(a.name == "transB" and a.i for a in node.attribute)
        if node.op_type != "Conv" and turned:
            weight = weight.T
        out.append((node.op_type, np.array(weight), bias))
    return out, known


def layers_in_order(net: nn.Module, inputs: tuple[Tensor, ...]) -> list[nn.Module]:
    """The layers as a forward pass meets them."""
    met: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [m.register_forward_hook(lambda m, *_: met.append(m)) for m in net.modules() if isinstance(m, kinds)]
    with torch.no_grad():
        net.eval()(*inputs)
    for hook in hooks:
        hook.remove()
    return met


def begin_with(net: nn.Module, file: Path, inputs: tuple[Tensor, ...]) -> None:
    """Load a trained network whose normalisations were folded into its convolutions."""
    shipped, known = shipped_layers(file)
    met = layers_in_order(net, inputs)
    after = dict(itertools.pairwise(met))
    for layer in (m for m in met if not isinstance(m, nn.BatchNorm2d)):
        at = next((k for k, (_, w, _) in enumerate(shipped) if w.shape == tuple(layer.weight.shape)), None)
        if at is None:
            continue  # a layer that only training needs
        _, weight, bias = shipped.pop(at)
        norm = after.get(layer)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            if layer.bias is not None and bias is not None:
                layer.bias.copy_(torch.from_numpy(bias.copy()))
            if layer.bias is None and isinstance(norm, nn.BatchNorm2d):
                plain_norm(norm, bias)
    for name, value in net.named_parameters():
        for key in (name, f"net.{name}"):
            if key in known and known[key].shape == tuple(value.shape):
                value.data.copy_(torch.from_numpy(known[key].copy()))


def plain_norm(norm: nn.BatchNorm2d, bias: Any) -> None:
    """A normalisation that only adds the bias folded into its convolution."""
    norm.weight.fill_(1.0)
    norm.bias.copy_(torch.from_numpy(bias.copy()))
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)


def settle(net: nn.Module, run: Any) -> None:
    """Give every normalisation the statistics of a batch without changing what the network says.

    A folded normalisation has none left; trained with made-up ones the network would forget everything at once.
    """

    def measured(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...]) -> None:
        x = inputs[0].float()
        mean, spread = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
        old = norm.weight.data / (norm.running_var + norm.eps).sqrt()
        norm.bias.data += old * (mean - norm.running_mean)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_(old * (spread + norm.eps).sqrt())

    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    hooks = [m.register_forward_pre_hook(measured) for m in norms]
    with torch.no_grad():
        net.eval()
        run()
    for hook in hooks:
        hook.remove()
