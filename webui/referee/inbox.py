"""What may wait for a table's thread besides frames: commands, and the word that the source has ended."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from engine.core.errors import IcekeeperError
from webui.record.events import Json
from webui.record.match import Match
from webui.referee.wishes import Command


@dataclass(frozen=True, slots=True)
class Job:
    """A command, what was asked in words for the log, whether it comes too late, and where its result goes."""

    command: Command
    asked: str
    late: Callable[[Match], bool]
    done: Future[Json]


@dataclass(frozen=True, slots=True)
class Over:
    """The source gives nothing more."""

    error: IcekeeperError | None
