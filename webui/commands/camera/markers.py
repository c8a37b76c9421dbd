"""`icekeeper markers`: a print-ready sheet of marker cards."""

from __future__ import annotations

import argparse

from webui.commands.camera.brought import Brought, Cards, brought_by


def add_arguments(parser: argparse.ArgumentParser, game: Brought) -> None:
    """Declare the options."""
    parser.add_argument("--out", default="markers.pdf", help="sheet to write, .pdf or .png (default markers.pdf)")


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.sheet import save_sheet

    game: Cards = brought_by(args.game)
    save_sheet(args.out, game.cards())
    print(
        f"{args.out}: print at 100 % and check the ruler; then `icekeeper calibrate PHOTO --markers --out table.json`"
    )
    return 0
