"""Every word that is legal now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.igluiglu import actions as a
from engine.igluiglu.board import CORNERS, LAND, NEXT_TO, RING, SEA
from engine.igluiglu.equipment import is_red, worth
from engine.igluiglu.steps import checks, ground, hands
from engine.igluiglu.steps.drift import drifts
from engine.igluiglu.steps.progress import Progress


def legal_actions(turn: Progress) -> Iterator[a.Action]:
    """Every lawful next action, each once, in no particular order."""
    wants = turn.wants
    if wants == "place":
        yield from map(a.Place, RING)
    elif wants == "defence":
        yield from (x for x in (a.Defend(turn.asked[0]), a.Pass(turn.asked[0])) if not checks.broken_by(turn, x))
    elif wants == "flee":
        yield from (a.Flee(colour, corner) for colour in sorted(set(turn.fleeing)) for corner in CORNERS)
    elif wants == "animals":
        yield from (a.Move(*step) for step in ground.animal_steps(turn.table, turn.house))
    elif wants == "tile":
        yield from _namings(turn)
    elif wants == "drift":
        yield from drifts(turn.table, turn.house)
    elif wants == "melt":
        yield from map(a.Melt, ground.meltable(turn.table, turn.house))
        yield from _kept_tiles(turn)
        yield from (x for x in (a.Stop(),) if not checks.broken_by(turn, x))
    elif wants == "act":
        yield a.Done()
        yield from _kept_tiles(turn)
        for cell, people in enumerate(turn.table.inuit):
            if turn.mover in people:
                yield from _with_inuit(turn, cell)


def _namings(turn: Progress) -> Iterator[a.Action]:
    """What the drawn tile can be."""
    known = turn.secret_tile
    for kind in (known,) if known else turn.tiles.kinds:
        if is_red(kind):
            continue
        if hands.can_be(turn.table, turn.tiles, kind):
            yield from (a.Reveal(kind, values) for values in _draws(turn, kind))
    for kept in (None, known) if known else (None, *turn.tiles.red_kinds):
        keep = a.Keep(kept)
        if not checks.broken_by(turn, keep):
            yield keep


def _draws(turn: Progress, kind: str) -> Iterator[tuple[int, ...]]:
    """Every handful of tokens that the supply can give for this tile."""
    due = checks.tokens_due(turn, kind)
    supply, order = checks.supply_of(turn, kind)
    if order is not None:
        yield tuple(sorted(order[:due]))
        return
    heap = [value for value, count in enumerate(supply, start=1) for _ in range(min(count, due))]
    yield from sorted(set(combinations(heap, due)))


def _kept_tiles(turn: Progress) -> Iterator[a.Action]:
    """Kept tiles that may be played now, but for harpoons."""
    if not turn.table.hand(turn.mover):
        return
    if "melt" not in turn.played and hands.may_hold(turn.table, turn.tiles, turn.mover, "melt"):
        yield from map(a.PlayMelt, ground.removable(turn.table))
    energies = [kind for kind in turn.tiles.kinds if kind.startswith("energy")]
    every: list[a.Action] = [*(a.PlayEnergy(int(kind[-1])) for kind in energies), a.PlayAnimals()]
    for action in every:
        if not checks.broken_by(turn, action):
            yield action


def _with_inuit(turn: Progress, cell: int) -> Iterator[a.Action]:
    """What the mover's Inuit on this space may do."""
    table, points = turn.table, turn.points
    if points >= checks.WALK_COST:
        for goal in NEXT_TO[cell]:
            if table.board[goal] != SEA:
                yield from _lawful(turn, a.Walk(cell, goal, table.has_bear(goal)))
    if points >= checks.KAYAK_COST:
        for goal in ground.kayak_goals(table, cell):
            if checks.may_arrive(turn, goal):
                yield a.Kayak(cell, goal, table.has_bear(goal))
        yield from _lawful(turn, a.Build(cell))
    if table.board[cell] != LAND:
        yield from _hunts(turn, cell)


def _hunts(turn: Progress, cell: int) -> Iterator[a.Action]:
    armed = checks.harpoon_ready(turn)
    for place in (cell, *NEXT_TO[cell]):
        for animal in dict.fromkeys(turn.table.animals[place]):
            if not checks.within_reach(turn, cell, animal, place):
                continue
            if animal != "bear4" and worth(animal) <= turn.points:
                yield a.Hunt(cell, animal, place)
            if armed:
                yield a.Harpoon(cell, animal, place)


def _lawful(turn: Progress, action: a.Action) -> Iterator[a.Action]:
    if not checks.broken_by(turn, action):
        yield action
