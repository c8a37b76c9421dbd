"""A reading of a turn as words, in an order in which it can have been played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.icecult.board import PATHS, SLOTS
from engine.icecult.ends.plans import MOVE, Timeline
from engine.icecult.explain.cubes import TURNS_FOR
from engine.icecult.explain.lanes import Hop, Pawns
from engine.icecult.explain.pawns import Reading, symbols_of
from engine.icecult.moves import Step, Turn

_SENSES = ("", "+", "++", "-")
Event = tuple[int, int, Hop | None]
"""(arrow, quarter turn or MOVE, the step made)"""


def words_of(reading: Reading, pawns: Pawns) -> tuple[str, ...]:
    """Tilts, turns of cubes without an arrow, then the arrows' steps and turns; turns without an arc are left out."""
    symbols = symbols_of(reading.story)
    # Each arc and circle on top serves once, in the order of the slots.
    arcs, circles = iter(symbols.arcs), iter(symbols.circles)
    words = [*reading.story.tilts]
    arrows = {slot for slot, _, _ in symbols.arrows}
    # Cubes without an arrow are turned first: nothing else depends on when.
    for i, allowed in enumerate(reading.story.spins):
        if i not in arrows:
            spun = min(sorted(allowed), key=lambda s: TURNS_FOR[s])
            words += [str(Turn(SLOTS[i], sense, SLOTS[arc])) for sense, arc in zip(_SENSES[spun], arcs, strict=False)]
    used = {*reading.missed.copied}
    # Then steps and turns of the arrows, in an order that the paths allow; an arrow's later steps are a circle's.
    facing = [path for _, _, path in symbols.arrows]
    for arrow, event, hop in _order(reading, pawns):
        slot, colour, _ = symbols.arrows[arrow]
        if hop is None:
            facing[arrow] = (facing[arrow] + event) % 4
            words += [str(Turn(SLOTS[slot], "+" if event > 0 else "-", SLOTS[arc])) for arc in _take(arcs)]
            continue
        circle = next(circles) if arrow in used else None
        used.add(arrow)
        height = hop.height if hop.space else None
        copied = None if circle is None else SLOTS[circle]
        words.append(str(Step(colour, PATHS[facing[arrow]], hop.space, height, SLOTS[slot], copied)))
    return tuple(words)


def _take(slots: Iterator[int]) -> list[int]:
    """The next one, if there is one."""
    return [slot for slot in [next(slots, None)] if slot is not None]


def _order(reading: Reading, pawns: Pawns) -> list[Event]:
    """The arrows' timelines and the paths' steps as one sequence."""
    symbols = symbols_of(reading.story)

    def merge(timelines: list[Timeline], facing: list[int], chains: list[tuple[Hop, ...]]) -> list[Event] | None:
        """The first order that fits, one event after the other; None where none does."""
        if not any(timelines):
            return []
        for i, timeline in enumerate(timelines):
            if not timeline:
                continue
            rest = [*timelines[:i], timeline[1:], *timelines[i + 1 :]]
            # A turn of the arrow's cube can always come next.
            if timeline[0] != MOVE:
                turned = [*facing[:i], (facing[i] + timeline[0]) % 4, *facing[i + 1 :]]
                tail, hop = merge(rest, turned, chains), None
            else:
                # A step can, if the next step on the path the arrow points to is of its colour.
                path = facing[i]
                hop = chains[path][0] if chains[path] else None
                if hop is None or pawns.colour[hop.mover] != symbols.arrows[i][1]:
                    continue
                tail = merge(rest, facing, [*chains[:path], chains[path][1:], *chains[path + 1 :]])
            if tail is not None:
                return [(i, timeline[0], hop), *tail]
        return None

    chains = [trail.hops for trail in reading.trails]
    return (
        merge([route.timeline for route in reading.use.routes], [path for _, _, path in symbols.arrows], chains) or []
    )
