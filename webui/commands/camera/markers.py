"""`icekeeper markers`: a print-ready sheet of marker cards."""

from __future__ import annotations

import argparse

_HELP = """
Print at 100 % (the ruler on the sheet must be 100 mm long), cut the cards out, lay each beyond the tip of its path with
the arrow at the tip, and take a photograph:

  icekeeper markers --out markers.pdf
  icekeeper calibrate table.jpg --markers --out table.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("--out", default="markers.pdf", help="sheet to write, .pdf or .png (default markers.pdf)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.markers import marker_sheet
    from calibration.sheet import save_sheet

    save_sheet(args.out, marker_sheet())
    print(
        f"{args.out}: print at 100 % and check the ruler; then `icekeeper calibrate PHOTO --markers --out table.json`"
    )
    return 0
