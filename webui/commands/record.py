"""What the commands about matches on record share: which file, which match."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import IcekeeperError

if TYPE_CHECKING:
    from webui.record.match import Match
    from webui.record.store import Store


def add_store(parser: argparse.ArgumentParser) -> None:
    """The option for another file than the usual one."""
    parser.add_argument("--store", metavar="FILE", help="file of the match record (default in your data folder)")


def add_match(parser: argparse.ArgumentParser) -> None:
    """Which match."""
    parser.add_argument("match", metavar="MATCH", help="id, beginning of an id, name, or `last`")
    add_store(parser)


def open_record(args: argparse.Namespace, create: bool = False) -> Store:
    """The store that the options name."""
    from webui.record.store import Store
    from webui.settings import default_store

    path = Path(args.store) if args.store else default_store()
    if not create and not path.exists():
        raise IcekeeperError(f"{path}: no matches on record yet; `icekeeper watch` and `icekeeper play` make some")
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
    return Store(path)


def find_match(store: Store, text: str) -> tuple[str, Match]:
    """The match that the text names, with its id."""
    from webui.record.match import fold

    match_id = store.find(text)
    return match_id, fold(store.events(match_id))


def write_out(path: str | None, data: bytes) -> None:
    """To a file, or to standard output."""
    import sys

    if path is None or path == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise IcekeeperError(f"{path}: cannot be written ({error.strerror})") from error
