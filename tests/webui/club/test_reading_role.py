"""What a role that may only read can do to the tables: nothing."""

from __future__ import annotations

import psycopg
import pytest

from bench.club.postgres import Cluster
from tests.webui.club.tables import sender, until
from webui.club.schema import SCREEN_LINES, SCREEN_ROLE, make_screen_role, prepare
from webui.record.store import Store

BE_THE_TABLE = "SELECT pg_advisory_lock(hashtextextended(%s, 1))"


@pytest.fixture
def ordinary(server: Cluster) -> tuple[str, str]:
    """A club's record as docs/CLUB.md sets it up: the addresses of the role that owns it and of one that reads."""
    with psycopg.connect(server.url(), autocommit=True) as root:
        root.execute("CREATE ROLE owning LOGIN PASSWORD 'own'")
        root.execute("CREATE ROLE reading LOGIN PASSWORD 'look'")
        root.execute("CREATE DATABASE readable OWNER owning")
    owning, reading = server.url("readable", "owning", "own"), server.url("readable", "reading", "look")
    with psycopg.connect(owning, autocommit=True) as own:
        prepare(own)
        own.execute("GRANT USAGE ON SCHEMA icekeeper TO reading")
        own.execute("GRANT SELECT ON ALL TABLES IN SCHEMA icekeeper TO reading")
    return owning, reading


def test_it_keeps_no_table_out_by_a_lock_and_another_computer_still_does(ordinary: tuple[str, str]) -> None:
    owning, reading = ordinary
    store = Store.in_memory()
    with psycopg.connect(reading, autocommit=True) as reader, sender(store, owning) as first:
        until(lambda: first.standing.state == "joined")
        with sender(store, owning) as copy:
            until(lambda: copy.standing.why == "taken")
        first.stop()
        reader.execute(BE_THE_TABLE, (first.outbox.table_id(),))
        with sender(store, owning) as again:
            until(lambda: again.standing.state == "joined")
    store.close()


def test_it_leaves_most_connections_to_the_tables(club: str) -> None:
    with psycopg.connect(club, autocommit=True) as connection:
        prepare(connection)
        assert make_screen_role(connection, "look")
        row = connection.execute("SELECT rolconnlimit FROM pg_roles WHERE rolname = %s", (SCREEN_ROLE,)).fetchone()
        assert row == (SCREEN_LINES,)
