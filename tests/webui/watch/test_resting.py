"""When a rest is worth judging, and how rests and seconds go on after an interruption."""

from __future__ import annotations

from engine.icecult.state import State
from tests.vision.synthetic import Noise, observe
from vision.eye import Glance
from vision.icecult.belief.views.fusing import plain
from vision.icecult.observation import Observation
from webui.watch.resting import PICTURES_KEPT, Aligner, Rest

PLAIN = Observation.from_json(observe(State.setup("r"), noise=Noise(confidence=0.99)))
DOUBTFUL = Observation.from_json(observe(State.setup("r"), noise=Noise(confidence=0.8)))


def test_one_plain_picture_is_enough_to_begin_with() -> None:
    rest = Rest(0)
    rest.add([PLAIN], 0.0)
    assert rest.first_time(plain)
    assert not rest.first_time(plain)


def test_doubtful_pictures_are_waited_for() -> None:
    rest = Rest(0)
    rest.add([DOUBTFUL], 0.0)
    assert not rest.first_time(plain)
    rest.add([DOUBTFUL], 0.0)
    assert rest.first_time(plain)
    assert rest.may_show_more()


def test_a_rest_that_lasts_is_judged_once_more() -> None:
    rest = Rest(0)
    assert not rest.held_long(2.0, 1.0), "it has not been judged at all"
    rest.add([PLAIN], 0.0)
    rest.first_time(plain)
    assert not rest.held_long(0.9, 1.0)
    assert rest.held_long(1.0, 1.0)
    assert not rest.held_long(2.0, 1.0)


def test_the_last_pictures_are_kept_and_what_was_hidden_last_is_usual() -> None:
    rest = Rest(0)
    rest.add([PLAIN] * 20, 0.0)
    assert (len(rest.pictures), rest.count, rest.seen_enough) == (PICTURES_KEPT, 20, True)
    hidden = Observation.from_json(observe(State.setup("r")) | {"hidden": ["S1"]})
    rest.add([hidden], 0.0)
    assert rest.after(1, 5.0).usual == {"S1"}


def test_a_camera_opened_again_counts_on_from_the_record() -> None:
    aligner = Aligner()
    assert aligner.aligned(Glance(0.5, "rest", 0, 0.4), 0.0, 0.0) == Glance(0.5, "rest", 0, 0.4)
    aligner.resume(7, True)
    again = aligner.aligned(Glance(0.5, "rest", 0, 0.4), 90.0, 88.0)
    assert (again.rest, again.at_s, again.since_s) == (8, 90.5, 90.4)
    later = aligner.aligned(Glance(2.5, "rest", 1, 2.0), 90.5, 90.4)
    assert (later.rest, later.at_s) == (9, 92.5)


def test_a_film_goes_on_in_the_rest_it_was_left_in() -> None:
    aligner = Aligner()
    aligner.resume(7, True)
    again = aligner.aligned(Glance(88.5, "rest", 0, 88.0), 90.0, 88.0)
    assert (again.rest, again.at_s) == (7, 88.5)
