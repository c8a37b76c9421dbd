"""Which words are worth trying next: legal ones that can lead to the table that was seen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.igluiglu import actions as a
from engine.igluiglu.board import CORNERS, GLACIER, ICE, RING, SEA, STEP
from engine.igluiglu.explain.aim import Aim
from engine.igluiglu.explain.bound import Bound, stands
from engine.igluiglu.explain.partial import NOT_SEEN
from engine.igluiglu.steps import ground
from engine.igluiglu.steps.checks import KAYAK_COST, broken_by, may_arrive
from engine.igluiglu.steps.drift import pushes, swim_choices
from engine.igluiglu.steps.legal import legal_actions
from engine.igluiglu.turn import TurnInProgress

_BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}


def candidates(bound: Bound, turn: TurnInProgress, at: int) -> Iterator[a.Action]:
    """Legal words that may lead on; what cannot be seen afterwards is left out."""
    aim, wants = bound.aim, turn.wants
    if wants == "place":
        yield from (a.Place(cell) for cell in RING if _more_people(aim, turn, cell, turn.mover))
    elif wants == "melt":
        yield from _before_melting(aim, turn, at)
    elif wants == "tile":
        yield from _namings(aim, turn, at)
    elif wants == "drift":
        yield from _drifts(aim, turn, at)
    elif wants == "flee":
        yield from _flights(aim, turn)
    elif wants == "act":
        yield from _acts(bound, turn, at)
    else:
        yield from (action for action in legal_actions(turn) if aim.allows(turn, at, action))


def _more_people(aim: Aim, turn: TurnInProgress, cell: int, colour: str) -> bool:
    spot = aim.after.spots[cell]
    return spot is None or spot.inuit.count(colour) > turn.table.inuit[cell].count(colour)


def _before_melting(aim: Aim, turn: TurnInProgress, at: int) -> Iterator[a.Action]:
    """Kept tiles that may be played before the duty, and every tile that may have melted."""
    told = aim.only(at, a.Melt)
    for cell in ground.meltable(turn.table, turn.house):
        if told in (None, a.Melt(cell)) and _may_vanish(aim, turn, at, cell):
            yield a.Melt(cell)
    more: list[a.Action] = [*map(a.PlayMelt, ground.removable(turn.table)), a.PlayAnimals(), a.Stop()]
    for action in more:
        if not aim.allows(turn, at, action) or broken_by(turn, action):
            continue
        if not isinstance(action, a.PlayMelt) or _may_vanish(aim, turn, at, action.cell):
            yield action


def _may_vanish(aim: Aim, turn: TurnInProgress, at: int, cell: int) -> bool:
    """Can the tile of this space be gone, turned into a glacier, or covered again by a drift?"""
    seen = aim.after.board[cell]
    if seen in (SEA, NOT_SEEN, GLACIER):
        return True
    return aim.drift_may_come(turn, at) and any(_pushed_here(aim, turn, cell, heading) for heading in STEP)


def _pushed_here(aim: Aim, turn: TurnInProgress, cell: int, heading: str) -> bool:
    """Can ice come onto this space from behind, leaving sea where it began?"""
    back = STEP[_BACK[heading]]
    behind = back[cell]
    while behind is not None and turn.table.board[behind] in ICE:
        if aim.after.board[behind] in (SEA, NOT_SEEN):
            return True
        behind = back[behind]
    return False


def _namings(aim: Aim, turn: TurnInProgress, at: int) -> Iterator[a.Action]:
    """What the drawn tile may have been, and what became of it."""
    told = aim.only(at, a.Reveal, a.Keep)
    if told is not None:
        yield from (action for action in (told,) if not broken_by(turn, action))
        return
    for action in legal_actions(turn):
        shown = isinstance(action, a.Reveal) and _may_be_shown(aim, turn, action)
        if shown or (isinstance(action, a.Keep) and _may_be_kept(aim, turn, at, action.kind)):
            yield action


def _may_be_shown(aim: Aim, turn: TurnInProgress, reveal: a.Reveal) -> bool:
    """Do ground, discards and supply allow this tile with these tokens?"""
    after, table, cell = aim.after, turn.table, turn.drawn
    assert cell is not None
    glacier = reveal.kind == "glacier"
    if glacier and after.board[cell] not in (GLACIER, NOT_SEEN):
        return False
    if not glacier and after.out is not None and after.out.count(reveal.kind) <= table.out.count(reveal.kind):
        return False
    supply, seen = (table.fox, after.fox) if glacier else (table.fish, after.fish)
    left = tuple(count - reveal.values.count(value) for value, count in enumerate(supply, start=1))
    return seen is None or left == seen


def _may_be_kept(aim: Aim, turn: TurnInProgress, at: int, kind: str | None) -> bool:
    """May the drawn tile have been kept as this kind? Only if one more of it was seen in the hand, or may be played."""
    hand = aim.after.hand(turn.mover)
    if kind is None:
        return True
    more = aim.pending(turn, at, kind)
    return isinstance(hand, tuple) and hand.count(kind) + more > turn.table.hand(turn.mover).count(kind)


def _drifts(aim: Aim, turn: TurnInProgress, at: int) -> Iterator[a.Action]:
    """Pushes that the ice as it was seen allows."""
    told = aim.only(at, a.Drift)
    if told is not None:
        yield from (action for action in (told,) if not broken_by(turn, action))
        return
    board, seen = turn.table.board, aim.after.board
    melts = aim.pending(turn, at, "melt")
    for cell, heading, push in pushes(turn.table, turn.house):
        enters = seen[push.into] in (NOT_SEEN, board[push.tiles[-1]]) or melts
        if seen[cell] in (SEA, NOT_SEEN) and enters:
            for swims in swim_choices(turn.table, turn.house, push.into):
                yield a.Drift(cell, heading, swims)


def _flights(aim: Aim, turn: TurnInProgress) -> Iterator[a.Action]:
    """The mover's own Inuit may walk off again; others stay in the corner they fled to."""
    for colour in sorted(set(turn.fleeing)):
        for corner in CORNERS:
            if colour == turn.mover or _more_people(aim, turn, corner, colour):
                yield a.Flee(colour, corner)


