"""Goes on from a trained network: its ONNX weights back into a network that can be trained."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import torch
from torch import nn

from workshop.train.thaw import trained_layers

Tensor = Any


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
    """Load a trained network, also one that is shipped; its normalisations were folded into its convolutions.

    A layer that the file does not have is one that only training needs.
    """
    trained, known = trained_layers(file)
    names = {module: name for name, module in net.named_modules()}
    for layer, norm in itertools.pairwise([*layers_in_order(net, inputs), None]):
        found = next((trained[key] for key in keys_of(names.get(layer, "")) if key in trained), None)
        if isinstance(layer, nn.BatchNorm2d) or found is None:
            continue
        weight, bias = found
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            if layer.bias is not None and bias is not None:
                layer.bias.copy_(torch.from_numpy(bias.copy()))
            if layer.bias is None and isinstance(norm, nn.BatchNorm2d):
                plain_norm(norm, bias)
    for name, value in net.named_parameters():
        for key in keys_of(name):
            if key in known and known[key].shape == tuple(value.shape):
                value.data.copy_(torch.from_numpy(known[key].copy()))


def keys_of(name: str) -> tuple[str, str]:
    """What a module or a weight may be called in a file: a served network calls what it serves `net`."""
    return name, f"net.{name}"


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
