"""`icekeeper markers`: a print-ready sheet of marker cards."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--out", default="markers.pdf", help="sheet to write, .pdf or .png (default markers.pdf)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.markers import marker_sheet
    from calibration.sheet import save_sheet

    save_sheet(args.out, marker_sheet())
    print(
        f"{args.out}: print at 100 % and check the ruler; then `icekeeper calibrate PHOTO --markers --out table.json`"
    )
    return 0
