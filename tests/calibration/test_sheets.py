"""Printed things: marker cards and the lens board are found again in drawn pictures."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.camera import rotation_z
from calibration.errors import NotFoundError
from calibration.icecult.build import renamed
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS, make_geometry
from calibration.icecult.markers import ORIGINS_MM, marker_sheet, named_by_cards, seen_tips
from calibration.lens import SQUARE_MM, SQUARES, LensError, lens_sheet, load_lens, measure_lens
from calibration.markers import CARD_MM
from calibration.sheet import as_pdf, px
from tests.calibration.scenes import askew_arms, camera_above, profile_of
from webui.cli import main

pytestmark = pytest.mark.slow

Picture = npt.NDArray[np.uint8]
TABLE = profile_of(camera_above(distance_mm=1000.0), make_geometry(), askew_arms(1))


def photographed(missing: str = "") -> Picture:
    """The four cards lying beyond the tips of a table that is otherwise empty."""
    profile, sheet = TABLE, marker_sheet()
    picture = np.full((720, 1280, 3), 90, np.uint8)
    for arm in ARMS:
        if arm == missing:
            continue
        left, top = ORIGINS_MM[arm]
        card = sheet[px(top) : px(top + CARD_MM[1]), px(left) : px(left + CARD_MM[0])]
        tip, half = profile.board.tip_mm, CARD_MM[0] / 2
        spots = [(tip + CARD_MM[1], -half, 0), (tip + CARD_MM[1], half, 0), (tip, half, 0), (tip, -half, 0)]
        turn = rotation_z(ARM_YAW_DEG[arm])
        pixels = profile.project(np.array([turn @ (x, y, z) for y, x, z in spots]))
        h, w = card.shape
        flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        matrix = cv2.getPerspectiveTransform(flat, pixels.astype(np.float32))
        soft = cv2.GaussianBlur(card, (0, 0), 4)
        laid = cv2.warpPerspective(soft, matrix, (1280, 720), borderValue=0)
        area = cv2.warpPerspective(np.full_like(card, 255), matrix, (1280, 720))
        picture[area > 128] = laid[area > 128][:, None]
    return picture


def test_marker_cards_tell_the_tips() -> None:
    ideal = np.array([TABLE.project([TABLE.board.on_arm(a, TABLE.board.tip_mm)])[0] for a in ARMS])
    tips = seen_tips(photographed())
    assert np.linalg.norm(np.array([tips[arm] for arm in ARMS]) - ideal, axis=1).max() < 3.0
    assert sorted(seen_tips(photographed("E"))) == ["N", "S", "W"]


def test_cards_name_the_paths_of_a_board_found_without_them() -> None:
    tips = seen_tips(photographed("E"))
    for arm in ARMS:
        assert named_by_cards(renamed(TABLE, arm), tips).tips_px == TABLE.tips_px
    elsewhere = {arm: tip + 60.0 for arm, tip in tips.items()}
    with pytest.raises(NotFoundError, match="3 of the 4 marker cards are seen; missing: E; the board"):
        named_by_cards(TABLE, elsewhere)
    with pytest.raises(NotFoundError, match="0 of the 4"):
        seen_tips(np.full((720, 1280, 3), 90, np.uint8))


def test_the_sheets_are_print_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markers", "--out", str(tmp_path / "m.png")]) == 0
    data = (tmp_path / "m.png").read_bytes()
    at = data.index(b"pHYs")
    assert struct.unpack(">II", data[at + 4 : at + 12]) == (11811, 11811)  # 300 dots an inch
    assert np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)).shape == (3508, 2480)
    assert main(["markers", "--out", str(tmp_path / "m.pdf")]) == 0
    assert (tmp_path / "m.pdf").read_bytes().startswith(b"%PDF-1.4")
    assert main(["lens", "--board", str(tmp_path / "b.pdf")]) == 0
    assert main(["markers", "--out", str(tmp_path / "m.gif")]) == 1
    assert ".pdf or .png" in capsys.readouterr().err


def test_the_pdf_holds_the_sheet_and_a_right_table_of_places() -> None:
    sheet = marker_sheet()
    data = as_pdf(sheet)
    start = data.index(b"stream\n") + 7
    assert zlib.decompress(data[start : data.index(b"\nendstream")]) == sheet.tobytes()
    table = data[int(data.split(b"startxref\n")[1].split()[0]) :]
    for number, line in enumerate(table.splitlines()[3:8], 1):
        place = int(line.split()[0])
        assert data[place:].startswith(f"{number} 0 obj".encode())


def board_pictures(count: int) -> list[tuple[str, Picture]]:
    """The lens board held before a camera with a known lens."""
    sheet, out = lens_sheet(), []
    w, h = px(SQUARES[0] * SQUARE_MM), px(SQUARES[1] * SQUARE_MM)
    left, top = (sheet.shape[1] - w) // 2, px(12.0)
    print_ = cv2.GaussianBlur(sheet[top : top + h, left : left + w], (0, 0), 3)
    size = np.array([SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM])
    for k in range(count):
        camera = camera_above(40.0 * k, 45.0 + 4 * k, 330.0 + 12 * k)
        matrix = camera.matrix
        spots = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * np.array([*size / 2, 0.0])
        seen = spots @ camera.rotation.T + np.array(camera.tvec_mm)
        ideal = (seen[:, :2] / seen[:, 2:]) @ matrix[:2, :2].T + matrix[:2, 2]
        flat = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        warp = cv2.getPerspectiveTransform(flat, ideal.astype(np.float32))
        grey = cv2.warpPerspective(print_, warp, (1280, 720), borderValue=120, flags=cv2.INTER_AREA)
        out.append((f"{k}.png", np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)))
    return out


def test_a_lens_is_measured_and_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = board_pictures(7)
    for name, bgr in pictures:
        cv2.imwrite(str(tmp_path / name), bgr)
    out = tmp_path / "lens.json"
    assert main(["lens", *(str(tmp_path / name) for name, _ in pictures), "--out", str(out)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["rms_px"] < 1.0
    lens = load_lens(out, (1280, 720))
    assert lens.focal_px == pytest.approx(950.0, rel=0.02)
    with pytest.raises(LensError, match="measured at 1280x720, the picture is 640x480"):
        load_lens(out, (640, 480))


def test_a_lens_from_too_little_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LensError, match="at least 5"):
        measure_lens(board_pictures(2))
    with pytest.raises(LensError, match="one size"):
        measure_lens([("a", np.zeros((480, 640, 3), np.uint8)), ("b", np.zeros((720, 1280, 3), np.uint8))])
    (tmp_path / "l.json").write_text('{"schema": 1}')
    with pytest.raises(LensError, match="written by `icekeeper lens`"):
        load_lens(tmp_path / "l.json", (1280, 720))
