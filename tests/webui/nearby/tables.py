"""Machines beside each other: real multicast over this machine's own interface, each with an address of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.waiting import until
from webui.nearby.neighbourhood import ANSWER_MS, LOOK_S, Neighbourhood
from webui.nearby.told import CLUB, Told

NAME = f"penguin{os.getpid()}"
"""A name that no other program of this machine takes meanwhile."""


@contextmanager
def machine(address: str = "127.0.0.1", told: Told | None = None) -> Iterator[Neighbourhood]:
    """A machine under this address that listens, and tells what it is given."""
    one = neighbourhood(lambda: (address,))
    one.start(told)
    try:
        yield one
    finally:
        one.stop()


def neighbourhood(addresses: Callable[[], tuple[str, ...]]) -> Neighbourhood:
    """One over this machine's own interface, which answers at once: it is looked ten times as often as elsewhere."""
    return Neighbourhood(("127.0.0.1",), addresses, look_s=LOOK_S / 10, answer_ms=ANSWER_MS // 3)


def club_told(*more: tuple[str, str], title: str = NAME) -> Told:
    """What a club's page tells, with this about its record."""
    return Told(CLUB, f"{NAME}-club", title, 8770, more)


def found(one: Neighbourhood, title: str = NAME) -> list[str]:
    """The records of the clubs of this title, once there are some."""
    return until(lambda: [club.address() for club in one.clubs if club.title == title], f"a club {title}")
