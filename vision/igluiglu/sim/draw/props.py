"""Other things on a table: cups, bottles, boxes, sheets, pencils, dice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from vision.igluiglu.sim.scene import Prop, Rgb
from vision.igluiglu.sim.shapes import Mesh, box, capsule, joined, turned, upright

Part = tuple[Mesh, Rgb]


def cup(prop: Prop) -> list[Part]:
    """A cup with a dark drink."""
    r, _, h = prop.size_mm
    low, high = 0.85 * r / 2, r / 2
    body = turned([(low, 0), (high, h * 0.3), (high, h)], 30)
    drink = turned([(high * 0.9, h), (high * 0.9, h + 0.4)], 30)
    handle = capsule(np.array([high, 0, h * 0.75]), np.array([high * 1.5, 0, h * 0.5]), 5, 5)
    other = capsule(np.array([high * 1.5, 0, h * 0.5]), np.array([high, 0, h * 0.25]), 5, 5)
    inside = prop.colours[-1]
    return [(handle, prop.colours[0]), (other, prop.colours[0]), (body, prop.colours[0]), (drink, inside)]


def bottle(prop: Prop) -> list[Part]:
    """A bottle with its neck."""
    r, _, h = prop.size_mm
    shape = [(r / 2, 0), (r / 2, h * 0.55), (r * 0.42, h * 0.65), (r * 0.16, h * 0.78), (r * 0.16, h)]
    return [(turned(shape, 30), prop.colours[0])]


def carton(prop: Prop) -> list[Part]:
    """A box, book or telephone."""
    return [(box(prop.size_mm), prop.colours[0])]


def sheet(prop: Prop) -> list[Part]:
    """A sheet with lines of writing."""
    w, h, _ = prop.size_mm
    parts: list[Part] = [(box((w, h, 0.4)), prop.colours[0])]
    for k in range(6):
        line = box((w * 0.75, h * 0.03, 0.6))
        parts.append((Mesh(line.points + np.array([0, h * (0.35 - 0.13 * k), 0]), line.faces), prop.colours[-1]))
    return parts


def rod(prop: Prop) -> list[Part]:
    """A pencil, a cable, a spoon's handle."""
    length, _, thick = prop.size_mm
    r = thick / 2
    return [(capsule(np.array([-length / 2, 0, r]), np.array([length / 2, 0, r]), r, r, 8), prop.colours[0])]


def ball(prop: Prop) -> list[Part]:
    """A fruit or bead."""
    r = prop.size_mm[0] / 2
    rows = [(max(r * np.cos(a), 0.1), r + r * np.sin(a)) for a in np.linspace(-1.4, 1.4, 9)]
    return [(turned([(float(p), float(q)) for p, q in rows]), prop.colours[0])]


def plate(prop: Prop) -> list[Part]:
    """A plate or saucer."""
    r, _, h = prop.size_mm
    rim = turned([(r * 0.3, 0), (r / 2, h)], 26)
    well = turned([(r * 0.36, h), (r * 0.36, h + 0.3)], 26)
    return [(rim, prop.colours[0]), (well, prop.colours[-1])]


def cord(prop: Prop) -> list[Part]:
    """A cable or a piece of string that lies about."""
    length, sway, thick = prop.size_mm
    t = np.linspace(-0.5, 0.5, 15)
    y = sway * np.sin(t * 9 + prop.x) * np.cos(t * 5 + prop.y)
    spots = np.column_stack([t * length, y, np.full(15, thick / 2 + 2)])
    rods = [capsule(a, b, thick / 2, thick / 2, 8) for a, b in pairwise(spots)]
    return [(joined(rods), prop.colours[0])]


def spectacles(prop: Prop) -> list[Part]:
    """Two thin rings with their sides."""
    wide, _, thick = prop.size_mm
    a = np.linspace(0, 2 * np.pi, 13)
    rods = []
    for middle in (-wide / 4, wide / 4):
        ring = np.column_stack([middle + np.cos(a) * wide * 0.2, np.zeros(13), wide * 0.22 + np.sin(a) * wide * 0.2])
        rods += [capsule(p, q, thick / 2, thick / 2, 6) for p, q in pairwise(ring)]
    for side in (-1, 1):
        hinge = np.array([side * wide * 0.45, 0.0, wide * 0.25])
        rods.append(capsule(hinge, hinge + np.array([0.0, wide * 0.9, -wide * 0.2]), thick / 2, thick / 2, 6))
    return [(joined(rods), prop.colours[0])]


KINDS: dict[str, Callable[[Prop], list[Part]]] = {
    "cup": cup,
    "bottle": bottle,
    "carton": carton,
    "sheet": sheet,
    "rod": rod,
    "ball": ball,
    "plate": plate,
    "cord": cord,
    "spectacles": spectacles,
}


def prop_parts(prop: Prop) -> list[Part]:
    """A prop's solids where it stands, with their colours."""
    spin, at = upright(prop.yaw_deg), np.array([prop.x, prop.y, 0.0])
    return [(mesh.moved(spin, at), colour) for mesh, colour in KINDS[prop.kind](prop)]
