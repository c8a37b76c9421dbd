"""The board of IGLU IGLU: 64 spaces, who lies next to whom, land, ring and centre (R1).

A space is its rank in text order, a1 = 0, a2 = 1, ... h8 = 63; `NAMES` prints it and `CELLS` reads it.
"""

from __future__ import annotations

from typing import Final

from engine.core.colours import COLOURS as COLOURS
from engine.core.errors import NotationError

SIDE: Final = 8
TILES: Final = 56

LAND: Final = "L"
FACE_DOWN: Final = "#"
GLACIER: Final = "^"
SEA: Final = "~"
ICE: Final = FACE_DOWN + GLACIER

NAMES: Final = tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, SIDE + 1))
CELLS: Final = {name: cell for cell, name in enumerate(NAMES)}
HEADINGS: Final = "nesw"
"""n = towards row 8, e = towards column h."""


def _beside(cell: int, heading: str) -> int | None:
    column, row = divmod(cell, SIDE)
    column += (heading == "e") - (heading == "w")
    row += (heading == "n") - (heading == "s")
    return column * SIDE + row if 0 <= column < SIDE and 0 <= row < SIDE else None


STEP: Final = {heading: tuple(_beside(cell, heading) for cell in range(SIDE * SIDE)) for heading in HEADINGS}
"""Heading -> the space that lies that way of each space; None beyond the edge."""
NEXT_TO: Final = tuple(
    tuple(sorted(beside for heading in HEADINGS if (beside := STEP[heading][cell]) is not None))
    for cell in range(SIDE * SIDE)
)
"""The spaces orthogonally next to each space, in text order."""
CORNERS: Final = tuple(CELLS[name] for name in ("a1", "a8", "h1", "h8"))
CENTRE: Final = frozenset(CELLS[name] for name in ("d4", "d5", "e4", "e5"))
RING: Final = tuple(cell for cell in range(SIDE * SIDE) if len(NEXT_TO[cell]) < len(HEADINGS) and cell not in CORNERS)
"""The 24 water spaces at the edge, in text order."""


def in_order(letters: str) -> str:
    """Letters of colours in the order r y g b."""
    return "".join(sorted(letters, key=COLOURS.index)) if len(letters) > 1 else letters


def parse_cell(text: str) -> int:
    """The space that is written like 'c3'."""
    if text not in CELLS:
        raise NotationError(f"expected a space like 'c3', got {text[:20]!r}")
    return CELLS[text]
