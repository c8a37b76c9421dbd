"""Whose device is whose: a seat says once which colour it plays, and nobody else can say the same or see its part."""

from __future__ import annotations

import threading
from typing import Any

from engine.core.errors import IcekeeperError
from webui.play.shown import shown
from webui.record.disk.kept import KeptValue
from webui.record.events import Json


class TakenError(IcekeeperError):
    """Another device has this colour already."""


class Colours:
    """The colours that devices have taken in one match after the other."""

    def __init__(self, kept: KeptValue | None = None) -> None:
        self._lock = threading.Lock()
        self._kept = kept or KeptValue()
        self._taken = _as_kept(self._kept.read())

    def take(self, match_id: str, colour: str, device: str) -> None:
        """This device belongs to the player of this colour from now on, and to no other."""
        with self._lock:
            if self._taken.get((match_id, colour), device) != device:
                raise TakenError("another device has this colour; the host can free it on the table's screen")
            self._release(match_id, device)
            self._taken[match_id, colour] = device
            self._keep(match_id)

    def free(self, match_id: str, colour: str) -> None:
        """Nobody's device has this colour any more."""
        with self._lock:
            self._taken.pop((match_id, colour), None)
            self._keep(match_id)

    def of(self, match_id: str, device: str) -> str:
        """The colour of a device in this match; "" where it has said none."""
        with self._lock:
            own = [colour for (match, colour), owner in self._taken.items() if (match, owner) == (match_id, device)]
        return own[0] if device and own else ""

    def phones(self, match_id: str) -> str:
        """The colours in this match whose players have a device of their own."""
        with self._lock:
            return "".join(sorted(colour for match, colour in self._taken if match == match_id))

    def personal(self, view: Json | None, device: str) -> Json | None:
        """The view for a device ("" for one that is nobody's own), with whose it is and who else has one."""
        if view is None:
            return None
        match_id = view["match"]["id"]
        colour, phones = self.of(match_id, device), self.phones(match_id)
        seen = shown(view["match"]["game"]).seen_by(view, colour, phones, device)
        return {**seen, "you": colour, "phones": phones}

    def _keep(self, match_id: str) -> None:
        """Only the match on the table has devices; those of others are let go."""
        self._taken = {key: owner for key, owner in self._taken.items() if key[0] == match_id}
        self._kept.write([[*key, owner] for key, owner in self._taken.items()])

    def _release(self, match_id: str, device: str) -> None:
        for key, owner in list(self._taken.items()):
            if key[0] == match_id and owner == device:
                del self._taken[key]


def _as_kept(value: Any) -> dict[tuple[str, str], str]:
    """What the last run knew; what cannot be read has to be said again."""
    try:
        return {(str(match), str(colour)): str(device) for match, colour, device in value or []}
    except (TypeError, ValueError):
        return {}
