"""Nothing kills the table: what cannot be done is refused without a trace, and what fails is contained."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import IcekeeperError
from engine.icecult.state import State
from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from webui.parts import Parts
from webui.record import events as ev
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.about import About
from webui.referee.by_hand import in_progress
from webui.referee.referee import News, Referee
from webui.referee.session import FailedError, TableSession
from webui.table.desk import Desk
from webui.table.first import open_table
from webui.table.hub import Hub


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "matches.sqlite")
    yield made
    made.close()


@pytest.fixture
def session(store: Store) -> Iterator[TableSession]:
    """A table by hand with two turns over: the second was ended early."""
    made = TableSession(store, create_match(store, seats("ryg")))
    made.start()
    for word in FIRST_TURN:
        made.act(word)
    made.done()
    for word in ("Nn", "Ee"):
        made.act(word)
    made.done().result(5)
    yield made
    made.stop()


def test_a_turn_that_became_unlawful_is_judged(session: TableSession) -> None:
    """Turn 2 ended early, turn 1 corrected, play it now, done: a verdict, where the table once died."""
    session.act("Ss").result(5)
    session.undo().result(5)
    told = session.match.turns[-1].verdict
    assert told["legal"] is False
    session.take_back().result(5)
    for word in ("Nn", "Ee", "gS0@NW"):
        session.act(word).result(5)
    verdict = session.done().result(5)["verdict"]
    session.correct_turn(1, ["Ss", "Ww"]).result(5)
    session.offer(verdict["id"], "play-it-now").result(5)
    view = session.done().result(5)
    assert view["history"][-1]["legal"] is False
    assert view["verdict"]["text"]["de"]


def test_a_foul_seen_by_the_camera_and_a_tap_by_hand_end_in_a_verdict(store: Store) -> None:
    match_id = create_match(store, seats("ryg"), source="camera")
    three = ev.Progress(1.0, ("Nn", "Ee", "Ss"), State.setup().to_json())
    store.append(match_id, [three])
    session = TableSession(store, match_id)
    session.start()
    word = str(in_progress(session.match).legal_actions()[0])
    session.act(word).result(5)
    view = session.done().result(5)
    session.stop()
    assert (view["history"][0]["legal"], view["history"][0]["rule"]) == (False, "tilt-count")


@pytest.mark.parametrize("words", [["yE7@NE"], ["Nz"], ["Xn"], ["Nn", "Ee", "yE6@NE"], ["Nn", "Ee", "rN3@NW"], ["zz"]])
def test_words_that_cannot_be_done_leave_no_trace(session: TableSession, store: Store, words: list[str]) -> None:
    before, view = store.events(session.match_id), session.view()
    with pytest.raises(IcekeeperError, match="expected"):
        session.correct_turn(1, words).result(5)
    assert store.events(session.match_id) == before
    assert session.view() == view
    assert TableSession(store, session.match_id).view()["turn"] == view["turn"]


def test_a_state_with_other_paths_leaves_no_trace(session: TableSession, store: Store) -> None:
    before = store.events(session.match_id)
    with pytest.raises(IcekeeperError, match="5 spaces"):
        session.correct_state(State.setup("r", 3).to_json()).result(5)
    assert store.events(session.match_id) == before


def test_what_a_command_raises_is_answered_and_logged(
    session: TableSession, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    before, view = store.events(session.match_id), session.view()

    def half_done(referee: Referee) -> News:
        referee.act("Nn")
        raise KeyError("mover")

    with pytest.raises(FailedError, match="nothing has changed"):
        session.do("half a wish", half_done, lambda match: False).result(5)
    assert "half a wish failed" in caplog.text
    assert (store.events(session.match_id), session.view()) == (before, view)
    assert session.act("Nn").result(5)["turn"]["actions"] == ["Nn"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("stuck", [False, True])
def test_a_table_that_does_not_answer_is_restarted_from_the_record(store: Store, stuck: bool) -> None:
    hub = Hub()
    desk = Desk(store, hub, stuck_s=0.3)
    desk.open(PLAYERS)
    first = desk.table()
    first.act("Nn").result(5)
    never = threading.Event()

    def fails(referee: Referee) -> News:
        if not stuck:
            raise SystemExit
        never.wait(30)
        return referee.act("Ee")

    first.do("fail", fails, lambda match: False)
    follower = hub.follow()
    for message in follower:
        view = json.loads(message.data or "null")
        if view and view["note"]:
            break
    follower.close()
    assert set(view["note"]) == {"en", "de", "fr", "it"}
    assert desk.table() is not first
    never.set()
    assert first.wait(5) or not stuck
    answer = desk.table().act("Ee").result(5)
    assert answer["turn"]["actions"] == ["Nn", "Ee"]
    assert answer["note"] is None
    desk.clear()


def test_a_second_done_for_the_same_turn_accuses_nobody(table: Parts) -> None:
    play(table, FIRST_TURN, end=False)
    page, view = Page(table), table.desk.table().view()
    about = {"match": view["match"]["id"], "turn": 1, "step": len(FIRST_TURN)}
    first = page.post("/api/table/done", {"about": about}).get_json()["view"]
    again = page.post("/api/table/done", {"about": about})
    assert again.status_code == 200
    assert again.get_json()["view"] == first
    assert [turn["legal"] for turn in first["history"]] == [True]


def test_the_same_tap_from_two_devices_is_done_once(session: TableSession) -> None:
    number = session.match.number
    about = About(session.match_id, number, 0)
    taps = [session.act("Nn", about) for _ in range(2)]
    assert [tap.result(5)["turn"]["actions"] for tap in taps] == [["Nn"], ["Nn"]]
    assert session.undo(About(session.match_id, number, 3)).result(5)["turn"]["actions"] == ["Nn"]
    assert session.undo(About("another", number, 1)).result(5)["turn"]["actions"] == ["Nn"]
    assert session.undo(About(session.match_id, number, 1)).result(5)["turn"]["actions"] == []


def test_an_answer_that_came_second_does_nothing(session: TableSession) -> None:
    verdict = session.match.verdict
    assert verdict is not None
    about = About(session.match_id, session.match.number, 0)
    for _ in range(2):
        assert session.offer(verdict.id, "play-on", about).result(5)["verdict"] is None
    with pytest.raises(IcekeeperError, match="any more"):
        session.offer(verdict.id, "play-on").result(5)


HALF = "A\ud800da"


def test_half_a_letter_is_refused_or_cleaned_at_every_door(parts: Parts) -> None:
    page = Page(parts)
    body = {"players": [{"name": HALF, "colour": "r"}, {"name": "B", "colour": "y"}], "name": HALF}
    assert page.post("/api/setup/start", body).status_code == 400
    parts.desk.open([{"name": HALF, "colour": "r"}, {"name": "B", "colour": "y"}], name=HALF)
    match_id = parts.desk.table().match_id
    for path in ("", "/log", "/sheet", "/archive", "/share"):
        assert page.get(f"/api/matches/{match_id}{path}").status_code == 200
    assert json.dumps(parts.desk.table().view(), ensure_ascii=False).encode()


def test_half_a_letter_on_record_is_read_cleaned(parts: Parts) -> None:
    parts.desk.open(PLAYERS, name="old")
    match_id = parts.desk.table().match_id
    created = parts.store.events(match_id)[0].to_json() | {"name": HALF}
    assert ev.event_from_json(created).to_json()["name"] == "A?da"


@pytest.mark.parametrize(
    ("path", "raw"),
    [
        ("/api/table/act", "[" * 30_000),
        ("/api/table/act", '{"word": ' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "}"),
        ("/api/table/act", '{"word": "Nn", "k": Infinity}'),
        ("/api/table/act", '{"word": "Nn", "k": 1e999}'),
        ("/api/table/act", '{"word": "\\ud800"}'),
        ("/api/setup/start", '{"name": "", "players": [{"name": "A", "colour": ""}, {"name": "B", "colour": "ry"}]}'),
        ("/api/setup/start", '{"name": "", "players": [{"name": "A", "colour": "r"}, {"name": "", "colour": "x"}]}'),
        ("/api/setup/start", '{"name": "", "players": [{"name": "A", "colour": ""}, {"name": "B", "colour": "r"},'
         ' {"name": "C", "colour": "y"}]}'),
    ],
)  # fmt: skip
def test_bad_input_is_said_to_be_bad(page: Page, path: str, raw: str) -> None:
    headers = {"X-Token": page.token}
    where: dict[str, Any] = {"base_url": "http://localhost:8765", "content_type": "application/json"}
    answer = page.client.post(path, data=raw, headers=headers, **where)
    assert (answer.status_code, isinstance(answer.get_json()["error"], str)) == (400, True)


def test_trying_a_tilt_that_does_not_exist_is_refused(table: Parts) -> None:
    play(table, FIRST_TURN)
    page, match_id = Page(table), table.desk.table().match_id
    for word, status in (("Xn", 400), ("yE7@NE", 400), ("Nn", 200), ("rN3@NW", 200)):
        assert page.post(f"/api/matches/{match_id}/try", {"turn": 1, "words": [word]}).status_code == status


def test_one_damaged_match_spoils_nothing_else(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "matches.sqlite")
    parts.desk.open(PLAYERS, name="whole")
    play(parts, FIRST_TURN)
    parts.desk.clear()
    parts.desk.open(PLAYERS, name="damaged")
    play(parts, FIRST_TURN)
    damaged = parts.desk.table().match_id
    parts.desk.clear()
    turn = next(e for e in parts.store.events(damaged) if isinstance(e, ev.TurnEnded))
    parts.store.append(damaged, [turn])  # as two servers on one record once wrote it
    page = Page(parts)
    listed = page.get("/api/matches").get_json()["matches"]
    assert [(one["name"], one.get("damaged", False)) for one in listed] == [("damaged", True), ("whole", False)]
    assert page.get("/api/matches/people").get_json()["people"][0]["matches"] == 1
    assert page.get(f"/api/matches/{damaged}/log").status_code == 200
    assert page.post(f"/api/matches/{damaged}/continue").status_code == 409
    open_table(parts.desk, parts.learning, type("Args", (), {"source": None, "new": False, "players": ""})())
    assert parts.desk.session is None
    assert page.post(f"/api/matches/{damaged}", method="DELETE").status_code == 200
    assert len(page.get("/api/matches").get_json()["matches"]) == 1
    parts.store.close()
