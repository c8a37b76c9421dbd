"""The door to the coach of ICE CULT."""

from __future__ import annotations

from coach.coach import Coach
from coach.icecult.search import IceCultCoach
from engine.icecult.rules import IceCult


def coach(rules: IceCult) -> Coach:
    """The coach for the rules of one match."""
    return IceCultCoach(rules)
