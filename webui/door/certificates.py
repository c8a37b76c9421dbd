"""The page's certificate: made on first use, kept with the data, signed by an authority of this machine's own.

The authority may sign for private addresses and `.local` names only, so that whoever installs it trusts it with no more
than that. The certificate is made anew when it gets old or when the machine is reached under an address it lacks; then
it names that address too. Where nothing can be kept, both last as long as the program runs.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import os
import re
import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from calibration.files import read_bytes, write_atomically
from webui.door.places import SHARED, is_shared, lan_address

AUTHORITY_LASTS: Final = dt.timedelta(days=3650)
LASTS: Final = dt.timedelta(days=390)
"""Apple's devices refuse certificates of more than 398 days from public authorities; we stay below for all."""
RENEW_BEFORE: Final = dt.timedelta(days=30)
PRIVATE: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
LOCAL_NAMES: Final = ("local", "localhost")


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class Certificates:
    """Makes, keeps and renews; `context(address)` is ready for whoever reached us under that address."""

    def __init__(self, folder: Path | None = None, clock: Callable[[], dt.datetime] = _now) -> None:
        self._folder, self._clock = folder, clock
        self.unkept: str | None = None
        """Why this run's certificate cannot be kept for the next one, where that is so."""
        self.found_as: Callable[[], str] = str
        """Under which name this page is found in the local network; none where it is not."""
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._pem = b""
        self._authority, self._authority_key = self._load_authority() or self._make_authority()
        self._certificate = self._load_certificate()

    def context(self, address: str) -> ssl.SSLContext:
        """What a TLS connection to this address needs."""
        with self._lock:
            if not self._fits(address):
                self._issue(self._named() | {address} if self._in_time() else {address})
            if self._context is None:
                self._context = _tls(self._pem)
            return self._context

    @property
    def authority(self) -> bytes:
        """The authority's certificate, for those who install it."""
        return self._authority.public_bytes(serialization.Encoding.DER)

    def fingerprint(self) -> str:
        """By which people can tell that the certificate their browser shows is ours."""
        self.context(lan_address())
        assert self._certificate is not None
        digest = self._certificate.fingerprint(hashes.SHA256()).hex().upper()
        return ":".join(digest[i : i + 2] for i in range(0, len(digest), 2))

    def _fits(self, address: str) -> bool:
        """Whether the certificate is good for this address; a public one is named by none, it would spoil the rest."""
        if not self._in_time() or not self._wanted_names() <= self._names():
            return False
        return address in self._named() or not is_private(address)

    def _in_time(self) -> bool:
        """Whether there is a certificate that is not about to end."""
        return self._certificate is not None and self._certificate.not_valid_after_utc - RENEW_BEFORE >= self._clock()

    def _named(self) -> set[str]:
        """The addresses that the certificate names."""
        return set(map(str, self._named_there().get_values_for_type(x509.IPAddress)))

    def _names(self) -> set[str]:
        """The names that the certificate names."""
        return set(self._named_there().get_values_for_type(x509.DNSName))

    def _named_there(self) -> x509.SubjectAlternativeName:
        assert self._certificate is not None
        return self._certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    def _wanted_names(self) -> set[str]:
        """The names under which this machine's page may be opened."""
        return {*_own_names(), *filter(None, [self.found_as()])}

    def _issue(self, addresses: set[str]) -> None:
        """A new certificate for these addresses and those we know, as far as the authority may sign for them."""
        key = ec.generate_private_key(ec.SECP256R1())
        wanted = sorted(filter(is_private, addresses | {"127.0.0.1", lan_address()}))
        names: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(one)) for one in wanted]
        shared = set(filter(is_shared, self._names())) if self._certificate is not None else set()
        names += [x509.DNSName(name) for name in sorted(self._wanted_names() | shared)]  # each kept for another evening
        made = (
            self._begun("icekeeper page", key, self._authority.subject, LASTS)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(_issued_by(self._authority), critical=False)
        )
        self._certificate = made.sign(self._authority_key, hashes.SHA256())
        self._context, self._pem = None, _pem(key) + _pem(self._certificate) + _pem(self._authority)
        self._keep("page.pem", self._pem)

    def _make_authority(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        """An authority of our own, bound to private addresses."""
        key = ec.generate_private_key(ec.SECP256R1())
        title = f"icekeeper on {socket.gethostname()[:40]}"
        allowed: list[x509.GeneralName] = [x509.DNSName(name) for name in LOCAL_NAMES]
        allowed += [x509.IPAddress(ipaddress.ip_network(network)) for network in PRIVATE]
        made = (
            self._begun(title, key, _name(title), AUTHORITY_LASTS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_SIGNS_ONLY, critical=True)
            .add_extension(x509.NameConstraints(allowed, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        self._keep("authority.pem", _pem(key) + _pem(made))
        return made, key

    def _begun(
        self, title: str, key: ec.EllipticCurvePrivateKey, issuer: x509.Name, lasts: dt.timedelta
    ) -> x509.CertificateBuilder:
        """What both kinds of certificate have."""
        now = self._clock()
        return (
            x509.CertificateBuilder()
            .subject_name(_name(title))
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + lasts)
        )

    def _keep(self, name: str, data: bytes) -> None:
        """Keep it for the next run; a folder that takes nothing does not end this one."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomically(self._folder / name, data, private=True)
        except OSError as error:
            self.unkept = f"{self._folder / name} cannot be written ({error.strerror})"

    def _kept(self, name: str) -> bytes:
        if self._folder is None:
            raise FileNotFoundError(name)
        return read_bytes(self._folder / name)

    def _load_authority(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None:
        """The authority as it was kept; None where there is none that can be used."""
        try:
            data = self._kept("authority.pem")
            key, found = serialization.load_pem_private_key(data, None), x509.load_pem_x509_certificate(data)
        except (OSError, ValueError):
            return None
        good = isinstance(key, ec.EllipticCurvePrivateKey) and found.not_valid_after_utc - LASTS > self._clock()
        return (found, key) if good and isinstance(key, ec.EllipticCurvePrivateKey) else None

    def _load_certificate(self) -> x509.Certificate | None:
        """The page's certificate as it was kept, where our authority has signed it."""
        try:
            self._pem = self._kept("page.pem")
            found = x509.load_pem_x509_certificate(self._pem)
            found.verify_directly_issued_by(self._authority)
        except (OSError, ValueError, TypeError, InvalidSignature):  # missing, spoilt, or of another authority
            return None
        return found


_SIGNS_ONLY: Final = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


def _tls(pem: bytes) -> ssl.SSLContext:
    """What answers a TLS greeting with this key and certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    with _as_file(pem) as path:
        made.load_cert_chain(path)
    return made


@contextlib.contextmanager
def _as_file(data: bytes) -> Iterator[str]:
    """A path under which this can be read for a moment, which is all that Python takes; no disk where that can be."""
    if hasattr(os, "memfd_create"):
        with os.fdopen(os.memfd_create("icekeeper"), "wb", buffering=0) as file:
            file.write(data)
            yield f"/proc/self/fd/{file.fileno()}"
        return
    handle, path = tempfile.mkstemp(prefix="icekeeper-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        yield path
    finally:
        os.unlink(path)


def is_private(address: str) -> bool:
    """Whether our authority may sign for this address."""
    found = ipaddress.ip_address(address)
    return any(found in network for network in map(ipaddress.ip_network, PRIVATE))


def _own_names() -> list[str]:
    """The names this machine has in its own network, with the one under which a page is found there."""
    own = socket.gethostname().split(".")[0].lower()
    return ["localhost", f"{SHARED}.local", *([f"{own}.local"] if re.fullmatch(r"[a-z0-9-]{1,63}", own) else [])]


def _name(title: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)])


def _issued_by(authority: x509.Certificate) -> x509.AuthorityKeyIdentifier:
    found = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(found)


def _pem(what: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    if isinstance(what, x509.Certificate):
        return what.public_bytes(serialization.Encoding.PEM)
    plain = serialization.NoEncryption()
    return what.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
