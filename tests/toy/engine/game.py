"""A game that exists only here, to prove how little a game needs: take one to three stones, the last one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.errors import NotationError
from engine.core.game import Game
from engine.core.verdict import Fault, Verdict


@dataclass(frozen=True)
class Heap:
    """So many stones, and who takes next."""

    stones: int
    to_move: str

    def to_json(self) -> dict[str, Any]:
        return {"stones": self.stones, "to_move": self.to_move}


@dataclass(frozen=True)
class Taking:
    """A turn: one handful, then it is over."""

    heap: Heap
    players: str
    taken: int = 0

    def play_words(self, words: Sequence[str]) -> Taking | Fault:
        turn = self
        for at, count in enumerate([int(read_word(word)[-1]) for word in words]):
            if turn.taken or count > turn.heap.stones:
                return Fault("once" if turn.taken else "too-many", at)
            turn = replace(turn, heap=replace(turn.heap, stones=turn.heap.stones - count), taken=count)
        return turn

    def legal_words(self) -> list[str]:
        return [] if self.taken else [f"take {n}" for n in (1, 2, 3) if n <= self.heap.stones]

    def end(self) -> Verdict[Heap]:
        if not self.taken:
            return Verdict(Fault("nothing-taken", 0, tuple(self.legal_words())))
        after = self.players[(self.players.index(self.heap.to_move) + 1) % len(self.players)]
        return Verdict(None, "" if self.heap.stones else self.heap.to_move, Heap(self.heap.stones, after))


@dataclass(frozen=True)
class TakeStones:
    """The rules of one match."""

    players: str = "rb"
    endings: ClassVar = ("last-stone",)

    def read_state(self, data: Any) -> Heap:
        if not isinstance(data, Mapping) or type(data.get("stones")) is not int:
            raise NotationError(f"expected a heap, got {data!r}")
        return Heap(data["stones"], data["to_move"])

    def mover(self, state: Heap) -> str:
        return state.to_move

    def next_mover(self, before: Heap, after: Heap) -> str:
        return self.players[(self.players.index(before.to_move) + 1) % len(self.players)]

    def begin(self, state: Heap) -> Taking:
        return Taking(state, self.players)

    def judge(self, state: Heap, words: Sequence[str]) -> Verdict[Heap]:
        turn = self.begin(state).play_words(words)
        return Verdict(turn) if isinstance(turn, Fault) else turn.end()

    def result(self, state: Heap, words: Sequence[str]) -> Heap | None:
        return self.judge(state, words).next

    def how_won(self, state: Heap, winners: str) -> str:
        return "last-stone" if winners and not state.stones else ""

    def end_details(self, state: Heap) -> Mapping[str, Any]:
        return {}

    def fault_text(self, state: Heap, words: Sequence[str], fault: Fault, language: str) -> str:
        return f"{fault.rule} ({language})"


def read_word(word: str) -> str:
    """The word itself, where it is one."""
    if word not in ("take 1", "take 2", "take 3"):
        raise NotationError(f"expected a word like 'take 2', got {word!r}")
    return word


TOY = Game("take-stones", "Take stones", "toy", lambda _set, _house, players: TakeStones(players), read_word, ("en",))
