"""The parts of the club's page as one value, and who asks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, request

from webui.club.shown.directory import Directory
from webui.club.shown.hub import Tiles
from webui.club.shown.live import Live
from webui.club.shown.record import Record
from webui.club.shown.summaries import Summaries
from webui.club.tournament.deciding import Organising
from webui.club.tournament.keeping import Tournaments
from webui.club.tournament.shown import Evenings
from webui.door.places import is_this_machine
from webui.table.analyst import Analyst
from webui.table.seats import Role


@dataclass(frozen=True, slots=True)
class ClubParts:
    """What the club's page is made of."""

    record: Record
    tiles: Tiles
    watched: Tiles
    live: Live
    directory: Directory
    summaries: Summaries
    analyst: Analyst
    tournaments: Tournaments
    organising: Organising
    evenings: Evenings
    cups: Tiles
    """The views of tournaments, for whoever follows one."""
    secret: bytes = b""
    lan: bool = False
    is_host: Callable[[str | None], bool] = field(default=is_this_machine)
    """Whether a request from this address comes from the machine of the page; only that one may change names."""


def parts() -> ClubParts:
    """The parts this app was made of."""
    found: ClubParts = current_app.extensions["icekeeper"]
    return found


def role() -> Role:
    """What the asking machine may do: the page's own changes names, all others look."""
    return Role.HOST if parts().is_host(request.remote_addr) else Role.SPECTATOR