def _acts(bound: Bound, turn: TurnInProgress, at: int) -> Iterator[a.Action]:
    """Words on which points or kept tiles are spent."""
    aim, after = bound.aim, bound.aim.after
    told = aim.left(at)
    calm = not any(aim.pending(turn, at, kind) for kind in ("melt", "animals"))
    aims = _aims(bound, turn, at)
    if turn.points + aim.energy(turn, at) > KAYAK_COST:  # a walk to the shore may come before a kayak
        aims |= {
            cell
            for cell, lies in enumerate(turn.table.board)
            if lies != SEA and ground.by_the_sea(turn.table.board, cell)
        }
    for action in legal_actions(turn):
        if not aim.allows(turn, at, action):
            continue
        if action in told:
            yield action
        elif isinstance(action, a.PlayMelt):
            if after.board[action.cell] in (SEA, NOT_SEEN):
                yield action
        elif not calm or _useful(bound, turn, action, aims):
            yield action


def _aims(bound: Bound, turn: TurnInProgress, at: int) -> set[int]:
    """Spaces where an Inuit of the mover was seen, may be unseen, or must come by."""
    table, mover, aims = turn.table, turn.mover, set[int]()
    for cell, spot in enumerate(bound.aim.after.spots):
        if table.board[cell] != SEA and (spot is None or mover in spot.inuit or spot.igloo != table.igloo[cell]):
            aims.add(cell)
        if spot is None or bound.compared(cell, table.animals[cell])[1]:
            aims.update(stands(table.board, cell) if table.animals[cell] else ())
    for action in bound.aim.left(at):
        if isinstance(action, a.Walk | a.Kayak):
            aims.add(action.start)
        elif isinstance(action, a.Hunt | a.Harpoon):
            aims.add(action.hunter)
        elif isinstance(action, a.Build):
            aims.add(action.cell)
    return aims


def _passable(turn: TurnInProgress) -> str:
    """The board with sea wherever an Inuit may not simply walk: the way round it may lead elsewhere first."""
    table = turn.table
    return "".join(
        SEA if table.has_bear(cell) or not may_arrive(turn, cell) else lies for cell, lies in enumerate(table.board)
    )


def _useful(bound: Bound, turn: TurnInProgress, action: a.Action, aims: set[int]) -> bool:
    """Does it bring the table nearer to what was seen?"""
    table, spots = turn.table, bound.aim.after.spots
    match action:
        case a.Walk(start, goal):
            boards = {table.board, _passable(turn)}
            return any(bound.walks.nearer(board, start, goal, aims) for board in boards)
        case a.Kayak(_, goal):
            spare = turn.points - KAYAK_COST + bound.aim.energy(turn, 0)
            steps = bound.walks.from_cell(table.board, goal)
            return any(steps[cell] <= spare for cell in aims)
        case a.Hunt(_, _, place) | a.Harpoon(_, _, place):
            spot = spots[place]
            return spot is None or bound.compared(place, table.animals[place])[1] > 0
        case a.Build(cell):
            seen = spots[cell]
            return seen is None or seen.igloo == turn.mover.upper()
    return True
