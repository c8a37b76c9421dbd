"""What the commands about matches on record share: which file, which match."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.files import write_atomically
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


def open_record(args: argparse.Namespace, create: bool = False, writing: bool = False) -> Store:
    """The store that the options name: for reading, also beside a page that writes to it, unless it is written to."""
    from webui.record.disk.connection import private_folder
    from webui.record.store import Store
    from webui.settings import default_demos, default_store
    from webui.table.upkeep.demos import record_with

    named = getattr(args, "match", None)
    path = Path(args.store) if args.store else record_with(named, default_store(), default_demos())
    if not create and not path.exists():
        raise IcekeeperError(f"{path}: no matches on record yet; `icekeeper watch` and `icekeeper play` make some")
    if create:
        private_folder(path.parent)
    return Store(path, reading=not (create or writing))


def find_match(store: Store, text: str) -> tuple[str, Match]:
    """The match that the text names, with its id; of a damaged one what can be read, and that it is damaged."""
    import sys

    from webui.record.damage import read

    match_id = store.find(text)
    found = read(store, match_id)
    match, _ = found.savable()
    if found.problem:
        print(found.problem, file=sys.stderr)
    return match_id, match


def write_out(path: str | None, data: bytes) -> None:
    """To a file, or to standard output."""
    import sys

    if path is None or path == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        write_atomically(path, data)
    except OSError as error:
        raise IcekeeperError(f"{path}: cannot be written ({error.strerror})") from error
