"""The door: takes connections, plain or TLS on the same port, and hands those that ask something to the page's server.

A thread of its own, one asyncio loop. Limits and time-outs hold here, before a request costs the server anything; the
server learns from `peer` who is behind a connection of the door.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from webui.door.joined import STOP_S, End, HeadTooLongError
from webui.door.places import Place, Places

log = logging.getLogger(__name__)

TLS_HELLO: Final = b"\x16"
PEER: Final = "icekeeper.peer"
"""Under this name an app is handed the Peer of a request."""
_TOO_BIG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n"


@dataclass(slots=True, eq=False)
class Peer:
    """Who is behind a connection, and what is to be done as soon as they are gone."""

    address: str
    scheme: str
    _then: Callable[[], None] | None = None
    _gone: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def when_gone(self, then: Callable[[], None]) -> None:
        """Do this once they are gone; one thing at a time, as one answer at a time is on its way."""
        with self._lock:
            self._then, gone = then, self._gone
        if gone:
            then()

    def go(self) -> None:
        """They are gone."""
        with self._lock:
            self._gone, then = True, self._then
        if then is not None:
            then()


class Door:
    """Stands between the network and the page's server; stopping twice is harmless."""

    def __init__(
        self,
        listening: socket.socket,
        server: tuple[str, int],
        places: Places,
        head_s: float,
        tls: Callable[[str], ssl.SSLContext] | None = None,
    ) -> None:
        self._listening, self._server, self._places, self._head_s, self._tls = listening, server, places, head_s, tls
        self._peers: dict[int, Peer] = {}
        self._meetings: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._again: asyncio.TimerHandle | None = None
        self._thread = threading.Thread(target=self._run, name="door", daemon=True)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listening.getsockname()[1])

    @property
    def listens_at(self) -> str:
        """The address under which it listens."""
        return str(self._listening.getsockname()[0])

    def peer(self, address: str, port: int) -> Peer | None:
        """Who is behind the server's connection from there; None for one that did not come through the door."""
        return self._peers.get(port) if address == self._server[0] else None

    def start(self) -> None:
        """Let connections in."""
        self._thread.start()

    def stop(self) -> None:
        """Let nobody in any more and end every connection."""
        loop, stopping = self._loop, self._stopping
        if loop is not None and stopping is not None:
            with contextlib.suppress(RuntimeError):  # the loop may have ended by itself
                loop.call_soon_threadsafe(stopping.set)
        if self._thread.is_alive():
            self._thread.join(3 * STOP_S)
        self._listening.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # the other kind cannot peek
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(lambda _, told: log.debug("door: %s", told.get("message")))
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening, self._accept)
        await self._stopping.wait()
        self._loop.remove_reader(self._listening)
        if self._again is not None:
            self._again.cancel()
        if self._meetings:
            for task in self._meetings:
                task.cancel()
            await asyncio.wait(self._meetings, timeout=2 * STOP_S)

    def _accept(self) -> None:
        """Let in whoever waits. No task awaits this: one that is cancelled would lose a connection just accepted."""
        try:
            sock, (address, *_) = self._listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):  # a client that went away at once
            return
        except OSError:  # no file handles left
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._listening)
            self._again = loop.call_later(0.05, loop.add_reader, self._listening, self._accept)
            return
        sock.setblocking(False)
        self._let_in(sock, address)

    def _let_in(self, sock: socket.socket, address: str) -> None:
        """Meet whoever connects, if there is a place."""
        place = self._places.take(address, lambda: task.cancel())
        if place is None:
            with contextlib.suppress(OSError):
                sock.send(_FULL)
            sock.close()
            return
        task = asyncio.create_task(self._meet(sock, place))
        self._meetings.add(task)
        task.add_done_callback(self._meetings.discard)
        task.add_done_callback(lambda _: self._places.leave(place))
        task.add_done_callback(lambda _: sock.close())  # a task that ends before it began has closed nothing

    async def _meet(self, sock: socket.socket, place: Place) -> None:
        """One connection from its first byte to its end."""
        client: End | None = None
        try:
            async with asyncio.timeout(self._head_s):
                tls = await self._wants_tls(sock)
                client = await _met(sock, tls, self._head_s)
                await client.head()
            place.silent = False
            await self._hand_over(client, Peer(place.address, "https" if tls else "http"))
        except HeadTooLongError:
            if client is not None:
                client.write(_TOO_BIG)
        except (OSError, TimeoutError) as error:
            log.debug("a connection ended: %r", error)
        finally:
            if client is not None:
                await client.close()

    async def _wants_tls(self, sock: socket.socket) -> ssl.SSLContext | None:
        """What the first byte asks for."""
        if self._tls is None:
            return None
        return self._tls(sock.getsockname()[0]) if await _peeked(sock) == TLS_HELLO else None

    async def _hand_over(self, client: End, peer: Peer) -> None:
        """Carry everything both ways until one end has had enough."""
        loop = asyncio.get_running_loop()
        try:
            transport, server = await loop.create_connection(End, *self._server)
        except OSError:
            return
        port = int(transport.get_extra_info("sockname")[1])
        self._peers[port] = peer
        try:
            server.join(client)
            client.join(server)
            await asyncio.wait((client.gone, server.gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            peer.go()
            await server.close()
            del self._peers[port]


async def _peeked(sock: socket.socket) -> bytes:
    """The first byte, left where it is."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sock, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(sock)
    return sock.recv(1, socket.MSG_PEEK)


async def _met(sock: socket.socket, tls: ssl.SSLContext | None, handshake_s: float) -> End:
    """Our end of an accepted connection."""
    more: dict[str, Any] = {"ssl_handshake_timeout": handshake_s} if tls else {}
    loop = asyncio.get_running_loop()
    _, end = await loop.connect_accepted_socket(End, sock, ssl=tls, **more)
    return end
