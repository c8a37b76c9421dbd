"""What a camera knows of a table: both ways as JSON, and what it leaves possible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from engine.core.errors import NotationError
from engine.icecult.board import SLOTS
from engine.icecult.cube import POSES, STANDARD_SET, UNKNOWN_SET, Top
from engine.icecult.partial import PartialState, may_be
from engine.icecult.state import State
from tests.engine.tables import random_state, seeds

SETUP = State.setup().to_json()


def partly(**changes: Any) -> PartialState:
    """The table at set-up with some groups written otherwise."""
    return PartialState.from_json(SETUP | changes)


def with_cube(data: Any, slot: str = "NE") -> PartialState:
    """The table at set-up with one cube seen like this."""
    return partly(cubes=SETUP["cubes"] | {slot: data})


@given(seeds())
def test_a_whole_state_is_a_partial_one(rng: Any) -> None:
    state = random_state(rng)
    seen = PartialState.of(state)
    assert seen.complete
    assert seen.fits(state, STANDARD_SET)
    assert PartialState.from_json(state.to_json()) == seen
    assert PartialState.from_json(seen.to_json()) == seen


@pytest.mark.parametrize(
    "cube", ["UN", ["UN", "UE"], None, {"symbol": "circle", "facing": None}, "SW:DN", {"symbol": "arc", "facing": "NW"}]
)
def test_a_cube_prints_and_parses(cube: Any) -> None:
    seen = with_cube(cube)
    assert seen.to_json()["cubes"]["NE"] == cube
    assert PartialState.from_json(seen.to_json()) == seen


def test_possible_poses() -> None:
    assert with_cube("UE").possible_poses("NE", STANDARD_SET) == {"UE"}
    assert with_cube(["UE", "UN"]).possible_poses("NE", STANDARD_SET) == {"UE", "UN"}
    assert with_cube(None).possible_poses("NE", STANDARD_SET) == set(POSES)
    circle = with_cube({"symbol": "circle", "facing": None}).possible_poses("NE", STANDARD_SET)
    assert circle == {"DN", "DE", "DS", "DW"}
    (red,) = with_cube({"symbol": "red", "facing": "W"}).possible_poses("NE", STANDARD_SET)
    assert STANDARD_SET.cube("NE").top(red) == Top("red", "W")


def test_a_face_not_yet_known_may_show_anything() -> None:
    assert with_cube({"symbol": "red", "facing": "W"}).possible_poses("NE", UNKNOWN_SET) == set(POSES)


def test_another_slot_s_cube() -> None:
    seen = with_cube("SW:DN")
    assert seen.stranger("NE") == ("SW", "DN")
    assert seen.possible_poses("NE", STANDARD_SET) == set()
    assert with_cube("NE:DN").stranger("NE") is None
    assert with_cube("NE:DN").possible_poses("NE", STANDARD_SET) == {"DN"}


@pytest.mark.parametrize(
    ("seen", "stack", "fits"),
    [
        (None, "rg", True),
        ("rg", "rg", True),
        ("rg", "gr", False),
        ("?g", "rg", True),
        ("?g", "rrg", True),
        ("?g", "gr", False),
        ("", "r", False),
        ("?", "", True),
    ],
)
def test_what_a_stack_may_be(seen: str | None, stack: str, fits: bool) -> None:
    assert may_be(seen, stack) is fits


def test_unseen_places_are_named() -> None:
    paths = SETUP["paths"] | {"W": ["", "", None, "?r", ""]}
    seen = partly(paths=paths, start=None, goal=SETUP["goal"] | {"N": None})
    assert seen.unseen_pawns() == ("W3", "W4", "start", "goalN")
    assert not seen.complete


def test_an_observation_with_its_hidden_places() -> None:
    observation = SETUP | {
        "cubes": {slot: {"symbol": "arc", "facing": "SE", "confidence": 0.97} for slot in SLOTS},
        "paths": SETUP["paths"] | {"N": ["", "r", "?rg", "", ""]},
        "hidden": ["N2", "N3", "NE", "start"],
        "confidence": 0.93,
    }
    seen = PartialState.from_observation(observation)
    assert seen.cubes == (Top("arc", "SE"), None, Top("arc", "SE"), Top("arc", "SE"))
    assert seen.paths[0] == ("", None, "?rg", "", "")
    assert seen.start is None


BAD: list[Any] = [
    None,
    [],
    "UNUNUNUN",
    {},
    SETUP | {"cubes": {"NW": "UN"}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": "UU"}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": "XX:UN"}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": []}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": 7}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": {"symbol": "purple", "facing": None}}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": {"symbol": "red", "facing": "NW"}}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": {"symbol": "circle", "facing": "N"}}},
    SETUP | {"cubes": SETUP["cubes"] | {"NE": {"symbol": "red", "facing": ["N"]}}},
    SETUP | {"paths": SETUP["paths"] | {"N": "rrrrr"}},
    SETUP | {"paths": SETUP["paths"] | {"N": ["", ""]}},
    SETUP | {"paths": SETUP["paths"] | {"N": ["", "", "x", "", ""]}},
    SETUP | {"paths": SETUP["paths"] | {"N": ["", "", 3, "", ""]}},
    SETUP | {"paths": SETUP["paths"] | {"N": ["", "", "r?g", "", ""]}},
    SETUP | {"start": 5},
    SETUP | {"start": "?r"},
    {key: value for key, value in SETUP.items() if key != "start"},
    SETUP | {"goal": None},
]


@pytest.mark.parametrize("data", BAD)
def test_anything_else_is_refused_in_one_line(data: Any) -> None:
    with pytest.raises(NotationError) as error:
        PartialState.from_json(data)
    assert "\n" not in str(error.value)
