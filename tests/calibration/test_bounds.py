"""Pictures that would unpack to gigabytes are refused unopened, whatever their header looks like."""

from __future__ import annotations

import resource
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.bounds import PIXELS, PictureError, check_stated, stated_wh
from calibration.pictures import decoded, read_picture
from vision.icecult.sim.play.source import demo_source
from vision.sources import phone
from vision.sources.opening import FolderSource, SourceError

BIG = 30_000
MEMORY = 2 << 30


def encoded(kind: str, width: int = 320, height: int = 200, *options: int) -> bytes:
    """A real picture of that kind and size."""
    return cv2.imencode(kind, np.full((height, width, 3), 90, np.uint8), list(options))[1].tobytes()


def jpeg_claiming(width: int, height: int, *, fill: bytes = b"", progressive: bool = False) -> bytes:
    """A real JPEG whose header claims another size, with bytes before the marker that states it."""
    data = encoded(".jpg", 320, 200, cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive))
    at = data.index(b"\xff\xc2" if progressive else b"\xff\xc0")
    return data[:at] + fill + data[at : at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]


def png_claiming(width: int, height: int) -> bytes:
    """A PNG of that size with hardly any data."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (header, b"IDAT" + zlib.compress(bytes(1000)), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks
    )


def webp_claiming(width: int, height: int) -> bytes:
    """An extended WebP with that canvas around a small picture."""
    inner = encoded(".webp")[12:]
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + bytes(4) + sides + inner
    return b"RIFF" + struct.pack("<I", len(body)) + body


def bmp_claiming(width: int, height: int) -> bytes:
    """A bitmap's header with that size."""
    data = bytearray(encoded(".bmp"))
    data[18:26] = struct.pack("<ii", width, -height)
    return bytes(data)


BOMBS: dict[str, Callable[[], bytes]] = {
    "plain": lambda: jpeg_claiming(BIG, BIG),
    "fill byte": lambda: jpeg_claiming(BIG, BIG, fill=b"\xff"),
    "many fill bytes": lambda: jpeg_claiming(BIG, BIG, fill=b"\xff" * 50),
    "stray bytes": lambda: jpeg_claiming(BIG, BIG, fill=b"\x00\x12\x34"),
    "bare marker": lambda: jpeg_claiming(BIG, BIG, fill=b"\xff\x01\xff\xd3"),
    "comment that hides a size": lambda: jpeg_claiming(
        BIG, BIG, fill=b"\xff\xfe\x00\x0b\xff\xc0\x00\x08\x08\x00\x40\x00\x40"
    ),
    "two sizes": lambda: jpeg_claiming(BIG, BIG, fill=b"\xff\xc0\x00\x0b\x08\x00\x40\x00\x40\x01\x01\x11\x00"),
    "progressive": lambda: jpeg_claiming(BIG, BIG, progressive=True),
    "progressive, fill byte": lambda: jpeg_claiming(BIG, BIG, fill=b"\xff", progressive=True),
    "long": lambda: jpeg_claiming(65_500, 300),
    "png": lambda: png_claiming(BIG, BIG),
    "webp": lambda: webp_claiming(BIG // 2, BIG // 2),
    "bmp": lambda: bmp_claiming(BIG, BIG),
    "tiff": lambda: encoded(".tiff"),
    "scans": lambda: encoded(".jpg")[:-2] + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" * 5000 + b"\xff\xd9",
}


def peak_kb() -> int:
    """The most memory this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_that_would_unpack_to_gigabytes_is_refused_unopened(name: str, tmp_path: Path) -> None:
    data, before = BOMBS[name](), peak_kb()
    (tmp_path / "0001.jpg").write_bytes(data)
    with pytest.raises(PictureError):
        decoded(data)
    with pytest.raises(PictureError):
        read_picture(tmp_path / "0001.jpg")
    with pytest.raises(phone.PictureError):
        phone.decoded(data)
    with pytest.raises(SourceError, match="JPEG or PNG"):
        list(FolderSource(tmp_path, 4).frames())
    assert peak_kb() - before < 60_000


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_what_the_header_states_is_what_comes_out(kind: str) -> None:
    data = encoded(kind, 333, 222)
    assert stated_wh(data) == (333, 222)
    assert decoded(data).shape == (222, 333, 3)
    assert stated_wh(encoded(".webp", 333, 222, cv2.IMWRITE_WEBP_QUALITY, 101)) == (333, 222)


def test_fill_bytes_alone_are_no_reason_to_refuse() -> None:
    data = jpeg_claiming(320, 200, fill=b"\xff\xff")
    assert decoded(data).shape == (200, 320, 3)


@given(st.binary(max_size=300), st.sampled_from([b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"RIFF1234WEBP", b"BM", b""]))
def test_rubbish_never_gets_further_than_a_refusal_or_a_small_picture(data: bytes, start: bytes) -> None:
    try:
        width, height = check_stated(start + data, "rubbish")
    except PictureError:
        return
    assert width * height <= PIXELS


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(PictureError, match="64 MB"):
        read_picture("/dev/zero")


@pytest.mark.slow
@pytest.mark.parametrize("command", [["read", "--table", "t.json"], ["calibrate", "--auto", "--out", "t.json"]])
def test_the_commands_refuse_it_within_their_memory(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "bomb.jpg").write_bytes(jpeg_claiming(BIG, BIG, fill=b"\xff"))
    demo_source("demo").profile().save(tmp_path / "t.json")
    code = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))\n"
        "from webui.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = [command[0], "bomb.jpg", *command[1:]]
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "30000x30000 is huge" in done.stderr


def test_the_decoder_has_our_limit_too(tmp_path: Path) -> None:
    (tmp_path / "bomb.jpg").write_bytes(jpeg_claiming(8000, 8000))
    code = "from calibration.bounds import tell_opencv; tell_opencv()\nimport cv2; print(cv2.imread('bomb.jpg'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "CV_IO_MAX_IMAGE_PIXELS" in done.stderr
