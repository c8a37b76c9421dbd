"""What a camera knows of a table: a state with gaps, and whether a whole state agrees with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.core.errors import NotationError
from engine.igluiglu.board import COLOURS, FACE_DOWN, GLACIER, LAND, NAMES, SEA, parse_cell
from engine.igluiglu.equipment import ANIMALS, UNKNOWN, is_kind, worth
from engine.igluiglu.state import State
from engine.igluiglu.writing.forms import known_keys, mapping, number, read_board, read_values

_PARTS: Final = (
    "board", "on", "reserve", "igloos", "supply", "hands", "caught", "out", "lost", "to_move", "secret",
)  # fmt: skip
_WILD: Final = ("fish?", "fox?")
NOT_SEEN: Final = "?"


@dataclass(frozen=True, slots=True)
class Spot:
    """What was seen on one space; `fish?` and `fox?` are tokens whose value could not be read."""

    inuit: str = ""
    igloo: str = ""
    animals: tuple[str, ...] = ()
    wild_fish: int = 0
    wild_foxes: int = 0

    def agrees(self, state: State, cell: int) -> bool:
        """Does the state have just this on that space?"""
        if state.inuit[cell] != self.inuit or state.igloo[cell] != self.igloo:
            return False
        surplus, missing, _ = self.compare(state.animals[cell])
        return surplus == 0 and missing == 0

    def compare(self, now: tuple[str, ...]) -> tuple[int, int, int]:
        """(animals seen that are not there now, animals there that were not seen, the least that those are worth)."""
        surplus = missing = cost = 0
        for family, wild in (("fish", self.wild_fish), ("fox", self.wild_foxes), ("bear", 0)):
            have = Counter(animal for animal in now if animal.startswith(family))
            seen = Counter(animal for animal in self.animals if animal.startswith(family))
            strange = (seen - have).total()
            free = sorted(worth(animal) for animal in (have - seen).elements())
            gone = len(free) - wild
            surplus += strange + max(0, -gone)
            if gone > 0:
                missing, cost = missing + gone, cost + sum(free[:gone])
        return surplus, missing, cost


@dataclass(frozen=True, slots=True)
class PartialState:
    """A table as far as it was seen; None is what was not."""

    board: str
    """64 letters, `?` where the ground was not seen."""
    spots: tuple[Spot | None, ...]
    reserve: str | None = None
    igloos_left: str | None = None
    fish: tuple[int, int, int] | None = None
    fox: tuple[int, int, int] | None = None
    bears: int | None = None
    hands: tuple[tuple[str, tuple[str, ...] | int], ...] = ()
    """Colour -> kept tiles, or only how many."""
    caught: tuple[tuple[str, tuple[str, ...]], ...] = ()
    out: tuple[str, ...] | None = None
    lost: int | None = None
    to_move: str | None = None

    @classmethod
    def from_json(cls, data: Any) -> PartialState:
        """From JSON; impossible numbers are let in for the referee to report, a wrong form raises NotationError."""
        data = mapping(data, "a table")
        known_keys(data, _PARTS, "after")
        supply = mapping(data.get("supply", {}), "'supply'")
        return cls(
            read_board(data.get("board"), LAND + FACE_DOWN + GLACIER + SEA + NOT_SEEN),
            _spots(mapping(data.get("on"), "'on'")),
            _letters(data.get("reserve"), "reserve"),
            _letters(data.get("igloos"), "igloos"),
            read_values(supply["fish"], "fish") if supply.get("fish") is not None else None,
            read_values(supply["fox"], "fox") if supply.get("fox") is not None else None,
            number(supply["bear"], "bears") if supply.get("bear") is not None else None,
            _hands(data.get("hands")),
            _caught(data.get("caught")),
            _out(data.get("out")),
            None if data.get("lost") is None else number(data["lost"], "lost tiles"),
            _to_move(data.get("to_move")),
        )

    @classmethod
    def of(cls, state: State) -> PartialState:
        """All of a state, as if everything were in the picture."""
        return cls.from_json({key: value for key, value in state.to_json().items() if key != "secret"})

    @property
    def complete(self) -> bool:
        """Was every space seen?"""
        return NOT_SEEN not in self.board and None not in self.spots

    def loosened(self) -> PartialState:
        """The same, where unseen ground hides what stands on it, too."""
        spots = [
            None if ground == NOT_SEEN and spot == Spot() else spot
            for ground, spot in zip(self.board, self.spots, strict=True)
        ]
        return replace(self, spots=tuple(spots))

    def hand(self, colour: str) -> tuple[str, ...] | int | None:
        """What was seen of a player's kept tiles."""
        return dict(self.hands).get(colour)

    def prey(self, colour: str) -> tuple[str, ...] | None:
        """What was seen of a player's caught animals."""
        return dict(self.caught).get(colour)

    def agrees(self, state: State) -> bool:
        """Does the state have everything that was seen?"""
        if any(seen not in (NOT_SEEN, lies) for seen, lies in zip(self.board, state.board, strict=True)):
            return False
        if any(spot is not None and not spot.agrees(state, cell) for cell, spot in enumerate(self.spots)):
            return False
        pairs = (
            (self.reserve, state.reserve),
            (self.igloos_left, state.igloos_left),
            (self.fish, state.fish),
            (self.fox, state.fox),
            (self.bears, state.bears),
            (self.out, state.out),
            (self.lost, state.lost),
            (self.to_move, state.to_move),
        )
        if any(seen is not None and seen != there for seen, there in pairs):
            return False
        if any(colour not in state.players or prey != state.prey(colour) for colour, prey in self.caught):
            return False
        return all(colour in state.players and hand_agrees(hand, state.hand(colour)) for colour, hand in self.hands)


