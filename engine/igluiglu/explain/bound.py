"""How many words are needed at least from the middle of a turn to the table that was seen; None where it cannot be.

The better this bound, the smaller the search: once the drawn tile is dealt with, nearly everything that the mover's
points cannot change must already lie as it was seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.igluiglu.board import CORNERS, FACE_DOWN, ICE, NEXT_TO, SEA, SIDE
from engine.igluiglu.equipment import is_red, worth
from engine.igluiglu.explain.aim import Aim
from engine.igluiglu.explain.distance import FAR, Walks
from engine.igluiglu.explain.partial import NOT_SEEN
from engine.igluiglu.steps.checks import BUILD_COST
from engine.igluiglu.steps.effects import STEPS
from engine.igluiglu.turn import TurnInProgress


@dataclass(slots=True)
class Gap:
    """What differs between a table and what was seen."""

    wanted: list[int] = field(default_factory=list)
    """Spaces where Inuit of the mover were seen that are not there now, one entry for each."""
    left: list[int] = field(default_factory=list)
    """Spaces with more Inuit of the mover than were seen."""
    igloos: list[int] = field(default_factory=list)
    hunted: list[int] = field(default_factory=list)
    """Spaces with more animals than were seen."""
    gone: int = 0
    price: int = 0
    """What the animals that are gone are worth at least."""
    strays: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """Spaces where animals were seen that are not there now."""


@dataclass(slots=True)
class Bound:
    """Estimates for one aim."""

    aim: Aim
    walks: Walks = field(default_factory=Walks)

    def words_left(self, turn: TurnInProgress, at: int) -> int | None:
        """The least number of words still needed; None where nothing can lead there."""
        left = len(self.aim.known) - at
        if turn.wants == "nothing":
            return 0 if not left and self.aim.after.agrees(turn.table) else None
        if turn.placing:
            return 1
        if not turn.melted or turn.drawn is not None or turn.drifting:
            return max(left, 1 + (turn.drawn is not None) + turn.drifting)
        words = self._acting(turn, at)
        return None if words is None else max(words, left)

    def _acting(self, turn: TurnInProgress, at: int) -> int | None:
        """The bound in phase 2."""
        aim = self.aim
        melts = "melt" not in turn.played and aim.pending(turn, at, "melt")
        wild = self._animals_move(turn, at)
        if not self._ice_fits(turn, melts) or (owed := self._tiles_owed(turn)) is None:
            return None
        gap = self._gap(turn, flight=wild or melts)
        if gap is None:
            return None
        steps = turn.steps or (STEPS if "animals" not in turn.played and aim.pending(turn, at, "animals") else 0)
        if gap.strays and (not wild or sum(self._steps_to(turn, *stray) for stray in gap.strays) > steps):
            return None
        hunts = self._hunts(turn, gap, certain=not (wild or melts))
        if hunts is None:
            return None
        moves = self._moves(gap, flight=wild or melts)
        cost = self._points(turn, gap, moves, hunts[1], at, flight=wild or melts)
        if cost > turn.points + aim.energy(turn, at):
            return None
        open_words = len(turn.fleeing) + bool(turn.asked) + (turn.steps > 0)
        armed = "harpoon" not in turn.played and aim.pending(turn, at, "harpoon")
        both = armed and moves and hunts[0]  # entering a bear's space with a harpoon goes and hunts in one word
        return 1 + moves + hunts[0] - bool(both) + len(gap.igloos) + owed + open_words

    def _animals_move(self, turn: TurnInProgress, at: int) -> bool:
        open_now = bool(turn.steps or turn.asked or turn.fleeing)
        return open_now or ("animals" not in turn.played and self.aim.pending(turn, at, "animals"))

    def _ice_fits(self, turn: TurnInProgress, melts: bool) -> bool:
        """Is the ice as it was seen, but for a tile that a Melt tile may yet remove?"""
        odd = [
            (lies, seen)
            for lies, seen in zip(turn.table.board, self.aim.after.board, strict=True)
            if seen not in (NOT_SEEN, lies)
        ]
        return len(odd) <= melts and all(pair == (FACE_DOWN, SEA) for pair in odd)

    def _tiles_owed(self, turn: TurnInProgress) -> int | None:
        """How many words must still show a kept tile by themselves, where the discards were seen."""
        out = self.aim.after.out
        if out is None:
            return 0
        there, seen = Counter(turn.table.out), Counter(out)
        missing = seen - there
        if there - seen or any(not is_red(kind) for kind in missing):
            return None
        return sum(count for kind, count in missing.items() if kind != "harpoon")

    def _gap(self, turn: TurnInProgress, flight: bool) -> Gap | None:
        """What differs; None where phase 2 can never mend it. `flight`: Inuit may yet be sent to corners."""
        table, mover, gap = turn.table, turn.mover, Gap()
        for cell, spot in enumerate(self.aim.after.spots):
            if spot is None:
                continue
            if table.inuit[cell] != spot.inuit and not self._people(turn, gap, cell, spot.inuit, flight):
                return None
            if table.igloo[cell] != spot.igloo:
                if table.igloo[cell] or spot.igloo != mover.upper():
                    return None
                gap.igloos.append(cell)
            if table.animals[cell] != spot.animals or spot.wild_fish or spot.wild_foxes:
                surplus, missing, price = spot.compare(table.animals[cell])
                gap.gone, gap.price = gap.gone + missing, gap.price + price
                gap.hunted += [cell] * bool(missing)
                if surplus:
                    gap.strays.append((cell, spot.animals))
        return gap if len(gap.igloos) <= table.igloos_left.count(mover) else None

    def _people(self, turn: TurnInProgress, gap: Gap, cell: int, seen: str, flight: bool) -> bool:
        """Note the mover's Inuit; those of others only ever go to corners."""
        now, mover = turn.table.inuit[cell], turn.mover
        here, there = now.replace(mover, ""), seen.replace(mover, "")
        if here != there:
            more, less = Counter(there) - Counter(here), Counter(here) - Counter(there)
            if not flight or (less if cell in CORNERS else more):
                return False
        extra = seen.count(mover) - now.count(mover)
        gap.wanted += [cell] * extra
        gap.left += [cell] * -extra
        return True

    def _moves(self, gap: Gap, flight: bool) -> int:
        """How many times an Inuit of the mover must at least go somewhere by itself."""
        if flight:
            return sum(cell not in CORNERS for cell in gap.wanted)
        return max(len(gap.wanted), len(gap.left))

    def _hunts(self, turn: TurnInProgress, gap: Gap, certain: bool) -> tuple[int, int] | None:
        """How many animals must still be hunted, and what they are worth together at least."""
        count, price = (gap.gone, gap.price) if certain else (0, 0)
        prey = self.aim.after.prey(turn.mover)
        if prey is None:
            return count, price
        there, seen = Counter(turn.table.prey(turn.mover)), Counter(prey)
        if there - seen:
            return None
        due = list((seen - there).elements())
        return max(count, len(due)), max(price, sum(map(worth, due)))

    def _points(self, turn: TurnInProgress, gap: Gap, moves: int, price: int, at: int, flight: bool) -> int:
        """The least points that are still needed."""
        if "harpoon" not in turn.played and self.aim.pending(turn, at, "harpoon"):
            price = max(0, price - worth("bear4"))
        travel = moves if flight else self._travel(turn, gap)
        return travel + price + BUILD_COST * len(gap.igloos)

    def _travel(self, turn: TurnInProgress, gap: Gap) -> int:
        """The least points for going where Inuit were seen, or for one that must come by to hunt or build."""
        table, walks = turn.table, self.walks
        own = [cell for cell, people in enumerate(table.inuit) if turn.mover in people]
        hidden = [cell for cell in own if self.aim.after.spots[cell] is None]
        arrive = sum(walks.points(table.board, [*gap.left, *hidden], cell) for cell in gap.wanted)
        visits = [walks.points(table.board, own, cell) for cell in gap.igloos]
        for place in gap.hunted:
            visits.append(
                min((walks.points(table.board, own, cell) for cell in stands(table.board, place)), default=FAR)
            )
        return max([arrive, len(gap.left), *visits])

    def _steps_to(self, turn: TurnInProgress, cell: int, animals: tuple[str, ...]) -> int:
        """The least steps that bring an animal of the kinds seen to this space."""
        strange = (Counter(animals) - Counter(turn.table.animals[cell])).elements()
        return max(1, sum(_nearest(turn, cell, animal) for animal in strange))


def _nearest(turn: TurnInProgress, cell: int, animal: str) -> int:
    """How far the nearest animal of this kind is that is not there yet."""
    starts = [start for start, there in enumerate(turn.table.animals) if animal in there and start != cell]
    return min((abs(s // SIDE - cell // SIDE) + abs(s % SIDE - cell % SIDE) for s in starts), default=FAR)


def stands(board: str, place: int) -> list[int]:
    """From where an animal on this space can be hunted."""
    if board[place] in ICE:
        return [place]
    return [cell for cell in NEXT_TO[place] if board[cell] in ICE]
