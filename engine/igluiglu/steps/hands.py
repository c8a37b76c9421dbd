"""Kept tiles: what an unknown one can be, who holds what, who is asked for a harpoon (R22, R27, R29, I5)."""

from __future__ import annotations

from engine.igluiglu.board import GLACIER
from engine.igluiglu.equipment import UNKNOWN, TileSet, is_red
from engine.igluiglu.options import HouseRules, clockwise_from
from engine.igluiglu.state import State


def unaccounted(state: State, tiles: TileSet, kind: str) -> int:
    """How many tiles of a kind of a counted set are neither out, nor known in hands, nor face up on the board."""
    seen = state.out.count(kind) + sum(hand.count(kind) for hand in state.hands)
    return tiles.copies(kind) - seen - (state.board.count(GLACIER) if kind == "glacier" else 0)


def can_be(state: State, tiles: TileSet, kind: str) -> bool:
    """Can an unseen tile be of this kind? Numbers that nobody has counted rule nothing out (R2)."""
    return unaccounted(state, tiles, kind) > 0 if tiles.counted else kind in tiles.kinds


def room_for_red(state: State, tiles: TileSet) -> bool:
    """Can one more tile be a red one, besides all unknown ones in hands?"""
    if not tiles.counted:
        return bool(tiles.red_kinds)
    unknown = sum(hand.count(UNKNOWN) for hand in state.hands)
    return sum(unaccounted(state, tiles, kind) for kind in tiles.kinds if is_red(kind)) > unknown


def may_hold(state: State, tiles: TileSet, colour: str, kind: str) -> bool:
    """Has the player such a kept tile, or an unknown one that could be it?"""
    hand = state.hand(colour)
    return kind in hand or (UNKNOWN in hand and can_be(state, tiles, kind))


def without(hand: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The hand after a tile of this kind was played; an unknown one goes only where none is known."""
    at = hand.index(kind if kind in hand else UNKNOWN)
    return hand[:at] + hand[at + 1 :]


def asked_for_harpoon(state: State, house: HouseRules, cell: int, played: frozenset[str], defended: str) -> str:
    """Who is asked when a bear attacks this space, in order (R29)."""
    spent = set(defended) if house.one_per_kind == "everyTurn" else set()
    if "harpoon" in played:
        spent.add(state.to_move)
    here = state.inuit[cell]
    order = clockwise_from(state.players, state.to_move)
    return "".join(p for p in order if p in here and state.hand(p) and p not in spent)
