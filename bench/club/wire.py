"""A cable that can be pulled: a TCP proxy which, when cut, swallows everything and answers nothing."""

from __future__ import annotations

import contextlib
import select
import socket
import threading


class Wire:
    """Passes bytes on to a port of this machine until it is cut, and again when it is mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._whole = threading.Event()
        self._whole.set()
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """Nothing goes through any more, and nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        """What is sent from now on goes through; what was sent before is lost with its connection."""
        self._whole.set()

    def close(self) -> None:
        """Let go of everything."""
        self._closed.set()
        self._whole.set()
        self._listening.close()
        for thread in self._threads:
            thread.join(2)

    def _accept(self) -> None:
        self._listening.settimeout(0.2)
        while not self._closed.is_set():
            with contextlib.suppress(TimeoutError, OSError):
                one, _ = self._listening.accept()
                thread = threading.Thread(target=self._pass, args=(one,), daemon=True)
                thread.start()
                self._threads.append(thread)

    def _pass(self, one: socket.socket) -> None:
        """Both ways until either side goes; a connection that saw a cut never comes back to life."""
        with one, contextlib.suppress(OSError):
            if not self._whole.is_set():
                self._whole.wait()
                return
            with socket.create_connection(("127.0.0.1", self._to)) as other:
                while not self._closed.is_set():
                    ready, _, _ = select.select([one, other], [], [], 0.2)
                    if not self._whole.is_set():
                        self._whole.wait()
                        return
                    for each in ready:
                        data = each.recv(65536)
                        if not data:
                            return
                        (other if each is one else one).sendall(data)
