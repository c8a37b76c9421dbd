"""The numbers of `tests/data/perft`: one runner for every game."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.engine.perft import FOLDER, Block, blocks, count

EVERY = [block for file in sorted(FOLDER.glob("*.perft")) for block in blocks(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("block", EVERY, ids=lambda block: f"{block.game}-{block.counts[-1][1]}")
def test_the_numbers_are_found_again(block: Block) -> None:
    assert [(what, count(block.game, block.question, what)) for what, _ in block.counts] == list(block.counts)


def test_every_game_is_counted() -> None:
    assert {block.game for block in EVERY} == set(GAMES)
    for file in FOLDER.glob("*.perft"):
        text = file.read_text(encoding="utf-8")
        assert "\n".join(map(str, blocks(text))) == text
