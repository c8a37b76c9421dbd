"""The calibration's advice as keys of the page's words."""

from __future__ import annotations

from typing import Any, Final

ADVICE: Final = (
    ("sizes", "sizes are uncertain"),
    ("hidden", "is mostly hidden"),
    ("tip", "a path tip is uncertain"),
    ("small", "the board is small"),
    ("flat", "very flat"),
    ("steep", "straight down"),
    ("dark", "is dark"),
    ("bright", "too bright"),
    ("blurred", "is blurred"),
    ("askew", "do not lie as they should"),
)


def advice_keys(quality: dict[str, Any]) -> list[str]:
    """The advice of a quality report, as keys."""
    lines = quality.get("advice", ())
    return [key for line in lines for key, part in ADVICE if part in line]
