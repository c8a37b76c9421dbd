"""One PostgreSQL server for all tests of a run, and a fresh database for each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from bench.play.postgres import Cluster, cluster

_numbers = count()


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    """A server of our own, as an ordinary user in a temporary folder; thrown away afterwards."""
    with cluster() as made:
        yield made


@pytest.fixture
def club(server: Cluster) -> str:
    """The address of a fresh, empty database."""
    name = f"club{next(_numbers)}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    return server.url(name)
