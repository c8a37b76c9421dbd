"""`icekeeper lens`: measure a lens from photographs of a ChArUco board, or write that board."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.core.errors import IcekeeperError

_HELP = """
Only for lenses that bend straight lines visibly; the board itself tells the rest.

  icekeeper lens --board board.pdf
  icekeeper lens 1.jpg 2.jpg 3.jpg 4.jpg 5.jpg 6.jpg 7.jpg 8.jpg --out lens.json
  icekeeper calibrate table.jpg --auto --lens lens.json --out table.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("photos", nargs="*", help="8 to 15 photographs of the printed board")
    parser.add_argument("--board", metavar="SHEET", help="write the board to print, .pdf or .png")
    parser.add_argument("--out", default="lens.json", help="lens file to write (default lens.json)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.files import write_atomically
    from calibration.lens import lens_sheet, measure_lens
    from calibration.pictures import read_picture
    from calibration.sheet import save_sheet

    if args.board:
        save_sheet(args.board, lens_sheet())
        print(f"{args.board}: print at 100 %, stick on cardboard, photograph it; then `icekeeper lens PHOTOS`")
        return 0
    if not args.photos:
        raise IcekeeperError(
            "expected photographs of the board; write it first with `icekeeper lens --board board.pdf`"
        )
    data = measure_lens([(Path(photo).name, read_picture(photo)) for photo in args.photos])
    try:
        write_atomically(args.out, json.dumps(data, indent=1) + "\n")
    except OSError as error:
        raise IcekeeperError(f"{args.out}: cannot write the lens ({error.strerror})") from error
    print(json.dumps({"lens": args.out, "rms_px": data["rms_px"], "pictures": len(data["pictures"])}))
    return 0
