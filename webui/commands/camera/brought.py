"""What a game brings to the commands for a camera, beside its `Sight`: its board in one picture, and its words.

`webui/<its folder>/commands/brought.py` holds it as BROUGHT, and loads nothing heavy before that is asked. Each command
types it as what it asks; a command of which the game gives no help is not offered for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from calibration.files import read_json
from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import DEFAULT_GAME, GAMES
from webui.record.events import Json

if TYPE_CHECKING:
    from calibration.board import Array
    from calibration.lens import Lens
    from calibration.profile import Profile
    from calibration.proof import Seeker
    from calibration.sheet import Sheet
    from vision.eye import Eye, Glance, Seen
    from vision.frame import Bgr, Frame
    from vision.sources.opening import FrameSource
    from vision.table_eye import Reader
    from webui.record.match import Match


@dataclass(frozen=True, slots=True)
class Landmarks:
    """The four points by which a person shows where the board lies."""

    option: str
    """`calibrate` takes them under this name."""
    help: str
    expected: str
    """What they are and how they are written, with an example; said to whoever writes something else."""


class Brought(Protocol):
    """One game at a terminal: what every command asks of it."""

    @property
    def helps(self) -> Mapping[str, str]:
        """Command -> examples, shown below its options."""

    @property
    def landmarks(self) -> Landmarks:
        """The points by which a person shows where the board lies."""

    def not_found(self, language: str) -> str:
        """What to do where no board was found for certain; English errors say it themselves."""


class Calibrates(Brought, Protocol):
    """What `calibrate` asks."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What it can be told of this game's table, beside what it can be told of any."""

    def calibrated(self, bgr: Bgr, at: Array | None, lens: Lens | None, args: argparse.Namespace) -> Profile:
        """The profile of the board at these landmarks, or wherever it is; an error where it cannot be trusted."""

    def keep_set(self, profile: Profile, path: str) -> None:
        """Add what was measured of the equipment to its file; asked where the game offers `meet`."""

    def board_drawn(self, bgr: Bgr, profile: Profile) -> Bgr:
        """A copy of the picture with the board drawn on it."""

    def found(self, profile: Profile) -> Json:
        """What was found, for a program."""

    def found_lines(self, found: Json, language: str) -> Iterator[str]:
        """The same for a person."""


class Reads(Brought, Protocol):
    """What `read` asks."""

    def load_profile(self, path: str, set_path: str | None) -> Profile:
        """A profile from its file, with what the file of the set knows better."""

    def load_set(self, path: str) -> Mapping[str, Any] | None:
        """A set from its file; None where nothing is known of it."""

    def seeker(self) -> Seeker:
        """Looks for the board, to see whether a profile fits."""

    def reader(self, profile: Profile, known: Mapping[str, Any] | None) -> Reader:
        """Reads pictures through a profile; `known` is the equipment."""

    def seen_drawn(self, bgr: Bgr, profile: Profile, seen: Seen) -> Bgr:
        """A copy of the picture with what was read drawn on it."""

    def seen_lines(self, seen: Seen, language: str) -> Iterator[str]:
        """What was read, for a person."""


class Spoken(Brought, Protocol):
    """What `watch` asks: the words for what is played, and who plays where nobody says."""

    @property
    def players(self) -> str:
        """Colours in seating order."""

    def player(self, colour: str, language: str) -> str:
        """What a player is called."""

    def played(self, words: Sequence[str], language: str) -> str:
        """Actions as a sentence."""

    def owed(self, turn: Any, language: str) -> list[str]:
        """What is still to be used in this turn."""

    def place(self, name: str, language: str) -> str:
        """A place of the table."""

    def board(self, match: Match, language: str) -> str:
        """The table as text, and who is to move."""

    def ended(self, winners: str, language: str) -> str:
        """How a match ended."""


class Cards(Brought, Protocol):
    """What `markers` asks."""

    def cards(self) -> Sheet:
        """The printed cards that mark the board."""


