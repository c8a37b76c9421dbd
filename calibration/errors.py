"""What can go wrong when a board is looked for."""

from __future__ import annotations

from engine.core.errors import IcekeeperError


class NotFoundError(IcekeeperError):
    """No board, or none that could be trusted."""


class PoseError(IcekeeperError):
    """Points that cannot be a board seen from above."""
