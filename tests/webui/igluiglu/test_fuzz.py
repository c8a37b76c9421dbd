"""Whatever words of this game are sent: an answer in order, the record holds no face, and the table stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.webui.igluiglu.making import ATTACK, joined, open_iglu
from tests.webui.making import Page, parts_for
from webui.parts import Parts

pytestmark = pytest.mark.slow

VERBS = "place melt reveal keep drift walk kayak hunt harpoon build play move defend pass flee stop done"
PARTS = (
    "a1 a3 b6 c4 c5 c6 d4 d5 g2 h2 h8 i9 n e s w r y g b fish1 fish2 fish3 fox1 bear4 bear glacier drift "
    "energy1 energy3 energy9 harpoon melt animals 1 2 3 fish1>b4 bear4>c6 > ? -1"
)
WORDS = st.builds(
    lambda verb, parts: " ".join([verb, *parts]),
    st.sampled_from(VERBS.split()),
    st.lists(st.sampled_from(PARTS.split()), max_size=4),
)
STARTS = st.none() | st.fixed_dictionaries({"centre": st.lists(st.integers(-1, 4) | st.text(max_size=2), max_size=5)})
HOUSES = st.dictionaries(
    st.sampled_from(["half", "serious", "circles"]), st.sampled_from(["on", "up", "x"]), max_size=2
)
CALM = settings(max_examples=80)


@pytest.fixture(scope="module")
def ice() -> Iterator[Parts]:
    made = parts_for(lan=True, posts_per_s=1000.0, gets_per_s=1000.0)
    open_iglu(made, ATTACK)
    yield made
    made.desk.clear()
    made.store.close()


@pytest.fixture(scope="module")
def pages(ice: Parts) -> list[Page]:
    """The host's screen and the phones of both players."""
    return [Page(ice), joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21", "b")]


@given(word=WORDS, who=st.integers(0, 2), then=st.sampled_from(["", "undo", "done", "take-back"]))
@CALM
def test_any_word(ice: Parts, pages: list[Page], word: str, who: int, then: str) -> None:
    answer = pages[who].post("/api/table/act", {"word": word})
    assert answer.status_code in (200, 400, 409), answer.get_data(as_text=True)
    if then:
        assert pages[0].post(f"/api/table/{then}").status_code in (200, 409)
    for page in pages:
        view = page.get("/api/table/view")
        assert view.status_code == 200
        hands = view.get_json()["state"]["hands"]
        assert all(set(hand) <= {"?"} for colour, hand in hands.items() if colour != view.get_json()["you"])


@given(words=st.lists(WORDS, max_size=5), number=st.integers(-1, 3))
@CALM
def test_any_turn(ice: Parts, pages: list[Page], words: list[str], number: int) -> None:
    match = ice.desk.table().match_id
    for path in (f"/api/matches/{match}/try", "/api/table/correct-turn"):
        assert pages[0].post(path, {"turn": number, "words": words}).status_code < 500


@given(start=STARTS, house=HOUSES, colours=st.text("rygbx", max_size=4))
@settings(CALM, max_examples=40)
def test_any_beginning(start: Any, house: Any, colours: str) -> None:
    made = parts_for(posts_per_s=1000.0)
    players = [{"name": "", "colour": colour} for colour in colours]
    body = {"game": "iglu", "name": "", "players": players, "house": house, "start": start}
    assert Page(made).post("/api/setup/start", body).status_code in (200, 400)
    made.desk.clear()
    made.store.close()
