"""Whatever the encoder draws, a reader reads."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.core.errors import NotationError
from webui.present.qr import correction, encode, svg


@pytest.mark.parametrize(
    "text",
    ["A", "http://192.168.1.23:8765/join#7KQ2MX", "grüezi", "x" * 62, "y" * 84, "z" * 106],
)
def test_every_version_reads_back(text: str) -> None:
    dark = np.pad(np.array(encode(text)), 4)
    picture = cv2.resize(np.where(dark, 0, 255).astype(np.uint8), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


def test_correction_bytes_are_those_of_the_standards_example() -> None:
    data = bytes([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17])
    assert list(correction(data, 10)) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(NotationError, match="106 bytes"):
        encode("x" * 107)


def test_the_picture_has_its_quiet_zone() -> None:
    assert 'viewBox="0 0 29 29"' in svg("A")
