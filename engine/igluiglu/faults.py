"""Every rule that can be broken, in the order in which they are reported, each with its paragraph of RULES.md.

Those up to `flee-not-corner` come from a turn given as words, the others only from two views of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Rule(StrEnum):
    """A rule by its name on the wire; members stand in the order in which they are reported."""

    AFTER_THE_END = "after-the-end"
    AFTER_THE_TURN = "after-the-turn"
    PLACE_FIRST = "place-first"
    PLACE_OVER = "place-over"
    ATTACK_OPEN = "attack-open"
    FLEE_OPEN = "flee-open"
    ANIMALS_OPEN = "animals-open"
    EVENT_NOT_RESOLVED = "event-not-resolved"
    NOT_ASKED = "not-asked"
    MELT_FIRST = "melt-first"
    MELT_TWICE = "melt-twice"
    STOP_TOO_EARLY = "stop-too-early"
    PLACE_NOT_RING = "place-not-ring"
    MELT_NO_TILE = "melt-no-tile"
    MELT_GLACIER = "melt-glacier"
    MELT_IGLOO = "melt-igloo"
    MELT_OCCUPIED = "melt-occupied"
    MELT_NOT_ADJACENT = "melt-not-adjacent"
    MELT_RING_TOO_EARLY = "melt-ring-too-early"
    KEEP_EVENT = "keep-event"
    NOT_THAT_TILE = "not-that-tile"
    DRAW_COUNT = "draw-count"
    DRAW_NOT_THERE = "draw-not-there"
    DRIFT_NO_TILE = "drift-no-tile"
    DRIFT_OFF_BOARD = "drift-off-board"
    DRIFT_INTO_CORNER = "drift-into-corner"
    DRIFT_GLACIER = "drift-glacier"
    DRIFT_BLOCKED = "drift-blocked"
    DRIFT_NO_ANIMAL = "drift-no-animal"
    DRIFT_ANIMAL_LEFT = "drift-animal-left"
    DRIFT_ANIMAL_TO = "drift-animal-to"
    NO_INUIT = "no-inuit"
    WALK_NOT_ADJACENT = "walk-not-adjacent"
    WALK_INTO_SEA = "walk-into-sea"
    KAYAK_INTO_SEA = "kayak-into-sea"
    CORNER_CLOSED = "corner-closed"
    KAYAK_NO_WAY = "kayak-no-way"
    KAYAK_THROUGH_BEAR = "kayak-through-bear"
    RIVAL_IGLOO = "rival-igloo"
    HUNT_FROM_CORNER = "hunt-from-corner"
    HUNT_NOT_THERE = "hunt-not-there"
    HUNT_BEAR = "hunt-bear"
    HUNT_OUT_OF_REACH = "hunt-out-of-reach"
    IGLOO_CORNER = "igloo-corner"
    IGLOO_RIVAL = "igloo-rival"
    IGLOO_THERE = "igloo-there"
    IGLOO_NONE_LEFT = "igloo-none-left"
    TOO_MANY_POINTS = "too-many-points"
    BEAR_NO_HARPOON = "bear-no-harpoon"
    NO_BEAR = "no-bear"
    DEFENCE_ORDER = "defence-order"
    TILE_NOT_HELD = "tile-not-held"
    KEPT_TWICE = "kept-twice"
    ANIMALS_NONE = "animals-none"
    ANIMAL_NOT_THERE = "animal-not-there"
    ANIMAL_NOT_ADJACENT = "animal-not-adjacent"
    ANIMAL_BARRED = "animal-barred"
    ANIMAL_GROUND = "animal-ground"
    BEAR_MEETS_BEAR = "bear-meets-bear"
    FLEE_NOBODY = "flee-nobody"
    FLEE_NOT_CORNER = "flee-not-corner"
    TILE_GONE = "tile-gone"
    TILE_BACK = "tile-back"
    TILE_TURNED = "tile-turned"
    TILE_SHIFTED = "tile-shifted"
    INUIT_FAR = "inuit-far"
    INUIT_OTHER = "inuit-other"
    INUIT_MISSING = "inuit-missing"
    INUIT_EXTRA = "inuit-extra"
    IGLOO_MISSING = "igloo-missing"
    IGLOO_EXTRA = "igloo-extra"
    IGLOO_MOVED = "igloo-moved"
    ANIMAL_STRAY = "animal-stray"
    ANIMAL_MISSING = "animal-missing"
    ANIMAL_EXTRA = "animal-extra"
    HAND_COUNT = "hand-count"

    @property
    def paragraph(self) -> str:
        """Where the rules say so, like 'R12'."""
        return PARAGRAPHS[self]

    @property
    def order(self) -> int:
        """Its rank among all rules, from 0."""
        return _ORDER[self]


PARAGRAPHS: Final[Mapping[Rule, str]] = {
    Rule.AFTER_THE_END: "R14",
    Rule.AFTER_THE_TURN: "R10",
    Rule.PLACE_FIRST: "R9",
    Rule.PLACE_OVER: "R9",
    Rule.ATTACK_OPEN: "R29",
    Rule.FLEE_OPEN: "R24",
    Rule.ANIMALS_OPEN: "R26",
    Rule.EVENT_NOT_RESOLVED: "R11",
    Rule.NOT_ASKED: "R11",
    Rule.MELT_FIRST: "R12",
    Rule.MELT_TWICE: "R12",
    Rule.STOP_TOO_EARLY: "R14",
    Rule.PLACE_NOT_RING: "R9",
    Rule.MELT_NO_TILE: "R12",
    Rule.MELT_GLACIER: "R19",
    Rule.MELT_IGLOO: "R24",
    Rule.MELT_OCCUPIED: "R12",
    Rule.MELT_NOT_ADJACENT: "R12",
    Rule.MELT_RING_TOO_EARLY: "R13",
    Rule.KEEP_EVENT: "R15",
    Rule.NOT_THAT_TILE: "R2",
    Rule.DRAW_COUNT: "R16",
    Rule.DRAW_NOT_THERE: "R16",
    Rule.DRIFT_NO_TILE: "R20",
    Rule.DRIFT_OFF_BOARD: "R20",
    Rule.DRIFT_INTO_CORNER: "R20",
    Rule.DRIFT_GLACIER: "R20",
    Rule.DRIFT_BLOCKED: "R21",
    Rule.DRIFT_NO_ANIMAL: "R21",
    Rule.DRIFT_ANIMAL_LEFT: "R21",
    Rule.DRIFT_ANIMAL_TO: "R21",
    Rule.NO_INUIT: "R30",
    Rule.WALK_NOT_ADJACENT: "R31",
    Rule.WALK_INTO_SEA: "R31",
    Rule.KAYAK_INTO_SEA: "R33",
    Rule.CORNER_CLOSED: "R34",
    Rule.KAYAK_NO_WAY: "R33",
    Rule.KAYAK_THROUGH_BEAR: "R33",
    Rule.RIVAL_IGLOO: "R47",
    Rule.HUNT_FROM_CORNER: "R34",
    Rule.HUNT_NOT_THERE: "R35",
    Rule.HUNT_BEAR: "R35",
    Rule.HUNT_OUT_OF_REACH: "R35",
    Rule.IGLOO_CORNER: "R37",
    Rule.IGLOO_RIVAL: "R37",
    Rule.IGLOO_THERE: "R37",
    Rule.IGLOO_NONE_LEFT: "R37",
    Rule.TOO_MANY_POINTS: "R30",
    Rule.BEAR_NO_HARPOON: "R32",
    Rule.NO_BEAR: "R32",
    Rule.DEFENCE_ORDER: "R29",
    Rule.TILE_NOT_HELD: "R22",
    Rule.KEPT_TWICE: "R27",
    Rule.ANIMALS_NONE: "R26",
    Rule.ANIMAL_NOT_THERE: "R25",
    Rule.ANIMAL_NOT_ADJACENT: "R25",
    Rule.ANIMAL_BARRED: "R25",
    Rule.ANIMAL_GROUND: "R25",
    Rule.BEAR_MEETS_BEAR: "R25",
    Rule.FLEE_NOBODY: "R24",
    Rule.FLEE_NOT_CORNER: "R24",
    Rule.TILE_GONE: "R12",
    Rule.TILE_BACK: "R20",
    Rule.TILE_TURNED: "R19",
    Rule.TILE_SHIFTED: "R20",
    Rule.INUIT_FAR: "R30",
    Rule.INUIT_OTHER: "R29",
    Rule.INUIT_MISSING: "R4",
    Rule.INUIT_EXTRA: "R4",
    Rule.IGLOO_MISSING: "R4",
    Rule.IGLOO_EXTRA: "R4",
    Rule.IGLOO_MOVED: "R37",
    Rule.ANIMAL_STRAY: "R25",
    Rule.ANIMAL_MISSING: "R35",
    Rule.ANIMAL_EXTRA: "R16",
    Rule.HAND_COUNT: "R22",
}
_ORDER: Final = {rule: rank for rank, rule in enumerate(Rule)}

WITH_OWED: Final = frozenset(
    {Rule.ATTACK_OPEN, Rule.FLEE_OPEN, Rule.ANIMALS_OPEN, Rule.EVENT_NOT_RESOLVED, Rule.MELT_FIRST}
)
"""Faults that name every word that would serve what is still owed."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach as found between two views: the rule, and what its sentence must be told."""

    rule: Rule
    params: Mapping[str, Any] = field(default_factory=dict)
    variant: str = ""

    @property
    def key(self) -> str:
        """The sentence's key in `words`."""
        return f"{self.rule}.{self.variant}" if self.variant else str(self.rule)
