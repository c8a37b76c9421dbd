"""Rule numbers lead to the paragraphs of the rules."""

from __future__ import annotations

import pytest

from engine.core.errors import NotationError
from engine.games import GAMES
from webui.present.rulebook import paragraph, paragraphs


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_plain_text(game: str) -> None:
    found = paragraphs(game)
    assert [int(number[1:]) for number in found] == list(range(1, len(found) + 1))
    assert all(text and not set(text) & set("*`\n") for text in found.values())


def test_a_rule_that_is_none() -> None:
    assert paragraph("ice-cult", "R8").startswith("Do it a second time")
    for game, number in (("ice-cult", "R99"), ("chess", "R1")):
        with pytest.raises(NotationError):
            paragraph(game, number)
