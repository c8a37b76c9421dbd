"""Tells another program of the table: one signed POST with the public view when a turn is over, on a fault, at the end.

It never holds up the table: news wait in a bounded queue, the oldest give way, and what cannot be delivered in three
tries is dropped and logged. Without leave it only ever connects to addresses of the own network.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import logging
import queue
import secrets
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from engine.core.errors import IcekeeperError
from webui.play.shown import shown
from webui.record.events import Json

log = logging.getLogger(__name__)

WAITING: Final = 64
TIMEOUT_S: Final = 5.0
TRIES_S: Final = (0.0, 1.0, 5.0)
"""So long is waited before each try."""
SECRET_LEAST: Final = 16
SIGNATURE: Final = "X-Icekeeper-Signature"


class WebhookError(IcekeeperError):
    """A webhook that cannot be used."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to post."""

    secure: bool
    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, text: str) -> Target:
        """The target that an address names."""
        try:
            parts = urlsplit(text)
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError as error:
            raise WebhookError(f"webhook: {error}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise WebhookError("expected a webhook like http://192.168.1.20:8080/icekeeper, without a password in it")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(parts.scheme == "https", parts.hostname, port, path)

    def addresses(self, anywhere: bool) -> list[str]:
        """The addresses of the host; one outside the own network is an error unless it may be anywhere."""
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        out = [str(info[4][0]) for info in found]
        if not anywhere and (strange := next((each for each in out if not _is_near(each)), None)):
            raise WebhookError(f"webhook: {strange} is not in the own network; --webhook-anywhere would allow it")
        return out


def _is_near(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    return ip.is_loopback or (ip.is_private and not ip.is_unspecified)


def signature(secret: bytes, body: bytes) -> str:
    """What the receiver reckons too, to know that it was us and that nothing was changed."""
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()


class Webhook:
    """Hears every view of the table and posts what is news; starting and stopping are once each."""

    def __init__(self, url: str, secret: str, anywhere: bool = False, tries_s: tuple[float, ...] = TRIES_S) -> None:
        if len(secret) < SECRET_LEAST:
            raise WebhookError(f"expected a secret of at least {SECRET_LEAST} letters in ICEKEEPER_WEBHOOK_SECRET")
        self._target, self._secret, self._anywhere = Target.parse(url), secret.encode(), anywhere
        self._tries_s = tries_s
        with contextlib.suppress(OSError):  # a receiver may come later
            self._target.addresses(anywhere)
        self._news: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)
        self._match, self._turns, self._faults, self._over = "", 0, frozenset[str](), False

    def start(self) -> None:
        """Begin to post."""
        self._thread.start()

    def stop(self) -> None:
        """Post no more; what waits is dropped."""
        self._stopping.set()
        with contextlib.suppress(queue.Full):
            self._news.put_nowait(None)
        if self._thread.is_alive():
            self._thread.join(TIMEOUT_S)

    def hear(self, view: Json) -> None:
        """Look what is new in a view; quick, and never waits."""
        turns = max((turn["turn"] for turn in view["history"]), default=0)
        faults = frozenset(str(told["id"]) for told in view["waiting"] if told["kind"] == "fault")
        over = view["how"] is not None
        known = view["match"]["id"] == self._match
        news = [
            *(["turn"] if turns > self._turns else []),
            *(["fault"] if faults - self._faults else []),
            *(["end"] if over and not self._over else []),
        ]
        self._match, self._turns, self._over = view["match"]["id"], turns, over
        self._faults = faults | (self._faults if known else frozenset())
        for event in news if known else ():
            self._put(event, view)

    def _put(self, event: str, view: Json) -> None:
        public = shown(view["match"]["game"]).seen_by(view, "")
        told = {"event": event, "id": secrets.token_hex(8), "at": round(time.time(), 3), "view": public}
        body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        while True:
            try:
                return self._news.put_nowait(body)
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._news.get_nowait()

    def _run(self) -> None:
        while not self._stopping.is_set():
            body = self._news.get()
            if body is not None:
                self._deliver(body)

    def _deliver(self, body: bytes) -> None:
        """One piece of news, in a few tries."""
        problem = ""
        for wait_s in self._tries_s:
            if self._stopping.wait(wait_s):
                return
            try:
                status = self._post(body)
            except (OSError, http.client.HTTPException, IcekeeperError) as error:
                problem = str(error)
                continue
            if status < 300:
                return
            problem = f"it answered {status}"
        log.warning("webhook %s: news could not be delivered: %s", self._target.host, problem)

    def _post(self, body: bytes) -> int:
        """Send it to an address that was looked at; a redirection is not followed."""
        target = self._target
        address = target.addresses(self._anywhere)[0]
        kind = http.client.HTTPSConnection if target.secure else http.client.HTTPConnection
        connection = kind(target.host, target.port, timeout=TIMEOUT_S)
        plain = socket.create_connection((address, target.port), TIMEOUT_S)
        context = ssl.create_default_context() if target.secure else None
        connection.sock = plain if context is None else context.wrap_socket(plain, server_hostname=target.host)
        headers = {"Content-Type": "application/json", SIGNATURE: signature(self._secret, body)}
        try:
            connection.request("POST", target.path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()
