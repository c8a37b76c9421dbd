"""A state drawn for people: as plain text and as an SVG string.

Nothing is told by colour alone: every pawn carries its letter and its own shape, every arrow its letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.colours import COLOUR_NAMES
from engine.icecult.board import PATHS, SLOTS
from engine.icecult.cube import STANDARD_SET, CubeSet, Top
from engine.icecult.state import State

_ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
_ARCS: Final = {"NW": "╯", "NE": "╰", "SE": "╭", "SW": "╮"}
_EMPTY: Final = "·"
_CELL: Final = 7  # letters that a space is wide in the text diagram


def _symbol(top: Top | None) -> str:
    """A symbol in two letters, like 'r↑', '()' or '╭ '."""
    if top is None:
        return "? "
    if top.colour and top.facing:
        return top.colour + _ARROWS[top.facing]
    return "()" if top.symbol == "circle" else _ARCS[top.facing or "SE"] + " "


def _cells(stacks: Sequence[str]) -> str:
    """Stacks side by side, all as wide as the widest."""
    width = max(_CELL, 2 + max(map(len, stacks)))
    return "".join(f"{stack or _EMPTY:^{width}}" for stack in stacks)


def text_diagram(state: State, cube_set: CubeSet = STANDARD_SET) -> str:
    """The table seen from above, north up; stacks bottom to top, left to right."""
    nw, ne, se, sw = (_symbol(top) for top in cube_set.tops(state.cubes))
    west = _cells([f"({state.goal[3] or '-'})"]) + _cells(state.paths[3][::-1])
    east = _cells(state.paths[1]) + _cells([f"({state.goal[1] or '-'})"])
    pad = " " * len(west)
    north, south = (
        [f"{pad}{cell or _EMPTY:^9}" for cell in (f"({state.goal[i] or '-'})", *state.paths[i][::-1])] for i in (0, 2)
    )
    lines = [
        *north,
        f"{pad}┌───┬───┐",
        f"{pad}│{nw} │{ne} │",
        f"{west}├───┼───┤{east}",
        f"{pad}│{sw} │{se} │",
        f"{pad}└───┴───┘",
        *reversed(south),
        f"start {state.start or '-'}   {COLOUR_NAMES[state.to_move]} to move",
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# Colours that stay apart for most eyes; the letter and shape say it for all.
_INK: Final = {"r": "#c8323c", "y": "#f2c230", "g": "#2f9e5b", "b": "#2f6fd0"}
_LETTER_INK: Final = {"r": "#ffffff", "y": "#3a2c00", "g": "#ffffff", "b": "#ffffff"}
_COLD_TO_WARM: Final = ("#4aa3d8", "#8fc6de", "#d9dcc8", "#f3c58a", "#ee9a4d")
_SPACE: Final = 52.0
_CUBE: Final = 64.0
_PAWN: Final = 17.0
_RISE: Final = 11.0


def _pawn(colour: str, x: float, y: float) -> str:
    """One pawn from above: a disc in its colour with its letter, and a mark of its own at the rim."""
    marks = {
        "r": f'<path d="M{x - 13:.1f} {y:.1f}h26" class="mark"/>',
        "y": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="12" class="mark"/>',
        "g": f'<path d="M{x:.1f} {y - 13:.1f}v26" class="mark"/>',
        "b": f'<path d="M{x - 9:.1f} {y - 9:.1f}l18 18m0-18l-18 18" class="mark"/>',
    }
    return (
        f'<g class="pawn {COLOUR_NAMES[colour]}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{_PAWN}" fill="{_INK[colour]}" '
        f'stroke="#1d2b36" stroke-width="1.5"/>{marks[colour]}<text x="{x:.1f}" y="{y + 5:.1f}" '
        f'fill="{_LETTER_INK[colour]}" stroke="{_INK[colour]}" stroke-width="4" paint-order="stroke">{colour.upper()}'
        f"</text></g>"
    )


def _stack(pawns: str, x: float, y: float) -> str:
    """A stack, each pawn a little higher than the one below; beside a stack its letters, since it hides all but one."""
    if not pawns:
        return ""
    rise = min(_RISE, 60.0 / max(1, len(pawns) - 1))
    title = f"<title>{', '.join(COLOUR_NAMES[pawn] for pawn in pawns)} (bottom to top)</title>"
    drawn = "".join(_pawn(pawn, x, y - i * rise) for i, pawn in enumerate(pawns))
    letters = "".join(
        f'<text x="{x + _PAWN + 7:.1f}" y="{y + 6 - i * rise:.1f}" class="beside">{pawn.upper()}</text>'
        for i, pawn in enumerate(pawns if len(pawns) > 1 else "")
    )
    return f"<g>{title}{drawn}{letters}</g>"


def _cube(top: Top | None, x: float, y: float, turn: float) -> str:
    """A cube from above with its symbol; `turn`: the block's own turn, taken back so that letters stay upright."""
    face = f'<rect x="{x:.1f}" y="{y:.1f}" width="{_CUBE}" height="{_CUBE}" rx="7" class="cube"/>'
    cx, cy = x + _CUBE / 2, y + _CUBE / 2
    if top is None:
        return f'{face}<text x="{cx:.1f}" y="{cy + 6:.1f}" class="unknown">?</text>'
    if top.symbol == "circle":
        return f'{face}<circle cx="{cx:.1f}" cy="{cy:.1f}" r="17" fill="#7a3fa0"><title>circle</title></circle>'
    if top.symbol == "arc":
        angle = {"SE": 0, "SW": 90, "NW": 180, "NE": 270}[top.facing or "SE"]
        path = f"M{cx + 32:.1f} {cy - 14:.1f}A46 46 0 0 0 {cx - 14:.1f} {cy + 32:.1f}"
        turned = f"rotate({angle} {cx:.1f} {cy:.1f})"
        return f'{face}<path d="{path}" class="arc" transform="{turned}"><title>arc</title></path>'
    return face + _arrow(top, cx, cy, turn)


