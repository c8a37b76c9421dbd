"""What any belief weighs by: how pictures add up to evidence, how far histories are kept, when something is sure.

The game's own list adds to these what its acts and breaches cost, and gives other values where it has to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.belief.entries import count, entry, nats


@dataclass(frozen=True)
class Prices:
    """Prices and bounds that the belief of every game has."""

    least: float = nats(0.5, "a place that costs no more than this is read as believed")
    differs: float = nats(2.0, "a place that costs more than this is shown to the players as different")
    misread_most: float = nats(7.5, "one misread place costs no more, however sure the reader is")
    firm_most: float = nats(13.5, "a place certain before costs no more where it has looked different for a while")
    misread_again: float = nats(0.1, "a place misread just as it was before")
    clear: float = nats(4.0, "evidence from which on a reading counts as plain")
    first_picture: float = nats(1.0, "evidence of a reading on top of its log odds: readers are better than they say")
    picture_least: float = nats(0.1, "evidence of the least sure reading")
    picture_more: float = entry(0.35, "factor", "what each further picture of a rest counts, the first counting 1")
    pictures_most: float = entry(2.0, "factor", "all pictures of a short rest together count so many times one")
    held_most: float = entry(3.0, "factor", "all pictures of a longer rest together count so many times one")
    doubtful_most: float = entry(1.0, "factor", "the same, in any rest, for readings in doubt")
    doubtful: float = entry(
        0.9, "share", "a reading with no more confidence is in doubt: it is misread alike each time"
    )
    undoubted: float = entry(0.97, "share", "one with so much is in none; between the two it counts in between")
    held_s: float = entry(0.9, "seconds", "a rest from this length on is a longer one")
    confidence_least: float = entry(0.02, "share", "a lower confidence counts as this one")
    confidence_most: float = entry(0.9999, "share", "a higher confidence counts as this one")
    back: float = nats(1.5, "a view passed over because it showed something half done or soon taken back")
    back_change: float = nats(3.0, "more for each change passed over; each costs one more than the one before")
    back_same: float = nats(2.0, "more for each view passed over that showed nothing new")
    back_turn: float = nats(3.0, "more where the next player has begun since")
    back_over: float = nats(4.0, "more where the table was put right and the next player played before anyone looked")
    back_depth: int = count(5, "changes passed over at most")
    drop: float = nats(12.0, "histories are kept up to so much behind the best")
    odd: float = nats(16.0, "a view that costs more than this, a whole fast turn, is explained from further back too")
    near: float = nats(5.0, "histories so little behind the best are then gone back on")
    histories_most: int = count(40, "histories kept side by side")
    parents_most: int = count(8, "earlier views that a history remembers")
    taken_from: int = count(3, "best histories that a table is taken over from")
    sure: float = nats(2.5, "what is told must be so much likelier than anything else")
    blame: float = nats(4.6, "nobody is accused whom a telling clears that is likelier than this: 1 in 100")
    revise: float = nats(1.0, "a turn on record is told anew where the new telling is so much likelier")

    @property
    def half_sure(self) -> float:
        """Below this a turn is written down only together with a question."""
        return self.sure / 2


STANDARD: Final = Prices()
