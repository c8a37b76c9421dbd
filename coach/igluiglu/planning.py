"""Turns thought out: the best ways to spend the points of a turn, and where to melt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from coach.coach import Budget
from coach.igluiglu.unknown import unseen
from coach.igluiglu.value import Value, chances
from engine.igluiglu import actions as a
from engine.igluiglu.equipment import is_red
from engine.igluiglu.sense import ranked
from engine.igluiglu.steps.legal import legal_actions
from engine.igluiglu.turn import TurnInProgress

WIDTH: Final = 4
"""So many lines of play are followed side by side."""
DEEPEST: Final = 6  # words that a line of play is followed for
MOST: Final = 28
"""More words than this are first sorted by common sense, and the rest left out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Words to the end of a turn, where they lead, and what that is worth to the mover."""

    turn: TurnInProgress
    worth: float

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the whole turn."""
        return tuple(map(str, self.turn.actions))


def worth(value: Value, turn: TurnInProgress, player: str) -> float:
    """The player's chance with the table as it stands in this turn."""
    found = chances(value, turn.table, turn.house, turn.over)
    return float(found[turn.table.players.index(player)])


def honest(turn: TurnInProgress, action: a.Action, shown: frozenset[str]) -> bool:
    """Whether the player surely has the kept tile that a word plays, if any: it is known, or was shown in the turn."""
    kind = _tile_played(action)
    return kind is None or kind in turn.table.hand(turn.who or turn.mover) or kind in shown


def _tile_played(action: a.Action) -> str | None:
    match action:
        case a.PlayMelt():
            return "melt"
        case a.PlayEnergy(points):
            return f"energy{points}"
        case a.PlayAnimals():
            return "animals"
        case a.Harpoon() | a.Defend():
            return "harpoon"
        case a.Walk(_, _, harpoon) | a.Kayak(_, _, harpoon) if harpoon:
            return "harpoon"
    return None


def options(turn: TurnInProgress, shown: frozenset[str]) -> list[a.Action]:
    """Every word worth thinking of."""
    every = [action for action in legal_actions(turn) if honest(turn, action, shown)]
    if len(every) <= MOST:
        return every
    liked = {liking.word: i for i, liking in enumerate(ranked(turn))}
    return sorted(every, key=lambda action: liked[str(action)])[:MOST]


def plans(
    value: Value, begun: TurnInProgress, budget: Budget, shown: frozenset[str] = frozenset(), count: int = 3
) -> list[Plan]:
    """The best ways to go on to the end of the turn, the best first; no two leave the same table."""
    beam, done = [begun], dict[object, Plan]()
    for _ in range(DEEPEST):
        further: dict[object, TurnInProgress] = {}
        for turn in beam:
            for action in options(turn, shown):
                after = turn.after(action)
                further.setdefault((after.table, after.wants, after.points), after)
        budget.looked += len(further)
        finished = [turn for turn in further.values() if turn.wants == "nothing"]
        done |= {t.table: Plan(t, worth(value, t, begun.mover)) for t in finished if t.table not in done}
        open_turns = [turn for turn in further.values() if turn.wants != "nothing"]
        beam = sorted(open_turns, key=lambda turn: -worth(value, turn, begun.mover))[:WIDTH]
        if not beam:
            break
    return sorted(done.values(), key=lambda plan: -plan.worth)[:count]


def melting(
    value: Value, turn: TurnInProgress, rng: Random, budget: Budget, samples: int = 6
) -> list[tuple[float, a.Melt]]:
    """Where to melt, the best first: the mean over what the tile may show, the same faces for every place."""
    faces = unseen(turn.table, turn.tiles)
    drawn = [rng.choice(faces) for _ in range(samples)]
    melts = [action for action in legal_actions(turn) if isinstance(action, a.Melt)]
    budget.looked += samples * len(melts)
    rated = [(_mean(value, turn.after(melt), drawn, turn.mover), melt) for melt in melts]
    return sorted(rated, key=lambda pair: (-pair[0], str(pair[1])))


def _mean(value: Value, melted: TurnInProgress, faces: Sequence[str], player: str) -> float:
    return float(np.mean([worth(value, _named(melted, face), player) for face in faces]))


def _named(melted: TurnInProgress, face: str) -> TurnInProgress:
    """The turn after the tile has shown this face, with the usual tokens."""
    want = "keep" if is_red(face) else f"reveal {face}"
    words = [action for action in legal_actions(melted) if str(action).startswith(want)]
    return melted.after(words[len(words) // 2]) if words else melted


def next_word(value: Value, turn: TurnInProgress, rng: Random) -> str:
    """One good word, for playing a whole game against somebody."""
    if turn.wants in ("place", "tile"):
        return ranked(turn)[0].word
    if turn.wants == "melt":
        rated = melting(value, turn, rng, Budget(), 4)
        return str(rated[0][1]) if rated else ranked(turn)[0].word
    if turn.wants == "act":
        best = plans(value, turn, Budget(), count=1)
        return best[0].words[len(turn.actions)] if best else "done"
    every = options(turn, frozenset())
    return str(max(every, key=lambda action: worth(value, turn.after(action), turn.who)))
