"""A resting view of the table: several pictures joined, compared with what the table looked like before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.igluiglu.board import COLOURS, NAMES, SIDE
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.state import State
from vision.igluiglu.belief.glimpse import UNSEEN, Cell, Glimpse, Json, cells_of, observed

SURE: Final = 0.25
"""A space that is read less surely is taken as not seen, unless it looks as it is believed to be."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a rest shows."""

    cells: tuple[Cell, ...]
    hands: Mapping[str, int | None]
    shown: tuple[str, ...]
    held_s: float = 0.0

    @classmethod
    def of(cls, pictures: Sequence[Glimpse], held_s: float) -> BoardView:
        """The pictures of a rest joined: for each space what most of them say, weighed by how surely."""
        cells = tuple(_joined([picture.cells[k] for picture in pictures]) for k in range(len(NAMES)))
        last = pictures[-1]
        return cls(cells, dict(last.hands), last.shown, held_s)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BoardView:
        """Inverse of `to_json`."""
        return cls(cells_of(data), dict(data["hands"]), tuple(data["shown"]), float(data["held_s"]))

    def to_json(self) -> Json:
        """As it is stored."""
        return observed(self.cells) | {"hands": dict(self.hands), "shown": list(self.shown), "held_s": self.held_s}

    @property
    def values(self) -> tuple[tuple[str, str | None], ...]:
        """What it says, without how surely."""
        return tuple(cell.look for cell in self.cells)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The spaces of which it says nothing."""
        return tuple(name for name, cell in zip(NAMES, self.cells, strict=True) if not cell.seen)


def _joined(cells: Sequence[Cell]) -> Cell:
    """What most pictures say of a space; not seen where half of them do not see it."""
    seen = [cell for cell in cells if cell.seen]
    if 2 * len(seen) < len(cells) or not seen:
        return UNSEEN
    weights: Counter[tuple[str, str | None]] = Counter()
    for cell in seen:
        weights[cell.ground, cell.words] += cell.sure  # type: ignore[assignment]
    (ground, words), weight = weights.most_common(1)[0]
    return Cell(ground, words, min(weight / max(len(seen), 1), 1.0))


def believed(state: State) -> tuple[Cell, ...]:
    """What every space shows if the table stands so."""
    on = dict(state.on())
    return tuple(Cell(lies, on.get(name, "")) for name, lies in zip(NAMES, state.board, strict=True))


def fits(seen: Cell, cell: Cell) -> bool:
    """Whether a reading says what is there, values that were not read left open."""
    if seen.ground != cell.ground:
        return False
    said, there = Counter((seen.words or "").split()), Counter((cell.words or "").split())
    left, wild = there - said, said - there
    kinds = Counter(word.rstrip("?") for word in wild.elements() if word.endswith("?"))
    return kinds == Counter(word.rstrip("123") for word in left.elements()) and kinds.total() == wild.total()


Looks = Mapping[str, frozenset[tuple[str, str | None]]]
"""How spaces were read while it was known how they stood: what looks as it has looked is the same."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A view against a believed table: what has changed, and what may only be misread."""

    cells: tuple[Cell, ...]
    changed: tuple[str, ...]
    """Spaces that look otherwise than the table is believed to be."""
    hands: Mapping[str, int | None]
    open: Mapping[str, Cell] = field(default_factory=dict)
    """Spaces that may be as they were believed, for all that was read of their animals."""

    @classmethod
    def with_(cls, view: BoardView, state: State, looks: Looks, unsure: float = SURE) -> Compared:
        """What looks as it did when the table was known is as it was believed to be; what is unsure is not seen."""
        out, changed, left_open = [], [], {}
        strangers = {c for colour in COLOURS if colour not in state.players for c in (colour, colour.upper())}
        for name, seen, there in zip(NAMES, view.cells, believed(state), strict=True):
            if not seen.seen or any(strangers & set(word) for word in (seen.words or "").split() if word.isalpha()):
                out.append(UNSEEN)
            elif seen.look in looks.get(name, ()) or fits(seen, there):
                out.append(there)
                if "?" in (seen.words or "") and fits(seen, there):
                    left_open[name] = seen
            elif seen.sure < unsure:
                out.append(UNSEEN)
            else:
                out.append(seen)
                changed.append(name)
        return cls(tuple(out), tuple(changed), view.hands, left_open)

    def without(self, names: Sequence[str]) -> Compared:
        """The same, with some spaces not seen."""
        cells = (UNSEEN if name in names else cell for name, cell in zip(NAMES, self.cells, strict=True))
        return replace(self, cells=tuple(cells))

    def loosely(self) -> Compared:
        """The same with every animal of unread value left open, also where one lies that may be it."""
        named = zip(NAMES, self.cells, strict=True)
        return replace(self, cells=tuple(self.open.get(name, cell) for name, cell in named))

    def partial(self) -> PartialState:
        """As the rules take it."""
        named = dict(zip(NAMES, self.cells, strict=True))
        rows = ["".join(named[f"{c}{row}"].ground for c in "abcdefgh") for row in range(SIDE, 0, -1)]
        on = {name: cell.words for name, cell in named.items() if cell.words != ""}
        hands = {player: count for player, count in self.hands.items() if count is not None}
        return PartialState.from_json({"board": rows, "on": on, "hands": hands})
