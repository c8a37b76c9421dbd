"""What can go wrong when a board is looked for, or its set."""

from __future__ import annotations

from engine.core.errors import IcekeeperError


class NotFoundError(IcekeeperError):
    """No board, or none that could be trusted."""


class CoveredError(NotFoundError):
    """A board that is not found while a hand or an arm is in the picture."""


class OtherSetError(NotFoundError):
    """A board whose sizes are not the known ones."""


class SetError(IcekeeperError):
    """A file of a set that cannot be read."""


class PoseError(IcekeeperError):
    """Points that cannot be a board seen from above."""


class TurnedError(NotFoundError):
    """A board that lies on its side or stands on its head: by these quarters the picture has to be turned."""

    def __init__(self, text: str, quarters: int) -> None:
        super().__init__(text)
        self.quarters = quarters
