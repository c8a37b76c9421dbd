"""What a space may show, in the order in which networks say it."""

from __future__ import annotations

from typing import Final

from engine.igluiglu.board import COLOURS

GROUNDS: Final = ("land", "ice", "glacier", "sea")
LETTERS: Final = "L#^~"
COLOUR_NAMES: Final = ("red", "yellow", "green", "blue")
IGLOOS: Final = ("", *(colour.upper() for colour in COLOURS))
KINDS: Final = ("fish", "fox", "bear")
MOST_INUIT, MOST_FISH, MOST_FOXES = 3, 4, 3
HEADS: Final = {
    "ground": len(GROUNDS),
    "readable": 1,
    **dict.fromkeys(COLOUR_NAMES, MOST_INUIT + 1),
    "igloo": len(IGLOOS),
    "fish": MOST_FISH + 1,
    "fox": MOST_FOXES + 1,
    "bear": 2,
}
"""What is said of a space -> how many scores say it."""
VALUES: Final = (1, 2, 3)
