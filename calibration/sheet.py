"""Print-ready A4 sheets: drawn at 300 dots an inch, written as PNG or as a PDF of one page."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bounds import PictureError
from calibration.files import write_atomically

Sheet = npt.NDArray[np.uint8]

DPI = 300
A4_MM = (210.0, 297.0)


def px(mm: float) -> int:
    """Dots for a length on paper."""
    return round(mm / 25.4 * DPI)


def blank() -> Sheet:
    """A white A4 sheet."""
    return np.full((px(A4_MM[1]), px(A4_MM[0])), 255, np.uint8)


def text(sheet: Sheet, words: str, at_mm: tuple[float, float], height_mm: float = 3.2) -> None:
    """A line of text; `at_mm` is its lower left corner."""
    scale = px(height_mm) / 22
    at = (px(at_mm[0]), px(at_mm[1]))
    cv2.putText(sheet, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 0, max(1, round(scale * 1.8)), cv2.LINE_AA)


def ruler(sheet: Sheet, left_mm: float, top_mm: float) -> None:
    """A 100 mm ruler to check that the printer did not scale the page."""
    for mm in range(101):
        long = 7.0 if mm % 10 == 0 else 5.0 if mm % 5 == 0 else 3.0
        x = px(left_mm + mm)
        cv2.line(sheet, (x, px(top_mm)), (x, px(top_mm + long)), 0, 3 if mm % 10 == 0 else 2)
        if mm % 20 == 0:
            text(sheet, str(mm), (left_mm + mm - 1.5, top_mm + 11.5), 2.6)
    cv2.line(sheet, (px(left_mm), px(top_mm)), (px(left_mm + 100), px(top_mm)), 0, 3)
    text(
        sheet,
        "Check with a ruler: this must be exactly 100 mm (print at 100 %, 'actual size').",
        (left_mm, top_mm + 17),
    )


def save_sheet(path: Path | str, sheet: Sheet) -> None:
    """Write the sheet as PDF or PNG, by the file's ending."""
    ending = Path(path).suffix.lower()
    if ending not in (".pdf", ".png"):
        raise PictureError(f"{path}: expected a file ending in .pdf or .png")
    data = as_pdf(sheet) if ending == ".pdf" else as_png(sheet)
    try:
        write_atomically(path, data)
    except OSError as error:
        raise PictureError(f"{path}: cannot write the sheet ({error.strerror})") from error


def as_png(sheet: Sheet) -> bytes:
    """PNG that states its resolution, so that it prints at its real size."""
    _, encoded = cv2.imencode(".png", sheet)
    data = encoded.tobytes()
    per_metre = round(DPI / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]  # right after the header chunk


def as_pdf(sheet: Sheet) -> bytes:
    """A PDF of one A4 page that holds the sheet as an image."""
    h, w = sheet.shape
    points = tuple(mm / 25.4 * 72 for mm in A4_MM)
    pixels = zlib.compress(sheet.tobytes(), 9)
    paint = f"q {points[0]:.3f} 0 0 {points[1]:.3f} 0 0 cm /Sheet Do Q".encode()
    image = f"/Type /XObject /Subtype /Image /Width {w} /Height {h} /ColorSpace /DeviceGray /BitsPerComponent 8"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {points[0]:.3f} {points[1]:.3f}] "
        f"/Resources << /XObject << /Sheet 4 0 R >> >> /Contents 5 0 R >>".encode(),
        f"<< {image} /Filter /FlateDecode /Length {len(pixels)} >>\nstream\n".encode() + pixels + b"\nendstream",
        f"<< /Length {len(paint)} >>\nstream\n".encode() + paint + b"\nendstream",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()
