"""The search: turns in the order of their length, as far as the bound lets them go (A*)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final

from engine.igluiglu.explain.aim import Aim, advanced
from engine.igluiglu.explain.bound import Bound
from engine.igluiglu.explain.candidates import candidates
from engine.igluiglu.turn import TurnInProgress

TRIES: Final = 8_000
"""So many words are tried before the search says that it gives up: about a second."""
MORE_TRIES: Final = 400
"""So many after the first explanation, to count others of the same length."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the search has to say; without `turn` and not `gave_up` there is no explanation."""

    turn: TurnInProgress | None
    others: int
    gave_up: bool
    nearest: TurnInProgress


def search(begun: TurnInProgress, aim: Aim, tries: int = TRIES) -> Found:
    """The shortest turn that leads to what was seen."""
    bound, order = Bound(aim), count()
    nearest, nearness = begun, 999
    heap: list[tuple[int, int, int, int, TurnInProgress]] = []
    seen: set[Hashable] = set()
    found: TurnInProgress | None = None
    others = tried = 0
    first = bound.words_left(begun, 0)
    if first is not None:
        heap.append((first, first, next(order), 0, begun))
    while heap:
        words, left, _, at, turn = heappop(heap)
        if found is not None and (words > len(found.actions) or tried > tries):
            break
        if turn.wants == "nothing":
            others += found is not None
            if found is None:
                found, tries = turn, tried + MORE_TRIES
            continue
        if left < nearness and turn.melted:
            nearest, nearness = turn, left
        for action in candidates(bound, turn, at):
            tried += 1
            after = turn.after(action)
            now = advanced(aim.known, at, action)
            key = _key(after, now)
            if key in seen:
                continue
            seen.add(key)
            still = bound.words_left(after, now)
            if still is not None:
                heappush(heap, (len(after.actions) + still, still, next(order), now, after))
        if tried > tries and found is None:
            return Found(None, 0, True, nearest)
    return Found(found, others, False, found or nearest)


def _key(turn: TurnInProgress, at: int) -> Hashable:
    """Everything but the words that led here: the same table by another order of words is the same."""
    t = turn.table
    table = t.board, t.inuit, t.igloo, t.animals, t.hands, t.out, t.fish, t.fox, t.to_move
    duties = turn.melted, turn.drawn, turn.drifting, turn.attacked, turn.asked, turn.fleeing, turn.steps
    return (*table, *duties, turn.points, turn.played, turn.defended, turn.done, turn.over, at)
