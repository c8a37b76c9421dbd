"""How large a picture may be, and how large its header says it is: known before anything is unpacked."""

from __future__ import annotations

import os
import struct
from typing import Final

from engine.core.errors import IcekeeperError

LARGEST_PX: Final = 4200  # a side, of a square picture
PIXELS: Final = LARGEST_PX * LARGEST_PX
"""More than any phone's photograph we can use; 53 MB unpacked."""
FILE_BYTES: Final = 64 << 20  # no larger file is read
SCANS: Final = 64
"""A progressive JPEG has about ten; thousands of empty ones would take minutes to unpack."""
_LIMITS: Final = {"OPENCV_IO_MAX_IMAGE_PIXELS": PIXELS, "OPENCV_IO_MAX_IMAGE_WIDTH": 1 << 14}
_SIZES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG markers after which the picture's size stands
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})  # JPEG markers without a length
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA  # JPEG markers: start and end of the image, start of a scan


class PictureError(IcekeeperError):
    """A file that is not a usable photograph."""


def tell_opencv() -> None:
    """Give OpenCV's decoders our limit; they read it once, when cv2 is first imported."""
    for name, value in _LIMITS.items():
        os.environ.setdefault(name, str(value))


def check_stated(data: bytes, name: str, pixels: int = PIXELS) -> tuple[int, int]:
    """Width and height of a picture that may be unpacked; a PictureError for one too large or of no kind we know."""
    width, height = stated_wh(data, name)
    if min(width, height) < 1:
        raise PictureError(f"{name}: not a picture that can be read, it is {width}x{height}")
    if max(width, height) > LARGEST_PX or width * height > pixels:
        raise PictureError(f"{name}: {width}x{height} is huge; give a picture of at most {LARGEST_PX} pixels a side")
    return width, height


def stated_wh(data: bytes, name: str = "picture") -> tuple[int, int]:
    """Width and height as the header of a JPEG, PNG, WebP or BMP states them; anything else is refused."""
    try:
        if data[:2] == b"\xff\xd8":
            return _jpeg_wh(data, name)
        if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
            return struct.unpack(">II", data[16:24])
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_wh(data, name)
        if data[:2] == b"BM":
            return _bmp_wh(data)
    except (struct.error, IndexError):
        raise PictureError(f"{name}: not a picture that can be read, its header is cut off") from None
    raise PictureError(f"{name}: not a picture that can be read (JPEG or PNG expected), or it is broken")


def _jpeg_wh(data: bytes, name: str) -> tuple[int, int]:
    """The size as libjpeg finds it: stray and fill bytes before a marker are passed over, one size is stated."""
    found: list[tuple[int, int]] = []
    at = 2
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        marker, at = data[at], at + 1
        if marker in (_SCAN, _END, _START):
            break
        if marker == 0 or marker in _BARE:
            continue
        if marker in _SIZES:
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            found.append((width, height))
        at += max(2, *struct.unpack(">H", data[at : at + 2]))
    if marker != _SCAN or len(found) != 1 or data.count(b"\xff\xda") > SCANS:
        raise PictureError(f"{name}: not a picture that can be read, this JPEG is broken")
    return found[0]


def _webp_wh(data: bytes, name: str) -> tuple[int, int]:
    """The size of a simple, lossless or extended WebP."""
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    raise PictureError(f"{name}: not a picture that can be read, this WebP is broken")


def _bmp_wh(data: bytes) -> tuple[int, int]:
    """The size of a bitmap; a negative height means top to bottom."""
    (header,) = struct.unpack("<I", data[14:18])
    width, height = struct.unpack("<HH", data[18:22]) if header == 12 else struct.unpack("<ii", data[18:26])
    return abs(width), abs(height)
