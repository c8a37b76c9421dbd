"""Who may do what: this machine hosts, seated devices act, spectators see; one-time codes hand out the seats."""

from __future__ import annotations

import hmac
import secrets
import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6


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


def new_code() -> str:
    """Six letters and digits without look-alikes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Seats:
    """Hands out roles for codes; a seat's code works once, then another one is shown."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seat = new_code()
        self._watch = new_code()

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
