"""What a lawful word does to the table and to the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from engine.igluiglu import actions as a
from engine.igluiglu.board import GLACIER, ICE, SEA, in_order
from engine.igluiglu.equipment import BEAR, UNKNOWN, in_animal_order, worth
from engine.igluiglu.options import next_player
from engine.igluiglu.state import State
from engine.igluiglu.steps import checks, hands
from engine.igluiglu.steps.drift import can_drift, drifted
from engine.igluiglu.steps.progress import P

T = TypeVar("T")
STEPS = 3
"""How many steps an animals tile gives (R25)."""


def applied(turn: P, action: a.Action) -> P:
    """The turn after a lawful word, before it is asked whether anything is left open."""
    match action:
        case a.Place(cell):
            return _place(turn, cell)
        case a.Melt(cell):
            return replace(turn, melted=True, drawn=cell)
        case a.Reveal():
            return _reveal(turn, action)
        case a.Keep(kind):
            return _keep(turn, turn.secret_tile or kind or UNKNOWN)
        case a.Drift():
            return replace(turn, table=drifted(turn.table, turn.house, action), drifting=False)
        case a.Walk(start, goal, harpoon):
            return _go(turn, start, goal, harpoon, checks.WALK_COST)
        case a.Kayak(start, goal, harpoon):
            return _go(turn, start, goal, harpoon, checks.KAYAK_COST)
        case a.Hunt(_, animal, place):
            return replace(turn, table=catch(turn.table, turn.mover, animal, place), points=turn.points - worth(animal))
        case a.Harpoon(_, animal, place):
            armed = _play(turn, "harpoon", "harpoon")
            return replace(armed, table=catch(armed.table, turn.mover, animal, place))
        case a.Build(cell):
            return _build(turn, cell)
        case a.PlayEnergy(points):
            return replace(_play(turn, f"energy{points}", "energy"), points=turn.points + points)
        case a.PlayMelt(cell):
            return _play_melt(_play(turn, "melt", "melt"), cell)
        case a.PlayAnimals():
            return replace(_play(turn, "animals", "animals"), steps=STEPS)
        case a.Move():
            return _move(turn, action)
        case a.Defend(colour):
            return _defend(turn, colour)
        case a.Pass():
            return _after_answers(replace(turn, asked=turn.asked[1:]))
        case a.Flee(colour, corner):
            return _flee(turn, colour, corner)
        case a.Stop():
            return replace(turn, over=True)
    return replace(turn, done=True, table=replace(turn.table, to_move=next_player(turn.table.players, turn.mover)))


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one entry changed."""
    return (*row[:at], value, *row[at + 1 :])


def minus(letters: str, letter: str) -> str:
    """The letters with one of them less."""
    return letters.replace(letter, "", 1)


def less(animals: tuple[str, ...], animal: str) -> tuple[str, ...]:
    """The animals with one of them less."""
    at = animals.index(animal)
    return animals[:at] + animals[at + 1 :]


def _ground(board: str, cell: int, lying: str) -> str:
    return board[:cell] + lying + board[cell + 1 :]


def _place(turn: P, cell: int) -> P:
    table, mover = turn.table, turn.mover
    reserve = minus(table.reserve, mover)
    after = next_player(table.players, mover)
    while reserve and after not in reserve:
        after = next_player(table.players, after)
    inuit = put(table.inuit, cell, in_order(table.inuit[cell] + mover))
    return replace(turn, table=replace(table, inuit=inuit, reserve=reserve, to_move=after), done=True)


def _unmasked(table: State, cell: int) -> dict[str, Any]:
    """The secret without this tile, where there is one."""
    secret = table.secret
    if secret is None or secret.tiles is None:
        return {}
    return {"secret": replace(secret, tiles=put(secret.tiles, cell, ""))}


def _reveal(turn: P, reveal: a.Reveal) -> P:
    cell = turn.drawn
    assert cell is not None
    family = "fox" if reveal.kind == "glacier" else "fish"
    table = _drawn_tokens(replace(turn.table, **_unmasked(turn.table, cell)), family, reveal.values)
    come = [f"{family}{value}" for value in reveal.values]
    if reveal.kind == "bear" and table.bears:
        come, table = [BEAR], replace(table, bears=table.bears - 1)
    lying = GLACIER if reveal.kind == "glacier" else SEA
    out = table.out if lying == GLACIER else tuple(sorted((*table.out, reveal.kind)))
    animals = put(table.animals, cell, tuple(come))
    table = replace(table, board=_ground(table.board, cell, lying), animals=animals, out=out)
    drifting = reveal.kind == "drift" and can_drift(table, turn.house)
    return replace(turn, table=table, drawn=None, drifting=drifting)


def _drawn_tokens(table: State, family: str, values: tuple[int, ...]) -> State:
    """The table with these tokens less in the supply, and in its secret order."""
    if not values:
        return table
    supply = table.fox if family == "fox" else table.fish
    left = tuple(count - values.count(value) for value, count in enumerate(supply, start=1))
    changes: dict[str, Any] = {family: left}
    order = getattr(table.secret, family) if table.secret else None
    if table.secret and order is not None:
        changes["secret"] = replace(table.secret, **{family: order[len(values) :]})
    return replace(table, **changes)


