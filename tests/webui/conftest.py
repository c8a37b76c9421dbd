"""What the tests of the page share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from bench.club.postgres import Cluster, cluster
from tests.webui.making import PLAYERS, Page, parts_for
from webui.parts import Parts


@pytest.fixture
def parts() -> Iterator[Parts]:
    """Parts on a record in memory, with nothing on the table; closed afterwards."""
    made = parts_for()
    yield made
    made.analyst.stop()
    made.setup.close()
    made.desk.clear()
    made.hub.close()
    made.store.close()


@pytest.fixture
def table(parts: Parts) -> Parts:
    """The same with a match by hand on the table."""
    parts.desk.open(PLAYERS, name="Saturday")
    return parts


@pytest.fixture
def page(table: Parts) -> Page:
    """A page of this machine on that table."""
    return Page(table)


_numbers = count()


@pytest.fixture(scope="session")
def server(outside: None) -> Iterator[Cluster]:
    """A PostgreSQL server of our own, as an ordinary user in a temporary folder; thrown away afterwards."""
    with cluster() as made:
        yield made


def fresh(server: Cluster, like: str = "template1") -> str:
    """The address of another database, with what there is in the one that it is made like."""
    name = f"club{next(_numbers)}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
    return server.url(name)


@pytest.fixture
def club(server: Cluster) -> str:
    """The address of a fresh, empty database for a club's record."""
    return fresh(server)
