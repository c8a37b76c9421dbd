"""The demo's film contains every interesting thing."""

from __future__ import annotations

import pytest

from engine.core.errors import IcekeeperError
from webui.icecult.demo import demo_film
from webui.play.sight import is_demo


def test_the_film_contains_every_interesting_thing() -> None:
    script = demo_film().script
    words = [word for turn in script.turns for word in turn.words]
    assert any("*" in word for word in words), "a circle copies an arrow"
    assert any("+@" in word or "-@" in word for word in words), "an arc turns a cube"
    assert any(len(stack) > 1 for path in script.start["paths"].values() for stack in path), "stacks"
    faults = {turn.fault: turn for turn in script.turns if turn.fault}
    assert faults["missed-arrow"].fix, "a missed arrow that is put right"
    assert faults["missed-arrow"].fix_when == "late"
    assert "tilt-alone" in faults, "an illegal tilt"
    assert any("idle" in turn.before for turn in script.turns), "a hand in the picture that does nothing"
    assert script.winners


def test_other_films_can_be_named() -> None:
    assert is_demo("demo")
    assert is_demo("demo:7")
    assert not is_demo("demolition.mp4")
    assert demo_film("demo:7").script.seed == 7
    with pytest.raises(IcekeeperError, match="demo:NUMBER"):
        demo_film("demo:x")
