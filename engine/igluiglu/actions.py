"""The words of a turn as frozen values: what can be printed can be read back.

    melt c4                  Melt(cell)                  the tile is taken
    drift b5 e fish1>d6      Drift(cell, "e", swims)     a push, and who swims where first
    walk c3 c4 harpoon       Walk(start, goal, True)     into a bear's space

A value here is only well-formed; whether it is allowed is for `engine.igluiglu.turn` to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.core.errors import NotationError
from engine.igluiglu.board import CELLS, NAMES
from engine.igluiglu.equipment import RANK

Swim = tuple[str, int]
"""An animal and the sea space it makes for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Set-up: the mover's next Inuit goes to a space (R9)."""

    cell: int

    def __str__(self) -> str:
        return f"place {NAMES[self.cell]}"


@dataclass(frozen=True, slots=True)
class Melt:
    """The duty of the turn: a tile is taken and looked at (R12)."""

    cell: int

    def __str__(self) -> str:
        return f"melt {NAMES[self.cell]}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The drawn tile is shown, with the values of the tokens that come (R16-R20)."""

    kind: str
    values: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(["reveal", self.kind, *map(str, self.values)])


@dataclass(frozen=True, slots=True)
class Keep:
    """The drawn tile goes to the kept ones (R22); kind None where the referee is not told."""

    kind: str | None = None

    def __str__(self) -> str:
        return f"keep {self.kind}" if self.kind else "keep"


@dataclass(frozen=True, slots=True)
class Drift:
    """A tile and all before it are pushed one space; animals there swim first (R20, R21)."""

    cell: int
    heading: str
    swims: tuple[Swim, ...] = ()

    def __str__(self) -> str:
        return " ".join(["drift", NAMES[self.cell], self.heading, *(f"{who}>{NAMES[to]}" for who, to in self.swims)])


@dataclass(frozen=True, slots=True)
class Walk:
    """An Inuit of the mover walks (R31), with a harpoon into a bear's space (R32)."""

    start: int
    goal: int
    harpoon: bool = False

    def __str__(self) -> str:
        return f"walk {NAMES[self.start]} {NAMES[self.goal]}" + " harpoon" * self.harpoon


@dataclass(frozen=True, slots=True)
class Kayak:
    """An Inuit of the mover crosses the sea (R33)."""

    start: int
    goal: int
    harpoon: bool = False

    def __str__(self) -> str:
        return f"kayak {NAMES[self.start]} {NAMES[self.goal]}" + " harpoon" * self.harpoon


@dataclass(frozen=True, slots=True)
class Hunt:
    """An Inuit of the mover takes an animal for points (R35)."""

    hunter: int
    animal: str
    place: int

    def __str__(self) -> str:
        return f"hunt {_prey(self)}"


@dataclass(frozen=True, slots=True)
class Harpoon:
    """The same with a harpoon tile, without points (R36)."""

    hunter: int
    animal: str
    place: int

    def __str__(self) -> str:
        return f"harpoon {_prey(self)}"


@dataclass(frozen=True, slots=True)
class Build:
    """An igloo (R37)."""

    cell: int

    def __str__(self) -> str:
        return f"build {NAMES[self.cell]}"


@dataclass(frozen=True, slots=True)
class PlayEnergy:
    """A kept energy tile gives points (R23)."""

    points: int

    def __str__(self) -> str:
        return f"play energy{self.points}"


@dataclass(frozen=True, slots=True)
class PlayMelt:
    """A kept Melt tile removes a tile unseen (R24)."""

    cell: int

    def __str__(self) -> str:
        return f"play melt {NAMES[self.cell]}"


@dataclass(frozen=True, slots=True)
class PlayAnimals:
    """A kept animals tile: three steps follow (R25)."""

    def __str__(self) -> str:
        return "play animals"


@dataclass(frozen=True, slots=True)
class Move:
    """One step of one animal (R25)."""

    animal: str
    start: int
    goal: int

    def __str__(self) -> str:
        return f"move {self.animal} {NAMES[self.start]} {NAMES[self.goal]}"


@dataclass(frozen=True, slots=True)
class Defend:
    """A player who is asked kills the bear with a harpoon (R29)."""

    colour: str

    def __str__(self) -> str:
        return f"defend {self.colour}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A player who is asked does not."""

    colour: str

    def __str__(self) -> str:
        return f"pass {self.colour}"


