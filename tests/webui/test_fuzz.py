"""Whatever is sent to any address: an answer in order, never a fault of ours, and the table stands as before."""

from __future__ import annotations

import contextlib
import os
import string
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.fuzz import attack
from bench.play.notation import Speaker
from calibration.icecult.profile import TableProfile
from engine.core.errors import IcekeeperError
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from tests.calibration.scenes import some_profile
from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from webui.app import create_app
from webui.record.events import event_from_json
from webui.record.fold import fold
from webui.referee.about import About

pytestmark = pytest.mark.slow

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=12,
)
NAMES = "word question k verdict offer on state turn words house name players layout source tips path code tops"
KEYS = st.sampled_from(NAMES.split())
BODIES = st.dictionaries(KEYS, JSON, max_size=6) | JSON
SEGMENTS = st.text(string.printable, min_size=1, max_size=20) | st.sampled_from(["..", "%2e%2e", "\x00", "a/../b"])


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    made = parts_for(posts_per_s=1000.0, gets_per_s=1000.0, joins_per_minute=60.0)
    made.desk.open(PLAYERS, name="Saturday")
    yield Page(made)
    made.setup.close()
    made.desk.clear()
    made.store.close()


def routes(method: str) -> list[str]:
    """Every address of the app that takes this method."""
    app = create_app(parts_for())
    rules = (rule for rule in app.url_map.iter_rules() if method in (rule.methods or ()))
    return sorted({rule.rule for rule in rules})


FUZZ_S = float(os.environ.get("FUZZ_SECONDS", "10"))
"""Attacks in our own notation, by hand and by camera together; FUZZ_SECONDS=120 for longer ones."""
CALM = settings(max_examples=25)
OPENS_DEVICES = ("/api/setup/camera", "/api/setup/find", "/api/table/stop", "/api/table/leave", "/api/table/events")


def check(answer: Any) -> None:
    """In order: an answer below 500, with the policy on it."""
    assert answer.status_code < 500, answer.get_data(as_text=True)
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("path", [path for path in routes("POST") if path not in OPENS_DEVICES])
@given(body=BODIES, segment=SEGMENTS)
@CALM
def test_any_body(page: Page, path: str, body: Any, segment: str) -> None:
    check(page.post(path.replace("<match_id>", segment.replace("/", "_")), body))


@pytest.mark.parametrize("path", [path for path in routes("GET") if path not in OPENS_DEVICES and "<" not in path])
def test_every_address(page: Page, path: str) -> None:
    check(page.get(path))


@pytest.mark.parametrize("path", [path for path in routes("GET") if "<" in path])
@given(segment=SEGMENTS)
@CALM
def test_any_address(page: Page, path: str, segment: str) -> None:
    for name in ("<match_id>", "<picture_id>", "<kind>", "<int:number>", "<path:filename>"):
        path = path.replace(name, segment)
    answer = page.get("/" + path.lstrip("/"))
    check(answer)
    assert b"root:" not in answer.data


@given(raw=st.binary(max_size=200), kind=st.sampled_from(["application/json", "text/plain", "image/jpeg", "x"]))
@CALM
def test_any_bytes(page: Page, raw: bytes, kind: str) -> None:
    for path in ("/api/table/act", "/api/phone/picture", "/api/join", "/api/setup/start"):
        headers = {"X-Token": page.token}
        check(page.client.post(path, data=raw, content_type=kind, headers=headers, base_url="http://localhost"))


@given(
    name=st.sampled_from(["X-Token", "Origin", "Host", "Cookie", "Last-Event-ID", "Accept-Language"]),
    value=st.text(string.printable.strip(), max_size=60),
)
@CALM
def test_any_header(page: Page, name: str, value: str) -> None:
    check(page.client.post("/api/table/act", json={"word": "Nn"}, headers={name: value}, base_url="http://localhost"))
    check(page.client.get("/home", headers={name: value}, base_url="http://localhost"))


def test_the_table_has_survived(page: Page) -> None:
    assert page.get("/api/table/view").status_code == 200
    assert page.post("/api/table/pause", {"on": False}).status_code == 200


@pytest.mark.parametrize("camera", [False, True])
def test_whatever_is_said_in_our_own_notation(camera: bool) -> None:
    """Some of `make bench-fuzz`: the thread answers, everything can be read, a restart gives the same view."""
    found = attack(1, FUZZ_S / 2, camera)
    assert found.failures == []
    assert sum(found.counts.values()) > 5


def events() -> list[Any]:
    """The record of a short match by hand."""
    made = parts_for()
    made.desk.open(PLAYERS)
    play(made, FIRST_TURN)
    play(made, ("Nn", "Ee"))
    told = [event.to_json() for event in made.store.events(made.desk.table().match_id)]
    made.desk.clear()
    made.store.close()
    return told


READERS: dict[str, tuple[Any, Any]] = {
    "state": (State.setup().to_json(), State.from_json),
    "set": (STANDARD_SET.to_json(), CubeSet.from_json),
    "house": (HouseRules().to_json(), HouseRules.from_json),
    "profile": (some_profile().to_json(), TableProfile.from_json),
    "events": (events(), lambda data: fold(map(event_from_json, data))),
    "about": ({"match": "m", "turn": 1, "step": 0}, About.from_json),
}


@pytest.mark.parametrize("what", READERS)
def test_what_is_nearly_right_is_refused_in_words(what: str) -> None:
    right, read = READERS[what]
    read(right)
    say = Speaker(what)
    for _ in range(300):
        spoiled = right
        for _ in range(say.rng.randrange(1, 4)):
            spoiled = say.spoiled(spoiled)
        with contextlib.suppress(IcekeeperError):
            read(spoiled)
