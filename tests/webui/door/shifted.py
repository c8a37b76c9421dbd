"""A page in a process of its own whose clock is as wrong as a file says: `python -m tests.webui.door.shifted DIR`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

HOST = "127.0.0.1"
"""Every address of 127.0.0.0/8 is this machine; here all but this one count as other machines."""


def shift_clock(by: Path) -> None:
    """From now on the time of day is off by so many seconds as the file says; durations are as they are."""
    right = time.time
    time.time = lambda: right() + float(by.read_text())  # before anything is loaded that might keep the right one


def main(folder: Path) -> None:
    """Serve a match, and print the port and the code of a seat."""
    shift_clock(folder / "shift")
    from dataclasses import replace

    from tests.webui.making import PLAYERS, parts_for
    from webui.wiring import Page

    parts = replace(parts_for(folder / "m.sqlite"), is_host=lambda address: address == HOST)
    match_id = parts.desk.unfinished()
    if match_id is None:
        parts.desk.open(PLAYERS)
    else:
        parts.desk.put(match_id)
    page = Page(parts)
    print(page.port, parts.seats.invitation().seat, flush=True)
    page.serve()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
