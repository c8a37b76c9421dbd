"""Going on with a match: by its camera where that can be opened again, else by hand, and that is said."""

from __future__ import annotations

import io
import threading
import zipfile
from argparse import Namespace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.icecult.state import State
from tests.vision.synthetic import observe, sight_of
from tests.webui.making import PLAYERS, Page, parts_for
from tests.webui.referee.watched import Watched, lawful
from vision.sources.opening import FrameSource
from vision.sources.paced import Paced
from webui.icecult.demo import demo_film
from webui.parts import Parts
from webui.record import events as ev
from webui.record.opening import create_match
from webui.record.store import Store
from webui.table.first import open_table
from webui.table.resuming import reopenable, resume

pytestmark = pytest.mark.slow

SECRET = "rtsp://ada:secret@10.0.0.5/live"
NOT_THERE = "63"


@cache
def profile() -> Any:
    """How the virtual table is seen."""
    return demo_film().profile().to_json()


def on_record(store: Store, camera: str | None) -> str:
    """A camera match that was interrupted half a minute into it."""
    match_id = create_match(store, PLAYERS, source="camera", profile=profile(), camera=camera)
    sight = sight_of([observe(State.setup("r"))], 0.4)
    store.append(match_id, [ev.Observed(1.0, 30.0, 3, sight.to_json())])
    return match_id


def first_frame_s(parts: Parts) -> float:
    """When in the film the first picture was taken that comes through."""
    seen = threading.Event()
    forget = parts.desk.table().subscribe(lambda view: seen.set() if view["eye"]["status"] != "off" else None)
    assert seen.wait(60)
    forget()
    assert parts.desk.tap is not None
    assert parts.desk.tap.newest is not None
    return parts.desk.tap.newest.taken_at_s


def test_the_virtual_table_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    before = parts_for(tmp_path / "m.sqlite")
    match_id = on_record(before.store, "demo")
    before.store.close()
    parts = parts_for(tmp_path / "m.sqlite")
    open_table(parts.desk, parts.learning, Namespace(source=None, new=False, players=""))
    assert parts.desk.table().match_id == match_id
    assert isinstance(parts.desk.tap and parts.desk.tap.source, Paced)
    assert 29.5 <= first_frame_s(parts) < 40
    assert parts.desk.table().view()["eye"]["gone"] is False
    parts.desk.clear()
    parts.store.close()


def test_a_camera_is_opened_again_by_its_word(parts: Parts) -> None:
    asked: list[str] = []

    def opener(text: str) -> FrameSource:
        asked.append(text)
        return demo_film()

    for camera in ("0", SECRET):
        resume(parts.desk, on_record(parts.store, camera), opener)
        assert parts.desk.tap is not None
        assert parts.desk.profile is not None
    assert asked == ["0", SECRET]


@pytest.mark.parametrize("camera", [NOT_THERE, None])
def test_a_camera_that_is_gone_leaves_the_match_by_hand_and_that_is_said(parts: Parts, camera: str | None) -> None:
    page, match_id = Page(parts), on_record(parts.store, camera)
    assert page.post(f"/api/matches/{match_id}/continue").status_code == 200
    view = page.get("/api/table/view").get_json()
    assert (view["eye"]["gone"], view["eye"]["status"], parts.desk.tap) == (True, "off", None)
    assert page.post("/api/table/act", {"word": "Nn"}).get_json()["view"]["turn"]["tilts"] == ["Nn"]


def test_matches_by_hand_and_matches_that_are_over_miss_no_camera(parts: Parts) -> None:
    over = on_record(parts.store, NOT_THERE)
    parts.store.append(over, [ev.Finished(2.0, "", "stopped")])
    for match_id in (parts.desk.open(PLAYERS), over):
        resume(parts.desk, match_id)
        assert parts.desk.table().view()["eye"]["gone"] is False


def test_an_address_never_leaves_the_record(parts: Parts) -> None:
    match_id = on_record(parts.store, SECRET)
    assert parts.store.camera(match_id) == SECRET
    data = Page(parts).get(f"/api/matches/{match_id}/archive").get_data()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not any(b"secret" in archive.read(name) for name in archive.namelist())


def test_films_are_not_opened_again() -> None:
    for text in ("0", SECRET, "demo:7", "picamera:0"):
        assert reopenable(text) == text
    assert [reopenable(text) for text in ("film.mp4", "/some/folder")] == [None, None]


def test_the_camera_takes_over_after_turns_played_by_hand() -> None:
    table = Watched()
    table.finish("Nn", "Ee")
    table.do("Ss")
    table.take(table.referee.take_back())
    state = table.referee.match.before
    for action in lawful(table.referee.match.player, state, "Nn", "Ee").actions:
        table.take(table.referee.act(str(action)))
    table.take(table.referee.done())
    table.start()
    assert table.referee.turn is not None
    assert table.referee.turn.before == table.referee.match.before


def _by_hand(table: Watched, *tilts: str) -> None:
    """The player in turn enters a whole lawful turn by hand; the table follows, with nobody looking."""
    turn = lawful(table.referee.match.player, table.state, *tilts)
    for action in turn.actions:
        table.take(table.referee.act(str(action)))
    table.take(table.referee.done())
    table.state = turn.state


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_camera_goes_on_after_turns_by_hand_and_an_interruption(interrupted: bool) -> None:
    table = Watched()
    table.do("Nn")
    table.take(table.referee.take_back())
    table.state = table.referee.match.before
    _by_hand(table, "Ww", "Ss")
    _by_hand(table, "Sn", "Sn")
    table.hand()
    table.rest()
    turn = lawful(table.referee.match.player, table.state, "Nn", "Nn")
    for action in turn.actions[:3]:
        table.do(str(action))
    if interrupted:
        table.start()
    for action in turn.actions[3:]:
        table.do(str(action))
    table.do("We")
    logged = table.referee.match.turns
    assert [turn.source for turn in logged] == ["hand", "hand", "camera"]
    assert all(turn.legal for turn in logged)
    assert table.referee.match.turns[-1].after.paths == turn.state.paths
    assert table.told() == []


@pytest.mark.parametrize("interrupted", [False, True])
def test_what_was_owed_is_played_after_the_turn_was_called_done(interrupted: bool) -> None:
    table = Watched()
    turn = lawful("r", table.state, "Nn", "Ee")
    for action in turn.actions[:-1]:
        table.do(str(action))
    table.take(table.referee.done())
    told = table.referee.match.verdict
    assert told is not None
    table.take(table.referee.offer(told.id, "play-it-now"))
    if interrupted:
        table.start()
    table.do(str(turn.actions[-1]))
    assert table.referee.match.number == 1
    assert len(table.referee.match.actions) == len(turn.actions)
    table.do("Ss")
    assert table.referee.match.turns[0].legal is True
