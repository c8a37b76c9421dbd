"""Where a picture points that proves a fault: at one thing, never at everything that changed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.icecult.state import State
from tests.webui.making import FIRST_TURN, PLAYERS
from vision.eye import Pointing
from webui.icecult.watch.pointing import pointing
from webui.record import events as ev
from webui.record.fold import apply, fold
from webui.record.match import Match
from webui.record.opening import create_match
from webui.record.store import Store

TILTS = FIRST_TURN[:2]


@pytest.fixture
def match() -> Match:
    """A match before its first turn."""
    store = Store.in_memory()
    begun = fold(store.events(create_match(store, PLAYERS)))
    store.close()
    return begun


def shown(match: Match, rule: str, words: tuple[str, ...], end: bool = True, **paths: list[str]) -> Pointing:
    """Where it points after these words, with this on the paths as the camera saw them."""
    state = match.rules.begin(match.before).play_anyway(words)[0].state.to_json()  # type: ignore[attr-defined]
    moved: dict[str, Any] = state | {"paths": {**state["paths"], **paths}}
    gone = "".join("".join(stacks) for stacks in moved["paths"].values())
    moved["start"] = "".join(colour * (5 - gone.count(colour)) for colour in "rygb")
    after = State.from_json(moved).to_json()
    if end:
        match = apply(match, ev.TurnEnded(1.0, 1, "r", words, after | {"to_move": "y"}, {"legal": False, "rule": rule}))
    else:
        match = apply(match, ev.Progress(1.0, words, after | {"to_move": "r"}))
    return pointing(match, ev.Told(1.0, "1", 1, "fault", rule, {"en": "?"}))


def test_a_missed_arrow_is_one_cube_and_the_way_its_pawn_could_go(match: Match) -> None:
    assert shown(match, "missed-arrow", TILTS) == Pointing(("NW",), ("NW", "S1"))
    begun = shown(match, "missed-arrow", TILTS, S=["g", "", "", "", ""])
    assert begun.places == ("NW",), "seen between two views"


@pytest.mark.parametrize(
    ("rule", "words", "places"),
    [
        ("tilt-undone", ("Nn", "Ns"), ("NW", "NE")),
        ("tilt-count", (*TILTS, "Ss"), ("SW", "SE")),
        ("tilt-alone", TILTS, ("NW", "NE", "SE")),
    ],
)
def test_a_fault_on_the_cubes_is_one_pair(match: Match, rule: str, words: tuple[str, ...], places: Any) -> None:
    for end in (True, False):
        assert shown(match, rule, words, end) == Pointing(places)


def test_a_pawn_that_went_too_far_is_that_pawn(match: Match) -> None:
    far = shown(match, "pawn-far", FIRST_TURN[:3], S=["", "g", "", "", ""])
    assert far == Pointing(("S2",), ("S1", "S2"))
    beside = shown(match, "pawn-unearned", FIRST_TURN[:3], S=["g", "", "", "", ""], W=["y", "", "", "", ""])
    assert beside == Pointing(("W1",)), "not the lawful step of another pawn"


def test_a_turn_that_stays_open_shows_everything_that_changed(match: Match) -> None:
    state = match.rules.begin(match.before).play_anyway(FIRST_TURN[:3])[0].state.to_json()  # type: ignore[attr-defined]
    ended = ev.TurnEnded(1.0, 1, "r", FIRST_TURN[:3], state | {"to_move": "y"}, {"legal": None})
    assert {"NW", "NE", "S1"} <= set(pointing(apply(match, ended), ended).places)


def test_a_turn_that_stays_open_rings_only_what_is_in_question(match: Match) -> None:
    played = match.rules.begin(match.before).play_anyway(FIRST_TURN[:3])[0]  # type: ignore[attr-defined]
    state = played.state.to_json()

    def asked(*turns: tuple[str, ...]) -> Pointing:
        verdict = {"legal": None, "question": {"text": "?", "answers": [{"turn": list(turn)} for turn in turns]}}
        ended = ev.TurnEnded(1.0, 1, "r", FIRST_TURN[:3], state | {"to_move": "y"}, verdict)
        return pointing(apply(match, ended), ended)

    assert asked(FIRST_TURN[:3], TILTS) == Pointing(("S1",)), "did the pawn enter?"
    there_and_back = (("Nn", "Ns"), ("Ss", "Sn"))
    assert asked(*there_and_back) == Pointing(("NW", "NE", "SW", "SE")), "all lies the same; what was done does not"
