"""Links as QR codes."""

from __future__ import annotations

import io

import segno


def code(text: str) -> segno.QRCode:
    """The code: readable in spite of a scratch, and never a Micro QR code, which few phones read."""
    return segno.make_qr(text, error="m")


def svg(text: str) -> str:
    """The code as a picture with its quiet zone, dark on white in every theme."""
    out = io.BytesIO()
    code(text).save(out, kind="svg", xmldecl=False, border=4, dark="#000", light="#fff", omitsize=True)
    return out.getvalue().decode()
