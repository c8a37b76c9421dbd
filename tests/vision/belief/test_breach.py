"""A breach is a value with text both ways."""

from __future__ import annotations

import pytest

from engine.core.errors import NotationError
from vision.belief.breach import Breach
from vision.icecult.belief.breach import is_loose, is_of_pawn


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        ("early-move", Breach("early-move")),
        ("pawn-count@N3", Breach("pawn-count", ("N3",))),
        ("pawn-count@start", Breach("pawn-count", ("start",))),
        ("cubes-exchanged@NW+SE", Breach("cubes-exchanged", ("NW", "SE"))),
    ],
)
def test_a_breach_prints_and_parses(text: str, breach: Breach) -> None:
    assert str(breach) == text
    assert Breach.parse(text) == breach


@pytest.mark.parametrize("text", ["", "@NW", "early-move@", "cubes-exchanged@NW+"])
def test_broken_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a breach"):
        Breach.parse(text)


def test_what_a_breach_leaves_open() -> None:
    assert is_loose(Breach("cubes-exchanged", ("NW", "SE")))
    assert not is_loose(Breach("early-move"))
    assert is_of_pawn(Breach("early-move"))
    assert not is_of_pawn(Breach("cube-turned"))
