"""The parts of the page as one value: made once, where the product is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webui.door.places import is_this_machine
from webui.nearby.membership import Membership
from webui.nearby.neighbourhood import Neighbourhood
from webui.play.learning import Learning
from webui.record.store import Store
from webui.settings import Settings
from webui.table.analyst import Analyst
from webui.table.colours import Colours
from webui.table.desk import Desk
from webui.table.hub import Hub
from webui.table.remembered import Remembered
from webui.table.seats import Seats
from webui.table.setup import Setup
from webui.table.shares import Shares

if TYPE_CHECKING:
    from webui.door.certificates import Certificates


@dataclass(frozen=True, slots=True)
class Parts:
    """What the page is made of."""

    settings: Settings
    store: Store
    hub: Hub
    desk: Desk
    setup: Setup
    learning: Learning
    analyst: Analyst
    seats: Seats = field(default_factory=Seats)
    colours: Colours = field(default_factory=Colours)
    shares: Shares = field(default_factory=Shares)
    remembered: Remembered = field(default_factory=Remembered)
    secret: bytes = b""
    certificates: Certificates | None = None
    """For https, where the page is open to the network."""
    is_host: Callable[[str | None], bool] = is_this_machine
    """Whether a request from this address comes from the machine of the table."""
    club: Membership = field(kw_only=True)
    """The club this table may belong to, and the way to its record."""
    nearby: Neighbourhood | None = None
    """The local network, where its names and clubs are wanted."""
