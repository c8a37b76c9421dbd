"""The machine: room on the disk, the clock, the network, certificates, how the table stands with its club."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import socket
import tempfile
import time
from pathlib import Path
from typing import Final

from webui.doctor.finding import Finding, State
from webui.door.places import is_this_machine, lan_address

LITTLE, FULL = 1 << 30, 100 << 20
"""Bytes: a season of evenings with pictures; less than one evening."""
SLACK_S: Final = 60.0
SOON: Final = dt.timedelta(days=30)


def disk(folder: Path) -> Finding:
    """Whether matches can be written, and for how long."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError:
        return Finding("disk", State.WRONG, "unwritable", {"folder": str(folder)})
    free = shutil.disk_usage(there).free
    said = {"gb": f"{free / (1 << 30):.1f}", "folder": str(folder)}
    state, key = (
        (State.WRONG, "full") if free < FULL else (State.WORTH, "little") if free < LITTLE else (State.WELL, "well")
    )
    return Finding("disk", state, key, said)


def clock(last_match_s: float = 0.0, now_s: float | None = None) -> Finding:
    """Whether the clock can be right: not before this version was installed, nor before the last match."""
    now = time.time() if now_s is None else now_s
    made = Path(__file__).stat().st_mtime
    said = {"time": time.strftime("%Y-%m-%d %H:%M", time.localtime(now))}
    if now < max(made, last_match_s) - SLACK_S:
        return Finding("clock", State.WRONG, "behind", said)
    return Finding("clock", State.WELL, "well", said)


def network(port: int, ours: bool = False) -> Finding:
    """Whether others can reach this machine, and whether the page's port is free; `ours`: this page holds it."""
    if not ours and _taken(port):
        return Finding("network", State.WRONG, "taken", {"port": port})
    address = lan_address()
    if is_this_machine(address):
        return Finding("network", State.WORTH, "none")
    return Finding("network", State.WELL, "well", {"address": address})


def _taken(port: int) -> bool:
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        if os.name == "posix":  # a port that was used a moment ago is free for the page, too
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


def certificates(folder: Path) -> Finding:
    """Whether phones will take the page's certificate: in time, and for today's address."""
    path = folder / "page.pem"
    if not path.exists():
        return Finding("certificates", State.UNUSED, "none")
    from cryptography import x509

    from webui.door.certificates import is_private

    try:
        found = x509.load_pem_x509_certificate(_certificate_in(path.read_bytes()))
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return Finding("certificates", State.WRONG, "broken", {"folder": str(folder)})
    address, ends = lan_address(), found.not_valid_after_utc
    said = {"day": ends.date().isoformat(), "address": address}
    named = address in map(str, names.get_values_for_type(x509.IPAddress)) or not is_private(address)
    good = named and ends - SOON > dt.datetime.now(dt.UTC)
    return Finding("certificates", State.WELL if good else State.WORTH, "well" if good else "anew", said)


def _certificate_in(pem: bytes) -> bytes:
    """The first certificate of a file that begins with a key."""
    begin = pem.find(b"-----BEGIN CERTIFICATE-----")
    return pem[begin:] if begin >= 0 else b""


def club(state: str = "", why: str = "", address: str = "") -> Finding:
    """How this table stands with its club, which it knows already; nothing where there is none."""
    if not state:
        return Finding("club", State.UNUSED, "none")
    if state == "joined":
        return Finding("club", State.WELL, "well", {"address": address})
    key = why if why in ("down", "password", "database") else "other"
    return Finding("club", State.WRONG, key, {"address": address})
