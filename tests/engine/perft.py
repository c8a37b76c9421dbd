"""Counts of what can be played: `python -m tests.engine.perft` writes them anew; review the change.

A file of `tests/data/perft` has blocks, each a position and its numbers:

    game iglu
    in {"state": ..., "players": "rb"}
    words 1 24            so many ways to play one word from there
    words 2 24            ... two words, and so on
    ends 1336             in so many states a legal turn can end
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.core.rules import Turn
from engine.core.verdict import Fault
from engine.games import GAMES
from tests.engine.igluiglu.tables import random_game, random_rules
from tests.engine.tables import vectors

FOLDER = Path(__file__).resolve().parent.parent / "data" / "perft"
DEPTH = {"ice-cult": 3, "iglu": 4}
MOST = 6_000
"""No number above this is written: the files are to be counted in seconds."""


@dataclass(frozen=True)
class Block:
    """A position of a game and what was counted from it."""

    game: str
    question: dict[str, Any]
    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        lines = [f"game {self.game}", f"in {json.dumps(self.question)}"]
        return "\n".join([*lines, *(f"{what} {number}" for what, number in self.counts)]) + "\n"


def begin(game: str, question: dict[str, Any]) -> Turn:
    """The turn of a question, before its first word."""
    rules = GAMES[game].make_rules(question.get("set"), question.get("house"), question["players"])
    return rules.begin(rules.read_state(question["state"]))


def words(turn: Turn, depth: int) -> int:
    """In how many ways so many words can be played."""
    legal = turn.legal_words()
    if depth == 1:
        return len(legal)
    total = 0
    for word in legal:
        after = turn.play_words([word])
        assert not isinstance(after, Fault)
        total += words(after, depth - 1)
    return total


def count(game: str, question: dict[str, Any], what: str) -> int:
    """One number of a block."""
    if what == "ends":
        return int(GAMES[game].answer("ends", question, {"count": True, "turns": False})["count"])
    return words(begin(game, question), int(what.split()[1]))


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a file."""
    for part in text.strip().split("\n\n"):
        game, question, *counts = part.splitlines()
        pairs = tuple((what, int(number)) for what, _, number in (line.rpartition(" ") for line in counts))
        yield Block(game.removeprefix("game "), json.loads(question.removeprefix("in ")), pairs)


def _counted(game: str, question: dict[str, Any]) -> Block:
    counts: list[tuple[str, int]] = []
    for depth in range(1, DEPTH[game] + 1):
        number = words(begin(game, question), depth)
        if number > MOST:
            break
        counts.append((f"words {depth}", number))
    if "ends" in GAMES[game].answers:
        counts.append(("ends", count(game, question, "ends")))
    return Block(game, question, tuple(counts))


def _questions(game: str) -> Iterator[dict[str, Any]]:
    if game == "ice-cult":
        yield from (vector["in"] for vector in vectors("ends.jsonl")[:6])
        return
    for seed in range(6):
        rng = Random(900 + seed)
        rules = random_rules(rng)
        state = rng.choice(random_game(rng, rules, hidden=bool(seed % 2))[10:])[0]
        header = {"set": rules.tiles.to_json(), "house": rules.house.to_json(), "players": rules.players}
        yield {"state": state.to_json(), **header}


def main() -> None:
    """Count all of them."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        text = "\n".join(str(_counted(game, question)) for question in _questions(game))
        (FOLDER / f"{game}.perft").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
