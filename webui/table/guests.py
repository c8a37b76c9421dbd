"""Whose pages follow live: places bounded for each address and in all, the last ones kept for those who may do more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from engine.core.errors import IcekeeperError
from webui.table.seats import Role

SHARE_KEPT: Final = 12
"""Of so many places, one is kept for seats and host, and one for the host alone."""


class HubFullError(IcekeeperError):
    """More pages follow than the settings allow."""


def always() -> bool:
    """Yes."""
    return True


@dataclass(frozen=True, slots=True)
class Guest:
    """Whose page follows: its address, what it may do, and whether it still may."""

    address: str = ""
    role: Role = Role.HOST
    device: str = ""
    welcome: Callable[[], bool] = always

    @property
    def seat(self) -> str:
        """The device where it may belong to one player alone; "" for the host's screen and for spectators."""
        return self.device if self.role is Role.SEAT else ""


class Following(Protocol):
    """A page that follows; `close` gives its place back."""

    guest: Guest

    def close(self) -> None: ...


F = TypeVar("F", bound=Following)


class Guests(Generic[F]):
    """The pages that follow now; whoever asks holds the lock of what they follow."""

    def __init__(self, most: int, per_address: int) -> None:
        self.here: list[F] = []
        self._most, self._per_address = most, per_address

    def enter(self, one: F) -> None:
        """Let a page follow; the oldest page of an address that has too many goes."""
        who = one.guest
        same = [each for each in self.here if each.guest.address == who.address]
        if who.role is not Role.HOST and len(same) >= self._per_address:
            same[0].close()
        if len(self.here) >= self._most - self._kept_from(who.role):
            raise HubFullError(f"{len(self.here)} pages are following already; close one of them")
        self.here.append(one)

    def leave(self, one: F) -> None:
        """Give a place back; twice is harmless."""
        if one in self.here:
            self.here.remove(one)

    def _kept_from(self, role: Role) -> int:
        """How many places are kept for those who may do more."""
        return max(1, self._most // SHARE_KEPT) * {Role.HOST: 0, Role.SEAT: 1}.get(role, 2)
