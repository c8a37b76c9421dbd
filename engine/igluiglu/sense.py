"""Players with a little sense, for a demonstration: hunt what is near, build, spread, keep away from bears.

    word = choose(turn, number)          # number: from 0 up to 1, the caller's chance

The engine draws no lots: `ranked` orders the legal words, and the caller's number picks one of the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.igluiglu import actions as a
from engine.igluiglu.board import CORNERS, ICE, NEXT_TO
from engine.igluiglu.equipment import BEAR, IGLOOS, worth
from engine.igluiglu.score import islands_of, score
from engine.igluiglu.state import State
from engine.igluiglu.steps.legal import legal_actions
from engine.igluiglu.turn import TurnInProgress

MARGIN: Final = 0.4
"""Words that are worse than the best by no more than this may be chosen instead of it."""


@dataclass(frozen=True, slots=True)
class Liking:
    """A legal word and how much a sensible player likes it, in points of the final score."""

    worth: float
    word: str


def ranked(turn: TurnInProgress) -> list[Liking]:
    """Every legal word, the best first; equals in text order."""
    likings = [Liking(_liking(turn, action), str(action)) for action in legal_actions(turn)]
    return sorted(likings, key=lambda liking: (-liking.worth, liking.word))


def choose(turn: TurnInProgress, number: float) -> str:
    """One of the best words: `number` from 0 up to 1 picks among those that are nearly as good; "" if none is legal."""
    likings = ranked(turn)
    good = [liking for liking in likings if liking.worth >= likings[0].worth - MARGIN]
    return good[int(number * len(good))].word if good else ""


def _liking(turn: TurnInProgress, action: a.Action) -> float:
    """How much a sensible player likes a word, in points of the final score."""
    match action:
        case a.Hunt(_, animal):
            return 2.0 + 0.1 * worth(animal)
        case a.Harpoon(_, animal) if animal == BEAR:
            return 5.0
        case a.Harpoon(_, animal):
            return worth(animal) - 2.0
        case a.Build(cell):
            return 3.5 + 0.2 * _island_size(turn.table, cell)
        case a.Walk(start, goal, harpoon) | a.Kayak(start, goal, harpoon):
            return _journey(turn, start, goal) + 4.0 * harpoon - 0.8 * isinstance(action, a.Kayak)
        case a.PlayEnergy(points):
            return 0.6 * points if turn.points < points else -1.0
        case a.PlayMelt(cell):
            return _melting(turn, cell)
        case a.PlayAnimals():
            return 0.9
        case a.Move() | a.Flee() | a.Drift():
            return _outcome(turn, action)
        case a.Place(cell):
            return -1.5 * turn.table.inuit[cell].count(turn.mover) + 0.2 * len(NEXT_TO[cell])
        case a.Melt(cell):
            return _melting(turn, cell)
        case a.Defend():
            return 4.0
        case a.Keep(kind):
            return 0.1 if kind else 0.0
        case a.Stop():
            return 0.5
    return 0.0


def _island_size(state: State, cell: int) -> int:
    return next((len(cells) for cells in islands_of(state.board) if cell in cells), 0)


def _near(state: State, cell: int) -> float:
    """What could be hunted from this space, a little of it."""
    if cell in CORNERS:
        return 0.0
    prey = [*state.animals[cell], *(animal for beside in NEXT_TO[cell] for animal in state.animals[beside])]
    reach = [animal for animal in prey if animal.startswith("fish") or animal in state.animals[cell]]
    return 0.3 * sum(worth(animal) for animal in reach if animal != BEAR)


def _afraid(state: State, cell: int) -> float:
    """Bears nearby, where no own igloo hides anybody."""
    return 0.5 * sum(state.has_bear(beside) for beside in NEXT_TO[cell])


def _standing(turn: TurnInProgress, cell: int) -> float:
    """How much a sensible player likes an Inuit on this space."""
    state, mover = turn.table, turn.mover
    if state.board[cell] not in ICE:
        return -1.0
    here = state.inuit[cell]
    crowd = 0.4 * here.count(mover) + 0.2 * (len(here) - here.count(mover))
    room = 0.6 if not state.igloo[cell] and state.igloos_left.count(mover) == IGLOOS else 0.0
    return _near(state, cell) + room - crowd - _afraid(state, cell)


def _journey(turn: TurnInProgress, start: int, goal: int) -> float:
    """Better ground, and never back to where somebody has just come from."""
    back = any(isinstance(done, a.Walk | a.Kayak) and done.start == goal for done in turn.actions)
    return _standing(turn, goal) - _standing(turn, start) - 0.1 - 2.0 * back


def _lead(turn: TurnInProgress, state: State) -> float:
    """How far ahead of the best other player the mover would be."""
    points = score(state, turn.house).scores()
    return points[turn.mover] - max(value for player, value in points.items() if player != turn.mover)


def _outcome(turn: TurnInProgress, action: a.Action) -> float:
    return 0.2 * (_lead(turn, turn.after(action).table) - _lead(turn, turn.table))


def _melting(turn: TurnInProgress, cell: int) -> float:
    """Melting parts other players' islands rather than one's own."""
    state = turn.table
    rivals = sum(len(state.inuit[beside].replace(turn.mover, "")) for beside in NEXT_TO[cell])
    own = sum(state.inuit[beside].count(turn.mover) for beside in NEXT_TO[cell])
    standing = len(state.inuit[cell].replace(turn.mover, "")) - 3 * state.inuit[cell].count(turn.mover)
    return 0.3 * rivals - 0.3 * own + standing
