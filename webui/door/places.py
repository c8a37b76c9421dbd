"""Places for connections: bounded for each address and in all; this machine has places of its own."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

SHARED: Final = "icekeeper"
"""The name under which a page is found in the local network: `icekeeper.local`, with a number where it is taken."""
SHARED_CLUB: Final = f"{SHARED}-club"
_SHARED: Final = re.compile(rf"(?:{SHARED}|{SHARED_CLUB})(?:-[1-9][0-9]?)?\.local")


def is_shared(host: str) -> bool:
    """Whether this is a name under which pages tell of themselves in the local network."""
    return _SHARED.fullmatch(host.lower()) is not None


def is_this_machine(address: str | None) -> bool:
    """Whether a connection comes from this machine itself."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """This machine's address as others in the network reach it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def network_name() -> str:
    """What others type to reach this machine: its address, or its name where no way out shows the address."""
    found = lan_address()
    return f"{socket.gethostname().split('.')[0].lower()}.local" if is_this_machine(found) else found


@dataclass(slots=True, eq=False)
class Place:
    """One connection's place; it counts as silent until its first whole request has come."""

    address: str
    hosts: bool
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
        hosts = self.is_host(address)
        if not hosts and not self._room([p for p in self._taken if p.address == address], self.per_address):
            return None
        if not self._room([p for p in self._taken if p.hosts is hosts], self.host if hosts else self.others):
            return None
        place = Place(address, hosts, drop)
        self._taken.append(place)
        return place

    def leave(self, place: Place) -> None:
        """Give a place back; twice is harmless."""
        if place in self._taken:
            self._taken.remove(place)

    def _room(self, among: list[Place], most: int) -> bool:
        """Whether one more fits among these, if need be in the place of the one that has been silent longest."""
        if len(among) < most:
            return True
        silent = next((place for place in among if place.silent), None)
        if silent is not None:
            self._taken.remove(silent)
            silent.drop()
        return silent is not None
