"""Attacks on the door, on this machine alone: half-open and slow connections, crowds from one address, detours."""

from __future__ import annotations

import gc
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.waiting import until
from tests.webui.making import PLAYERS, parts_for, play
from webui.door.places import Places
from webui.wiring import Page

HOST, GUESTS = "127.0.0.1", tuple(f"127.0.0.{n}" for n in range(2, 12))
"""Every address of 127.0.0.0/8 is this machine; here all but the first count as other machines."""


@contextmanager
def house(**settings: Any) -> Iterator[Page]:
    """A served page with a match on the table, to which only one address is the host's."""
    made = replace(parts_for(**settings), is_host=lambda address: address == HOST)
    made.desk.open(PLAYERS)
    page = Page(made)
    serving = threading.Thread(target=page.serve, name="page")
    serving.start()
    try:
        yield page
    finally:
        page.stop()
        serving.join(5)


def connected(page: Page, address: str, said: bytes = b"") -> socket.socket:
    """A connection from that address on which this much was said."""
    made = socket.create_connection((HOST, page.port), timeout=5, source_address=(address, 0))
    made.sendall(said)
    return made


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    cookie: str
    body: bytes


def line_to(page: Page, address: str) -> closing[http.client.HTTPConnection]:
    """A line from that address."""
    return closing(http.client.HTTPConnection(HOST, page.port, timeout=10, source_address=(address, 0)))


def asked(page: Page, path: str, address: str = HOST, cookie: str = "", body: str | None = None, **more: str) -> Answer:
    """One request from that address."""
    with line_to(page, address) as line:
        line.request("GET" if body is None else "POST", path, body, {"Cookie": cookie, **more})
        answer = line.getresponse()
        given = str(answer.headers.get("Set-Cookie", "")).split(";")[0]
        return Answer(answer.status, given, answer.read())


@contextmanager
def live(page: Page, address: str = HOST, cookie: str = "") -> Iterator[http.client.HTTPResponse]:
    """A page that follows the table."""
    with line_to(page, address) as line:
        line.request("GET", "/api/table/events", headers={"Cookie": cookie})
        with line.getresponse() as answer:
            yield answer


def joined(page: Page, address: str) -> str:
    """The cookie of a spectator who has joined from that address."""
    first = asked(page, "/api/token", address)
    code, token = page.parts.seats.invitation().watch, json.loads(first.body)["token"]
    headers = {"X-Token": token, "Content-Type": "application/json"}
    answer = asked(page, "/api/join", address, first.cookie, json.dumps({"code": code}), **headers)
    assert answer.status == 200
    return answer.cookie