def _keep(turn: P, kind: str) -> P:
    cell, table = turn.drawn, turn.table
    assert cell is not None
    at = table.players.index(turn.mover)
    hand = tuple(sorted((*table.hands[at], kind)))
    changes = _unmasked(table, cell)
    table = replace(table, hands=put(table.hands, at, hand), board=_ground(table.board, cell, SEA), **changes)
    return replace(turn, table=table, drawn=None)


def discard(table: State, colour: str, kind: str) -> State:
    """The table after a player showed and discarded a kept tile."""
    at = table.players.index(colour)
    hand = hands.without(table.hands[at], kind)
    return replace(table, hands=put(table.hands, at, hand), out=tuple(sorted((*table.out, kind))))


def catch(table: State, colour: str, animal: str, place: int) -> State:
    """The table after an animal became a player's prey."""
    at = table.players.index(colour)
    prey = in_animal_order([*table.caught[at], animal])
    animals = put(table.animals, place, less(table.animals[place], animal))
    return replace(table, animals=animals, caught=put(table.caught, at, prey))


def _play(turn: P, kind: str, family: str) -> P:
    return replace(turn, table=discard(turn.table, turn.mover, kind), played=turn.played | {family})


def _go(turn: P, start: int, goal: int, harpoon: bool, cost: int) -> P:
    turn = _play(turn, "harpoon", "harpoon") if harpoon else turn
    table = catch(turn.table, turn.mover, BEAR, goal) if harpoon else turn.table
    inuit = put(table.inuit, start, minus(table.inuit[start], turn.mover))
    inuit = put(inuit, goal, in_order(inuit[goal] + turn.mover))
    return replace(turn, table=replace(table, inuit=inuit), points=turn.points - cost)


def _build(turn: P, cell: int) -> P:
    table, mover = turn.table, turn.mover
    igloo = put(table.igloo, cell, mover.upper())
    table = replace(table, igloo=igloo, igloos_left=minus(table.igloos_left, mover))
    return replace(turn, table=table, points=turn.points - checks.BUILD_COST)


def _play_melt(turn: P, cell: int) -> P:
    """The tile leaves unseen, its animals with it; its Inuit wait to be brought to corners (R24)."""
    table = turn.table
    people = table.inuit[cell]
    table = replace(
        table,
        board=_ground(table.board, cell, SEA),
        inuit=put(table.inuit, cell, ""),
        animals=put(table.animals, cell, ()),
        reserve=in_order(table.reserve + people),
        lost=table.lost + 1,
        **_unmasked(table, cell),
    )
    return replace(turn, table=table, fleeing=people)


def _move(turn: P, move: a.Move) -> P:
    """A step; a bear eats what it meets and may attack (R28, R29)."""
    table, bear = turn.table, move.animal == BEAR
    before = table.animals[move.goal]
    if bear:
        there: tuple[str, ...] = (BEAR,)
    elif BEAR in before and turn.house.prey_enters_bear == "eaten":
        there = before
    else:
        there = in_animal_order([*before, move.animal])
    animals = put(table.animals, move.start, less(table.animals[move.start], move.animal))
    table = replace(table, animals=put(animals, move.goal, there))
    turn = replace(turn, table=table, steps=turn.steps - 1)
    if not bear or not table.inuit[move.goal] or table.board[move.goal] not in ICE:
        return turn
    asked = hands.asked_for_harpoon(table, turn.house, move.goal, turn.played, turn.defended)
    return _after_answers(replace(turn, attacked=move.goal, asked=asked))


def _after_answers(turn: P) -> P:
    """Once nobody is left to be asked, all without an igloo of their colour flee (R29)."""
    cell, table = turn.attacked, turn.table
    if turn.asked or cell is None:
        return turn
    stay = table.igloo[cell].lower()
    people = table.inuit[cell]
    flee = "".join(colour for colour in people if colour != stay)
    table = replace(
        table,
        inuit=put(table.inuit, cell, "".join(colour for colour in people if colour == stay)),
        reserve=in_order(table.reserve + flee),
    )
    return replace(turn, table=table, attacked=None, fleeing=flee)


def _defend(turn: P, colour: str) -> P:
    cell = turn.attacked
    assert cell is not None
    table = catch(discard(turn.table, colour, "harpoon"), colour, BEAR, cell)
    played = turn.played | {"harpoon"} if colour == turn.mover else turn.played
    return replace(turn, table=table, played=played, defended=turn.defended + colour, attacked=None, asked="")


def _flee(turn: P, colour: str, corner: int) -> P:
    table = turn.table
    inuit = put(table.inuit, corner, in_order(table.inuit[corner] + colour))
    table = replace(table, inuit=inuit, reserve=minus(table.reserve, colour))
    return replace(turn, table=table, fleeing=minus(turn.fleeing, colour))
