"""A page's server: waitress, reached through the door alone, so that every page has the same limits."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError
from webui.door.door import PEER, Door
from webui.door.joined import HEAD_BYTES
from webui.door.places import Places
from webui.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from waitress.server import BaseWSGIServer

LOCAL, EVERYWHERE = "127.0.0.1", "0.0.0.0"
STOP_S = 1.0


class PortError(IcekeeperError):
    """The page's port cannot be had."""


class Server:
    """Answers an app's requests until stopped; stopping twice is harmless."""

    def __init__(
        self,
        app: WSGIApplication,
        settings: Settings,
        body_bytes: int,
        is_host: Callable[[str | None], bool],
        tls: Callable[[str], ssl.SSLContext] | None = None,
    ) -> None:
        outside, inside = _outside(settings), listening(LOCAL, 0)
        own = _places_of_host(settings)
        places = Places(settings.connections, settings.connections_per_address, own, is_host)
        self._door = Door(outside, (LOCAL, int(inside.getsockname()[1])), places, settings.head_s, tls)
        self._waitress = _waitress(_introduced(app, self._door), inside, settings, body_bytes)
        self._running, self._ended = threading.Event(), threading.Event()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._door.port

    @property
    def open_to(self) -> str:
        """The address under which it listens."""
        return self._door.listens_at

    @property
    def inside(self) -> tuple[str, int]:
        """Where the door reaches it; everybody else is refused there."""
        return str(self._waitress.effective_host), int(self._waitress.effective_port)

    def run(self) -> None:
        """Answer requests until stopped or interrupted."""
        self._running.set()
        self._door.start()
        try:
            self._waitress.run()
        finally:
            self._ended.set()

    def stop(self) -> None:
        """Let nobody in any more, end what is under way, close every connection."""
        self._door.stop()
        self._waitress.task_dispatcher.shutdown(cancel_pending=True, timeout=STOP_S)
        if self._running.is_set() and not self._ended.is_set():
            with contextlib.suppress(OSError):  # the loop may have been awake, done it, and closed its end of the pipe
                self._waitress.trigger.pull_trigger(self._close_connections)
            self._ended.wait(STOP_S)
        self._close_connections()

    def _close_connections(self) -> None:
        """Close every socket that is held; the loop ends when none is left."""
        from waitress import wasyncore

        wasyncore.close_all(self._waitress._map, ignore_all=True)


def _places_of_host(settings: Settings) -> int:
    """Places for this machine's own pages, which no other machine can take."""
    return settings.spectators + settings.workers + 60


def listening(address: str, port: int) -> socket.socket:
    """A socket that listens there."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this would let a second program take the same port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(512)
    except OSError:
        made.close()
        raise
    return made


def _outside(settings: Settings) -> socket.socket:
    """The socket the page listens on; this machine only unless told otherwise."""
    try:
        return listening(EVERYWHERE if settings.lan else LOCAL, settings.port)
    except OSError as error:
        raise PortError(
            f"port {settings.port} cannot be used ({error.strerror}); stop the other program or give --port NUMBER"
        ) from error


def _introduced(app: WSGIApplication, door: Door) -> WSGIApplication:
    """The app, told who is behind each connection of the door; whoever comes past the door is refused."""

    def asked(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        peer = door.peer(str(environ["REMOTE_ADDR"]), int(environ.get("REMOTE_PORT") or 0))
        if peer is None:
            start_response("403 Forbidden", [("Content-Type", "text/plain"), ("Content-Length", "0")])
            return []
        environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = peer.address
        environ["wsgi.url_scheme"], environ[PEER] = peer.scheme, peer
        return app(environ, start_response)

    return asked


def _waitress(app: WSGIApplication, inside: socket.socket, settings: Settings, body_bytes: int) -> BaseWSGIServer:
    """Waitress with a thread for every live connection and some for the rest."""
    import waitress

    logging.getLogger("waitress").setLevel(logging.ERROR)
    return waitress.create_server(
        app,
        sockets=[inside],
        threads=settings.spectators + settings.workers,
        connection_limit=settings.connections + _places_of_host(settings) + 100,
        max_request_body_size=body_bytes + 1,  # it refuses what is as large as this, before it keeps any of it
        max_request_header_size=HEAD_BYTES,
        outbuf_high_watermark=1 << 20,
        channel_timeout=60,
        asyncore_use_poll=True,
        ident=None,
    )
