"""One resting view of the table, place by place: what a value there would cost, by what earlier rests have shown.

Costs are in nats: how much less likely the readings are if the table stood so. What was not seen costs nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from vision.belief.prices import Prices
from vision.belief.readings import Readings

Paid = frozenset[tuple[tuple[str, Any], float]]
"""Places with what was read there, and what a history has paid for their being something else."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A place where a state contradicts what was read."""

    place: str
    value: Any
    cost: float


class View(ABC):
    """The fused readings of every place; a game says which places there are."""

    prices: Prices

    def __init__(self, held_s: float) -> None:
        self.held_s = held_s
        self.known: Mapping[str, Any] = {}
        """Places that were certain in earlier rests; `firm` are those against which this view has stood long enough."""
        self.firm: Mapping[str, Any] = {}
        self.forgiven: Mapping[str, float] = {}
        """Places misread as before, with what has been paid for that."""
        self._costs: dict[tuple[str, Any], float] = {}

    @abstractmethod
    def readings(self, place: str) -> Readings:
        """What was read at a place."""

    @abstractmethod
    def most_for(self, place: str, value: Any) -> float:
        """What it costs at most that this place is misread."""

    def forgiving(self, forgiven: Iterable[tuple[str, float]]) -> Self:
        """The same view for a history in which these places were misread, and paid for, in an earlier view."""
        view = copy(self)
        view.forgiven, view._costs = dict(forgiven), {}
        return view

    @abstractmethod
    def unseen(self) -> tuple[str, ...]:
        """The places of which it says nothing."""

    @abstractmethod
    def best_values(self) -> tuple[Any, ...]:
        """The likeliest reading of every place."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """As it goes on record."""

    def paid_before(self, paid: Paid) -> frozenset[tuple[str, float]]:
        """The places that are read as a history has paid for before, with what it has paid."""
        return frozenset((place, price) for (place, value), price in paid if self.readings(place).best == value)

    def cost_at(self, place: str, seen: Readings, value: Any) -> float:
        """How badly a value fits; what was paid for before is not paid again, unless the place was certain since."""
        known = self._costs.get((place, value))
        if known is None:
            known = seen.cost(value, self.most_for(place, value))
            if place in self.forgiven and self.known.get(place) != value:
                known = max(min(known, self.prices.misread_again), known - self.forgiven[place])
            self._costs[place, value] = known
        return known

    def clearly(self, seen: Readings, value: Any) -> bool:
        """Whether a place was plainly read so."""
        return bool(seen.best == value) and seen.top_score >= self.prices.clear
