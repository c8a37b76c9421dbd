"""The best turns of ICE CULT: every end valued at once, the best ones played on.

A turn is only as good as the answer to it, so each promising end is followed by the next player's best turn, and, as
far as the number of positions allows, the best of these by one round more. Chances are those of the table where that
leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from coach.coach import BEST, Advice, Budget, Option
from coach.icecult.features import Floats, order
from coach.icecult.field import Ends, of_states
from coach.icecult.value import Value, chances, learned
from coach.icecult.words import in_words
from engine.icecult.rules import IceCult
from engine.icecult.state import State

POSITIONS: Final = 60_000
"""After so many positions no further line is played on: about a second."""
FIRST: Final = 24
"""So many ends are played on by one turn, as far as that goes."""
ALIKE: Final = 2
"""At most so many with the same pawns and other cubes."""
SECOND: Final = 3
"""So many are played on once more."""


@dataclass(slots=True)
class _Line:
    """An end of the turn, where play went on from it, and the chances there."""

    number: int
    state: State
    chances: Floats
    tip: State
    won: str
    plies: int = 0


class IceCultCoach:
    """The coach for one match of ICE CULT."""

    def __init__(self, rules: IceCult, value: Value | None = None, least: int = BEST) -> None:
        self.rules, self.value, self.least = rules, value or learned(), least

    def in_words(self, words: Sequence[str], language: str) -> str:
        """A turn as a sentence."""
        return in_words(words, language)

    def advise(
        self,
        state: State,
        budget: Budget,
        played: Sequence[str] | None = None,
        after: State | None = None,
        so_far: Sequence[str] = (),
    ) -> Advice:
        """The best turns from a table, and what the turn that was played is worth; nothing is hidden here."""
        ends, me = Ends(self.rules, state), self.rules.players.index(state.to_move)
        if not len(ends):
            return Advice(state.to_move, ())
        static = self._valued(ends, state)
        lines = [self._line(ends, static, number) for number in self._promising(ends, static[:, me])]
        real = None if after is None else self._real(ends, static, state, after, lines)
        budget.looked += len(ends)
        self._play_on(lines if real is None else [real, *(line for line in lines if line is not real)], me, budget)
        seen = [line for line in lines if line.plies or line.won] or lines[:1]
        best = sorted(seen, key=lambda line: -line.chances[me])
        mover = state.to_move
        mine = None if real is None else self._option(mover, real, tuple(played or ()))
        shown = list(_distinct(best))[:BEST]
        return Advice(mover, tuple(self._option(mover, line, ends.words(line.number)) for line in shown), mine)

    def choose(self, state: State, budget: Budget) -> tuple[State, str]:
        """The best end, for playing a whole match against somebody."""
        advice = self.advise(state, budget)
        verdict = self.rules.judge(state, advice.best[0].words)
        assert verdict.next is not None, "a proposed turn is legal"
        return verdict.next, verdict.winners

    def at_once(self, state: State) -> tuple[State, str, float]:
        """The best end by its value alone, without thinking on; and the mover's chance there."""
        ends = Ends(self.rules, state)
        mine = self._valued(ends, state)[:, self.rules.players.index(state.to_move)]
        number = int(mine.argmax())
        return *ends.end(number), float(mine[number])

    def _valued(self, ends: Ends, state: State) -> Floats:
        return chances(self.rules, self.value, ends.field, order(self.rules.players, state.to_move)[1])

    def _promising(self, ends: Ends, mine: Floats) -> list[int]:
        """The ends to think about: the best by value, not all with the same pawns; after a win nothing but wins."""
        if mine.max() >= 1:
            return _few(ends, np.flatnonzero(mine >= 1), BEST)
        return _few(ends, np.argsort(-mine, kind="stable"), FIRST)

    def _line(self, ends: Ends, static: Floats, number: int) -> _Line:
        end, won = ends.end(number)
        return _Line(number, end, static[number], end, won)

    def _real(self, ends: Ends, static: Floats, state: State, after: State, lines: list[_Line]) -> _Line:
        """The table that was left, as one of the ends or, where a rule was broken, as it stood."""
        number = ends.find(after)
        if number is not None:
            known = [line for line in lines if line.number == number]
            return known[0] if known else self._line(ends, static, number)
        field = of_states([(after, "")])
        stood = chances(self.rules, self.value, field, order(self.rules.players, state.to_move)[1])
        return _Line(-1, after, stood[0], after, "")

    def _play_on(self, lines: list[_Line], me: int, budget: Budget) -> None:
        """Follow every line by the best answer, then the best lines by one round more; the first ones in any case."""
        for number, line in enumerate(lines):
            if not line.won and (number < self.least or self._may_go_on(budget)):
                self.follow(line, budget)
        for line in sorted(lines, key=lambda line: -line.chances[me])[:SECOND]:
            for _ in self.rules.players:
                if not line.won and self._may_go_on(budget):
                    self.follow(line, budget)

    def _may_go_on(self, budget: Budget) -> bool:
        return budget.looked < POSITIONS and not budget.over()

    def follow(self, line: _Line, budget: Budget) -> None:
        """The best answer of whoever is to move; the chances are a mean of what was thought before and after."""
        ends = Ends(self.rules, line.tip)
        if not len(ends):
            return
        budget.looked += len(ends)
        static = self._valued(ends, line.tip)
        number = int(static[:, self.rules.players.index(line.tip.to_move)].argmax())
        line.tip, line.won = ends.end(number)
        line.chances = static[number] if line.plies == 0 else (line.chances + static[number]) / 2
        line.plies += 1

    def _option(self, mover: str, line: _Line, words: tuple[str, ...]) -> Option:
        shown = {p: float(c) for p, c in zip(self.rules.players, line.chances, strict=True)}
        return Option(words, shown, wins=mover in line.won and line.plies == 0)


def _board(state: State) -> tuple[object, ...]:
    return state.paths, state.start, state.goal


def _few(ends: Ends, numbers: Sequence[int] | np.ndarray, most: int) -> list[int]:
    """The first of these ends, at most `ALIKE` with the same pawns."""
    met: dict[tuple[object, ...], int] = {}
    out: list[int] = []
    for number in numbers:
        board = _board(ends.end(int(number))[0])
        met[board] = met.get(board, 0) + 1
        if met[board] <= ALIKE:
            out.append(int(number))
        if len(out) == most:
            break
    return out


def _distinct(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Lines that leave the pawns differently."""
    met = set()
    for line in lines:
        if (board := _board(line.state)) not in met:
            met.add(board)
            yield line
