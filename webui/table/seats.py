"""Who may do what: this machine hosts, seated devices act, spectators see.

Codes hand out the places, a device holds its place for one match, and the host can take it back.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Final

from webui.record.disk.kept import KeptValue

CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6
LONGEST_S: Final = 24 * 3600.0
"""A device that was not seen for a day of this program's running has to join again, whatever the clock says."""
DEVICES: Final = 300


class Role(StrEnum):
    """What a device may do; each may do all that the ones after it may."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"
    STRANGER = "stranger"

    @property
    def sees(self) -> bool:
        """May it look at the table?"""
        return self is not Role.STRANGER

    @property
    def acts(self) -> bool:
        """May it act at the table?"""
        return self in (Role.HOST, Role.SEAT)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The codes to show: one for the next seat, one for spectators."""

    seat: str
    watch: str


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has joined: for the match it is bound to, or for the first one that comes after `after`.

    The times are for people to read.
    """

    id: str
    role: Role
    about: str
    address: str
    joined_at: float
    seen_at: float
    match: str | None = None
    after: str | None = None

    @classmethod
    def from_json(cls, data: Any) -> Device:
        """A device as it was kept."""
        return cls(**{**data, "role": Role(data["role"])})


def new_code() -> str:
    """Six letters and digits without look-alikes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Seats:
    """Hands out places for codes; a seat's code works once, then another one is shown."""

    def __init__(self, kept: KeptValue | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._kept, self._clock = kept or KeptValue(), clock
        self._seat, self._watch = new_code(), new_code()
        self._devices = _as_kept(self._kept.read())
        self._seen_s = dict.fromkeys(self._devices, clock())
        self._on_table: str | None = None
        self._heirs: dict[str, str] = {}

    def invitation(self) -> Invitation:
        """The codes that work now."""
        with self._lock:
            return Invitation(self._seat, self._watch)

    def join(self, code: str) -> Role:
        """The role this code gives; a seat's code is used up by it."""
        typed = code.strip().upper().replace(" ", "").replace("-", "").encode("utf-8", "replace")
        with self._lock:
            if hmac.compare_digest(typed, self._seat.encode()):
                self._seat = new_code()
                return Role.SEAT
            return Role.SPECTATOR if hmac.compare_digest(typed, self._watch.encode()) else Role.STRANGER

    def admit(self, role: Role, about: str, address: str, on_table: str | None, *, next_one: bool = False) -> Device:
        """A place for a device that showed a code: for the match on the table, or for the next one."""
        now = time.time()
        match, after = (None, on_table) if next_one or on_table is None else (on_table, None)
        device = Device(secrets.token_urlsafe(18), role, about, address, now, now, match, after)
        with self._lock:
            self._devices[device.id], self._seen_s[device.id] = device, self._clock()
            if len(self._devices) > DEVICES:
                known = self._devices.values()
                self._devices.pop(min(known, key=lambda d: (d.role is Role.SEAT, self._seen_s[d.id])).id)
            self._keep()
        return device

    def role_of(self, device: str | None, on_table: str | None) -> Role:
        """What a device may do while this match is on the table; being asked for counts as being seen."""
        with self._lock:
            if on_table is not None and on_table != self._on_table:
                self._another_match(on_table)
            found = self._devices.get(device or "")
            if found is None or not self._holds(found, on_table):
                return Role.STRANGER
            now_s = self._clock()
            if now_s - self._seen_s[found.id] > LONGEST_S:
                self._devices.pop(found.id)
                return Role.STRANGER
            self._devices[found.id], self._seen_s[found.id] = replace(found, seen_at=time.time()), now_s
            return found.role

    def go_along(self, old: str, new: str) -> None:
        """The places of a match hold for this new one too, which the same people are about to play."""
        with self._lock:
            self._heirs = {old: new}

    def _holds(self, device: Device, on_table: str | None) -> bool:
        """Whether a place holds while this is on the table: its match, or nothing while the next one is put there."""
        between = on_table is None and device.match in self._heirs
        return device.match is None or device.match == on_table or between

    def stay(self, device: str | None, on_table: str | None) -> None:
        """This device belongs to the next match too: it is the camera by which that is being set up."""
        with self._lock:
            found = self._devices.get(device or "")
            if found is not None and (found.match is not None or found.after != on_table):
                self._devices[found.id] = replace(found, match=None, after=on_table)
                self._keep()

    def listed(self) -> list[Device]:
        """All devices that have a place, those who came first in front."""
        with self._lock:
            return list(self._devices.values())

    def remove(self, device: str) -> bool:
        """Take a device's place; the codes it may know stop working. Whether it had one."""
        with self._lock:
            had = self._devices.pop(device, None) is not None
            self._seat, self._watch = new_code(), new_code()
            self._keep()
            return had

    def _another_match(self, on_table: str) -> None:
        """Places end with their match; those who wait for the next one have it now."""
        if self._on_table is not None:
            self._seat, self._watch = new_code(), new_code()
        self._on_table = on_table
        for device in list(self._devices.values()):
            waits = device.match is None and device.after != on_table
            if waits or (device.match is not None and self._heirs.get(device.match) == on_table):
                self._devices[device.id] = replace(device, match=on_table, after=None)
            elif device.match is not None and device.match != on_table:
                self._devices.pop(device.id)
        self._heirs = {}
        self._keep()

    def _keep(self) -> None:
        self._seen_s = {id: self._seen_s[id] for id in self._devices}
        self._kept.write([asdict(device) for device in self._devices.values()])


def _as_kept(value: Any) -> dict[str, Device]:
    """The devices of the last run; what cannot be read has to join again."""
    try:
        return {device.id: device for device in map(Device.from_json, value or [])}
    except (TypeError, KeyError, ValueError):
        return {}
