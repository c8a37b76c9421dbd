"""IGLU IGLU as a camera sees it: see `webui.play.sight.Sight`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.igluiglu.board import NAMES
from engine.igluiglu.equipment import STANDARD_SET, TileSet
from engine.igluiglu.state import State
from vision.eye import Pointing
from webui.igluiglu.sentences import eye_words
from webui.play.sight import DemoFilm, Measured, unheeded
from webui.play.watcher import Patience
from webui.record.events import Json, Told, TurnEnded
from webui.record.match import Match
from webui.settings import Words
from webui.watch.ruling import asked_about

if TYPE_CHECKING:
    from calibration.igluiglu.profile import BoardProfile
    from vision.eye import Eye
    from vision.frame import Bgr
    from webui.igluiglu.laying import GridLaying
    from webui.watch.watching import Watch

SET_UP: Final = 0.9
"""Of the tiles of the board so many lie face down when a match begins."""


class IgluSight:
    """What only pictures need is loaded late: most questions need none."""

    def watcher(self, match: Match, patience: Patience | None) -> Watch:
        """Who watches this match."""
        from webui.igluiglu.watch import watch

        return watch(match, patience)

    def set_up_anew(self, match: Match, seen: Any) -> bool:
        """Whether a match under way is over on the table: nearly all tiles lie there again."""
        there = [cell.ground for cell in seen.cells if cell.seen]
        laid = there.count("#") >= SET_UP * 56 and len(there) >= SET_UP * len(NAMES)
        state: State = match.state
        return laid and state.board.count("#") < 40

    def profile(self, data: Any) -> BoardProfile:
        """A profile from its JSON."""
        from calibration.igluiglu.profile import BoardProfile

        return BoardProfile.from_json(data)

    def load_profile(self, path: Path | str, set_path: Path | str | None = None) -> BoardProfile:
        """A profile from its file."""
        from calibration.igluiglu.profile import BoardProfile

        return BoardProfile.load(path)

    def load_set(self, path: Path | str) -> Json | None:
        """Tiles are counted by people."""
        return None

    def eye(self, profile: Any, known: Mapping[str, Any] | None = None, measured: Measured = unheeded) -> Eye:
        """An eye that looks through this profile."""
        from vision.igluiglu.eye import table_eye

        return table_eye(profile, measured)

    def equipment(self, known: Mapping[str, Any] | None) -> TileSet:
        """The tiles of a new match."""
        return TileSet.from_json(known) if known else STANDARD_SET

    def known(self, equipment: Json) -> Json | None:
        """The tiles as a match began with them; None where nobody had counted them."""
        return equipment if equipment.get("counted", True) else None

    def pointing(self, match: Match, event: Told | TurnEnded) -> Pointing:
        """The spaces that the turn has changed; of one that stays open those that are in question."""
        if event.turn <= len(match.turns):
            before, after = match.turns[event.turn - 1].before, match.turns[event.turn - 1].after
        else:
            before, after = match.before, match.state
        turns = asked_about(event.verdict) if isinstance(event, TurnEnded) else []
        tables = [table for words in turns if (table := match.rules.result(before, words)) is not None]
        return Pointing(_differing(tables) or _differing([before, after]))

    def eye_words(self, status: str, places: Sequence[str]) -> Words:
        """The state of the eye in words."""
        return eye_words(status, places)

    def drawn(self, bgr: Bgr, profile: Any, seen: Json) -> Bgr:
        """A picture with what was read drawn over it."""
        from vision.igluiglu.shown import draw_seen

        return draw_seen(bgr, profile, seen)

    def nearest(self, profile: Any) -> str:
        """The side of the board that is nearest in the camera's picture."""
        marks = profile.landmarks()
        sides = {"S": ("a1", "h1"), "N": ("a8", "h8"), "W": ("a1", "a8"), "E": ("h1", "h8")}
        return max(sides, key=lambda side: sum(marks[corner][1] for corner in sides[side]))

    def marks(self, profile: Any) -> dict[str, tuple[float, float]]:
        """The middles of all spaces."""
        from calibration.igluiglu.grid import middles

        return {
            name: (float(x), float(y)) for name, (x, y) in zip(NAMES, profile.grid.pixels(middles(NAMES)), strict=True)
        }

    def laying(self, learning: Any) -> GridLaying:
        """Finding and drawing the board on the page."""
        from webui.igluiglu.laying import GridLaying

        return GridLaying()

    def film(self, text: str = "demo", from_s: float = 0.0) -> DemoFilm:
        """The film of the virtual table."""
        from webui.igluiglu.film import film

        return film(text, from_s)


def _looks(state: State, cell: int) -> tuple[object, ...]:
    return state.board[cell], state.inuit[cell], state.igloo[cell], state.animals[cell]


SIGHT: Final = IgluSight()


def _differing(tables: Sequence[Any]) -> tuple[str, ...]:
    """The spaces that do not look the same on all of these tables."""
    first, *others = tables or [None]
    odd = {cell for other in others for cell in range(len(NAMES)) if _looks(first, cell) != _looks(other, cell)}
    return tuple(name for cell, name in enumerate(NAMES) if cell in odd)