@dataclass(frozen=True, slots=True)
class Flee:
    """An Inuit goes to a corner (R24, R29)."""

    colour: str
    corner: int

    def __str__(self) -> str:
        return f"flee {self.colour} {NAMES[self.corner]}"


@dataclass(frozen=True, slots=True)
class Stop:
    """With `endCheck: afterMelt`: the player cannot melt and plays no Melt tile (R14)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over (R38)."""

    def __str__(self) -> str:
        return "done"


Action = (
    Place
    | Melt
    | Reveal
    | Keep
    | Drift
    | Walk
    | Kayak
    | Hunt
    | Harpoon
    | Build
    | PlayEnergy
    | PlayMelt
    | PlayAnimals
    | Move
    | Defend
    | Pass
    | Flee
    | Stop
    | Done
)


def _prey(hunt: Hunt | Harpoon) -> str:
    """Who hunts what and where; the space is left out where it is the hunter's own."""
    where = "" if hunt.place == hunt.hunter else f" {NAMES[hunt.place]}"
    return f"{NAMES[hunt.hunter]} {hunt.animal}{where}"


_CELL: Final = "([a-h][1-8])"
_ANIMAL: Final = "(fish[123]|fox[123]|bear4)"
_SWIM: Final = "(?: (?:fish[123]|fox[123]|bear4)>[a-h][1-8])"
_KIND: Final = "fish[1-9]|bear|drift|glacier|energy[1-9]|harpoon|melt|animals"


def _swims(text: str) -> tuple[Swim, ...]:
    every = [(animal, CELLS[to]) for animal, _, to in (swim.partition(">") for swim in text.split())]
    return tuple(sorted(every, key=lambda swim: (RANK[swim[0]], swim[1])))


def _values(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split())))


def _place_of(hunter: str, place: str | None) -> int:
    return CELLS[place or hunter]


_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]] = tuple(
    (re.compile(form), make)
    for form, make in (
        (f"place {_CELL}", lambda cell: Place(CELLS[cell])),
        (f"melt {_CELL}", lambda cell: Melt(CELLS[cell])),
        ("reveal (fish[1-9]|glacier)((?: [1-3])*)", lambda kind, values: Reveal(kind, _values(values))),
        ("reveal (bear|drift)", Reveal),
        (f"keep(?: ({_KIND}))?", Keep),
        (f"drift {_CELL} ([nesw])({_SWIM}*)", lambda cell, way, swims: Drift(CELLS[cell], way, _swims(swims))),
        (f"walk {_CELL} {_CELL}( harpoon)?", lambda a, b, with_: Walk(CELLS[a], CELLS[b], bool(with_))),
        (f"kayak {_CELL} {_CELL}( harpoon)?", lambda a, b, with_: Kayak(CELLS[a], CELLS[b], bool(with_))),
        (f"hunt {_CELL} {_ANIMAL}(?: {_CELL})?", lambda a, who, b: Hunt(CELLS[a], who, _place_of(a, b))),
        (f"harpoon {_CELL} {_ANIMAL}(?: {_CELL})?", lambda a, who, b: Harpoon(CELLS[a], who, _place_of(a, b))),
        (f"build {_CELL}", lambda cell: Build(CELLS[cell])),
        ("play energy([1-9])", lambda points: PlayEnergy(int(points))),
        (f"play melt {_CELL}", lambda cell: PlayMelt(CELLS[cell])),
        ("play animals", PlayAnimals),
        (f"move {_ANIMAL} {_CELL} {_CELL}", lambda who, a, b: Move(who, CELLS[a], CELLS[b])),
        ("defend ([rygb])", Defend),
        ("pass ([rygb])", Pass),
        (f"flee ([rygb]) {_CELL}", lambda colour, cell: Flee(colour, CELLS[cell])),
        ("stop", Stop),
        ("done", Done),
    )
)


def parse_action(word: str) -> Action:
    """The action that prints as `word`; raises NotationError for a word of no such form."""
    for form, make in _FORMS:
        if match := form.fullmatch(word):
            return make(*match.groups())
    raise NotationError(f"expected a word like 'melt c4', 'reveal fish2 1 3' or 'walk c3 c4', got {word[:40]!r}")
