"""A phone as a camera: newest picture, refused rubbish, nothing unpacked that is too big."""

from __future__ import annotations

import threading

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.opening import Status
from vision.sources.phone import SILENT_S, STILLS, PhoneSource, PictureError, Shot, Taken, WaitingError, decoded


def jpeg(width: int = 320, height: int = 240) -> bytes:
    """A grey picture."""
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def test_the_newest_picture_counts_and_older_ones_are_counted_as_dropped() -> None:
    phone = PhoneSource()
    for width in (320, 330, 340):
        phone.push(Shot(jpeg(width)))
    frame = next(phone.frames())
    assert (frame.resolution_wh[0], frame.index, phone.dropped, phone.count) == (340, 2, 2, 3)


def test_a_silent_phone_is_awaited() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    phone.push(Shot(jpeg()))
    assert phone.status is Status.RUNNING
    now[0] = SILENT_S + 1
    assert phone.status is Status.WAITING
    phone.push(Shot(jpeg()))
    assert phone.status is Status.RUNNING
    phone.close()
    assert phone.status is Status.CLOSED


def test_closing_ends_whoever_waits_for_a_picture() -> None:
    phone = PhoneSource()
    got: list[int] = []
    waiting = threading.Thread(target=lambda: got.append(len(list(phone.frames()))))
    waiting.start()
    phone.close()
    waiting.join(2)
    assert got == [0]


def test_a_tiny_picture_is_refused() -> None:
    with pytest.raises(PictureError, match="60x60"):
        decoded(jpeg(60, 60))


@given(st.binary(max_size=400))
def test_rubbish_is_refused(data: bytes) -> None:
    with pytest.raises(PictureError):
        decoded(b"\xff\xd8" + data)


def test_a_picture_that_was_overtaken_is_left_out() -> None:
    phone = PhoneSource()
    assert phone.push(Shot(jpeg(), taken_ms=2000)) is Taken.TAKEN
    assert phone.push(Shot(jpeg(), taken_ms=1900)) is Taken.OLD
    assert phone.count == 1


def test_single_pictures_are_all_looked_at_and_each_is_a_rest_of_its_own() -> None:
    phone = PhoneSource()
    for _ in range(STILLS):
        phone.push(Shot(jpeg(), still=True))
    with pytest.raises(WaitingError, match="wait a moment"):
        phone.push(Shot(jpeg(), still=True))
    frames = phone.frames()
    assert [(next(frames).alone, phone.dropped) for _ in range(STILLS)] == [(True, 0)] * STILLS


def test_a_phone_that_sends_single_pictures_is_not_called_lost_between_them() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    phone.push(Shot(jpeg(), still=True))
    now[0] = 60.0
    assert phone.status is Status.RUNNING


def test_smaller_pictures_of_the_same_shape_come_at_the_size_the_board_was_found_in() -> None:
    phone = PhoneSource((640, 360))
    assert phone.push(Shot(jpeg(320, 180))) is Taken.TAKEN
    assert next(phone.frames()).resolution_wh == (640, 360)
    assert phone.push(Shot(jpeg(180, 320))) is Taken.TURNED
    assert phone.push(Shot(jpeg(1280, 720))) is Taken.TAKEN
    assert next(phone.frames()).resolution_wh == (640, 360)


def test_while_the_board_is_looked_for_the_phone_may_be_turned() -> None:
    phone = PhoneSource()
    for sent, seen in (((320, 180), (320, 180)), ((640, 360), (640, 360)), ((320, 180), (640, 360))):
        phone.push(Shot(jpeg(*sent)))
        assert next(phone.frames()).resolution_wh == seen
    phone.push(Shot(jpeg(180, 320)))
    assert next(phone.frames()).resolution_wh == (180, 320)


def test_one_phone_at_a_time_is_the_camera() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    phone.push(Shot(jpeg(), sender="a", taken_ms=9000))
    assert phone.push(Shot(jpeg(), sender="b", taken_ms=1)) is Taken.OTHER
    now[0] = 3.0
    assert phone.push(Shot(jpeg(), sender="b", taken_ms=1)) is Taken.TAKEN


def test_the_phone_tells_how_it_is_doing() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    for _ in range(9):
        now[0] += 0.125
        phone.push(Shot(jpeg(), delay_ms=120, battery=80))
    report = phone.report
    assert (round(report.rate, 3), report.delay_ms, report.battery) == (8.0, 120, 80)
    now[0] += SILENT_S
    assert phone.report.rate == 0.0


def test_for_how_long_a_phone_has_sent_the_very_same_picture_is_counted() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    counted = []
    for at_s, data, still in ((0, jpeg(), False), (4, jpeg(), False), (9, jpeg(), False), (12, jpeg(330), False)):
        now[0] = at_s
        phone.push(Shot(data, still))
        counted.append(next(phone.frames()).same_s)
    assert counted == [0.0, 4.0, 9.0, 0.0]


def test_photographs_sent_one_by_one_may_be_the_same() -> None:
    now = [0.0]
    phone = PhoneSource(clock=lambda: now[0])
    for at_s in (0.0, 60.0):
        now[0] = at_s
        phone.push(Shot(jpeg(), still=True))
        assert next(phone.frames()).same_s == 0.0