class Meeting(Protocol):
    """Getting to know one set, step by step; it goes on by itself and speaks one language."""

    @property
    def done(self) -> bool:
        """Whether the set is known."""

    @property
    def asked(self) -> int:
        """How many things have been asked for."""

    def begun(self) -> Json:
        """What the board tells, for a program."""

    def see(self, frame: Frame) -> list[str]:
        """Look at a frame; what is to be told then."""

    def due(self) -> str:
        """What is to be done now, or what is wrong with what was done."""

    def live(self) -> str:
        """How the table is and how far the step is."""

    def keep(self, path: str, table_path: str | None) -> None:
        """Write what is known by now of the set and, where asked for, of the table."""

    def kept_lines(self, path: str) -> Iterator[str]:
        """What that is, where it was left before the end."""

    def to_json(self) -> Json:
        """Where it stands, for a program."""


class Meets(Brought, Protocol):
    """What `meet` asks."""

    def virtual_table(self) -> FrameSource:
        """A virtual table whose set can be met."""

    def kept(self, path: Path | None) -> Any:
        """What is known of the set; nothing yet where there is no file."""

    def found_board(self, bgr: Bgr, kept: Any) -> Profile:
        """The table's profile; a NotFoundError where no board is seen."""

    def meeting(self, profile: Profile, kept: Any, language: str) -> Meeting:
        """Begin to get to know the set at this table."""


class Series(Protocol):
    """A guided series of looks that shows all of the equipment; it speaks one language."""

    @property
    def finished(self) -> bool:
        """Whether all was seen."""

    @property
    def due(self) -> str:
        """What is to be done now."""

    @property
    def stopped(self) -> str:
        """Why it could not go on to its end; nothing where it could."""

    def observed(self, name: str, line: str) -> None:
        """Take an observation as JSON; a NotationError where it is none."""

    def photographed(self, name: str, bgr: Bgr) -> None:
        """Take a photograph."""

    def eye(self) -> Eye:
        """What watches a camera."""

    def glance(self, seen: Glance) -> list[str]:
        """Take what the eye saw; what is to be told then."""

    def save(self, path: str) -> bool:
        """Write the set, unless nothing was learned or the file there knows more; whether it was written."""

    def to_json(self) -> Json:
        """What is known and what is missing, for a program."""

    def lines(self) -> Iterator[str]:
        """The same for a person."""

    def doubts(self) -> Iterator[str]:
        """What may have been seen wrong."""


class Teaches(Brought, Protocol):
    """What `learn-set` asks."""

    def script(self, profile: Profile | None, language: str) -> Iterator[str]:
        """All that is to be done, in order."""

    def series(self, profile: Profile | None, language: str, as_json: bool) -> Series:
        """Begin the series at this table."""


class Everything(Calibrates, Reads, Spoken, Cards, Meets, Teaches, Protocol):
    """What a game brings that offers all of these commands."""


def brought_by(game: str, command: str = "") -> Any:
    """What the game of this name brings ("" is the default game); an error where it does not offer this command."""
    one = find_game(GAMES, game)
    room = f"webui.{one.folder}.commands"
    if find_spec(room) is None:
        raise IcekeeperError(f"no camera can watch {one.title} yet; play it by hand: icekeeper play --game {one.name}")
    brought: Brought = import_module(f"{room}.brought").BROUGHT
    if command and command not in brought.helps:
        raise IcekeeperError(f"{command} is not offered for {one.title}")
    return brought


def named_game(words: Sequence[str]) -> str:
    """The game that these words name with --game, else that of the profile they name with --table; "" where neither.

    What else the words may be depends on it.
    """
    return next((name for name in _told(words, "--game") if name in GAMES), "") or next(
        (game for path in _told(words, "--table") if (game := _profiled(Path(path)))), ""
    )


def _told(words: Sequence[str], option: str) -> list[str]:
    """What stands behind an option."""
    return [word.partition("=")[2] or then for word, then in pairwise([*words, ""]) if word.split("=")[0] == option]


def _profiled(path: Path) -> str:
    """The game of a profile; "" where that cannot be told. What can be read only once is left alone."""
    try:
        name = read_json(path).get("game") if path.is_file() else ""
    except (OSError, ValueError, AttributeError):
        return ""
    return name if name in GAMES else ""


def add_game(parser: argparse.ArgumentParser, game: str = "") -> None:
    """The option that says which game the camera watches."""
    usual = game or DEFAULT_GAME
    parser.add_argument("--game", choices=tuple(GAMES), default=usual, help=f"default {DEFAULT_GAME}, or the profile's")
