"""Observations both ways, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import NotationError
from engine.icecult.board import SLOTS
from vision.icecult.observation import PATHS, CubeReading, Observation, in_order

arrows = st.tuples(st.sampled_from(["red", "yellow", "green", "blue"]), st.sampled_from(PATHS))
arcs = st.tuples(st.just("arc"), st.sampled_from(SLOTS))
numbers = st.integers(0, 10_000).map(lambda n: n / 10_000)
tops = st.builds(
    lambda top, sure: CubeReading(top[0], top[1], sure), st.one_of(arrows, arcs, st.just(("circle", None))), numbers
)
letters = st.text("rygb", max_size=6)
stacks = st.one_of(st.none(), letters, letters.filter(bool).map(lambda s: "?" + s))
observations = st.builds(
    Observation,
    cubes=st.fixed_dictionaries({slot: st.one_of(st.none(), tops) for slot in SLOTS}),
    paths=st.fixed_dictionaries({path: st.tuples(*[stacks] * 5) for path in PATHS}),
    start=st.one_of(st.none(), letters.map(in_order)),
    goal=st.fixed_dictionaries({path: st.one_of(st.none(), letters.map(in_order)) for path in PATHS}),
    hidden=st.frozensets(st.sampled_from(["N3", "NE", "start", "goalN"])),
    confidences=st.dictionaries(st.sampled_from(["N1", "E5", "start"]), numbers),
    confidence=numbers,
    hand=numbers,
    extra=letters,
)


@pytest.mark.slow
@given(observations)
def test_round_trip(seen: Observation) -> None:
    assert Observation.from_json(json.loads(json.dumps(seen.to_json()))) == seen


def test_rounded_is_what_comes_back_from_the_record() -> None:
    seen = Observation.from_json(
        example() | {"confidence": 0.123456, "hand": 0.654321, "confidences": {"N2": 0.98765432}}
    )
    assert seen.rounded() == Observation.from_json(seen.to_json()) != seen


@given(tops)
def test_a_top_is_read_back_from_its_text(top: CubeReading) -> None:
    assert str(CubeReading.parse(str(top))) == str(top)


def test_likely_values_stay_off_the_record_and_through_rounding() -> None:
    likely = {"N2": (("rg", -0.1), ("r", -2.4)), "NW": (("red>N", -0.02), ("arc:SE", -4.0))}
    seen = replace(Observation.from_json(example()), readings=likely, unseen={"N3": 0.8})
    assert seen.to_json() == Observation.from_json(example()).to_json()
    assert seen.rounded().readings == likely
    assert seen.rounded().unseen == {"N3": 0.8}


@pytest.mark.parametrize(("place", "value", "log_p"), [("N2", "rx", -1.0), ("NW", "red", -1.0), ("N2", "r", 0.5)])
def test_what_is_no_distribution_is_refused(place: str, value: str, log_p: float) -> None:
    with pytest.raises(NotationError):
        replace(Observation.from_json(example()), readings={place: ((value, log_p),)})


def example() -> dict[str, Any]:
    return {
        "cubes": {slot: {"symbol": "circle", "facing": None, "confidence": 0.9} for slot in SLOTS},
        "paths": {path: ["", "rg", "?r", None, ""] for path in PATHS},
        "start": "rr",
        "goal": dict.fromkeys(PATHS, ""),
        "hidden": ["N3", "N4"],
        "confidences": {"N2": 0.97},
        "confidence": 0.93,
    }


def test_contract_example_without_extra_keys() -> None:
    seen = Observation.from_json(example())
    assert seen.space("N2") == "rg"
    assert seen.space("W4") is None
    assert seen.hand == 0.0


@pytest.mark.parametrize(
    "broken",
    [
        [],
        {},
        {"cubes": {}},
        {**example(), "start": "x"},
        {**example(), "confidence": 2},
        {**example(), "paths": {"N": []}},
        {**example(), "cubes": {**example()["cubes"], "NW": {"symbol": "red", "facing": "NE"}}},
        {**example(), "cubes": {**example()["cubes"], "NW": "red"}},
    ],
)
def test_anything_else_is_refused(broken: Any) -> None:
    with pytest.raises(NotationError):
        Observation.from_json(broken)


def test_tops_in_words() -> None:
    assert [str(CubeReading(*top)) for top in (("red", "N"), ("arc", "SE"), ("circle", None))] == [
        "red>N",
        "arc:SE",
        "circle",
    ]
