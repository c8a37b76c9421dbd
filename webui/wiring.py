"""The one place where the page's concrete parts meet, and their stop order."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import socket
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import IcekeeperError
from webui.app import Parts, create_app
from webui.present.personal import personal
from webui.record.store import Store, StoreError
from webui.settings import Settings
from webui.table.colours import Colours
from webui.table.desk import Desk
from webui.table.hub import Hub
from webui.table.learning import Learning
from webui.table.setup import Setup

if TYPE_CHECKING:
    from waitress.server import BaseWSGIServer

LOCAL, EVERYWHERE = "127.0.0.1", "0.0.0.0"
STOP_S = 1.0


class PortError(IcekeeperError):
    """The page's port cannot be had."""


def secret_beside(store: Path | None) -> bytes:
    """The key that signs seats, kept beside the store so that they survive a restart."""
    fresh = secrets.token_bytes(32)
    if store is None:
        return fresh
    path = store.with_suffix(".key")
    try:
        known = path.read_bytes()
        if len(known) == len(fresh):
            return known
    except OSError:
        pass
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(fresh)
    return fresh


def build(settings: Settings, store_path: Path | None) -> Parts:
    """All parts, connected, nothing running yet."""
    if store_path is not None:
        try:
            store_path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{store_path.parent}: cannot be made ({error.strerror}); give --store FILE") from error
    store = Store(store_path) if store_path is not None else Store.in_memory()
    colours = Colours()
    hub = Hub(settings.spectators, settings.heartbeat_s, seen_by=partial(personal, colours=colours))
    desk = Desk(store, hub)
    learning = Learning(None if store_path is None else store_path.with_suffix(".set.json"))
    setup = Setup(desk, learning)
    return Parts(settings, store, hub, desk, setup, learning, colours=colours, secret=secret_beside(store_path))


class Page:
    """The running page: a WSGI server in front of the parts; stopping twice is harmless."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._server = _server(create_app(parts), parts.settings)
        self._serving = threading.Event()
        self._served = threading.Event()
        self._stopped = False

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.effective_port)

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://localhost:{self.port}"

    def serve(self) -> None:
        """Answer requests until stopped or interrupted."""
        self._serving.set()
        try:
            self._server.run()
        finally:
            self._served.set()
            self.stop()

    def let_pages_go(self) -> None:
        """End every live connection, so that no thread is still sending when the server stops."""
        self.parts.hub.close()

    def stop(self) -> None:
        """Stop in reverse order of start: pages go, then the server, the camera, the table, and the record last."""
        if self._stopped:
            return
        self._stopped = True
        self.let_pages_go()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=STOP_S)
        if self._serving.is_set() and not self._served.is_set():
            with contextlib.suppress(OSError):  # the loop may have been awake, done it, and closed its end of the pipe
                self._server.trigger.pull_trigger(self._close_connections)
            self._served.wait(STOP_S)
        self._close_connections()
        self.parts.setup.close()
        self.parts.desk.clear()
        self.parts.store.close()

    def _close_connections(self) -> None:
        """Close every socket the server holds; its loop ends when none is left."""
        from waitress import wasyncore

        wasyncore.close_all(self._server._map, ignore_all=True)


def _socket(settings: Settings) -> socket.socket:
    """The socket the page listens on; this machine only unless told otherwise."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((EVERYWHERE if settings.lan else LOCAL, settings.port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        raise PortError(
            f"port {settings.port} cannot be used ({error.strerror}); stop the other program or give --port NUMBER"
        ) from error
    return listening


def _server(app: Any, settings: Settings) -> BaseWSGIServer:
    """Waitress with a thread for every live connection and some for the rest."""
    import waitress

    logging.getLogger("waitress").setLevel(logging.ERROR)
    return waitress.create_server(
        app,
        sockets=[_socket(settings)],
        threads=settings.spectators + settings.workers,
        connection_limit=settings.spectators * 3 + 100,
        max_request_body_size=settings.picture_bytes,
        max_request_header_size=32 * 1024,
        outbuf_high_watermark=1 << 20,
        channel_timeout=60,
        asyncore_use_poll=True,
        ident=None,
    )
