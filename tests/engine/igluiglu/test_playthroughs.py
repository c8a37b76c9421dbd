"""Whole games, state by state, as they were when somebody last read them."""

from __future__ import annotations

import pytest

from tests.engine.igluiglu.playthroughs import FOLDER, MATCHES, told


@pytest.mark.parametrize("name", MATCHES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    assert told(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
