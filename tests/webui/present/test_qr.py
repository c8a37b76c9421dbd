"""Whatever is drawn as a QR code, a reader reads."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from webui.present.qr import code, svg


@pytest.mark.parametrize("text", ["A", "https://192.168.1.23:8765/join#7KQ2MX", "x" * 62, "z" * 160])
def test_every_link_reads_back(text: str) -> None:
    dark = np.pad(np.array(code(text).matrix), 4)
    picture = cv2.resize(np.where(dark, 0, 255).astype(np.uint8), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


def test_the_picture_has_its_quiet_zone_and_no_style_of_its_own() -> None:
    picture = svg("A")
    assert 'viewBox="0 0 29 29"' in picture
    assert "style=" not in picture
