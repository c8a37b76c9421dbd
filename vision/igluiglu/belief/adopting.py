"""A table taken as it lies, where no turn by the rules leads to it: supplies and lost tiles are made to add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from engine.igluiglu.board import CORNERS, FACE_DOWN, ICE, SEA, in_order
from engine.igluiglu.equipment import BEAR, IGLOOS, in_animal_order, inuit_each
from engine.igluiglu.explain.partial import NOT_SEEN, PartialState
from engine.igluiglu.state import Secret, State


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the 64 spaces, without all that is counted."""

    board: tuple[str, ...]
    inuit: tuple[str, ...]
    igloo: tuple[str, ...]
    animals: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, state: State) -> Lying:
        """As a state has it."""
        return cls(tuple(state.board), state.inuit, state.igloo, state.animals)

    @classmethod
    def seen(cls, before: State, view: PartialState) -> Lying:
        """As it was seen; what was not seen is as before. Values that were not read are taken from what was there."""
        board, inuit = [*before.board], [*before.inuit]
        igloo, animals = [*before.igloo], [*before.animals]
        for cell, spot in enumerate(view.spots):
            if view.board[cell] != NOT_SEEN:
                board[cell] = view.board[cell]
            if spot is None:
                continue
            inuit[cell], igloo[cell] = spot.inuit, spot.igloo[:1]
            animals[cell] = _valued(before.animals[cell], spot.animals, spot.wild_fish, spot.wild_foxes)
        return cls(tuple(board), tuple(inuit), tuple(igloo), tuple(animals))


def _valued(were: tuple[str, ...], seen: tuple[str, ...], fish: int, foxes: int) -> tuple[str, ...]:
    """The animals of a space with a value for each: what lay there before, else the middle one."""
    left = list((Counter(were) - Counter(seen)).elements())
    out = [*seen]
    for kind, count in (("fish", fish), ("fox", foxes)):
        mine = [animal for animal in left if animal.startswith(kind)][:count]
        out += mine + [f"{kind}2"] * (count - len(mine))
    return in_animal_order(out)


def adopted(before: State, lying: Lying, to_move: str) -> State | None:
    """The state with this on its spaces; None where it cannot be one (Inuit that are nowhere, things in the sea)."""
    if not _stands(lying) or not _complete(before, lying):
        return None
    built = Counter("".join(lying.igloo).lower())
    if any(built[c] > IGLOOS * (c in before.players) for c in "rygb"):
        return None
    changed = replace(
        before,
        board="".join(lying.board),
        inuit=tuple(in_order(letters) for letters in lying.inuit),
        igloo=lying.igloo,
        animals=lying.animals,
        igloos_left=in_order("".join(player * (IGLOOS - built[player]) for player in before.players)),
        to_move=to_move,
    )
    counted = _supplied(before, _tiled(before, changed))
    return None if counted is None else _without_secret(before, counted)


def _stands(lying: Lying) -> bool:
    for cell, ground in enumerate(lying.board):
        if (ground == "L") != (cell in CORNERS):
            return False
        fish = any(animal.startswith("fish") for animal in lying.animals[cell])
        foxes = any(animal.startswith("fox") for animal in lying.animals[cell])
        if ground == SEA and (lying.inuit[cell] or lying.igloo[cell] or foxes):
            return False
        if ground == "L" and (lying.igloo[cell] or lying.animals[cell]):
            return False
        if (ground in ICE and fish) or lying.animals[cell].count(BEAR) > 1:
            return False
    return True


def _complete(before: State, lying: Lying) -> bool:
    there, each = Counter("".join(lying.inuit) + before.reserve), inuit_each(before.players)
    return all(there[c] == each * (c in before.players) for c in "rygb")


def _tiled(before: State, state: State) -> State:
    """With tiles that are gone counted as lost, and tiles that came from somewhere taken back from there."""
    gone = state.board.count(SEA) - before.board.count(SEA)
    lost, out = before.lost + gone, list(before.out)
    while lost < 0 and out:
        out.pop()
        lost += 1
    return replace(state, lost=max(lost, 0), out=tuple(out))


def _supplied(before: State, state: State) -> State | None:
    """With supplies that hold what is new on the table no more; None where there are more tokens than the box has."""
    new = Counter(chain(*state.animals)) - Counter(chain(*before.animals))
    fish, fox, bears = list(before.fish), list(before.fox), before.bears - new[BEAR]
    for heap, kind in ((fish, "fish"), (fox, "fox")):
        for value in (1, 2, 3):
            heap[value - 1] -= new[f"{kind}{value}"]
    if min(*fish, *fox, bears) < 0:
        return None
    return replace(state, fish=_three(fish), fox=_three(fox), bears=bears)


def _three(values: Sequence[int]) -> tuple[int, int, int]:
    one, two, three = values
    return one, two, three


def _without_secret(before: State, state: State) -> State:
    """Faces that a simulator knew stay known where the tile has stayed, supplies where nothing was drawn."""
    secret = before.secret
    if secret is None or secret.tiles is None:
        return state
    pairs = zip(secret.tiles, before.board, state.board, strict=True)
    tiles = tuple(kind if was == now == FACE_DOWN else "" for kind, was, now in pairs)
    fish = secret.fish if state.fish == before.fish else None
    fox = secret.fox if state.fox == before.fox else None
    return replace(state, secret=Secret(tiles, fish, fox))
