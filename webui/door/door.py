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
from dataclasses import dataclass
from typing import Any, Final

from webui.door.places import Place, Places

log = logging.getLogger(__name__)

HEAD_BYTES: Final = 32 * 1024
CHUNK_BYTES: Final = 64 * 1024
STUCK_S: Final = 30.0
"""A client that takes nothing for so long while something waits for it has gone."""
STOP_S: Final = 1.0
TLS_HELLO: Final = b"\x16"
_TOO_BIG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Peer:
    """Who is behind a connection."""

    address: str
    scheme: str


@dataclass(frozen=True, slots=True)
class Stream:
    """One end of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def close(self) -> None:
        """Send what is left, then close; one that does not take it is cut off."""
        self.writer.close()
        try:
            async with asyncio.timeout(STOP_S):
                await self.writer.wait_closed()
        except (OSError, TimeoutError):
            self.writer.transport.abort()


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
        self._thread = threading.Thread(target=self._run, name="door", daemon=True)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listening.getsockname()[1])

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
        accepting = asyncio.create_task(self._accept())
        await self._stopping.wait()
        for task in (accepting, *self._meetings):
            task.cancel()
        await asyncio.wait((accepting, *self._meetings), timeout=2 * STOP_S)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, (address, *_) = await loop.sock_accept(self._listening)
            except OSError:  # no file handles left, or a client that went away at once
                await asyncio.sleep(0.05)
                continue
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
        client: Stream | None = None
        try:
            async with asyncio.timeout(self._head_s):
                tls = await self._wants_tls(sock)
                client = await _stream(sock, tls, self._head_s)
                head = await self._head(client)
            if head is not None:
                place.silent = False
                await self._hand_over(client, head, Peer(place.address, "https" if tls else "http"))
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            log.debug("a connection ended: %r", error)
        finally:
            if client is not None:
                await client.close()

    async def _wants_tls(self, sock: socket.socket) -> ssl.SSLContext | None:
        """What the first byte asks for."""
        if self._tls is None:
            return None
        return self._tls(sock.getsockname()[0]) if await _peeked(sock) == TLS_HELLO else None

    async def _head(self, client: Stream) -> bytes | None:
        """The first request's head, whole; None for one that is too long."""
        try:
            return await client.reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            client.writer.write(_TOO_BIG)
            return None

    async def _hand_over(self, client: Stream, head: bytes, peer: Peer) -> None:
        """Carry everything both ways until one end has had enough."""
        try:
            server = Stream(*await asyncio.open_connection(*self._server, limit=CHUNK_BYTES))
        except OSError:
            return
        port = int(server.writer.get_extra_info("sockname")[1])
        self._peers[port] = peer
        try:
            server.writer.write(head)
            ways = [asyncio.create_task(_carry(client, server)), asyncio.create_task(_carry(server, client))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            await server.close()
            del self._peers[port]


async def _carry(from_: Stream, to: Stream) -> None:
    """Everything one end says to the other."""
    with contextlib.suppress(OSError, TimeoutError):
        while data := await from_.reader.read(CHUNK_BYTES):
            to.writer.write(data)
            if to.writer.transport.get_write_buffer_size() > CHUNK_BYTES:
                async with asyncio.timeout(STUCK_S):
                    await to.writer.drain()


async def _peeked(sock: socket.socket) -> bytes:
    """The first byte, left where it is."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sock, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(sock)
    return sock.recv(1, socket.MSG_PEEK)


async def _stream(sock: socket.socket, tls: ssl.SSLContext | None, handshake_s: float) -> Stream:
    """Reader and writer of an accepted socket."""
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(HEAD_BYTES)
    protocol = asyncio.StreamReaderProtocol(reader)
    more: dict[str, Any] = {"ssl_handshake_timeout": handshake_s} if tls else {}
    transport, _ = await loop.connect_accepted_socket(lambda: protocol, sock, ssl=tls, **more)
    return Stream(reader, asyncio.StreamWriter(transport, protocol, reader, loop))
