"""Robust non-linear least squares: Levenberg-Marquardt with the weights of a t distribution, and priors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

FREEDOM = 4.0  # of the t distribution that residuals are taken from: far ones lose their pull


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be explained: pixels with their spread, by a projection of unknowns that have priors."""

    project: Callable[[Array], Array]  # of one vector of unknowns, or of several at once
    pixels: Array
    whiten: Array
    ties: Array  # (M, unknowns): what is known beforehand, as combinations of the unknowns ...
    goals: Array  # (M,) ... and their usual values, both in units of the spread
    steps: Array  # of the unknowns, for derivatives

    def parts(self, values: Array) -> tuple[Array, Array, float]:
        """Whitened errors, the pull of each point, and the cost."""
        errors = np.einsum("nij,nj->ni", self.whiten, self.project(values) - self.pixels)
        square = (errors**2).sum(1)
        extra = self.ties @ values - self.goals
        cost = (FREEDOM + 2) / 2 * np.log1p(square / FREEDOM).sum() + 0.5 * (extra**2).sum()
        return errors, (FREEDOM + 2) / (FREEDOM + square), float(cost)


def minimised(problem: Problem, start: Array, rounds: int, free: slice | None = None) -> tuple[Array, Array, float]:
    """Levenberg-Marquardt with t-weights: values, covariance and cost."""
    free = free or slice(0, len(start))
    ties = problem.ties[:, free]
    values, damping = start.copy(), 1e-3
    errors, pull, cost = problem.parts(values)
    normal = np.eye(len(start))
    for _ in range(rounds):
        jacobian = jacobian_of(problem.project, problem.whiten, values, problem.steps, free)
        normal = np.einsum("n,nik,nil->kl", pull, jacobian, jacobian) + ties.T @ ties
        gradient = np.einsum("n,nik,ni->k", pull, jacobian, errors) + ties.T @ (problem.ties @ values - problem.goals)
        for _ in range(6):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            trial = values.copy()
            trial[free] += step
            new = problem.parts(trial)
            if new[2] < cost:
                break
            damping *= 8
        else:
            break
        gain = cost - new[2]
        values, (errors, pull, cost), damping = trial, new, max(damping / 8, 1e-9)
        if gain < 1e-4:
            break
    covariance = np.zeros((len(start), len(start)))
    covariance[free, free] = np.linalg.inv(normal + np.eye(len(normal)) * 1e-12)
    return values, covariance, cost


def jacobian_of(
    project: Callable[[Array], Array], whiten: Array, values: Array, steps: Array, free: slice = slice(None)
) -> Array:
    """Derivatives (N, 2, unknowns) of the whitened errors, by the unknowns that are free."""
    moving = np.arange(len(steps))[free]
    moved = np.repeat(values[None], len(moving) + 1, axis=0)
    moved[np.arange(len(moving)), moving] += steps[moving]  # the last one stays where it is
    pixels = project(moved)
    slopes = (pixels[:-1] - pixels[-1]) / steps[moving, None, None]
    return np.asarray(np.einsum("nij,knj->nik", whiten, slopes))
