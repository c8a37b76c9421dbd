"""The colours and symbols of a set as the lab names them."""

from __future__ import annotations

COLOURS = ("red", "yellow", "green", "blue")
SYMBOLS = ("red", "yellow", "green", "blue", "circle", "arc")
INK = {  # sRGB
    "red": (0.80, 0.09, 0.11),
    "yellow": (0.98, 0.84, 0.06),
    "green": (0.05, 0.52, 0.21),
    "blue": (0.06, 0.27, 0.70),
    "circle": (0.42, 0.13, 0.55),
    "arc": (0.05, 0.05, 0.06),
}
PLASTIC = {
    "red": (0.76, 0.09, 0.09),
    "yellow": (0.98, 0.83, 0.07),
    "green": (0.06, 0.50, 0.20),
    "blue": (0.07, 0.25, 0.62),
}
