"""ICE CULT as a camera sees it: what the running product asks of its board, its eye and its watcher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calibration.icecult.defaults import load_set
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.profile import TableProfile
from engine.icecult.board import PATHS, SLOTS
from engine.icecult.cube import UNKNOWN_SET, CubeSet, Top
from vision.eye import Eye, Pointing
from vision.frame import Bgr
from vision.icecult.eye import table_eye
from vision.icecult.observation import Observation
from vision.icecult.read.observer import Observer
from vision.icecult.read.overlay import draw_observation
from webui.icecult.beginning import set_up, under_way
from webui.icecult.sentences import eye_words
from webui.play.sight import DemoFilm, Measured, unheeded
from webui.play.watcher import Patience
from webui.record.events import Json, Told, TurnEnded
from webui.record.match import Match
from webui.settings import Words

if TYPE_CHECKING:
    from webui.icecult.before.laying import BoardLaying
    from webui.icecult.learning import CubeLearning
    from webui.watch.watching import Watch


class IceCultSight:
    """See `webui.play.sight.Sight`; what only a page or a match needs is loaded there: `read` would wait for it."""

    def watcher(self, match: Match, patience: Patience | None) -> Watch:
        """Who watches this match."""
        from webui.icecult.watch.judge import watch

        return watch(match, patience)

    def set_up_anew(self, match: Match, seen: Observation) -> bool:
        """Whether a match under way is over on the table."""
        return under_way(match) and set_up(seen)

    def profile(self, data: Any) -> TableProfile:
        """A profile from its JSON."""
        return TableProfile.from_json(data)

    def load_profile(self, path: Path | str, set_path: Path | str | None = None) -> TableProfile:
        """A profile from its file, with the sizes of pawns that the set's file knows better."""
        profile = TableProfile.load(path)
        return KeptSet.load(set_path).applied(profile) if set_path else profile

    def load_set(self, path: Path | str) -> Json | None:
        """Which print is on which face of the cubes, from a file."""
        return load_set(path)

    def eye(self, profile: Any, known: Mapping[str, Any] | None = None, measured: Measured = unheeded) -> Eye:
        """An eye that looks through this profile."""
        return table_eye(profile, known, measured=measured)

    def equipment(self, known: Mapping[str, Any] | None) -> CubeSet:
        """The cubes of a new match; faces that nobody has told of are learned while playing."""
        return CubeSet.from_json(known) if known else UNKNOWN_SET

    def known(self, equipment: Json) -> Json | None:
        """The cubes as a match began with them; None where no face was known."""
        return equipment if CubeSet.from_json(equipment) != UNKNOWN_SET else None

    def pointing(self, match: Match, event: Told | TurnEnded) -> Pointing:
        """Where the pictures that prove a fault point."""
        from webui.icecult.watch.pointing import pointing

        return pointing(match, event)

    def eye_words(self, status: str, places: Sequence[str]) -> Words:
        """The state of the eye in words."""
        return eye_words(status, places)

    def drawn(self, bgr: Bgr, profile: Any, seen: Json) -> Bgr:
        """A picture with what was read drawn over it."""
        return draw_observation(bgr, profile, Observation.from_json(seen), letters=False)

    def nearest(self, profile: Any) -> str:
        """The path whose tip is lowest in the picture."""
        tips: Mapping[str, tuple[float, float]] = profile.tips_px
        return max(tips, key=lambda path: tips[path][1])

    def marks(self, profile: Any) -> dict[str, tuple[float, float]]:
        """The middles of the cubes' tops and of all spaces, and the tips of the paths."""
        spaces = [f"{path}{n}" for path in PATHS for n in range(1, profile.board.spaces + 1)]
        pixels = profile.project([profile.place_mm(place) for place in (*SLOTS, *spaces)])
        found = {place: (float(x), float(y)) for place, (x, y) in zip((*SLOTS, *spaces), pixels, strict=True)}
        return found | {f"goal{path}": tip for path, tip in profile.tips_px.items()}

    def laying(self, learning: Any) -> BoardLaying:
        """Finding, drawing and measuring the board on the page."""
        from webui.icecult.before.laying import BoardLaying

        return BoardLaying(learning)

    def showing(self, profile: Any, bgr: Bgr) -> dict[str, Top | None]:
        """What is on top of the four cubes."""
        seen = Observer(profile).read(bgr)
        return {slot: None if top is None else Top(top.symbol, top.facing) for slot, top in seen.cubes.items()}

    def learning(self, path: Path | None) -> CubeLearning:
        """Learning the cubes on the page."""
        from webui.icecult.learning import CubeLearning

        return CubeLearning(path)

    def film(self, text: str = "demo", from_s: float = 0.0) -> DemoFilm:
        """The film of the virtual table."""
        from webui.icecult.demo import film

        return film(text, from_s)


SIGHT: Final = IceCultSight()
