"""What nobody has seen, laid by chance: one possible table out of many."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from engine.igluiglu.board import FACE_DOWN, GLACIER
from engine.igluiglu.equipment import UNKNOWN, TileSet, is_red
from engine.igluiglu.state import Secret, State


def unseen(state: State, tiles: TileSet) -> list[str]:
    """The faces that are not accounted for, as many as the set has by count or guess."""
    seen = Counter(state.out) + Counter(kind for hand in state.hands for kind in hand)
    seen["glacier"] += state.board.count(GLACIER)
    return [kind for kind, copies in tiles.tiles for _ in range(max(0, copies - seen[kind]))] or list(tiles.kinds)


def dealt(state: State, tiles: TileSet, rng: Random) -> State:
    """The table with a face for every tile that lies face down, and for every kept one."""
    faces = unseen(state, tiles)
    red = [kind for kind in faces if is_red(kind)] or list(tiles.red_kinds)
    hands = tuple(tuple(sorted(rng.choice(red) if k == UNKNOWN else k for k in hand)) for hand in state.hands)
    rng.shuffle(faces)
    every = iter([*faces, *rng.choices(faces, k=len(state.board))])  # a guessed set may have too few
    lying = [next(every) if ground == FACE_DOWN else "" for ground in state.board]
    return replace(state, hands=hands, secret=Secret(tuple(lying)))
