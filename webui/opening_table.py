"""What is on the table when the page opens: a camera's match, the virtual table, or the match that was left there."""

from __future__ import annotations

import argparse

from webui.app import Parts


def open_table(parts: Parts, args: argparse.Namespace) -> None:
    """Put the match that the command line asks for on the table."""
    if args.source is None:
        left = None if args.new else parts.desk.unfinished()
        if left is not None:
            parts.desk.put(left)
