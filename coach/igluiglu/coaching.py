"""The door to the coach of IGLU IGLU."""

from __future__ import annotations

from coach.coach import Coach
from coach.igluiglu.search import IgluCoach
from engine.igluiglu.rules import IgluIglu


def coach(rules: IgluIglu) -> Coach:
    """The coach for the rules of one match."""
    return IgluCoach(rules)
