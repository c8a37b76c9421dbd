"""Demos on record: in a file of their own, apart from people's matches and statistics, and only the last ones."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from webui.record.events import Created
from webui.record.store import Store, StoreError

KEPT: Final = 20
"""So many demos are kept; an older one goes when another is opened."""


def drop_old(store: Store, most: int = KEPT) -> None:
    """Forget all demos but the newest ones; a match that people have played on the demo's page stays."""
    simulated = [listed.id for listed in store.matches() if not listed.damaged and _is_demo(store, listed.id)]
    for match_id in simulated[most:]:
        store.delete(match_id)


def record_with(text: str | None, own: Path, demos: Path) -> Path:
    """The file that the match named so is in: a demo where people's own record knows none of this name."""
    among_demos = text is not None and not _knows(own, text) and _knows(demos, text)
    return demos if among_demos else own


def _is_demo(store: Store, match_id: str) -> bool:
    first = store.intact(match_id)[:1]
    return bool(first) and isinstance(first[0], Created) and first[0].simulated


def _knows(path: Path, text: str) -> bool:
    """Whether a record has a match that is called so."""
    if not path.exists():
        return False
    try:
        store = Store(path, reading=True)
    except StoreError:
        return False
    try:
        return bool(store.find(text))
    except StoreError:
        return False
    finally:
        store.close()