def _arrow(top: Top, cx: float, cy: float, turn: float) -> str:
    colour, facing = top.colour or "r", top.facing or "N"
    angle = {"N": 0, "E": 90, "S": 180, "W": 270}[facing] - turn
    shape = f"M{cx:.1f} {cy - 26:.1f}l15 20h-8v28h-14v-28h-8z"
    title = f"{top.symbol} arrow to {facing}"
    return (
        f'<g><title>{title}</title><path d="{shape}" transform="rotate({angle:g} {cx:.1f} {cy:.1f})" '
        f'fill="{_INK[colour]}" stroke="#1d2b36" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<text x="{cx:.1f}" y="{cy + 5:.1f}" fill="{_LETTER_INK[colour]}" '
        f'transform="rotate({-turn:g} {cx:.1f} {cy:.1f})">{colour.upper()}</text></g>'
    )


def _path(stacks: Sequence[str], name: str, gap: float) -> str:
    """One path leading up from the middle, to be turned into place; stacks are drawn apart, so that letters stand."""
    parts = []
    for i, _ in enumerate(stacks):
        y = -gap - (i + 1) * _SPACE
        tint = _COLD_TO_WARM[min(4, i * 5 // len(stacks))]
        if i == len(stacks) - 1:
            shape = f"M-26 {y + _SPACE:.1f}V{y + 14:.1f}L0 {y - 16:.1f}L26 {y + 14:.1f}V{y + _SPACE:.1f}Z"
        else:
            shape = f"M-26 {y + _SPACE:.1f}v-{_SPACE}h52v{_SPACE}z"
        parts.append(f'<path d="{shape}" fill="{tint}" class="space"><title>{name}{i + 1}</title></path>')
    return "".join(parts)


def svg_diagram(state: State, cube_set: CubeSet = STANDARD_SET, exit_at: str = "sides") -> str:
    """The table as an SVG picture, north up; with `exit_at="corners"` the paths leave the block's corners (R3)."""
    turn = 45.0 if exit_at == "corners" else 0.0
    gap = _CUBE + (34.0 if turn else 6.0)
    reach = gap + state.spaces * _SPACE
    half = reach + 92.0
    parts = [f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="18" fill="#eef3f6"/>']
    for i, name in enumerate(PATHS):
        parts.append(f'<g transform="rotate({90 * i})">{_path(state.paths[i], name, gap)}</g>')
    cubes = zip(SLOTS, cube_set.tops(state.cubes), strict=True)
    corner = {"NW": (-_CUBE - 1, -_CUBE - 1), "NE": (1, -_CUBE - 1), "SE": (1, 1), "SW": (-_CUBE - 1, 1)}
    block = "".join(_cube(top, *corner[slot], turn) for slot, top in cubes)
    parts.append(f'<g transform="rotate({turn:g})">{block}</g>')
    parts += _pawns(state, gap)
    parts += _labels(state, half)
    size = f'viewBox="{-half} {-half} {2 * half} {2 * half}" width="{2 * half:g}" height="{2 * half:g}"'
    name = f"ICE CULT, {COLOUR_NAMES[state.to_move]} to move"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{name}">'
    return f"{head}{_STYLE}{''.join(parts)}</svg>\n"


_OUTWARDS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _pawns(state: State, gap: float) -> list[str]:
    """All stacks on the paths, the far ones first so that the near ones overlap them."""
    places = []
    for (dx, dy), stacks in zip(_OUTWARDS, state.paths, strict=True):
        for i, stack in enumerate(stacks):
            away = gap + (i + 0.5) * _SPACE
            places.append((dy * away, dx * away, stack))
    return [_stack(stack, x, y + 6) for y, x, stack in sorted(places)]


def _labels(state: State, half: float) -> list[str]:
    """Destinations beyond the tips, the start in the corner, and who is to move."""
    parts = []
    for (dx, dy), goal, name in zip(_OUTWARDS, state.goal, PATHS, strict=True):
        parts.append(_crowd(goal, dx * (half - 42), dy * (half - 42), 5, f"beyond {name}"))
    parts.append(_crowd(state.start, -half + 108, -half + 96, 5, "start"))
    x, y = half - 92, -half + 40
    parts.append(f'<text x="{x:.1f}" y="{y - 14:.1f}" class="label">to move</text>{_pawn(state.to_move, x, y + 14)}')
    return parts


def _crowd(pawns: str, x: float, y: float, row: int, title: str) -> str:
    """Pawns side by side around a point, under a label."""
    rows = [pawns[i : i + row] for i in range(0, len(pawns), row)]
    top = y - (len(rows) - 1) * 15
    dots = "".join(
        _small(pawn, x + (i - (len(line) - 1) / 2) * 26, top + j * 28)
        for j, line in enumerate(rows)
        for i, pawn in enumerate(line)
    )
    label = f'<text x="{x:.1f}" y="{top - 20:.1f}" class="label">{title}</text>'
    return f"<g><title>{title}: {len(pawns)}</title>{dots}{label}</g>"


def _small(colour: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}) scale(0.72)">{_pawn(colour, 0, 0)}</g>'


_STYLE: Final = (
    "<style>text{font:700 15px system-ui,sans-serif;text-anchor:middle}"
    ".beside{font-size:11px;fill:#1d2b36;stroke:#fff;stroke-width:3;paint-order:stroke}"
    ".label{font-weight:600;font-size:13px;fill:#405261}.unknown{font-size:22px;fill:#405261}"
    ".cube{fill:#dff1f8;fill-opacity:.9;stroke:#7fa9bd;stroke-width:2}"
    ".arc{fill:none;stroke:#16222b;stroke-width:8;stroke-linecap:butt}"
    ".space{stroke:#fff;stroke-width:2}.mark{fill:none;stroke:#fff;stroke-opacity:.55;stroke-width:2.5}</style>"
)
