"""The best turns of IGLU IGLU: ways to spend the points, tried over the tiles that nobody has seen.

Luck is no merit and no mistake: where to melt is judged by what the tile may show on average, what was done then by
what it did show. Every answer carries a spread, since chance decides much of this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from coach.coach import BEST, Advice, Budget, Option
from coach.igluiglu.planning import Plan, melting, plans
from coach.igluiglu.unknown import dealt
from coach.igluiglu.value import Floats, Value, chances, learned
from coach.igluiglu.words import in_words
from engine.core.verdict import Fault
from engine.igluiglu.actions import parse_action
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose, ranked
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress

SAMPLES: Final = 8
"""So many futures of one round are tried for each turn."""
SURE: Final = 1.28
"""A spread covers four cases out of five."""
LEAST: Final = 0.02
"""No chance is known better than this while tiles lie face down."""
BETTER: Final = 0.01
"""Another place to melt is proposed where it is better by more than this."""


class IgluCoach:
    """The coach for one match of IGLU IGLU."""

    def __init__(self, rules: IgluIglu, value: Value | None = None, seed: int = 1) -> None:
        self.rules, self.value, self.seed = rules, value or learned(), seed

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
        """The best turns from a table, or the best ways to go on, and what the turn that was played is worth.

        Words that were played without a table `after` them go no further than where to melt.
        """
        if played is not None and after is None:
            return self._melted(state, played, budget)
        turn = self._until_free(self.rules.begin(state), so_far if played is None else played)
        if turn.wants in ("nothing", "place"):  # what a place is worth at the set-up has not been learned
            return Advice(state.to_move, ())
        shown = frozenset(_kind(word) for word in played or so_far)
        best = self._proposals(turn, shown, budget)
        if played is None or after is None:
            return Advice(state.to_move, tuple(best))
        done = turn.play_words(played[len(turn.actions) :])
        over = not isinstance(done, Fault) and done.over
        real = self._option(tuple(played), after, over, turn.mover, budget)
        return self._with_melting(state, played, best, real, budget)

    def _melted(self, state: State, played: Sequence[str], budget: Budget) -> Advice:
        """Where to melt, and what it is worth to melt there, before the tile is seen."""
        turn = self.rules.begin(state)
        rated = [(mean, str(melt)) for mean, melt in melting(self.value, turn, Random(self.seed), budget)]
        best = tuple(self._static(turn, word, mean) for mean, word in rated[:BEST])
        mine = next((self._static(turn, word, mean) for mean, word in rated if [word] == list(played)), None)
        return Advice(state.to_move, best, mine)

    def _until_free(self, turn: TurnInProgress, words: Sequence[str]) -> TurnInProgress:
        """The turn up to where points can be spent: what comes before is no free choice."""
        for word in words:
            after = turn.play_words([word]) if turn.wants != "act" else turn
            if isinstance(after, Fault) or after.wants == "nothing":
                break
            turn = after
        return turn

    def _proposals(self, turn: TurnInProgress, shown: frozenset[str], budget: Budget) -> list[Option]:
        if turn.wants == "melt":
            rated = melting(self.value, turn, Random(self.seed), budget)[:BEST]
            return [self._static(turn, str(melt), mean) for mean, melt in rated] or self._next(turn)
        if turn.wants == "act":
            options = [self._tried(plan, budget) for plan in plans(self.value, turn, budget, shown)]
            return sorted(options, key=lambda option: -option.chances[turn.mover])
        return self._next(turn)

    def _next(self, turn: TurnInProgress) -> list[Option]:
        """Single words, where the turn waits for one decision before points can be spent."""
        return [self._static(turn, liking.word) for liking in ranked(turn)[:BEST]]

    def _static(self, turn: TurnInProgress, word: str, mean: float | None = None) -> Option:
        """One word, worth what the table shows after it."""
        then, words = turn.after(parse_action(word)), (*map(str, turn.actions), word)
        if then.over:
            return self._ended(words, then.table, turn.mover)
        found = chances(self.value, then.table, then.house)
        if mean is not None:
            found = _moved(found, self.rules.players.index(turn.mover), mean)
        return Option(words, self._named(found), 2 * LEAST, whole=then.wants == "nothing")

    def _tried(self, plan: Plan, budget: Budget) -> Option:
        return self._option(plan.words, plan.turn.table, plan.turn.over, plan.turn.mover, budget)

    def _option(self, words: tuple[str, ...], table: State, over: bool, mover: str, budget: Budget) -> Option:
        """A mover's turn and what comes of it over futures by chance; the same futures for every turn."""
        if over:
            return self._ended(words, table, mover)
        found = [chances(self.value, table, self.rules.house)]
        for number in range(SAMPLES):
            if budget.over():
                break
            found.append(self._round(table, Random(self.seed * 1000 + number)))
            budget.looked += len(self.rules.players) - 1
        spread = SURE * float(np.std([row.max() for row in found])) / len(found) ** 0.5
        return Option(words, self._named(np.mean(found, 0)), max(LEAST, spread))

    def _ended(self, words: tuple[str, ...], table: State, mover: str) -> Option:
        """A mover's turn by which the game is over; the table may name the next player by now."""
        won = self._named(chances(self.value, table, self.rules.house, over=True))
        return Option(words, won, wins=won[mover] > 0)

    def _round(self, table: State, rng: Random) -> Floats:
        """The chances after one turn of every other player, with faces and choices by chance."""
        state = dealt(table, self.rules.tiles, rng)
        for _ in self.rules.players[1:]:
            turn = self.rules.begin(state)
            while turn.wants != "nothing":
                turn = turn.after(parse_action(choose(turn, rng.random())))
            if turn.over:
                return chances(self.value, turn.table, self.rules.house, over=True)
            state = turn.table
        return chances(self.value, state, self.rules.house)

    def _with_melting(
        self, state: State, played: Sequence[str], best: list[Option], real: Option, budget: Budget
    ) -> Advice:
        """Where to melt is weighed before the tile is seen: a better place comes first, by as much as it is better."""
        player, begun = state.to_move, self.rules.begin(state)
        melts = {str(melt): mean for mean, melt in melting(self.value, begun, Random(self.seed), budget)}
        chosen = next((word for word in played if word in melts), None)
        if chosen is None or not best or best[0].wins:
            return Advice(player, tuple(best), real)
        top = max(melts, key=lambda word: melts[word])
        if (gain := melts[top] - melts[chosen]) > BETTER:
            more = min(1.0, best[0].chances[player] + gain)
            found = np.array([best[0].chances[each] for each in self.rules.players], np.float32)
            better = self._named(_moved(found, self.rules.players.index(player), more))
            best = [Option((top,), better, best[0].spread + LEAST, whole=False), *best][:BEST]
        return Advice(player, tuple(best), real)

    def _named(self, found: Floats) -> dict[str, float]:
        return {player: float(chance) for player, chance in zip(self.rules.players, found, strict=True)}


def _moved(found: Floats, player: int, to: float) -> Floats:
    """The chances with one player's set, the others' in their old proportion."""
    rest = np.delete(found, player).sum()
    out = found * ((1 - to) / rest if rest > 0 else 0)
    out[player] = to
    return np.asarray(out, np.float32)


def _kind(word: str) -> str:
    """The kept tile that a word plays, "" for none."""
    verb, _, rest = word.partition(" ")
    if verb == "play":
        return rest.split(" ")[0]
    return "harpoon" if "harpoon" in word or verb == "defend" else ""
