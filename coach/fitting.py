"""Fitting strengths to how matches ended: softmax over the players, by Adam, in plain numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Group = tuple[Floats, Floats]
"""Inputs [table, player, feature] and shares of the win [table, player], all with the same number of players."""


def shares(strength: Floats) -> Floats:
    """Strengths as chances that sum to one."""
    grown = np.exp(strength - strength.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True), np.float32)


def loss(groups: Sequence[Group], strength: Callable[[Floats], Floats]) -> float:
    """The mean surprise at who won, in nats a table."""
    total = sum(-float((won * np.log(shares(strength(x)) + 1e-6)).sum()) for x, won in groups)
    return total / sum(len(x) for x, _ in groups)


class _Adam:
    """Steps along smoothed slopes."""

    def __init__(self, parts: list[Floats], rate: float) -> None:
        self.parts, self.rate, self.step = parts, rate, 0
        self.mean = [np.zeros_like(part) for part in parts]
        self.square = [np.zeros_like(part) for part in parts]

    def go(self, slopes: list[Floats]) -> None:
        self.step += 1
        for part, slope, mean, square in zip(self.parts, slopes, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            right = self.rate * np.sqrt(1 - 0.999**self.step) / (1 - 0.9**self.step)
            part -= right * mean / (np.sqrt(square) + 1e-8)


def _batches(groups: Sequence[Group], rng: np.random.Generator, size: int = 256) -> list[Group]:
    every = []
    for x, won in groups:
        mixed = rng.permutation(len(x))
        every += [(x[mixed[i : i + size]], won[mixed[i : i + size]]) for i in range(0, len(x), size)]
    rng.shuffle(every)
    return every


def fit_linear(groups: Sequence[Group], seed: int, epochs: int = 60, decay: float = 1e-3) -> Floats:
    """Weights of a linear strength."""
    weights = np.zeros(groups[0][0].shape[2], np.float32)
    rng, adam = np.random.default_rng(seed), _Adam([weights], 0.01)
    for _ in range(epochs):
        for x, won in _batches(groups, rng):
            off = shares(x @ weights) - won
            adam.go([np.einsum("tp,tpf->f", off, x) / len(x) + decay * weights])
    return weights


def fit_network(
    groups: Sequence[Group], hidden: int, seed: int, epochs: int = 60, decay: float = 1e-4
) -> tuple[Floats, Floats, Floats]:
    """Weights of a strength with one hidden layer."""
    rng = np.random.default_rng(seed)
    wide = groups[0][0].shape[2]
    first = rng.normal(0, wide**-0.5, (wide, hidden)).astype(np.float32)
    bias, second = np.zeros(hidden, np.float32), rng.normal(0, 0.1, hidden).astype(np.float32)
    adam = _Adam([first, bias, second], 0.003)
    for _ in range(epochs):
        for x, won in _batches(groups, rng):
            inner = np.tanh(x @ first + bias)
            off = (shares(inner @ second) - won) / len(x)
            back = off[..., None] * second * (1 - inner**2)
            slopes = [np.einsum("tpf,tph->fh", x, back) + decay * first, back.sum((0, 1))]
            adam.go([*slopes, np.einsum("tp,tph->h", off, inner) + decay * second])
    return first, bias, second
