"""Every rule that can be broken, in the order in which they are reported, each with its paragraph of RULES.md.

The first sixteen come from a turn given as actions, the others only from two views of the table. Where several are
broken at once, the first in this order is *the* rule: `Rule.order` sorts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Rule(StrEnum):
    """A rule by its name in docs/FORMATS.md; members stand in the order in which they are reported."""

    AFTER_THE_END = "after-the-end"
    TILT_AXIS = "tilt-axis"
    TILT_COUNT = "tilt-count"
    TILT_UNDONE = "tilt-undone"
    EARLY_MOVE = "early-move"
    NOT_AN_ARROW = "not-an-arrow"
    NOT_A_CIRCLE = "not-a-circle"
    NOT_AN_ARC = "not-an-arc"
    WRONG_COLOUR = "wrong-colour"
    WRONG_PATH = "wrong-path"
    ARROW_SPENT = "arrow-spent"
    CIRCLE_SPENT = "circle-spent"
    ARC_SPENT = "arc-spent"
    NO_SUCH_PAWN = "no-such-pawn"
    MISSED_ARROW = "missed-arrow"
    MISSED_CIRCLE = "missed-circle"
    TILT_ALONE = "tilt-alone"
    CUBE_TURNED = "cube-turned"
    CUBES_EXCHANGED = "cubes-exchanged"
    PAWN_UNEARNED = "pawn-unearned"
    PAWN_FAR = "pawn-far"
    PAWN_INWARDS = "pawn-inwards"
    PAWN_CHANGED_PATH = "pawn-changed-path"
    RIDER_LEFT = "rider-left"
    PAWN_DRAGGED = "pawn-dragged"
    STACK_ORDER = "stack-order"
    PAWN_MISSING = "pawn-missing"
    PAWN_EXTRA = "pawn-extra"

    @property
    def paragraph(self) -> str:
        """Where the rules say so, like 'R16'."""
        return PARAGRAPHS[self]

    @property
    def order(self) -> int:
        """Its rank among all rules, from 0."""
        return _ORDER[self]


PARAGRAPHS: Final = {
    Rule.AFTER_THE_END: "R21",
    Rule.TILT_AXIS: "R7",
    Rule.TILT_COUNT: "R8",
    Rule.TILT_UNDONE: "R9",
    Rule.EARLY_MOVE: "R12",
    Rule.NOT_AN_ARROW: "R13",
    Rule.NOT_A_CIRCLE: "R17",
    Rule.NOT_AN_ARC: "R18",
    Rule.WRONG_COLOUR: "R13",
    Rule.WRONG_PATH: "R13",
    Rule.ARROW_SPENT: "R13",
    Rule.CIRCLE_SPENT: "R17",
    Rule.ARC_SPENT: "R18",
    Rule.NO_SUCH_PAWN: "R13",
    Rule.MISSED_ARROW: "R16",
    Rule.MISSED_CIRCLE: "R17",
    Rule.TILT_ALONE: "R7",
    Rule.CUBE_TURNED: "R18",
    Rule.CUBES_EXCHANGED: "R10",
    Rule.PAWN_UNEARNED: "R13",
    Rule.PAWN_FAR: "R13",
    Rule.PAWN_INWARDS: "R15",
    Rule.PAWN_CHANGED_PATH: "R15",
    Rule.RIDER_LEFT: "R14",
    Rule.PAWN_DRAGGED: "R14",
    Rule.STACK_ORDER: "R14",
    Rule.PAWN_MISSING: "R4",
    Rule.PAWN_EXTRA: "R4",
}
_ORDER: Final = {rule: rank for rank, rule in enumerate(Rule)}


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach as found: the rule, what its sentence must be told, and for a missed symbol what would serve it."""

    rule: Rule
    params: Mapping[str, Any] = field(default_factory=dict)
    variant: str = ""
    owed: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The sentence's key in `texts`."""
        return f"{self.rule}.{self.variant}" if self.variant else str(self.rule)
