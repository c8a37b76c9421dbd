"""A reading hands on its rivals: what the belief weighs is what the reader weighed, not one value and a confidence."""

from __future__ import annotations

import math

import pytest

from tests.vision.icecult.frames import NAMES, load, true_profile
from vision.icecult.read.observer import Observer
from vision.icecult.read.stacks import Guess, likely_stacks


def test_what_the_confidence_leaves_goes_to_the_rivals_by_their_weights() -> None:
    told = likely_stacks([Guess("rg", 0.7), Guess("rgg", 0.2), Guess("g", 0.1)], "rg", 0.4)
    assert [value for value, _ in told] == ["rg", "rgg", "g"]
    assert [math.exp(logged) for _, logged in told] == pytest.approx([0.4, 0.4, 0.2])


def test_a_reading_without_rivals_stands_alone() -> None:
    assert likely_stacks([Guess("", 1.0)], "", 1.0) == (("", 0.0),)


def test_every_space_that_is_read_hands_on_what_it_may_be() -> None:
    bgr, truth = load(NAMES[0])
    seen = Observer(true_profile(truth)).read(bgr)
    stacks = {f"{path}{k}": text for path, each in seen.paths.items() for k, text in enumerate(each, 1)}
    read = {place: text for place, text in stacks.items() if text is not None and not text.startswith("?")}
    assert set(seen.readings) == set(read)
    for place, told in seen.readings.items():
        assert read[place] in dict(told)
        assert sum(math.exp(logged) for _, logged in told) <= 1 + 1e-6
