"""What is sought: a table as seen, the words that are known, and which kept tiles may have been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.igluiglu import actions as a
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.steps import hands
from engine.igluiglu.turn import TurnInProgress

FAMILIES = ("energy", "harpoon", "melt", "animals")


def tile_shown(action: a.Action) -> str | None:
    """Which kept tile a word shows and discards."""
    match action:
        case a.PlayEnergy(points):
            return f"energy{points}"
        case a.PlayMelt():
            return "melt"
        case a.PlayAnimals():
            return "animals"
        case a.Harpoon() | a.Defend():
            return "harpoon"
        case a.Walk(_, _, armed) | a.Kayak(_, _, armed):
            return "harpoon" if armed else None
    return None


@dataclass(frozen=True, slots=True)
class Aim:
    """`assume`: which families of kept tiles to take for played though nobody showed one, to learn what to ask."""

    after: PartialState
    known: tuple[a.Action, ...] = ()
    assume: tuple[str, ...] = ()

    def left(self, at: int) -> tuple[a.Action, ...]:
        """The known words that are still to come."""
        return self.known[at:]

    def pending(self, turn: TurnInProgress, at: int, kind: str) -> bool:
        """May a kept tile of this kind still come up in this turn?"""
        out = self.after.out
        if out is not None:
            return out.count(kind) > turn.table.out.count(kind)
        if any(tile_shown(action) == kind for action in self.left(at)):
            return True
        players = turn.table.players if kind == "harpoon" else turn.mover
        return kind.rstrip("123456789") in self.assume and any(self._may_spare(turn, p, kind) for p in players)

    def _may_spare(self, turn: TurnInProgress, colour: str, kind: str) -> bool:
        """May this player have held such a tile, and fewer tiles afterwards?"""
        seen = self.after.hand(colour)
        left = 0 if seen is None else seen if isinstance(seen, int) else len(seen)
        draws = colour == turn.mover and (not turn.melted or turn.drawn is not None)
        if len(turn.table.hand(colour)) + draws <= left and seen is not None:
            return False
        return hands.may_hold(turn.table, turn.tiles, colour, kind) or draws

    def allows(self, turn: TurnInProgress, at: int, action: a.Action) -> bool:
        """May this word be part of the explanation here? Kept tiles only where they were shown."""
        kind = tile_shown(action)
        if kind is None or action in self.left(at)[:1]:
            return True
        if self.after.out is not None:
            return self.pending(turn, at, kind)
        return kind.rstrip("123456789") in self.assume and self.pending(turn, at, kind)

    def energy(self, turn: TurnInProgress, at: int) -> int:
        """The most points that an energy tile can still give."""
        if "energy" in turn.played:
            return 0
        kinds = [kind for kind in turn.tiles.kinds if kind.startswith("energy")]
        return max((int(kind[-1]) for kind in kinds if self.pending(turn, at, kind)), default=0)

    def drift_may_come(self, turn: TurnInProgress, at: int) -> bool:
        """Can the drawn tile, named or not, be a drift?"""
        if turn.drifting:
            return True
        named = [x for x in self.left(at) if isinstance(x, a.Reveal | a.Keep)]
        if named:
            return isinstance(named[0], a.Reveal) and named[0].kind == "drift"
        return self.after.out is None or self.after.out.count("drift") > turn.table.out.count("drift")

    def only(self, at: int, *kinds: type) -> a.Action | None:
        """The known word of these kinds that is still to come; for words that come once in a turn."""
        return next((action for action in self.left(at) if isinstance(action, kinds)), None)


def advanced(known: Iterable[a.Action], at: int, action: a.Action) -> int:
    """How many known words are behind after this one."""
    every = tuple(known)
    return at + (at < len(every) and every[at] == action)
