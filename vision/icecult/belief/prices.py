"""What every act, slip and misreading costs: the one table of numbers by which histories are compared.

A cost is in nats: how unlikely something is, as a natural logarithm. What one player in a hundred would do costs
log(100), about 4.6. Costs add up along a history; of two histories that explain the same table the cheaper is likelier,
and one that costs 2.5 more is about twelve times less likely. The few entries that are no costs (counts, seconds,
shares, factors) bound how far the search goes and how much a picture counts.

`python -m bench.prices` prints this table and measures what a change of an entry does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final

from vision.belief import prices as belief
from vision.belief.entries import count, entry, nats


@dataclass(frozen=True)
class Prices(belief.Prices):
    """All prices and bounds of the belief in ICE CULT; `replace(STANDARD, step=1.8)` is another set of them."""

    tilt: float = nats(2.0, "one tilt: there are eight to choose from")
    step: float = nats(1.6, "one pawn moved by an arrow or a circle")
    spin: float = nats(2.3, "one cube turned by an arc")
    spin_unseen: float = nats(2.8, "a cube turned that shows a circle, which looks the same afterwards")
    print_twice: float = nats(1.5, "an unknown face turns out to show a symbol that its cube has on another face too")

    end_unseen: float = nats(5.0, "a turn that went on, ended, and the next one began, all between two views")
    second_end: float = nats(3.0, "a second turn that ended between the same two views")
    end_with_new_breach: float = nats(3.0, "a turn that ended before anyone could look at the breach made in it")
    owed_left: float = nats(6.0, "a turn that ended although a move was owed")

    early_move: float = nats(9.0, "a pawn moved before both tilts were made")
    tilt_undone: float = nats(8.0, "the second tilt rolls the first one back")
    tilt_count: float = nats(5.8, "a turn that ended with fewer than two tilts")
    tilt_alone: float = nats(8.2, "cubes rolled that are no pair, or a pair rolled along the wrong axis")
    cube_turned: float = nats(8.0, "a cube turned on the spot without an arc")
    pawn_unearned: float = nats(8.0, "a pawn moved that no symbol allows")
    after_the_end: float = nats(9.0, "something played although the match was won")
    relocated: float = nats(10.5, "pawns put elsewhere, or a stack put together in another order")
    pawn_count: float = nats(10.5, "a pawn taken off the table, or one too many put on it")
    cubes_exchanged: float = nats(9.5, "two cubes standing in each other's place")

    third_tilt: float = nats(5.2, "more for a third tilt than for a turn that ended after one: both break one rule")
    undone_unseen: float = nats(1.5, "more for a tilt made and rolled back before anyone looked")
    spent_arrow: float = nats(1.5, "more for a second step by one arrow: rather the next player made it")
    stacks_swapped: float = nats(6.0, "more for pawns of two stacks exchanged: rather each was read as the other")
    from_out_of_sight: float = nats(0.5, "less for a pawn that came from a space out of sight: five is all there are")
    before_any_tilt: float = nats(3.0, "more for a breach by a player who has not been seen to tilt yet")
    another_pawn: float = nats(5.0, "each further pawn moved against the rules in one turn, instead of the full price")
    farther_in: float = nats(2.5, "more for each space that a pawn put in from the start has skipped")
    cheapest_breach: float = nats(8.0, "no first breach costs less: bounds the search, no price of its own")
    breach_last: float = nats(2.0, "breaches are tried only once lawful play comes out so much dearer")
    breaches_most: int = count(3, "breaches that one turn may hold")

    taken_as_seen: float = nats(14.0, "a table taken over as it is seen, though no rule explains it")
    taken_place: float = nats(2.0, "more for each place that then stands differently")
    taken_after_tilts: float = nats(4.0, "more where cubes rolled after both tilts, or the next player made none")

    wrong_top: float = nats(2.0, "a cube that costs more than this must have moved or been misread")
    odd_space: float = nats(3.0, "a space that costs more than this clearly looks different")
    odd_goal: float = nats(2.0, "the same for the pawns behind a path's tip")
    odd_start: float = nats(1.0, "the same for the pawns at the start")
    trusted: float = nats(2.0, "evidence from which on a reading bounds how many pawns can stand there")
    plausible: float = nats(4.0, "a value that costs less than this may well be true")
    heap_most: float = nats(5.0, "a misread start or goal costs no more: pawns stand behind each other there")
    habit: float = nats(0.8, "a pawn of a heap out of sight, or counted twice, just as in earlier rests")

    confidence_heap: float = entry(0.75, "share", "confidence in a heap where the reader gives none")
    confidence_heap_most: float = entry(0.97, "share", "a higher confidence in a heap counts as this one")
    confidence_missing: float = entry(0.9, "share", "confidence in a cube or space where the reader gives none")
    in_nearly_all: float = entry(0.8, "share", "a pawn too many must be in more than this share of the pictures")
    one_is_enough: float = entry(0.95, "share", "a picture with every place read so surely needs no second one")

    back_tilts: float = nats(6.0, "more where tilts are taken back that both were made and looked at")

    margin: float = nats(6.0, "explanations of one view are kept up to so much behind the best")
    as_seen: float = nats(2.0, "more for one by which nothing was misread, where the best holds a misreading")
    misfit_most: float = nats(20.0, "an explanation that misreads more than this is none")
    points_most: int = count(2500, "points a search looks at before it gives up")
    points_further: int = count(2, "times as many where the best that it found is a misreading")
    ends_most: int = count(2, "turns that may end between two views")
    rests_remembered: int = count(8, "rests over which it is remembered how heaps were read")
    rests_steady: int = count(2, "rests in which a heap must have been read right to count as steady")

    @cached_property
    def of_rule(self) -> Mapping[str, float]:
        """What breaking each rule costs, by the rule's name."""
        return {rule: getattr(self, rule.replace("-", "_")) for rule in RULES}


RULES: Final = (
    "early-move",
    "tilt-undone",
    "tilt-count",
    "tilt-alone",
    "cube-turned",
    "pawn-unearned",
    "after-the-end",
    "relocated",
    "pawn-count",
    "cubes-exchanged",
)
"""The rules that have a price, and the belief's own names `relocated` and `pawn-count` (see `Breach`)."""

STANDARD: Final = Prices()
"""Found by hand on simulated matches; `bench.prices` says how much each matters."""


def table() -> list[tuple[str, float, str, str]]:
    """Every entry: name, value, unit, meaning."""
    return [(f.name, getattr(STANDARD, f.name), f.metadata["unit"], f.metadata["meaning"]) for f in fields(Prices)]
