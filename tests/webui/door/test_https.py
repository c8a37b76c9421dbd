"""https beside http on one port: a certificate of our own, renewed in time, by an authority that may do little."""

from __future__ import annotations

import datetime as dt
import http.client
import signal
import socket
import ssl
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from tests.webui.making import PLAYERS, Page, parts_for
from tests.webui.test_wiring import serving, started
from webui.door.certificates import LASTS, Certificates
from webui.door.places import lan_address
from webui.wiring import Page as Served

YEAR = dt.timedelta(days=365)


def trusting(certificates: Certificates) -> ssl.SSLContext:
    """A client that has installed the authority."""
    return ssl.create_default_context(cadata=certificates.authority)


def shown(certificates: Certificates, address: str, name: str = "localhost") -> x509.Certificate:
    """The certificate a client is shown that reaches us under this address; checked against the authority."""
    ours, theirs = socket.socketpair()
    greeting = threading.Thread(
        target=lambda: certificates.context(address).wrap_socket(ours, server_side=True).close()
    )
    greeting.start()
    try:
        with trusting(certificates).wrap_socket(theirs, server_hostname=name) as client:
            return x509.load_der_x509_certificate(client.getpeercert(binary_form=True) or b"")
    finally:
        greeting.join()
        ours.close()


def test_one_port_speaks_https_and_http_and_follows_the_table_over_both() -> None:
    parts = parts_for(lan=True)
    parts.desk.open(PLAYERS)
    page = Served(parts)
    assert parts.certificates is not None
    trust = trusting(parts.certificates)
    with serving(page):
        for line in (
            http.client.HTTPSConnection("127.0.0.1", page.port, timeout=5, context=trust),
            http.client.HTTPConnection("127.0.0.1", page.port, timeout=5),
        ):
            with closing(line):
                line.request("GET", "/api/table/events")
                with line.getresponse() as live:
                    assert live.readline() == b"retry: 1000\n"


def test_without_the_network_there_is_no_certificate() -> None:
    assert parts_for().certificates is None


def test_a_stranger_at_the_tls_door_is_closed_in_time() -> None:
    page = Served(parts_for(lan=True, head_s=0.2))
    with serving(page), socket.create_connection(("127.0.0.1", page.port), timeout=5) as half:
        half.sendall(b"\x16\x03\x01")
        assert half.recv(10) == b""


def test_certificates_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    first = Certificates(tmp_path)
    before = first.fingerprint()
    assert Certificates(tmp_path).fingerprint() == before
    assert Certificates(tmp_path).authority == first.authority
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_another_address_gets_another_certificate_of_the_same_authority(tmp_path: Path) -> None:
    made = Certificates(tmp_path)
    first = shown(made, "127.0.0.1")
    moved = shown(made, "192.168.77.5", "192.168.77.5")
    assert first.serial_number != moved.serial_number
    assert shown(made, "192.168.77.5", "192.168.77.5").serial_number == moved.serial_number
    assert first.issuer == moved.issuer


def test_addresses_that_are_used_in_turn_share_one_certificate(tmp_path: Path) -> None:
    made, used = Certificates(tmp_path), ("10.0.0.7", "192.168.77.5", "8.8.8.8", "127.0.0.1")
    for _ in range(2):
        serials = {shown(made, address).serial_number for address in used}
    assert len(serials) == 1
    assert shown(Certificates(tmp_path), "10.0.0.7", "10.0.0.7").serial_number in serials


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "page.pem", "authority.pem"])
def test_where_nothing_can_be_kept_the_certificate_lasts_this_run_and_that_is_said(tmp_path: Path, name: str) -> None:
    in_the_way = tmp_path / "tls" / name
    if name:
        in_the_way.mkdir(parents=True)
    else:
        in_the_way.write_bytes(b"a file where the folder should be")
    process = started("--lan", "--store", str(tmp_path / "m.sqlite"))
    assert process.stdout is not None
    try:
        lines = [process.stdout.readline() for _ in range(5)]
        port = int(lines[0].strip().rsplit(":", 1)[1])
        assert lines[3].startswith(f"the certificate is for this run alone: {tmp_path / 'tls'}"), lines
        digest = lines[2].rsplit(" ", 1)[1].strip().replace(":", "")
        shown_now = ssl.get_server_certificate(("127.0.0.1", port), timeout=5)
        assert x509.load_pem_x509_certificate(shown_now.encode()).fingerprint(hashes.SHA256()).hex().upper() == digest
    finally:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=20)
    assert said == "icekeeper: stopped\n"


def test_an_old_certificate_is_renewed_and_the_authority_before_it_is_too_old(tmp_path: Path) -> None:
    now = [dt.datetime.now(dt.UTC)]
    made = Certificates(tmp_path, lambda: now[0])
    first, authority = made.fingerprint(), made.authority
    now[0] += LASTS - dt.timedelta(days=60)
    assert made.fingerprint() == first
    now[0] += dt.timedelta(days=40)
    assert made.fingerprint() != first
    assert Certificates(tmp_path, lambda: now[0]).authority == authority
    now[0] += 9 * YEAR
    assert Certificates(tmp_path, lambda: now[0]).authority != authority


@pytest.mark.parametrize("name", ["page.pem", "authority.pem"])
@pytest.mark.parametrize("data", [b"", b"rubbish", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_spoilt_files_are_made_anew(tmp_path: Path, name: str, data: bytes) -> None:
    Certificates(tmp_path).fingerprint()
    (tmp_path / name).write_bytes(data)
    assert shown(Certificates(tmp_path), "127.0.0.1")


@pytest.mark.parametrize("address", ["8.8.8.8", "203.0.113.9"])
def test_the_authority_is_good_for_private_addresses_only(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Certificates(tmp_path)
    assert shown(made, "10.1.2.3", "10.1.2.3")
    monkeypatch.setattr("webui.door.certificates.is_private", lambda _: True)  # whoever stole the key signs for it
    ours, theirs = socket.socketpair()

    def greet() -> None:
        with pytest.raises((ssl.SSLError, OSError)):
            made.context(address).wrap_socket(ours, server_side=True)

    greeting = threading.Thread(target=greet)
    greeting.start()
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        trusting(made).wrap_socket(theirs, server_hostname=address)
    theirs.close()
    greeting.join()
    ours.close()


def test_the_invitation_leads_to_https_and_offers_the_authority() -> None:
    parts = parts_for(lan=True)
    told = Page(parts).get("/api/invitation").get_json()
    answer = Page(parts, "192.168.1.77").get("/authority.crt")
    assert told["seat"]["link"].startswith(f"https://{lan_address()}:8765/join#")
    assert len(told["fingerprint"].split(":")) == 32
    assert x509.load_der_x509_certificate(answer.data)
    assert Page(parts_for()).get("/authority.crt").status_code == 404


def test_a_page_of_http_does_not_act_on_https(tmp_path: Path) -> None:
    page = Page(parts_for())
    answer = page.post("/api/join", {"code": "x"}, Origin="https://localhost:8765")
    assert answer.status_code == 403


@pytest.mark.slow
def test_play_says_by_what_its_certificate_is_known(tmp_path: Path) -> None:
    process = started("--lan", "--store", str(tmp_path / "m.sqlite"))
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert Certificates(tmp_path / "tls").fingerprint() in lines[2]
