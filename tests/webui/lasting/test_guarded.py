"""Frames that fail, views on record that cannot be judged again, and sources that break: the match goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from vision.eye import Glance
from vision.frame import Frame
from vision.sources.opening import Status
from webui.record import events as ev
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.session import TableSession


class Broken:
    """A source and an eye in one, which fail as they are told."""

    name, live, dropped, status = "broken", False, 0, Status.RUNNING

    def __init__(self, fails: str) -> None:
        self._fails = fails

    def frames(self) -> Iterator[Frame]:
        """Two pictures, or a fault of the source."""
        if self._fails == "source":
            raise ZeroDivisionError
        for index in range(2):
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, float(index))
        self.status = Status.ENDED

    def look(self, frame: Frame) -> Glance:
        """A glance that nothing can be made of."""
        if self._fails == "eye":
            raise ZeroDivisionError
        return Glance(frame.taken_at_s, "rest", 0, 0.0, {"cubes": 5})

    def evidence(self, from_s: float, to_s: float, places: Sequence[str]) -> tuple[tuple[str, float, bytes], ...]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("fails", ["source", "eye", "glance"])
def test_the_table_outlives_its_camera(fails: str, caplog: pytest.LogCaptureFixture) -> None:
    store = Store.in_memory()
    broken = Broken(fails)
    session = TableSession(store, create_match(store, seats("ry"), source="camera"), broken, broken)
    session.start()
    assert session.wait(10)
    assert ("expected an observation" if fails == "glance" else "Error") in caplog.text
    session.pause(False).result(5)
    assert session.match.over is (fails != "source"), "a film that ended ends the match"
    session.stop()
    assert session.answers(1.0)
    store.close()


def test_a_view_on_record_that_cannot_be_judged_again_keeps_nobody_from_playing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Store.in_memory()
    match_id = create_match(store, seats("ry"), source="camera")
    store.append(match_id, [ev.Observed(1.0, 1.0, 0, {"cubes": 5})])
    session = TableSession(store, match_id)
    assert "cannot be judged again" in caplog.text
    session.start()
    assert session.act("Nn").result(5)["turn"]["actions"] == ["Nn"]
    session.stop()
    store.close()
