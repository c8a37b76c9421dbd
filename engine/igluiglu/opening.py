"""The table before the first Inuit is placed (R6-R9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.errors import NotationError
from engine.igluiglu.board import CENTRE, CORNERS, FACE_DOWN, LAND, SEA, SIDE, in_order
from engine.igluiglu.equipment import BEAR, IGLOOS, TOKENS, inuit_each
from engine.igluiglu.state import EMPTY, NO_ANIMALS, Secret, State

MIDDLE: Final = tuple(sorted(CENTRE))
"""The four spaces without a tile, in text order: d4 d5 e4 e5."""
USUAL: Final = (2, 2, 2, 2)
"""The fish of the centre where nobody says which were drawn: those there are most of."""


def opening(players: str, centre: Sequence[int] = USUAL, secret: Secret | None = None) -> State:
    """All tiles face down, a fish of these values on each space of the centre, all Inuit still to be placed."""
    if len(centre) != len(MIDDLE) or any(type(value) is not int or value not in (1, 2, 3) for value in centre):
        raise NotationError(f"expected the values of four fish, each 1 to 3, got {[*centre]!r}"[:120])
    animals = [*NO_ANIMALS]
    for cell, value in zip(MIDDLE, centre, strict=True):
        animals[cell] = (f"fish{value}",)
    nobody = ((),) * len(players)
    return State(
        players=players,
        board="".join(_ground(cell) for cell in range(SIDE * SIDE)),
        inuit=EMPTY,
        igloo=EMPTY,
        animals=tuple(animals),
        reserve=in_order("".join(player * inuit_each(players) for player in players)),
        igloos_left=in_order(players * IGLOOS),
        fish=_left("fish", centre),
        fox=_left("fox", ()),
        bears=TOKENS[BEAR],
        hands=nobody,
        caught=nobody,
        out=(),
        lost=0,
        to_move=players[0],
        secret=secret,
    )


def _ground(cell: int) -> str:
    return LAND if cell in CORNERS else SEA if cell in CENTRE else FACE_DOWN


def _left(kind: str, drawn: Sequence[int]) -> tuple[int, int, int]:
    """How many tokens of each value are left in the supply."""
    one, two, three = (TOKENS[f"{kind}{value}"] - list(drawn).count(value) for value in (1, 2, 3))
    return one, two, three
