"""The one place where the parts of the club's page meet, and their stop order."""

from __future__ import annotations

import logging
import secrets
import socket
import threading
from typing import TYPE_CHECKING

from webui.club.address import Address, AwayError, ClubError, library
from webui.club.page.app import ClubParts, create_club_app
from webui.club.page.coaching import ClubAnalyses
from webui.club.page.directory import Directory
from webui.club.page.hub import Tiles
from webui.club.page.live import Live
from webui.club.page.record import Record
from webui.club.page.summaries import Summaries
from webui.table.analyst import Analyst
from webui.wiring import EVERYWHERE, LOCAL, PortError, listening

if TYPE_CHECKING:
    from waitress.server import BaseWSGIServer

SCREENS = 120
WORKERS = 12
log = logging.getLogger(__name__)


def build_club(address: Address, lan: bool = False) -> ClubParts:
    """All parts, connected, nothing running yet; the tables are made where they are missing and the role may."""
    record = Record(address)
    ready(record)
    tiles, watched, directory = Tiles(SCREENS), Tiles(SCREENS), Directory(record)
    directory.refresh()
    live = Live(record, tiles, watched, directory.named, directory.refresh)
    made = (record, tiles, watched, live, directory, Summaries(record, live), Analyst(ClubAnalyses(record)))
    return ClubParts(*made, secrets.token_bytes(32), lan)


def ready(record: Record) -> None:
    """Find the club's tables, or make them."""
    errors = library()
    try:
        record.prepare()
    except errors.errors.InsufficientPrivilege:
        with record.connected():  # a role that only reads: the tables have to be there
            return
    except errors.OperationalError as error:
        from webui.club.standing import reason

        why = {"password": "it refuses the name or the password", "database": "there is no such database"}
        raise AwayError(f"the club's server ({record.address}): {why.get(reason(error), 'no answer')}") from None
    except errors.Error:
        raise ClubError(f"the club's server ({record.address}) does not let this role in") from None


class ClubPage:
    """The running page; stopping twice is harmless."""

    def __init__(self, parts: ClubParts, port: int) -> None:
        self.parts = parts
        try:
            self._socket: socket.socket = listening(EVERYWHERE if parts.lan else LOCAL, port)
        except OSError as error:
            raise PortError(f"port {port} cannot be used ({error.strerror}); give --port NUMBER") from error
        self._server = _server(parts, self._socket)
        self._stopped = False
        self._served = threading.Event()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._socket.getsockname()[1])

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://localhost:{self.port}"

    def serve(self) -> None:
        """Answer requests until stopped or interrupted."""
        self.parts.live.start()
        try:
            self._server.run()
        finally:
            self._served.set()
            self.stop()

    def let_pages_go(self) -> None:
        """End every live connection, so that no thread is still sending when the server stops."""
        self.parts.tiles.close()
        self.parts.watched.close()

    def stop(self) -> None:
        """Stop in reverse order of start."""
        if self._stopped:
            return
        self._stopped = True
        self.let_pages_go()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=1.0)
        from waitress import wasyncore

        if not self._served.is_set():
            self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._server._map, ignore_all=True))
            self._served.wait(1.0)
        wasyncore.close_all(self._server._map, ignore_all=True)
        self.parts.analyst.stop()
        self.parts.live.stop()
        self.parts.record.close()


def _server(parts: ClubParts, listening_on: socket.socket) -> BaseWSGIServer:
    import waitress

    logging.getLogger("waitress").setLevel(logging.ERROR)
    return waitress.create_server(
        create_club_app(parts),
        sockets=[listening_on],
        threads=2 * SCREENS + WORKERS,
        connection_limit=1000,
        outbuf_high_watermark=1 << 20,
        channel_timeout=60,
        asyncore_use_poll=True,
        ident=None,
    )
