"""A small QR encoder (ISO/IEC 18004): bytes, error correction level M, versions 1 to 6, as a matrix and as SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.errors import NotationError

# version: (bytes of data, blocks, error-correction bytes in each block), level M
_SIZES: Final = {1: (16, 1, 10), 2: (28, 1, 16), 3: (44, 1, 26), 4: (64, 2, 18), 5: (86, 2, 24), 6: (108, 4, 16)}
_ALIGNED: Final = {2: 18, 3: 22, 4: 26, 5: 30, 6: 34}
Matrix = list[list[bool]]


def _gf_tables() -> tuple[list[int], list[int]]:
    exp, log, x = [0] * 512, [0] * 256, 1
    for i in range(255):
        exp[i] = exp[i + 255] = x
        log[x] = i
        x = (x << 1) ^ (0x11D if x & 0x80 else 0)
    return exp, log


_EXP, _LOG = _gf_tables()


def _times(a: int, b: int) -> int:
    return _EXP[_LOG[a] + _LOG[b]] if a and b else 0


def correction(data: bytes, count: int) -> bytes:
    """The Reed-Solomon bytes that go with `data`."""
    generator = [1]
    for i in range(count):
        generator = [a ^ _times(b, _EXP[i]) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
    rest = [0] * count
    for byte in data:
        factor = byte ^ rest[0]
        rest = [r ^ _times(g, factor) for r, g in zip([*rest[1:], 0], generator[1:], strict=True)]
    return bytes(rest)


def _version(length: int) -> int:
    for version, (size, _, _) in _SIZES.items():
        if length + 2 <= size:
            return version
    raise NotationError(f"expected at most {_SIZES[6][0] - 2} bytes for a QR code, got {length}")


def _codewords(text: bytes, version: int) -> bytes:
    """Data and correction bytes, interleaved by block."""
    size, blocks, extra = _SIZES[version]
    bits = "0100" + f"{len(text):08b}" + "".join(f"{byte:08b}" for byte in text)
    bits += "0" * min(4, size * 8 - len(bits))
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    data += bytes([0xEC, 0x11] * size)[: size - len(data)]
    each, longer = divmod(size, blocks)
    parts, at = [], 0
    for k in range(blocks):
        end = at + each + (k >= blocks - longer)
        parts.append(data[at:end])
        at = end
    fixes = [correction(part, extra) for part in parts]
    woven = [part[i] for i in range(each + 1) for part in parts if i < len(part)]
    return bytes(woven + [fix[i] for i in range(extra) for fix in fixes])


def _frame(version: int) -> tuple[Matrix, Matrix]:
    """The fixed patterns, and which modules they take."""
    n = 17 + 4 * version
    dark = [[False] * n for _ in range(n)]
    taken = [[False] * n for _ in range(n)]

    def square(row: int, column: int, reach: int, rings: frozenset[int]) -> None:
        for dr in range(-reach, reach + 1):
            for dc in range(-reach, reach + 1):
                if 0 <= row + dr < n and 0 <= column + dc < n:
                    dark[row + dr][column + dc] = max(abs(dr), abs(dc)) in rings
                    taken[row + dr][column + dc] = True

    for i in range(n):
        dark[6][i] = dark[i][6] = i % 2 == 0
        taken[6][i] = taken[i][6] = True
    for row, column in ((3, 3), (3, n - 4), (n - 4, 3)):
        square(row, column, 4, frozenset({0, 1, 3}))
    if version in _ALIGNED:
        square(_ALIGNED[version], _ALIGNED[version], 2, frozenset({0, 2}))
    for i in range(9):
        taken[8][i] = taken[i][8] = True
    for i in range(8):
        taken[8][n - 1 - i] = taken[n - 1 - i][8] = True
    dark[n - 8][8] = True
    return dark, taken


def _format(dark: Matrix, mask: int) -> None:
    """Write which mask was used, twice; level M is 00."""
    rest = mask << 10
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= 0x537 << shift
    word = (mask << 10 | rest) ^ 0x5412
    n = len(dark)
    first = [(8, i) for i in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    second = [(n - 1 - i, 8) for i in range(7)] + [(8, n - 8 + i) for i in range(8)]
    for places in (first, second):
        for i, (row, column) in enumerate(places):
            dark[row][column] = bool(word >> (14 - i) & 1)


_MASKS: Final[tuple[Callable[[int, int], bool], ...]] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def _places(taken: Matrix) -> list[tuple[int, int]]:
    """The free modules in the order of the bits: upwards and downwards in columns of two, from the right."""
    n = len(taken)
    out: list[tuple[int, int]] = []
    for k, right in enumerate(c if c > 6 else c - 1 for c in range(n - 1, 0, -2)):
        rows = range(n - 1, -1, -1) if k % 2 == 0 else range(n)
        out += [(row, column) for row in rows for column in (right, right - 1) if not taken[row][column]]
    return out


def _penalty(dark: Matrix) -> int:
    """How hard the pattern is to read: runs, blocks and imbalance."""
    n = len(dark)
    lines = ["".join("01"[cell] for cell in row) for row in dark]
    lines += ["".join("01"[dark[r][c]] for r in range(n)) for c in range(n)]
    runs = sum(
        len(run) - 2 for line in lines for run in line.replace("01", "0 1").replace("10", "1 0").split() if len(run) > 4
    )
    blocks = sum(
        dark[r][c] == dark[r][c + 1] == dark[r + 1][c] == dark[r + 1][c + 1] for r in range(n - 1) for c in range(n - 1)
    )
    finders = sum(line.count("10111010000") + line.count("00001011101") for line in lines)
    share = sum(cell for row in dark for cell in row) * 100 // (n * n)
    return runs + 3 * blocks + 40 * finders + 10 * (abs(share - 50) // 5)


def encode(text: str) -> Matrix:
    """The modules of the QR code for `text`; True is dark."""
    data = text.encode()
    version = _version(len(data))
    bits = "".join(f"{byte:08b}" for byte in _codewords(data, version))
    frame, taken = _frame(version)
    places = _places(taken)
    best: Matrix | None = None
    for number, mask in enumerate(_MASKS):
        dark = [row[:] for row in frame]
        for i, (row, column) in enumerate(places):
            dark[row][column] = (i < len(bits) and bits[i] == "1") != mask(row, column)
        _format(dark, number)
        if best is None or _penalty(dark) < _penalty(best):
            best = dark
    assert best is not None
    return best


def svg(text: str) -> str:
    """The QR code as an SVG picture with its quiet zone."""
    dark = encode(text)
    n = len(dark) + 8
    cells = "".join(f"M{c + 4} {r + 4}h1v1h-1z" for r, row in enumerate(dark) for c, cell in enumerate(row) if cell)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n} {n}" shape-rendering="crispEdges">'
        f'<rect width="{n}" height="{n}" fill="#fff"/><path fill="#000" d="{cells}"/></svg>'
    )