def hand_agrees(seen: tuple[str, ...] | int, hand: tuple[str, ...]) -> bool:
    """Can these be the kept tiles that were seen? What is told as `?` may be any."""
    if isinstance(seen, int):
        return seen == len(hand)
    known = Counter(kind for kind in seen if kind != UNKNOWN)
    return len(seen) == len(hand) and not known - Counter(hand)


def _spots(data: Mapping[str, Any]) -> tuple[Spot | None, ...]:
    spots: list[Spot | None] = [Spot()] * len(NAMES)
    for name, text in data.items():
        spots[parse_cell(str(name))] = None if text is None else _spot(text, str(name))
    return tuple(spots)


def _spot(text: Any, name: str) -> Spot:
    words = text.split(" ") if isinstance(text, str) else [""]
    inuit = igloo = ""
    animals: list[str] = []
    for word in words:
        if word and not set(word) - set(COLOURS):
            inuit += word
        elif len(word) == 1 and word in COLOURS.upper():
            igloo += word  # two are too many, which is for the referee to say
        elif word in ANIMALS or word in _WILD:
            animals.append(word)
        else:
            raise NotationError(f"after: expected things like 'rr R fox?' on {name}, got {text!r}"[:200])
    read = sorted((animal for animal in animals if animal not in _WILD), key=ANIMALS.index)
    people = "".join(sorted(inuit, key=COLOURS.index))
    return Spot(people, igloo, tuple(read), animals.count("fish?"), animals.count("fox?"))


def _letters(data: Any, key: str) -> str | None:
    if data is None:
        return None
    group = mapping(data, repr(key))
    if set(group) - set(COLOURS) or any(number(count, key) > 99 for count in group.values()):
        raise NotationError(f"after: expected {key!r} like {{'r': 2}}, got {data!r}"[:200])
    return "".join(colour * group.get(colour, 0) for colour in COLOURS)


def _hands(data: Any) -> tuple[tuple[str, tuple[str, ...] | int], ...]:
    hands: list[tuple[str, tuple[str, ...] | int]] = []
    for colour, hand in mapping({} if data is None else data, "'hands'").items():
        if hand is None:
            continue
        if isinstance(hand, list) and all(
            isinstance(kind, str) and (kind == UNKNOWN or is_kind(kind)) for kind in hand
        ):
            hands.append((colour, tuple(sorted(hand))))
        else:
            hands.append((colour, number(hand, "kept tiles")))
    return tuple(hands)


def _caught(data: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    piles: list[tuple[str, tuple[str, ...]]] = []
    for colour, prey in mapping({} if data is None else data, "'caught'").items():
        if prey is None:
            continue
        if not isinstance(prey, list) or any(animal not in ANIMALS for animal in prey):
            raise NotationError(f"after: expected caught animals like ['fish1', 'fox2'], got {prey!r}"[:200])
        piles.append((colour, tuple(sorted(prey, key=ANIMALS.index))))
    return tuple(piles)


def _out(data: Any) -> tuple[str, ...] | None:
    if data is None:
        return None
    every: list[str] = []
    for kind, count in mapping(data, "'out'").items():
        if not is_kind(str(kind)) or number(count, str(kind)) > 99:
            raise NotationError(f"after: expected 'out' like {{'bear': 1}}, got {data!r}"[:200])
        every += [kind] * count
    return tuple(sorted(every))


def _to_move(data: Any) -> str | None:
    if data is None or (isinstance(data, str) and len(data) == 1 and data in COLOURS):
        return data
    raise NotationError(f"after: expected who is to move, got {data!r}"[:200])
