"""A match by hand through the session: the thread, the commands, the view, the record."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from engine.core.errors import IcekeeperError
from engine.icecult.cube import CubeSet
from vision.frame import Bgr, Frame
from vision.icecult.eye import table_eye
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import stage_for
from vision.sources.opening import Status
from webui.record.fold import fold
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.session import TableSession


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    store = Store.in_memory()
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Iterator[TableSession]:
    """A running table by hand with two players."""
    session = TableSession(store, create_match(store, seats("ry", ["Ada", "Bo"])))
    session.start()
    yield session
    session.stop()


def test_a_turn_by_hand_is_judged_and_told(table: TableSession, store: Store) -> None:
    told: list[int] = []
    forget = table.subscribe(lambda view: told.append(view["turn"]["number"]))
    table.act("Nn").result(5)
    view = table.act("Ee").result(5)
    assert view["turn"]["tilts"] == ["Nn", "Ee"]
    for _ in range(8):
        owed = table.view()["turn"]["owed"]
        if not owed:
            break
        table.act(owed[0]["actions"][0]).result(5)
    view = table.done().result(5)
    assert view["history"] == [{"turn": 1, "player": "r", "legal": True, "rule": None, "human": False}]
    assert view["turn"]["player"] == "y"
    assert view["turn"]["number"] == 2
    forget()
    assert told[-1] == 2
    assert fold(store.events(table.match_id)).turns == table.match.turns


def test_a_missed_arrow_is_told_and_can_be_played_after_all(table: TableSession) -> None:
    table.act("Nn")
    table.act("Ee").result(5)
    assert not table.view()["turn"]["may_end"]
    view = table.done().result(5)
    verdict = view["verdict"]
    assert (verdict["kind"], verdict["rule"]) == ("fault", "missed-arrow")
    assert view["history"][0]["legal"] is False
    view = table.offer(verdict["id"], "play-it-now").result(5)
    assert view["verdict"] is None
    assert view["turn"]["number"] == 1
    assert view["turn"]["tilts"] == ["Nn", "Ee"]


def test_an_illegal_action_changes_nothing(table: TableSession) -> None:
    view = table.act("yE0@NE").result(5)
    assert view["verdict"]["rule"] == "early-move"
    assert view["turn"]["actions"] == []


def test_undo_and_take_back(table: TableSession) -> None:
    table.act("Nn")
    assert table.undo().result(5)["turn"]["actions"] == []
    with pytest.raises(IcekeeperError, match="nothing has been played"):
        table.undo().result(5)
    table.act("Nn")
    table.act("Nn")
    table.done().result(5)
    view = table.take_back().result(5)
    assert view["turn"]["number"] == 1
    assert view["turn"]["player"] == "r"


def test_a_corrected_turn_is_judged_again_with_all_later_ones(table: TableSession) -> None:
    for word in ("Nn", "Nn"):
        table.act(word)
    table.done()
    for word in ("Ss", "Ss"):
        table.act(word)
    table.done().result(5)
    before = table.match.turns[1].after
    view = table.correct_turn(1, ["Nn", "Ee"]).result(5)
    assert [h["human"] for h in view["history"]] == [True, False]
    assert table.match.turns[0].actions == ("Nn", "Ee")
    assert table.match.turns[1].before == table.match.turns[0].after
    assert table.match.turns[1].after != before


def test_nonsense_is_refused_in_words(table: TableSession) -> None:
    with pytest.raises(IcekeeperError, match="expected an action"):
        table.act("hello").result(5)
    with pytest.raises(IcekeeperError, match="no longer open"):
        table.answer("7", 0).result(5)
    with pytest.raises(IcekeeperError, match="expected a turn"):
        table.correct_turn(3, ["Nn"]).result(5)


def test_stopping_twice_is_harmless_and_commands_are_refused(table: TableSession) -> None:
    table.stop()
    table.stop()
    with pytest.raises(IcekeeperError, match="closed"):
        table.act("Nn")


def test_a_match_goes_on_where_it_was(store: Store) -> None:
    match_id = create_match(store, seats("rygb"))
    first = TableSession(store, match_id)
    first.start()
    first.act("Nn").result(5)
    shown = first.view()
    first.stop()
    second = TableSession(store, match_id)
    assert second.view()["turn"] == shown["turn"]
    assert second.view()["state"] == shown["state"]


class Camera:
    """A camera that sends these pictures and is then silent."""

    name, live, dropped = "camera", True, 0

    def __init__(self, *pictures: Bgr) -> None:
        self.status = Status.RUNNING
        self._pictures, self._closed = pictures, threading.Event()

    def frames(self) -> Iterator[Frame]:
        """One after the other."""
        for k, bgr in enumerate(self._pictures):
            yield Frame(bgr, k, k / 4)
        self._closed.wait()

    def close(self) -> None:
        """No more."""
        self._closed.set()


@pytest.mark.slow
def test_pictures_of_another_shape_are_said_on_the_page(store: Store) -> None:
    """The camera came back with other pictures: it was `lost` for ever, and only the terminal said why."""
    script = random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))
    scene = Film(script).first_scene()
    bgr = Renderer().render(scene).bgr
    eye = table_eye(scene_profile(scene, bgr), dict(script.cube_set))
    match_id = create_match(store, seats("ry"), equipment=CubeSet.from_json(dict(script.cube_set)), source="camera")
    session = TableSession(store, match_id, Camera(bgr, np.ascontiguousarray(bgr[:400])), eye)
    said, told = threading.Event(), []
    session.subscribe(lambda view: (told.append(view["eye"]), view["eye"]["trouble"] and said.set()))
    session.start()
    assert said.wait(30)
    session.stop()
    assert told[-1]["status"] == "other-shape"
    assert told[-1]["text"]["en"].startswith("the pictures have another shape than before")
    assert set(told[-1]["text"]) == {"en", "de", "fr", "it"}
