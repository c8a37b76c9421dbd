"""The one place where the page's concrete parts meet, and their stop order."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.files import read_bytes, write_atomically
from webui.app import create_app
from webui.door.places import SHARED
from webui.door.server import Server
from webui.nearby.membership import Membership, ToClub, Ways
from webui.nearby.neighbourhood import Neighbourhood
from webui.nearby.told import TABLE, Told
from webui.parts import Parts
from webui.play.sight import learning_on_page
from webui.record.disk.connection import private_folder
from webui.record.disk.kept import KeptValue
from webui.record.ready.analyses import Analyses
from webui.record.store import Store, StoreError
from webui.record.values import clean
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


def secret_beside(store: Path | None) -> bytes:
    """The key that signs seats, kept beside the store so that they survive a restart."""
    fresh = secrets.token_bytes(32)
    if store is None:
        return fresh
    path = store.with_suffix(".key")
    try:
        known = read_bytes(path)
        if len(known) == len(fresh):
            return known
    except OSError:
        pass
    with contextlib.suppress(OSError):
        write_atomically(path, fresh, private=True)
    return fresh


@dataclass(frozen=True, slots=True)
class Club:
    """The club's record to send to, and what this table is called there."""

    address: str = field(default="", repr=False)
    table: str = ""


def build(
    settings: Settings,
    store_path: Path | None,
    data: Path | None = None,
    club: Club | None = None,
    nearby: Neighbourhood | None = None,
) -> Parts:
    """All parts, connected, nothing running yet; `data` is the folder for what outlives a match kept in memory."""
    if store_path is not None:
        try:
            private_folder(store_path.parent)
        except OSError as error:
            raise StoreError(f"{store_path.parent}: cannot be made ({error.strerror}); give --store FILE") from error
    store = Store(store_path) if store_path is not None else Store.in_memory()
    colours = Colours(KeptValue(None if store_path is None else store_path.with_suffix(".colours.json")))
    hub = Hub(settings.spectators, settings.heartbeat_s, per_address=settings.lives_per_address)
    desk = Desk(store, hub)
    desk.turn_pictures = settings.turn_pictures
    member = _membership(club, store, desk, None if store_path is None else store_path.with_suffix(".club.json"))
    hub.seen_by, desk.on_put = _seen_by(colours, member), member.enlist
    learning = learning_on_page(None if store_path is None else store_path.with_suffix(".set.json"))
    desk.learning = learning
    setup = Setup(desk, learning)
    seats = Seats(KeptValue(None if store_path is None else store_path.with_suffix(".devices.json")))
    folder = data if store_path is None else store_path.parent
    certificates = _certificates(folder, nearby) if settings.lan else None
    shares = Shares(KeptValue(None if store_path is None else store_path.with_suffix(".shares.json")))
    remembered = Remembered(KeptValue(None if store_path is None else store_path.with_suffix(".forgotten.json")))
    made = (settings, store, hub, desk, setup, learning, Analyst(Analyses(store)), seats, colours, shares, remembered)
    return Parts(*made, secret_beside(store_path), certificates, club=member, nearby=nearby)


def table_name(given: str) -> str:
    """What a table is called in the club: as said, else as its computer is called."""
    return clean(given).strip()[:40] or socket.gethostname().split(".")[0]


def _membership(club: Club | None, store: Store, desk: Desk, path: Path | None) -> Membership:
    """The club that was said, else the one that was joined on the page before, else none yet."""
    table = table_name("" if club is None else club.table)
    member = Membership(table, _ways(store, desk, table), KeptValue(path), desk.hub.refresh, _on_table(desk))
    if club is None or not club.address:
        member.recall()
    else:
        member.belong(club.address)
    return member


def _ways(store: Store, desk: Desk, table: str) -> Ways:
    """How a club's record is reached; psycopg is loaded when one is and not before."""

    def to(address: str) -> ToClub:
        from webui.club.address import Address
        from webui.club.sender import Sender

        return Sender(store, Address.parse(address), table, desk.hub.refresh, _on_table(desk))

    def refused(address: str) -> str:
        from webui.club.standing import tried

        return tried(address)

    return Ways(to, refused)


def _on_table(desk: Desk) -> Callable[[], str | None]:
    """Which match is on the table, if any."""
    return lambda: None if desk.session is None else desk.session.match_id


def _seen_by(colours: Colours, club: Membership) -> Callable[[Any, str], Any]:
    """A view as a device may see it, with how the table stands with the club."""

    def seen_by(view: Any, device: str) -> Any:
        seen, standing = colours.personal(view, device), club.to_json()
        return seen if seen is None or standing is None else {**seen, "club": standing}

    return seen_by


def _certificates(folder: Path | None, nearby: Neighbourhood | None) -> Certificates:
    """The page's certificates, kept with the data; they name the page as it is found in the network."""
    from webui.door.certificates import Certificates

    made = Certificates(None if folder is None else folder / "tls")
    if nearby is not None:
        made.found_as = lambda: nearby.name
    return made


class Page:
    """The running page: a WSGI server in front of the parts; stopping twice is harmless."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        settings, tls = parts.settings, parts.certificates.context if parts.certificates else None
        self.server = Server(create_app(parts), settings, settings.picture_bytes, parts.is_host, tls)
        self._stopped = False
        parts.store.says(self.address)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self.server.port

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://localhost:{self.port}"

    def serve(self) -> None:
        """Answer requests until stopped or interrupted."""
        self.parts.club.start()
        if self.parts.nearby is not None:
            self.parts.nearby.start(self._told() if self.parts.settings.lan else None)
        try:
            self.server.run()
        finally:
            self.stop()

    def _told(self) -> Told:
        """What the local network is told of this page."""
        return Told(TABLE, SHARED, self.parts.club.table, self.port)

    def let_pages_go(self) -> None:
        """End every live connection, so that no thread is still sending when the server stops."""
        self.parts.hub.close()

    def stop(self) -> None:
        """Stop in reverse order of start: pages go, then the server, the camera, the table, and the record last."""
        if self._stopped:
            return
        self._stopped = True
        self.let_pages_go()
        if self.parts.nearby is not None:
            self.parts.nearby.stop()
        self.server.stop()
        self.parts.analyst.stop()
        self.parts.setup.close()
        self.parts.desk.clear()
        self.parts.desk.keeper.stop()
        self.parts.club.stop()
        self.parts.store.close()
