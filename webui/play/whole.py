"""Everything that a game brings to the product; who asks it types against the one protocol that is needed."""

from __future__ import annotations

from typing import Protocol

from webui.play.at_table import AtTable
from webui.play.said import Said
from webui.play.shown import Shown
from webui.play.sight import Watched
from webui.record.recorded import Recorded


class Play(Recorded, AtTable, Said, Shown, Watched, Protocol):
    """One game: rules at the table, words, views, record, and how a camera sees it."""
