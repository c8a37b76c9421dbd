"""Is the set on the table the one whose sizes are known? Those of another one are refused, never forced on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, TypeVar

from calibration.errors import NotFoundError
from calibration.fitting.verify import Proof


class Proven(Protocol):
    """A board that was found, and how well the picture confirms it."""

    @property
    def proof(self) -> Proof:
        """What confirms it."""


F = TypeVar("F", bound=Proven)


def of_known_sizes(
    look: Callable[[], F], freely: Callable[[], F], clear: Callable[[F], bool], check: Callable[[F, float], None]
) -> F:
    """What `look` finds with the sizes that are known, unless the picture shows those of another set.

    Where it is `clear` that nothing is left to explain, that is not asked. Else the board is measured `freely`, and
    `check` raises where its sizes differ; it is told by how much of the score they explain the picture better.
    """
    found, refused = _tried(look)
    if found is not None and clear(found):
        return found
    free, _ = _tried(freely)
    if free is not None:
        check(free, math.inf if found is None else free.proof.score - found.proof.score)
    if found is None:
        raise refused
    return found


def _tried(look: Callable[[], F]) -> tuple[F | None, NotFoundError]:
    """What is found, or why nothing is."""
    try:
        return look(), NotFoundError()
    except NotFoundError as error:
        return None, error
