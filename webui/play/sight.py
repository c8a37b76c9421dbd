"""What the running product asks of a game that a camera can watch: its board, its eye, its watcher, its demo film."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from calibration.profile import Profile
from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import GAMES
from vision.eye import Eye, Pointing
from vision.frame import Bgr
from vision.sources.opening import FrameSource
from webui.games import answers_of
from webui.play.learning import Laying, Learning
from webui.play.watcher import Patience, Watcher
from webui.record.events import Json, Told, TurnEnded
from webui.record.match import Match
from webui.settings import Words

Measured = Callable[[Any], None]


def unheeded(profile: Any) -> None:
    """Nobody wants to know."""


def is_demo(text: str) -> bool:
    """Whether a source is the virtual table."""
    return text == "demo" or text.startswith("demo:")


@dataclass(frozen=True, slots=True)
class DemoFilm:
    """A film of the virtual table: its frames, who plays, with what, and how the table stands first."""

    source: FrameSource
    profile: Callable[[], Profile]
    players: str
    equipment: Json
    start: Any
    patience: Patience
    """Nobody presses Done on the virtual table: how long it is waited instead."""


class Sight(Protocol):
    """One game as a camera sees it."""

    def watcher(self, match: Match, patience: Patience | None) -> Watcher:
        """Who watches this match."""

    def set_up_anew(self, match: Match, seen: Any) -> bool:
        """Whether a match under way is over on the table: everything stands as at the beginning of another one."""

    def profile(self, data: Any) -> Profile:
        """A profile from its JSON; a ProfileError says what is wrong."""

    def load_profile(self, path: Path | str, set_path: Path | str | None = None) -> Profile:
        """A profile from its file, with what the file of the set knows better."""

    def load_set(self, path: Path | str) -> Json | None:
        """A set from its file, as JSON; None where nothing is known of it."""

    def eye(self, profile: Profile, known: Mapping[str, Any] | None = None, measured: Measured = unheeded) -> Eye:
        """An eye that looks through this profile; `known` is the equipment, the profile's own where None.

        `measured` is told of the profile when the eye has found out more about it while playing.
        """

    def equipment(self, known: Mapping[str, Any] | None) -> Any:
        """The equipment of a new match; what nobody has told of is learned while playing."""

    def known(self, equipment: Json) -> Json | None:
        """The equipment as a match began with it; None where nothing of it was known."""

    def pointing(self, match: Match, event: Told | TurnEnded) -> Pointing:
        """Where the pictures that prove a fault point, or those of a turn that stays open; the match knows of it."""

    def eye_words(self, status: str, places: Sequence[str]) -> Words:
        """The state of the eye in words."""

    def drawn(self, bgr: Bgr, profile: Profile, seen: Json) -> Bgr:
        """A picture with what was read drawn over it."""

    def nearest(self, profile: Profile) -> str:
        """The side of the table (N, E, S, W) that is nearest in the camera's picture."""

    def marks(self, profile: Profile) -> Mapping[str, tuple[float, float]]:
        """Where the places that a page speaks of lie in the picture, in pixels, by their names in the match log."""

    def film(self, text: str = "demo", from_s: float = 0.0) -> DemoFilm:
        """The film of the virtual table that `demo`, or `demo:SEED`, names."""


class SightOnPage(Sight, Protocol):
    """One game whose board is laid, and whose equipment is learned, on the page."""

    def laying(self, learning: Learning) -> Laying:
        """Finding, drawing and measuring the board on the page."""

    def showing(self, profile: Profile, bgr: Bgr) -> Mapping[str, Any]:
        """What the parts of the equipment show now, as learning takes it; None for what cannot be read."""

    def learning(self, path: Path | None) -> Learning:
        """Learning the equipment on the page; the result is kept in this file."""


class Watched(Protocol):
    """One game that may have a camera for a referee."""

    @property
    def sight(self) -> Sight | None:
        """How a camera sees it; None for a game that no camera can referee."""


def sight_if_any(game: str) -> Sight | None:
    """How a camera sees the game of this name; None where no camera can."""
    found: Watched = answers_of(game)
    return found.sight


def sight_on_page(game: str) -> SightOnPage:
    """The same for a game that is set up on the page."""
    found: SightOnPage = answers_of(game).sight
    return found


def laid_on_page(game: str) -> bool:
    """Whether a camera can be set up on the page for the game of this name, and its equipment learned there."""
    return hasattr(sight_if_any(game), "laying")


def learning_on_page(path: Path | None) -> Learning:
    """Learning the equipment of the first game that lets a page do so; the result is kept in this file."""
    return next(sight_on_page(game) for game in GAMES if hasattr(sight_if_any(game), "learning")).learning(path)


def sight_of(game: str) -> Sight:
    """How a camera sees the game of this name; an error where no camera can."""
    sight = sight_if_any(game)
    if sight is None:
        raise IcekeeperError(f"no camera can watch {find_game(GAMES, game).title} yet; play it by hand")
    return sight
