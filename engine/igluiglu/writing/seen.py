"""A state as one player may see it, or as everybody may: hidden information is nobody else's (I1-I5).

Whatever leaves the referee for one screen goes through here; a verdict for all to read is judged from
`seen_by(state, None)`, so that neither it nor what it lists as owed can tell a face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.igluiglu.actions import Keep, parse_action
from engine.igluiglu.equipment import UNKNOWN
from engine.igluiglu.state import State


def seen_by(state: State, colour: str | None) -> State:
    """The state with every kept tile but this player's as `?`, and without what only a simulator knows."""
    hands = tuple(
        hand if player == colour else (UNKNOWN,) * len(hand)
        for player, hand in zip(state.players, state.hands, strict=True)
    )
    return replace(state, hands=hands, secret=None)


def words_seen_by(words: Sequence[str], mover: str, colour: str | None) -> list[str]:
    """The words of a turn as this player may read them: what another one kept has no face."""
    if mover == colour:
        return [*words]
    return ["keep" if isinstance(parse_action(word), Keep) else word for word in words]
