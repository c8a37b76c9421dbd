"""Pictures that prove a fault: really before and after, sharp, ringed; in replay, share file and archive."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.icecult.cube import CubeSet
from vision.album import LEAST_WIDTH, RING, KeptPicture, cut_box, letters_of, pointed, with_letters
from vision.eye import Pointing
from vision.icecult.eye import table_eye
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film, MatchScript, draw_frame
from vision.icecult.sim.profile import scene_profile
from vision.icecult.sim.staging import stage_for
from webui.icecult.watch.pointing import pointing
from webui.play.shown import shown
from webui.present.replay import replay_json
from webui.present.share import shared_page
from webui.present.sheet import archive
from webui.record.events import Event, Told
from webui.record.opening import create_match, seats
from webui.record.ready.history import History
from webui.record.store import Store
from webui.referee.referee import Referee
from webui.referee.seeing.proving import TURN_PICTURES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def filmed() -> tuple[Store, str]:
    """A drawn turn with a fault, seen by the real eye and written down."""
    script = random_match(4, "ry", 1, ("missed-arrow",), stage=stage_for(4, "sides", "ceiling", (960, 540)))
    script = replace(script, turns=(replace(script.turns[0], fix=(), before=(), tempo="fast"),), fps=4.0)
    return seen(script)


@pytest.fixture(scope="module")
def lawful() -> tuple[Store, str]:
    """Two drawn lawful turns, of which one may have a picture."""
    script = random_match(4, "ry", 2, (), stage=stage_for(4, "sides", "ceiling", (960, 540)))
    script = replace(script, turns=tuple(replace(turn, tempo="fast") for turn in script.turns), fps=4.0)
    return seen(script, turn_pictures=1)


def seen(script: MatchScript, turn_pictures: int = TURN_PICTURES) -> tuple[Store, str]:
    """A drawn match, seen by the real eye and written down."""
    film, renderer, store = Film(script), Renderer(), Store.in_memory()
    scene = film.first_scene()
    profile = scene_profile(scene, renderer.render(scene).bgr)
    cubes = CubeSet.from_json(dict(script.cube_set))
    match_id = create_match(store, seats("ry"), equipment=cubes, source="camera", at=0.0)
    referee = Referee.resumed(History(store, match_id), table_eye(profile, dict(script.cube_set)))
    referee.turn_pictures = turn_pictures
    for shot in film.scenes():
        news = referee.look(draw_frame(renderer, *shot))
        store.append(match_id, news.events, news.pictures)
    news = referee.film_over()
    store.append(match_id, news.events, news.pictures)
    return store, match_id


def test_every_lawful_turn_has_a_picture_of_how_it_left_the_table_until_there_are_enough(
    lawful: tuple[Store, str],
) -> None:
    store, match_id = lawful
    match = History(store, match_id).match()
    assert [turn.legal for turn in match.turns[:2]] == [True] * 2
    assert [len(turn.evidence) for turn in match.turns[:2]] == [1, 0]
    jpegs = [picture.jpeg for picture in store.pictures(match_id)]
    assert all(len(jpeg) < 120_000 and pixels(jpeg).shape[1] >= LEAST_WIDTH for jpeg in jpegs)
    assert (np.abs(pixels(jpegs[0]).astype(int) - RING).max(2) < 12).mean() < 0.005, "nothing is ringed"
    events = store.events(match_id)
    told = replay_json(match_id, match, events, lawful=True)["turns"]
    assert [len(turn["evidence"]) for turn in told[:2]] == [1, 0]
    assert all(not turn["evidence"] for turn in replay_json(match_id, match, events)["turns"]), (
        "a shared file stays small"
    )


def told(events: tuple[Event, ...]) -> Told:
    """The fault."""
    return next(event for event in events if isinstance(event, Told) and event.about == "fault")


def pixels(jpeg: bytes) -> Any:
    """A JPEG as an array."""
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_a_fault_is_shown_before_and_after(filmed: tuple[Store, str]) -> None:
    store, match_id = filmed
    fault = told(store.events(match_id))
    before, after = (store.picture(each) for each in fault.evidence)
    assert before is not None
    assert after is not None
    assert (before.caption, after.caption) == ("before", "after")
    assert before.taken_at_s < after.taken_at_s
    one, two = pixels(before.jpeg), pixels(after.jpeg)
    assert min(one.shape[1], two.shape[1]) >= LEAST_WIDTH
    assert np.abs(one.astype(int) - two.astype(int)).max() > 60, "something has changed"
    for picture in (one, two):
        assert (np.abs(picture.astype(int) - RING).max(2) < 40).sum() > 200, "a ring is drawn"
    assert len(before.jpeg) + len(after.jpeg) < 400_000


def test_they_are_in_the_replay_the_share_file_and_the_archive(filmed: tuple[Store, str]) -> None:
    store, match_id = filmed
    events, match = store.events(match_id), History(store, match_id).match()
    replay = replay_json(match_id, match, events)
    assert tuple(replay["turns"][0]["evidence"]) == told(events).evidence
    pictures = {each.id: each.jpeg for each in store.pictures(match_id)}
    page = shared_page(replay, shown(match.game).statistics(match), pictures, match.log())
    assert page.count("data:image/jpeg;base64,") == 2
    names = zipfile.ZipFile(io.BytesIO(archive(store, match_id, match))).namelist()
    assert sum(name.startswith("evidence/") for name in names) == 2


def test_pictures_point_at_the_fault_alone(filmed: tuple[Store, str]) -> None:
    store, match_id = filmed
    match, fault = History(store, match_id).match(), told(store.events(match_id))
    slot = fault.text["en"].partition(" on ")[2][:2]
    at = pointing(match, fault)
    assert at.places == (slot,), "one ring, on the cube whose arrow was missed"
    assert at.way is not None
    assert at.way[0] in (slot, *(f"{path}{n}" for path in "NESW" for n in range(1, 6)))
    assert at.way[1][-2] in "NESW" or at.way[1].startswith("goal")


def test_what_is_ringed_is_as_wide_as_a_thumb_nail_on_any_picture() -> None:
    scene = Film(random_match(3, "ry", 1, (), stage=stage_for(3, "sides", "ceiling", (960, 540)))).first_scene()
    profile = scene_profile(scene, Renderer().render(scene).bgr)
    ok, data = cv2.imencode(".jpg", np.zeros((540, 960, 3), np.uint8))
    assert ok
    kept = KeptPicture(0.0, data.tobytes(), profile)
    for at in (Pointing(("NE",), ("NE", "W1")), Pointing(("NW", "NE")), Pointing(("N3",), ("N3", "N4"))):
        bright = np.abs(pixels(pointed(kept, at)).astype(int) - RING).max(2) < 60
        across = np.flatnonzero(bright.any(0))
        assert across[-1] - across[0] >= 200, at


def test_a_picture_tells_where_the_sides_of_the_board_are(filmed: tuple[Store, str]) -> None:
    store, match_id = filmed
    picture = store.picture(told(store.events(match_id)).evidence[-1])
    assert picture is not None
    letters = letters_of(picture.jpeg)
    assert set(letters) == set("NESW")
    assert all(0 < share < 1 for at in letters.values() for share in at)
    assert letters_of(pixels_of_another_program()) == {}
    assert letters_of(with_letters(pixels_of_another_program(), letters)) == letters


def pixels_of_another_program() -> bytes:
    """A JPEG without any comment."""
    return bytes(cv2.imencode(".jpg", np.zeros((9, 16, 3), np.uint8))[1])


@pytest.mark.parametrize("size", [(1920, 1080), (960, 540), (640, 480), (320, 240)])
def test_a_cut_is_close_and_inside_the_picture(size: tuple[int, int]) -> None:
    width, height = size
    x0, y0, x1, y1 = cut_box([(3.0, 4.0, 40.0, 50.0), (width - 9.0, 1.0, width - 1.0, 90.0)], 20.0, width, height)
    assert 0 <= x0 < x1 <= width
    assert 0 <= y0 < y1 <= height
    x0, y0, x1, y1 = cut_box([(100.0, 90.0, 140.0, 111.0)], 10.0, width, height)
    assert (x1 - x0, y1 - y0) == (60, 45), "close, and of one shape"