@pytest.mark.parametrize("said", [b"", b"GET /home HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_half_open_connections_do_not_lock_the_host_out(said: bytes) -> None:
    with house() as page, ExitStack() as open_:
        for number in range(470):
            open_.enter_context(connected(page, GUESTS[number % len(GUESTS)], said))
        begun = time.monotonic()
        assert asked(page, "/home").status == 200
        assert asked(page, "/join", GUESTS[0]).status == 200, "nor other guests: who says nothing makes room"
        assert time.monotonic() - begun < 2.0


def test_not_even_from_the_hosts_own_address() -> None:
    with house() as page, ExitStack() as open_:
        for _ in range(400):
            open_.enter_context(connected(page, HOST))
        assert asked(page, "/home").status == 200


def test_a_connection_that_asks_for_nothing_is_closed_in_time() -> None:
    with house(head_s=0.2) as page:
        silent, slow = connected(page, GUESTS[0]), connected(page, GUESTS[0], b"GET / HTTP/1.1\r\n")
        with silent, slow:
            assert (silent.recv(10), slow.recv(10)) == (b"", b"")


def test_one_address_has_so_many_connections_and_no_more() -> None:
    with house(connections_per_address=5) as page, ExitStack() as open_:
        request = b"GET /join HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(5):
            busy = open_.enter_context(connected(page, GUESTS[0], request))
            assert busy.recv(12) == b"HTTP/1.1 200"
        with connected(page, GUESTS[0]) as refused:
            assert refused.recv(12) == b"HTTP/1.1 503"
        assert asked(page, "/join", GUESTS[1]).status == 200
        assert asked(page, "/home").status == 200


def test_a_head_that_does_not_end_is_refused() -> None:
    with house() as page, connected(page, GUESTS[0], b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000) as endless:
        assert endless.recv(12) == b"HTTP/1.1 431"


def test_nobody_gets_past_the_door() -> None:
    with house() as page:
        for source in (HOST, GUESTS[0]):
            line = http.client.HTTPConnection(HOST, page.server.inside[1], source_address=(source, 0))
            line.request("GET", "/home")
            assert line.getresponse().status == 403
            line.close()


def test_one_spectator_cannot_take_all_live_places() -> None:
    with house(spectators=24, lives_per_address=3) as page, ExitStack() as open_:
        cookies = {guest: joined(page, guest) for guest in GUESTS[:3]}
        for number in range(20):
            one = open_.enter_context(live(page, GUESTS[0], cookies[GUESTS[0]]))
            assert one.status == 200, number
        assert page.parts.hub.following == 3
        for guest in (GUESTS[1], GUESTS[2]):
            one = open_.enter_context(live(page, guest, cookies[guest]))
            assert one.readline() == b"retry: 1000\n"


def test_many_spectators_leave_places_for_seats_and_host() -> None:
    with house(spectators=24, lives_per_address=500) as page, ExitStack() as open_:
        cookie = joined(page, GUESTS[0])
        codes = []
        for _ in range(24):
            one = open_.enter_context(live(page, GUESTS[0], cookie))
            codes.append(one.status)
        assert codes == [200] * 20 + [503] * 4
        for _ in range(4):
            one = open_.enter_context(live(page))
            assert one.readline() == b"retry: 1000\n"


def test_a_page_that_is_closed_gives_its_place_back_at_once() -> None:
    with house(spectators=24) as page:
        for _ in range(2):
            with ExitStack() as open_:
                for _ in range(24):
                    assert open_.enter_context(live(page)).status == 200
            until(lambda: page.parts.hub.following == 0, "given back long before the next sign of life", 5)


@pytest.mark.slow
def test_forty_who_ask_for_statistics_do_not_hold_up_a_tap() -> None:
    with house(gets_per_s=1000.0) as page:
        for _ in range(30):
            page.parts.desk.open(PLAYERS)
            play(page.parts, ("Nn", "Ee", "gS0@NW", "rS0@NE", "yE0@SE"))
        cookies = [(guest, joined(page, guest)) for guest in GUESTS[:5]]
        codes: list[int] = []
        crowd = [
            threading.Thread(
                target=lambda n=n: codes.append(asked(page, "/api/matches/people", *cookies[n % 5]).status)
            )
            for n in range(40)
        ]
        for one in crowd:
            one.start()
        slowest = 0.0
        while any(one.is_alive() for one in crowd):
            begun = time.monotonic()
            page.parts.desk.table().undo().exception(10)
            slowest = max(slowest, time.monotonic() - begun)
        for one in crowd:
            one.join()
        assert set(codes) <= {200, 503}
        assert 200 in codes
        assert slowest < 1.0
        assert asked(page, "/api/matches/people").status == 200


def test_whoever_spoke_keeps_the_place() -> None:
    places, dropped = Places(others=2, per_address=2, host=1, is_host=lambda a: a == HOST), []
    first = places.take("a", lambda: dropped.append("first"))
    second = places.take("b", lambda: dropped.append("second"))
    assert first is not None
    assert second is not None
    first.silent = False
    assert places.take("c", lambda: dropped.append("third")) is not None
    assert dropped == ["second"]
    assert places.take("a", lambda: None) is not None
    assert dropped == ["second", "third"]
    assert places.take(HOST, lambda: None) is not None


@pytest.mark.slow
def test_stopping_while_others_connect_leaves_no_connection_open() -> None:
    knocked = threading.Semaphore(0)

    def knock(port: int, going: threading.Event) -> None:
        while going.is_set():
            with suppress(OSError), closing(socket.create_connection((HOST, port), timeout=0.5)):
                knocked.release()

    for _ in range(5):
        going = threading.Event()
        going.set()
        with house() as page:
            knocking = [threading.Thread(target=knock, args=(page.port, going)) for _ in range(4)]
            for one in knocking:
                one.start()
            assert all(knocked.acquire(timeout=5) for _ in range(100))
        going.clear()  # nobody is there any more
        for one in knocking:
            one.join(5)
    gc.collect()  # a connection that nobody closed is a warning here, and so an error
