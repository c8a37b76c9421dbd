"""Two ends of a connection joined: what one says the other is handed at once, in the loop's own callbacks.

No task wakes for each piece, so that a view for a hundred pages costs little more than writing it a hundred times.
"""

from __future__ import annotations

import asyncio
from typing import Final

HEAD_BYTES: Final = 32 * 1024
BUFFER_BYTES: Final = 64 * 1024
STUCK_S: Final = 30.0
"""A client that takes nothing for so long while something waits for it has gone."""
STOP_S: Final = 1.0
_HEAD_ENDS: Final = b"\r\n\r\n"


class HeadTooLongError(Exception):
    """A request's head that does not end."""


class End(asyncio.Protocol):
    """One end: collects the first request's head, then, once joined, hands everything on."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport | None = None
        self._other: End | None = None
        self._kept = bytearray()
        self._head: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()
        """Done once the far side says nothing more."""
        self._closed: asyncio.Future[None] = loop.create_future()
        self._stuck: asyncio.TimerHandle | None = None

    async def head(self) -> None:
        """Wait for a whole head; it stays kept for the other end."""
        await self._head

    def join(self, other: End) -> None:
        """From now on hand everything to that end, and begin with what is kept."""
        self._other = other
        if self._kept:
            other.write(bytes(self._kept))
            self._kept.clear()
        if self.transport is not None and not other.full:
            self.transport.resume_reading()

    def write(self, data: bytes) -> None:
        """Send it, as fast as the far side takes it."""
        if self.transport is not None:
            self.transport.write(data)

    @property
    def full(self) -> bool:
        """Whether the far side takes too little at the moment."""
        return self._stuck is not None

    async def close(self) -> None:
        """Send what is left, then close; one that does not take it is cut off."""
        if self.transport is None:
            return
        self.transport.close()
        await asyncio.wait((self._closed,), timeout=STOP_S)
        self.transport.abort()
        self._calm()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.set_write_buffer_limits(BUFFER_BYTES)

    def data_received(self, data: bytes) -> None:
        """Hand it on, or keep it until there is somebody to hand it to."""
        if self._other is not None:
            self._other.write(data)
            return
        seen = max(0, len(self._kept) - len(_HEAD_ENDS))
        self._kept += data
        if self._head.done():
            return
        if self._kept.find(_HEAD_ENDS, seen) >= 0:
            self._head.set_result(None)
        elif len(self._kept) > HEAD_BYTES:
            self._refuse(HeadTooLongError())
        if self._head.done() and self.transport is not None:
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        """Too much waits here: let the other end wait, and not for ever."""
        self._stuck = asyncio.get_running_loop().call_later(STUCK_S, self._cut_off)
        if self._other is not None and self._other.transport is not None:
            self._other.transport.pause_reading()

    def resume_writing(self) -> None:
        """There is room again."""
        self._calm()
        if self._other is not None and self._other.transport is not None:
            self._other.transport.resume_reading()

    def eof_received(self) -> bool:
        """The far side has said everything: this end is over."""
        self._over()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The far side is gone."""
        self._calm()
        self._over()
        if not self._closed.done():
            self._closed.set_result(None)

    def _over(self) -> None:
        if not self._head.done():
            self._refuse(ConnectionResetError("ended before its request was whole"))
        if not self.gone.done():
            self.gone.set_result(None)

    def _refuse(self, why: Exception) -> None:
        self._head.set_exception(why)
        self._head.exception()  # nobody may be waiting for it

    def _cut_off(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def _calm(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
