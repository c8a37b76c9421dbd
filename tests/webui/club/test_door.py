"""The door of the club's page: the same as a table's, so that nobody in the network locks its host out."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace

import pytest

from tests.waiting import until
from webui.club.address import Address
from webui.club.page.app import JSON_BYTES
from webui.club.page.serving import SCREENS, ClubPage, build_club
from webui.club.shown.hub import Tiles
from webui.door.places import lan_address, network_name

HOST, GUESTS = "127.0.0.1", tuple(f"127.0.0.{n}" for n in range(2, 32))
"""Every address of 127.0.0.0/8 is this machine; here all but the first count as other machines."""


@contextmanager
def house(club: str) -> Iterator[ClubPage]:
    """A served page of the club, to which only one address is the host's."""
    page = ClubPage(replace(build_club(Address.parse(club)), is_host=lambda address: address == HOST), 0)
    serving = threading.Thread(target=page.serve, name="club page")
    serving.start()
    try:
        yield page
    finally:
        page.stop()
        serving.join(30)


def connected(page: ClubPage, address: str, said: bytes = b"") -> socket.socket:
    """A connection from that address on which this much was said."""
    made = socket.create_connection((HOST, page.port), timeout=20, source_address=(address, 0))
    made.sendall(said)
    return made


def asked(page: ClubPage, path: str, address: str = HOST, method: str = "GET") -> int:
    """The status of one request from that address."""
    with closing(http.client.HTTPConnection(HOST, page.port, timeout=10, source_address=(address, 0))) as line:
        line.request(method, path)
        return line.getresponse().status


def following(page: ClubPage, address: str = HOST) -> tuple[socket.socket, int]:
    """A live page from that address, and the status it was answered with."""
    line = connected(page, address, b"GET /api/club/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return line, int(line.recv(12).split()[1])


def none_follows(tiles: Tiles) -> bool:
    """Whether soon nobody follows any more: long before the next sign of life."""
    return bool(until(lambda: tiles.following == 0, longest_s=10))


def test_a_thousand_silent_connections_do_not_lock_the_host_out(club: str) -> None:
    with house(club) as page, ExitStack() as open_:
        for number in range(1000):
            open_.enter_context(connected(page, GUESTS[number % len(GUESTS)]))
        begun = time.monotonic()
        assert asked(page, "/") == 200
        assert asked(page, "/", GUESTS[0]) == 200, "nor other guests: who says nothing makes room"
        assert time.monotonic() - begun < 5.0


def test_it_says_the_address_that_others_open(club: str) -> None:
    command = [sys.executable, "-m", "webui.cli", "club", "--db", club, "--port", "0", "--lan"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            ready, others = process.stdout.readline(), process.stdout.readline()
            port = ready.strip().rsplit(":", 1)[1]
            assert others == f"others in the network open http://{network_name()}:{port}\n"
            with closing(http.client.HTTPConnection(lan_address(), int(port), timeout=10)) as line:
                line.request("GET", "/")
                assert line.getresponse().status == 200
        finally:
            process.terminate()


def test_live_pages_of_others_leave_places_for_each_and_for_the_host(club: str) -> None:
    with house(club) as page, ExitStack() as open_:
        for _ in range(20):
            open_.enter_context(following(page, GUESTS[0])[0])
        assert page.parts.tiles.following <= 6, "one address takes no more"
        for number in range(SCREENS + 30):
            line, _ = following(page, GUESTS[number % len(GUESTS)])
            open_.enter_context(line)
        line, status = following(page)
        open_.enter_context(line)
        assert status == 200
        assert page.parts.tiles.following < SCREENS


def test_asking_for_the_head_alone_takes_no_place(club: str) -> None:
    with house(club) as page:
        for number in range(SCREENS + 10):
            assert asked(page, "/api/club/live", GUESTS[number % len(GUESTS)], "HEAD") == 200
        assert none_follows(page.parts.tiles)


def test_a_page_that_is_closed_gives_its_place_back_at_once(club: str) -> None:
    with house(club) as page:
        for _ in range(2):
            lines = [following(page) for _ in range(SCREENS)]
            assert {status for _, status in lines} == {200}
            for line, _ in lines:
                line.close()
            assert none_follows(page.parts.tiles)


@pytest.mark.parametrize("how", [b"Content-Length: 300000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"])
def test_what_is_too_much_is_refused_before_any_of_it_is_kept(club: str, how: bytes) -> None:
    head = b"POST /api/club/series HTTP/1.1\r\nHost: localhost\r\n" + how
    piece = b"%x\r\n" % JSON_BYTES + b"x" * JSON_BYTES + b"\r\n"
    with house(club) as page, connected(page, GUESTS[0], head) as line:
        if b"chunked" in how:
            line.sendall(2 * piece)
        assert line.recv(12) == b"HTTP/1.1 413"
