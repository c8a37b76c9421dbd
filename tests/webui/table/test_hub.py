"""The hub tells everybody the newest view, and nobody holds it up."""

from __future__ import annotations

import json
import threading
import time
from itertools import islice
from typing import Any

import pytest

from webui.table.guests import HubFullError
from webui.table.hub import Hub


def view(number: int, fps: float = 10.0) -> dict[str, Any]:
    """A view that differs by its turn, or only by the frame rate."""
    return {"turn": {"number": number}, "eye": {"status": "rest", "fps": fps, "dropped": 0}}


def test_a_new_page_gets_the_whole_view_at_once() -> None:
    hub = Hub()
    hub.publish(view(3))
    (message,) = islice(hub.follow(), 1)
    assert json.loads(message.data)["turn"]["number"] == 3


def test_a_page_that_returns_with_the_newest_view_is_not_sent_it_again() -> None:
    hub = Hub(heartbeat_s=0.05)
    hub.publish(view(1))
    (first,) = islice(hub.follow(), 1)
    (again,) = islice(hub.follow(first.id), 1)
    assert again.id is None, "a sign of life instead of the same view"
    hub.publish(view(2))
    (fresh,) = islice(hub.follow(first.id), 1)
    assert json.loads(fresh.data)["turn"]["number"] == 2


def test_an_id_of_an_earlier_run_gets_the_whole_view() -> None:
    hub = Hub()
    hub.publish(view(1))
    (message,) = islice(hub.follow("77.1"), 1)
    assert message.id != "77.1"


def test_a_slow_page_skips_to_the_newest_view_and_the_skips_are_counted() -> None:
    hub = Hub()
    hub.publish(view(1))
    pages = iter(hub.follow())
    next(pages)
    for number in range(2, 12):
        hub.publish(view(number))
    assert json.loads(next(pages).data)["turn"]["number"] == 11
    assert hub.skipped == 9


def test_another_frame_rate_alone_is_told_once_a_second() -> None:
    now = [0.0]
    hub = Hub(clock=lambda: now[0])
    told = []
    for number in range(30):
        now[0] += 0.1
        hub.publish(view(1, fps=float(number)))
        (message,) = islice(hub.follow(), 1)
        told.append(message.id)
    assert len(set(told)) == 3


def test_publishing_does_not_wait_for_pages_that_never_read() -> None:
    hub = Hub(most=200)
    for _ in range(100):
        hub.follow()
    begun = time.perf_counter()
    for number in range(200):
        hub.publish(view(number))
    assert time.perf_counter() - begun < 0.5


def test_more_pages_than_allowed_are_refused_and_places_are_given_back() -> None:
    hub = Hub(most=2)
    first, _second = hub.follow(), hub.follow()
    with pytest.raises(HubFullError, match="2 pages"):
        hub.follow()
    first.close()
    first.close()
    assert hub.following == 1
    hub.follow()


def test_closing_lets_every_waiting_page_go() -> None:
    hub = Hub()
    hub.publish(view(1))
    ended: list[int] = []

    def wait() -> None:
        ended.append(len(list(hub.follow())))

    pages = [threading.Thread(target=wait) for _ in range(20)]
    for one in pages:
        one.start()
    hub.close()
    for one in pages:
        one.join(2)
    assert len(ended) == 20
