"""A game that exists only here, to prove how little a game needs: take one to three stones, the last one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.core.errors import NotationError
from engine.core.game import Game
from engine.core.verdict import Fault, Verdict

STONES, MOST = 9, 3
"""So many lie there first, and so many may be taken in one turn."""
WORDS: Final = tuple(f"take {n}" for n in range(1, 10))
LANGUAGES: Final = ("en", "de", "fr", "it")
SENTENCES: Final = {
    "once": "A turn is one handful.",
    "too-many": "A turn takes one to three of the stones that are left.",
    "nothing-taken": "A turn takes at least one stone.",
}


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

    state: Heap
    players: str
    taken: int = 0

    def play_words(self, words: Sequence[str]) -> Taking | Fault:
        turn = self
        for at, count in enumerate([int(read_word(word)[-1]) for word in words]):
            if turn.taken or count > min(MOST, turn.state.stones):
                return Fault("once" if turn.taken else "too-many", at)
            turn = turn.after(count)
        return turn

    def after(self, count: int) -> Taking:
        """So many stones taken, whether or not the rules allow it."""
        left = max(self.state.stones - count, 0)
        return replace(self, state=replace(self.state, stones=left), taken=self.taken + count)

    def legal_words(self) -> list[str]:
        return [] if self.taken else [f"take {n}" for n in range(1, min(MOST, self.state.stones) + 1)]

    def end(self) -> Verdict[Heap]:
        if not self.taken:
            return Verdict(Fault("nothing-taken", 0, tuple(self.legal_words())))
        return Verdict(None, self.winners, self.handed_on())

    @property
    def words(self) -> tuple[str, ...]:
        return (f"take {self.taken}",) if self.taken else ()

    @property
    def winners(self) -> str:
        return "" if self.state.stones or not self.taken else self.state.to_move

    def may_end(self) -> bool:
        return self.taken > 0

    def handed_on(self) -> Heap:
        return Heap(self.state.stones, next_player(self.players, self.state.to_move))


@dataclass(frozen=True)
class Nothing:
    """The set and the house rules of a game that has none."""

    def to_json(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class TakeStones:
    """The rules of one match."""

    players: str = "rb"
    equipment: ClassVar = Nothing()
    house: ClassVar = Nothing()
    endings: ClassVar = ("last-stone",)

    def read_state(self, data: Any) -> Heap:
        if not isinstance(data, Mapping) or type(data.get("stones")) is not int or "to_move" not in data:
            raise NotationError(f"expected a heap, got {data!r}")
        return Heap(data["stones"], data["to_move"])

    def mover(self, state: Heap) -> str:
        return state.to_move

    def next_mover(self, before: Heap, after: Heap) -> str:
        return next_player(self.players, before.to_move)

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
        return SENTENCES[fault.rule]


def in_all(text: str) -> dict[str, str]:
    """The one sentence there is, in all languages."""
    return dict.fromkeys(LANGUAGES, text)


def next_player(players: str, colour: str) -> str:
    """Who takes after this one."""
    return players[(players.index(colour) + 1) % len(players)]


def read_word(word: str) -> str:
    """The word itself, where it is one."""
    if word not in WORDS:
        raise NotationError(f"expected a word like 'take 2', got {word!r}")
    return word


TOY = Game("take-stones", "Take stones", "toy", lambda _set, _house, players: TakeStones(players), read_word, LANGUAGES)
