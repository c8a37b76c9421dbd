"""The parts of the page as one value: made once, where the product is put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from webui.door.places import is_this_machine
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


class ToClub(Protocol):
    """The way to a club's record, as the page uses it."""

    @property
    def names(self) -> Sequence[str]:
        """The club's people."""

    @property
    def stands(self) -> tuple[str, str, str]:
        """Joined, waiting or refused; why; and where the record is, without its password."""

    def start(self) -> None:
        """Begin to send."""

    def stop(self) -> None:
        """Send no more; stopping twice is harmless."""


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
    club: ToClub | None = None
    """The way to the club's record, where there is one."""
