"""What each step of docs/ADDING-A-GAME.md claims; tests/test_adding_a_game.py runs it in a house with take stones."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest

from calibration.errors import NotFoundError
from calibration.profile import ShapeError
from calibration.proof import check
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.core.verdict import Fault
from engine.games import GAMES
from tests.toy.calibration.board import SQUARES, MarkerSeeker, StonesProfile, find, square_mm
from tests.toy.engine.game import Heap, TakeStones, Taking
from tests.toy.vision.belief import StonesBelief
from tests.toy.vision.reader import Squares, StonesReader, eye
from tests.toy.vision.table import CAMERA, KNOCKED, DrawnFilm, film, scene
from tests.toy.webui.watch import StonesJudge
from vision.belief.conclusions import Begun
from vision.belief.prices import STANDARD
from vision.eye import Pointing
from vision.frame import Frame
from webui.play.sight import learning_on_page, unheeded
from webui.play.watcher import Patience
from webui.record.events import Told
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.session import TableSession
from webui.table.desk import Desk
from webui.table.hub import Hub

TRUE = StonesProfile(CAMERA)
GAME = "take-stones"


def test_step_1_the_rules_play_judge_and_say_why() -> None:
    rules, rng, heap = TakeStones("rb"), Random(1), Heap(9, "r")
    while heap.stones:
        verdict = rules.judge(heap, [rng.choice(rules.begin(heap).legal_words())])
        assert verdict.next is not None
        winners, heap = verdict.winners, verdict.next
    assert winners in ("r", "b")
    fault = rules.judge(Heap(5, "r"), ["take 4"]).fault
    assert fault == Fault("too-many", 0)
    assert "one to three" in rules.fault_text(Heap(5, "r"), ["take 4"], fault, "de")


def test_step_2_one_line_puts_it_on_offer() -> None:
    assert list(GAMES) == ["ice-cult", "iglu", GAME]


def test_step_3_it_is_played_by_hand() -> None:
    store = Store.in_memory()
    table = TableSession(store, create_match(store, seats("rb"), game=GAME))
    table.start()
    assert table.act("take 4").result(5)["verdict"]["rule"] == "too-many"
    for word in ("take 3", "take 3", "take 3"):
        view = table.act(word).result(5)
    table.stop()
    store.close()
    assert [turn["legal"] for turn in view["history"]] == [True, True, True]
    assert (view["winners"], view["how"]) == ("r", "last-stone")


def test_step_4_a_profile_says_where_all_parts_are() -> None:
    assert StonesProfile.from_json(TRUE.to_json()) == TRUE
    assert TRUE.turned(1).turned(3).camera.project(square_mm("a3")) == pytest.approx(CAMERA.project(square_mm("a3")))
    assert len(TRUE.outlines()) == len(SQUARES) == 9
    with pytest.raises(ShapeError):
        TRUE.check_picture(640, 480)


def test_step_5_the_board_is_found() -> None:
    found = find(scene(5))
    assert MarkerSeeker().apart_px(found, TRUE) < 1.0
    assert abs(found.camera.focal_px / CAMERA.focal_px - 1) < 0.03
    with pytest.raises(NotFoundError, match="SE"):
        find(scene(5, hand=0.8))


def test_step_6_a_knock_is_followed() -> None:
    asked = partial(check, seeker=MarkerSeeker())
    assert asked(TRUE, scene(5)).status == "fits"
    moved = asked(TRUE, scene(5, KNOCKED))
    assert moved.status == "moved"
    assert MarkerSeeker().apart_px(moved.profile, StonesProfile(KNOCKED)) < 1.0
    assert asked(TRUE, np.full_like(scene(5), 128)).status == "lost"


def test_step_7_the_virtual_table_is_drawn() -> None:
    frames = list(film((9, 7)))
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert (frames[0].bgr != frames[-1].bgr).any()
    again = list(film((9, 7), from_s=3.0))
    assert (again[0].index, again[-1].index) == (15, frames[-1].index)


def test_step_8_every_number_of_stones_is_read() -> None:
    for camera in (CAMERA, KNOCKED):
        reader = StonesReader(StonesProfile(camera))
        for stones in range(10):
            read = reader.read(scene(stones, camera), None)
            assert [round(read.stones[square]) for square in SQUARES] == [1] * stones + [0] * (9 - stones)
            assert reader.is_plain(read, frozenset())
    covered = StonesReader(TRUE).read(scene(9, hand=1.0), None)
    assert "c1" in covered.hidden
    assert covered.hand > 0.5
    assert Squares.from_json(covered.to_json()) == covered


def test_step_9_the_eye_tells_rest_from_hand() -> None:
    looking = eye(TRUE, unheeded)
    glances = [looking.look(frame) for frame in film((9, 7))]
    seen = {glance.rest: glance.observation for glance in glances if isinstance(glance.observation, Squares)}
    assert [sum(p > 0.5 for p in read.stones.values()) for read in seen.values()] == [9, 7]
    assert glances[-1].trouble == ""
    still = scene(7, KNOCKED)
    later = [looking.look(Frame(still, k, k / 5)) for k in range(len(glances), len(glances) + 30)]
    assert "board-moved" in [note for glance in later for note in glance.noted]
    assert len(looking.evidence(0.0, 9.0, Pointing(("c1",)))) == 2


def test_step_10_what_was_seen_is_believed_and_judged() -> None:
    belief, judge = StonesBelief(TakeStones("rb"), Begun(Heap(9, "r")), 1.0, STANDARD), StonesJudge()
    for rest, stones in enumerate((9, 7, 3)):
        belief.rest, belief.at_s = rest, 10.0 * rest
        belief.see([StonesReader(TRUE).read(scene(stones), None)] * 2, 2.0)
    over, now = belief.over(1), belief.breach(2)
    assert over is not None
    assert now is not None
    assert (over.words, now.words) == (("take 2",), ("take 4",))
    assert judge.ruling(over).legal
    assert judge.ruling(now).rule == "too-many"
    assert isinstance(now.turn, Taking)


def test_step_11_a_camera_referees_a_match() -> None:
    match, told = filmed(lambda desk: desk.demonstrate(GAME))
    assert [turn.actions for turn in match.turns] == [("take 2",), ("take 1",), ("take 4",), ("take 2",)]
    assert [turn.legal for turn in match.turns] == [True, True, False, True]
    assert [(event.turn, event.about, event.rule) for event in told] == [(3, "fault", "too-many"), (4, "win", "R1")]
    assert len(told[0].evidence) == 2, "pictures from before and after prove it"
    assert (match.winners, match.how) == ("b", "last-stone")
    assert replay(MatchLog.parse(map(json.dumps, match.log())), GAMES).winners == "b"
    patience = Patience(rest_ends_s=1.4)
    found, honest = find(scene(9)), DrawnFilm((9, 8, 5, 2, 0), 0.0)
    match, told = filmed(lambda desk: desk.watch(honest, found, seats("rb"), patience=patience))
    assert [turn.actions for turn in match.turns] == [("take 1",), ("take 3",), ("take 3",), ("take 2",)]
    assert [(event.turn, event.about) for event in told] == [(4, "win")], "nobody is accused"


def filmed(put: Callable[[Desk], object]) -> tuple[Match, list[Told]]:
    """The match that was put on a table, at its end; and what was told of it."""
    store = Store.in_memory()
    desk = Desk(store, Hub())
    desk.learning = learning_on_page(None)
    put(desk)
    table = desk.table()
    assert table.wait(60)
    desk.clear()
    told = [event for event in store.events(table.match_id) if isinstance(event, Told)]
    store.close()
    return table.match, told
