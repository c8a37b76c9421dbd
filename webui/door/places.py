"""Places for connections: bounded for each address and in all; this machine has places of its own."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, field


def is_this_machine(address: str | None) -> bool:
    """Whether a connection comes from this machine itself."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


@dataclass(slots=True, eq=False)
class Place:
    """One connection's place; it counts as silent until its first whole request has come."""

    address: str
    drop: Callable[[], object]
    silent: bool = True


@dataclass(slots=True)
class Places:
    """Gives out places; where none is left, the connection that has been silent longest makes room, if there is one.

    So nobody who only opens connections and says nothing can keep anybody else out.
    """

    others: int
    per_address: int
    host: int
    is_host: Callable[[str | None], bool] = is_this_machine
    _taken: list[Place] = field(default_factory=list)

    def take(self, address: str, drop: Callable[[], object]) -> Place | None:
        """A place for a connection from this address; None where there is none. `drop` ends the connection."""
        same = [p for p in self._taken if p.address == address]
        hosts = self.is_host(address)
        pool = [p for p in self._taken if self.is_host(p.address) is hosts]
        if not hosts and len(same) >= self.per_address and not self._make_room(same):
            return None
        if len(pool) >= (self.host if hosts else self.others) and not self._make_room(pool):
            return None
        place = Place(address, drop)
        self._taken.append(place)
        return place

    def leave(self, place: Place) -> None:
        """Give a place back; twice is harmless."""
        if place in self._taken:
            self._taken.remove(place)

    def _make_room(self, among: list[Place]) -> bool:
        """Drop the one of these that has been silent longest."""
        silent = next((p for p in among if p.silent and p in self._taken), None)
        if silent is not None:
            self._taken.remove(silent)
            silent.drop()
        return silent is not None or not all(p in self._taken for p in among)
