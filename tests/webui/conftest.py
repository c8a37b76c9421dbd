"""What the tests of the page share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webui.making import PLAYERS, Page, parts_for
from webui.app import Parts


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
