"""A turn told in words: in which order the steps and turns behind an end can have been made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.icecult.board import COLOURS, PATHS, SLOTS
from engine.icecult.ends.lanes import Hop, Lane
from engine.icecult.ends.plans import MOVE, Plan, Timeline, place, routes
from engine.icecult.moves import Step, Turn
from engine.icecult.turn import TurnInProgress

DoubleTilt = tuple[str, str]
Event = tuple[int, int, Hop | None]
"""(arrow, quarter turn or MOVE, the step made)"""


class Ref(NamedTuple):
    """How an end was found: enough to tell a turn that leads there."""

    tilts: DoubleTilt
    plan: Plan
    spun: tuple[int, ...]
    """Quarter turns clockwise of the cubes that show no arrow."""


class _Telling:
    """The table after the tilts, and the parts from which the words are put together."""

    def __init__(self, begun: TurnInProgress, ref: Ref) -> None:
        tilted = begun.play_words(ref.tilts)
        assert isinstance(tilted, TurnInProgress)
        tops = dict(zip(SLOTS, tilted.tops, strict=True))
        self.ref = ref
        self.arrows = [slot for slot, top in tops.items() if top and top.colour]
        self.others = [slot for slot in SLOTS if slot not in self.arrows]
        self.facing = [PATHS.index(top.facing) for top in tops.values() if top and top.colour and top.facing]
        self.colours = [COLOURS.index(top.colour) for top in tops.values() if top and top.colour]
        self.circles = [slot for slot, top in tops.items() if top and top.symbol == "circle"]
        self.arcs = [slot for slot, top in tops.items() if top and top.symbol == "arc"]
        self.routes = routes(len(self.circles), len(self.arcs))

    def order(self, chains: list[list[Hop]], last: int | None) -> list[Event]:
        """The arrows' timelines and the paths' steps as one sequence; the end of path `last` comes at its very end."""
        timelines = [self.routes[number].timeline for number in self.ref.plan.choice]
        found = self._merge(timelines, [0] * len(self.arrows), chains, last)
        assert found is not None  # too few symbols lie on top for timelines to hinder each other
        return found

    def _merge(
        self, timelines: list[Timeline], spun: list[int], chains: list[list[Hop]], last: int | None
    ) -> list[Event] | None:
        """The first order that fits, one event after the other; None where none does."""
        if not any(timelines):
            return []
        for i, timeline in enumerate(timelines):
            if not timeline:
                continue
            rest = [*timelines[:i], timeline[1:], *timelines[i + 1 :]]
            path = (self.facing[i] + spun[i]) % 4
            if timeline[0] != MOVE:
                after = [*spun[:i], spun[i] + timeline[0], *spun[i + 1 :]]
                tail, hop = self._merge(rest, after, chains, last), None
            elif not self._fits(i, chains[path]) or (path == last and len(chains[path]) == 1 and any(rest)):
                continue
            else:
                hop = chains[path][0]
                tail = self._merge(rest, spun, [*chains[:path], chains[path][1:], *chains[path + 1 :]], last)
            if tail is not None:
                return [(i, timeline[0], hop), *tail]
        return None

    def _fits(self, arrow: int, chain: list[Hop]) -> bool:
        return bool(chain) and chain[0].colour == self.colours[arrow]

    def words(self, events: list[Event], copied: Sequence[int]) -> tuple[str, ...]:
        """Tilts, turns of cubes without an arrow, the events; arrows in `copied` leave their own step to a circle."""
        arcs, circles = iter(self.arcs), iter(self.circles)
        words: list[str] = [*self.ref.tilts]
        for slot, spin in zip(self.others, self.ref.spun, strict=True):
            words += [str(Turn(slot, sense, next(arcs))) for sense in ("", "+", "++", "-")[spin]]
        used = {*copied}
        facing = [*self.facing]
        for i, event, hop in events:
            if hop is None:
                words.append(str(Turn(self.arrows[i], "+" if event > 0 else "-", next(arcs))))
                facing[i] = (facing[i] + event) % 4
                continue
            circle = next(circles) if i in used else None
            used.add(i)
            height = hop.height if hop.space else None
            words.append(str(Step(COLOURS[hop.colour], PATHS[facing[i]], hop.space, height, self.arrows[i], circle)))
        return tuple(words)


def words_of(
    begun: TurnInProgress, lanes: Sequence[Lane], ref: Ref, numbers: Sequence[int], places: int, won: str
) -> tuple[str, ...]:
    """A turn that leads to these results of the four paths; `won`: all for whom the last step has to win."""
    telling = _Telling(begun, ref)
    codes = [ref.plan.moves >> 12 * i & 0xFFF for i in range(4)]
    last = _winning_path(lanes, ref.plan, codes, numbers, won) if won else None
    chains = [
        _chain(lane, code, number, *(((won, ref.plan.finish)) if i == last else ("", 0)))
        for i, (lane, code, number) in enumerate(zip(lanes, codes, numbers, strict=True))
    ]
    return telling.words(telling.order(chains, last), () if won else _copied(ref.plan, places))


def _wins(lane: Lane, number: int, hop: Hop, won: str, finish: int) -> bool:
    """Can this step be the one that wins for all of them?"""
    tower = lane.results[number].tower
    by_arrow = finish >> place(lane.index, hop.colour) & 1
    return bool(by_arrow) and all(player in hop.cargo or player in tower for player in won)


def _winning_path(lanes: Sequence[Lane], plan: Plan, codes: list[int], numbers: Sequence[int], won: str) -> int:
    """The path on which the last step wins."""
    every = enumerate(zip(lanes, codes, numbers, strict=True))
    return next(
        i
        for i, (lane, code, number) in every
        if any(_wins(lane, number, hop, won, plan.finish) for hop in lane.ways(code)[number])
    )


def _chain(lane: Lane, moves: int, number: int, won: str, finish: int) -> list[Hop]:
    """Steps that lead to a path's result, in order; the last of them wins, where it has to."""
    chain: list[Hop] = []
    while moves:
        hops = lane.ways(moves)[number]
        hop = next(h for h in hops if _wins(lane, number, h, won, finish)) if won and not chain else hops[0]
        chain.append(hop)
        moves -= 1 << 3 * hop.colour
        number = hop.origin
    return chain[::-1]


def _copied(plan: Plan, places: int) -> tuple[int, ...]:
    """The arrows whose steps are all copies by circles, so that nothing stays owed."""
    choice = next(c for c, owing in zip(plan.choices, plan.owing, strict=True) if not owing & places)
    return () if len(choice) == len(plan.spins) else choice
