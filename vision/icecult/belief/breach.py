"""The breaches of ICE CULT as they are believed, and what each leaves open.

Besides the engine's rules there are three names for what the engine tells more exactly once the turn is over:
`relocated` (pawns put elsewhere), `pawn-count` (one missing or too many at a place) and `adopted`.
"""

from __future__ import annotations

from typing import Final

from vision.belief.breach import Breach

LOOSE_RULES: Final = frozenset({"relocated", "pawn-count", "cubes-exchanged", "adopted"})
PAWN_RULES: Final = frozenset({"early-move", "pawn-unearned", "after-the-end"})

RELOCATED: Final = Breach("relocated")
TOO_FEW_TILTS: Final = Breach("tilt-count")


def is_loose(breach: Breach) -> bool:
    """Whether nobody can say afterwards what else was owed in the turn."""
    return breach.rule in LOOSE_RULES


def is_of_pawn(breach: Breach) -> bool:
    """Whether a single pawn was moved one space that it had not earned, or not yet."""
    return breach.rule in PAWN_RULES
