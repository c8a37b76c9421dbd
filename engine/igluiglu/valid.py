"""What makes a table of IGLU IGLU a possible one: pieces, tiles and supplies that add up."""

from __future__ import annotations

from collections import Counter

from engine.core.errors import NotationError
from engine.igluiglu.board import COLOURS, CORNERS, FACE_DOWN, GLACIER, ICE, LAND, NAMES, SEA, TILES
from engine.igluiglu.equipment import (
    ANIMALS,
    BEAR,
    IGLOOS,
    TOKENS,
    UNKNOWN,
    TileSet,
    inuit_each,
    is_red,
)
from engine.igluiglu.state import State


def check(state: State, tiles: TileSet) -> State:
    """The state itself where it can be one with this set; raises NotationError saying what cannot be."""
    _check_ground(state)
    _check_pieces(state)
    _check_tiles(state, tiles)
    _check_animals(state)
    _check_secret(state, tiles)
    return state


def _check_ground(state: State) -> None:
    """Corners are land and nothing else is; everything stands where it may (R5)."""
    for cell, ground in enumerate(state.board):
        if (ground == LAND) != (cell in CORNERS):
            raise NotationError(f"state: expected land on the four corners alone, got {ground!r} on {NAMES[cell]}")
        if wrong := next((word for word in _standing(state, cell) if not _may_stand(word, ground)), None):
            raise NotationError(f"state: {wrong} cannot stand on {NAMES[cell]} ({ground})")
        if state.animals[cell].count(BEAR) > 1:
            raise NotationError(f"state: expected at most one bear on {NAMES[cell]}")


def _standing(state: State, cell: int) -> tuple[str, ...]:
    return (*state.inuit[cell], *state.igloo[cell], *state.animals[cell])


def _may_stand(word: str, ground: str) -> bool:
    if word in COLOURS:
        return ground != SEA
    if word == BEAR:
        return ground != LAND
    return ground == SEA if word.startswith("fish") else ground in ICE


def _check_pieces(state: State) -> None:
    """Inuit and igloos of each colour, and who is to move."""
    inuit = Counter("".join(state.inuit) + state.reserve)
    igloos = Counter("".join(state.igloo).lower() + state.igloos_left)
    for colour in COLOURS:
        plays = colour in state.players
        if inuit[colour] != (wanted := inuit_each(state.players) * plays):
            raise NotationError(f"state: expected {wanted} Inuit of colour {colour}, got {inuit[colour]}")
        if igloos[colour] != (wanted := IGLOOS * plays):
            raise NotationError(f"state: expected {wanted} igloos of colour {colour}, got {igloos[colour]}")
    if len(state.to_move) != 1 or state.to_move not in state.players:
        raise NotationError(f"state: expected one of {state.players!r} to move, got {state.to_move!r}")
    if state.reserve and state.to_move not in state.reserve:
        raise NotationError(f"state: expected a player with an Inuit to place, got {state.to_move!r} to move")


def _check_tiles(state: State, tiles: TileSet) -> None:
    """56 tiles; no kind that the set does not have, and in a counted set none too often."""
    kept = [tile for hand in state.hands for tile in hand]
    for tile in kept:
        if tile != UNKNOWN and not (is_red(tile) and tile in tiles.kinds):
            raise NotationError(f"state: expected kept tiles of the set's red kinds or '?', got {tile!r}")
    if strange := set(state.out) - set(tiles.kinds):
        raise NotationError(f"state: the set has no tile {sorted(strange)[0]!r}")
    lying = len(state.board) - len(CORNERS) - state.board.count(SEA)
    if (total := lying + len(kept) + len(state.out) + state.lost) != TILES:
        raise NotationError(f"state: expected {TILES} tiles on the board, in hands, out and lost, got {total}")
    if tiles.counted:
        _check_counts(state, tiles, kept)


def _check_counts(state: State, tiles: TileSet, kept: list[str]) -> None:
    seen = Counter([*kept, *state.out]) + Counter({"glacier": state.board.count(GLACIER)})
    unknown = seen.pop(UNKNOWN, 0)
    for kind, count in seen.items():
        if count > tiles.copies(kind):
            raise NotationError(f"state: {count} tiles {kind} seen, the set has {tiles.copies(kind)}")
    left = sum(copies - seen[kind] for kind, copies in tiles.tiles if is_red(kind))
    if unknown > left:
        raise NotationError(f"state: {unknown} unknown kept tiles, but only {left} red tiles are unaccounted for")


def _check_animals(state: State) -> None:
    """No more tokens than the box holds (R3)."""
    every = Counter(animal for place in (*state.animals, *state.caught) for animal in place)
    every.update(dict(zip(ANIMALS, (*state.fish, *state.fox, state.bears), strict=True)))
    for animal, most in TOKENS.items():
        if every[animal] > most:
            raise NotationError(f"state: expected at most {most} tokens {animal}, got {every[animal]}")


def _check_secret(state: State, tiles: TileSet) -> None:
    """What is known in secret must fit what lies open."""
    secret = state.secret
    if secret is None:
        return
    for cell, kind in enumerate(secret.tiles or ()):
        if kind and (state.board[cell] != FACE_DOWN or kind not in tiles.kinds):
            raise NotationError(f"state: the secret tile {kind!r} cannot lie on {NAMES[cell]}")
    for name, order, supply in (("fish", secret.fish, state.fish), ("fox", secret.fox, state.fox)):
        if order is not None and tuple(order.count(value) for value in (1, 2, 3)) != supply:
            raise NotationError(f"state: the secret order of {name} does not fit the supply {list(supply)}")
