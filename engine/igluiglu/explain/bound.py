"""How many words are needed at least from the middle of a turn to the table that was seen; None where it cannot be.

The better this bound, the smaller the search: once the drawn tile is dealt with, nearly everything that the mover's
points cannot change must already lie as it was seen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.igluiglu.board import CORNERS, FACE_DOWN, GLACIER, ICE, NEXT_TO, SEA, SIDE
from engine.igluiglu.equipment import BEAR, is_red, worth
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
    _compared: dict[tuple[int, tuple[str, ...]], tuple[int, int, int]] = field(default_factory=dict)

    def compared(self, cell: int, animals: tuple[str, ...]) -> tuple[int, int, int]:
        """`Spot.compare` for a space that was seen, remembered: the same few are asked for again and again."""
        key = cell, animals
        if key not in self._compared:
            spot = self.aim.after.spots[cell]
            self._compared[key] = spot.compare(animals) if spot is not None else (0, 0, 0)
        return self._compared[key]

    def words_left(self, turn: TurnInProgress, at: int) -> int | None:
        """The least number of words still needed; None where nothing can lead there."""
        left = len(self.aim.known) - at
        if turn.wants == "nothing":
            return 0 if not left and self.aim.after.agrees(turn.table) else None
        if turn.placing:
            return 1
        early = 2 * (not turn.melted) + (turn.drawn is not None)
        if turn.drifting or (early and (self._may_end(turn) or self.aim.drift_may_come(turn, at))):
            return max(left, 1)
        words = self._acting(turn, at, bool(early))
        return None if words is None else max(words + early, left)

    def _may_end(self, turn: TurnInProgress) -> bool:
        """Can the game have ended before a tile was melted?"""
        return not turn.melted and self.aim.after.to_move in (None, turn.mover)

    def _acting(self, turn: TurnInProgress, at: int, early: bool) -> int | None:
        """The bound while points are spent; `early`: a tile is still to be melted or named, but none can be a drift."""
        aim = self.aim
        melts = "melt" not in turn.played and aim.pending(turn, at, "melt")
        steps = turn.steps or (STEPS if "animals" not in turn.played and aim.pending(turn, at, "animals") else 0)
        wild = bool(steps or turn.asked or turn.fleeing)
        if not self._ice_fits(turn, melts, early) or (owed := self._tiles_owed(turn, early)) is None:
            return None
        danger = self._danger(turn, melts, steps)
        gap = self._gap(turn, danger, early)
        if gap is None or (walked := sum(self._steps_to(turn, *stray) for stray in gap.strays)) > steps:
            return None
        certain = not (wild or melts)
        hunts = self._hunts(turn, gap, certain)
        if hunts is None:
            return None
        moves = self._moves(turn, gap, danger)
        armed = "harpoon" not in turn.played and aim.pending(turn, at, "harpoon")
        price = max(0, hunts[1] - armed * worth(BEAR))
        flight = melts or turn.asked or turn.fleeing or (steps and any(map(turn.table.has_bear, range(SIDE * SIDE))))
        travel = moves if flight else self._travel(turn, gap, certain)
        if travel + price + BUILD_COST * len(gap.igloos) > turn.points + aim.energy(turn, at):
            return None
        open_words = len(turn.fleeing) + bool(turn.asked) + max(walked, turn.steps > 0)
        both = armed and moves and hunts[0]  # entering a bear's space with a harpoon goes and hunts in one word
        return 1 + moves + hunts[0] - bool(both) + len(gap.igloos) + owed + open_words

    def _danger(self, turn: TurnInProgress, melts: bool, steps: int) -> frozenset[int]:
        """Spaces from which Inuit may yet be sent to corners: near a bear that may step, or on a tile that may go."""
        table, seen = turn.table, self.aim.after.board
        bears = [cell for cell, animals in enumerate(table.animals) if steps and BEAR in animals]
        return frozenset(
            cell
            for cell, people in enumerate(table.inuit)
            if people
            and (
                cell == turn.attacked
                or any(_apart(cell, bear) <= steps for bear in bears)
                or (melts and table.board[cell] == FACE_DOWN and seen[cell] in (SEA, NOT_SEEN))
            )
        )

    def _ice_fits(self, turn: TurnInProgress, melts: bool, early: bool) -> bool:
        """Is the ice as it was seen, but for a tile that a Melt tile may yet remove, or the one to be melted?"""
        odd = [
            (lies, seen)
            for lies, seen in zip(turn.table.board, self.aim.after.board, strict=True)
            if seen not in (NOT_SEEN, lies)
        ]
        changes = ((FACE_DOWN, SEA), (FACE_DOWN, GLACIER)) if early else ((FACE_DOWN, SEA),)
        return len(odd) <= melts + early and all(pair in changes for pair in odd)

    def _tiles_owed(self, turn: TurnInProgress, early: bool) -> int | None:
        """How many words must still show a kept tile by themselves, where the discards were seen."""
        out = self.aim.after.out
        if out is None:
            return 0
        there, seen = Counter(turn.table.out), Counter(out)
        missing = seen - there
        if there - seen or sum(count for kind, count in missing.items() if not is_red(kind)) > early:
            return None
        return sum(count for kind, count in missing.items() if is_red(kind) and kind != "harpoon")

    def _gap(self, turn: TurnInProgress, danger: frozenset[int], early: bool) -> Gap | None:
        """What differs; None where spending points can never mend it."""
        table, mover, gap = turn.table, turn.mover, Gap()
        for cell, spot in enumerate(self.aim.after.spots):
            if spot is None:
                continue
            if table.inuit[cell] != spot.inuit and not self._people(turn, gap, cell, spot.inuit, danger):
                return None
            if table.igloo[cell] != spot.igloo:
                if table.igloo[cell] or spot.igloo != mover.upper():
                    return None
                gap.igloos.append(cell)
            if table.animals[cell] != spot.animals or spot.wild_fish or spot.wild_foxes:
                surplus, missing, price = self.compared(cell, table.animals[cell])
                gap.gone, gap.price = gap.gone + missing, gap.price + price
                gap.hunted += [cell] * bool(missing)
                changes = early and self.aim.after.board[cell] != table.board[cell]  # the tile may bring them
                if surplus and not changes:
                    gap.strays.append((cell, spot.animals))
        return gap if len(gap.igloos) <= table.igloos_left.count(mover) else None

    def _people(self, turn: TurnInProgress, gap: Gap, cell: int, seen: str, danger: frozenset[int]) -> bool:
        """Note the mover's Inuit; those of others only ever go to corners."""
        now, mover = turn.table.inuit[cell], turn.mover
        here, there = now.replace(mover, ""), seen.replace(mover, "")
        if here != there:
            more, less = Counter(there) - Counter(here), Counter(here) - Counter(there)
            refuge = cell in CORNERS and (danger or turn.fleeing)
            if (more and not refuge) or (less and cell not in danger):
                return False
        extra = seen.count(mover) - now.count(mover)
        gap.wanted += [cell] * extra
        gap.left += [cell] * -extra
        return True

    def _moves(self, turn: TurnInProgress, gap: Gap, danger: frozenset[int]) -> int:
        """How many times an Inuit of the mover must at least go somewhere by itself."""
        sent = turn.fleeing.count(turn.mover) + sum(turn.table.inuit[cell].count(turn.mover) for cell in danger)
        inland = sum(cell not in CORNERS for cell in gap.wanted)
        return max(sum(cell not in danger for cell in gap.left), len(gap.wanted) - sent, inland)

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

    def _travel(self, turn: TurnInProgress, gap: Gap, certain: bool) -> int:
        """The least points for going where Inuit were seen, or for one that must come by to hunt or build."""
        table, walks = turn.table, self.walks
        own = [cell for cell, people in enumerate(table.inuit) if turn.mover in people]
        hidden = [cell for cell in own if self.aim.after.spots[cell] is None]
        arrive = sum(walks.points(table.board, [*gap.left, *hidden], cell) for cell in gap.wanted)
        visits = [walks.points(table.board, own, cell) for cell in gap.igloos]
        for place in gap.hunted if certain else ():
            visits.append(
                min((walks.points(table.board, own, cell) for cell in stands(table.board, place)), default=FAR)
            )
        return max([arrive, len(gap.left), *visits])

    def _steps_to(self, turn: TurnInProgress, cell: int, animals: tuple[str, ...]) -> int:
        """The least steps that bring an animal of the kinds seen to this space."""
        strange = (Counter(animals) - Counter(turn.table.animals[cell])).elements()
        return max(1, sum(_nearest(turn, cell, animal) for animal in strange))


def _apart(one: int, other: int) -> int:
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


def _nearest(turn: TurnInProgress, cell: int, animal: str) -> int:
    """How far the nearest animal of this kind is that is not there yet."""
    starts = [start for start, there in enumerate(turn.table.animals) if animal in there and start != cell]
    return min((_apart(start, cell) for start in starts), default=FAR)


def stands(board: str, place: int) -> list[int]:
    """From where an animal on this space can be hunted."""
    if board[place] in ICE:
        return [place]
    return [cell for cell in NEXT_TO[place] if board[cell] in ICE]
