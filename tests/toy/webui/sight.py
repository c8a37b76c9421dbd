"""Take stones as a camera sees it: see `webui.play.sight.Sight`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from calibration.profile import read_profile
from tests.toy.calibration.board import StonesProfile, find
from tests.toy.engine.game import STONES, Heap, Nothing, in_all
from tests.toy.vision.belief import places_of
from tests.toy.vision.reader import Squares, eye
from tests.toy.vision.table import DrawnFilm, scene
from tests.toy.webui.watch import watch
from vision.eye import Eye, Pointing
from vision.frame import Bgr
from webui.play.sight import DemoFilm, Measured, unheeded
from webui.play.watcher import Patience
from webui.record.events import Json, Told, TurnEnded
from webui.record.match import Match
from webui.settings import Words
from webui.watch.watching import Watch

DEMO: Final = (9, 7, 6, 2, 0)
"""How many stones lie there, rest after rest: the third player takes four."""


class StonesSight:
    def watcher(self, match: Match, patience: Patience | None) -> Watch:
        return watch(match, patience)

    def set_up_anew(self, match: Match, seen: Squares) -> bool:
        return len(match.turns) > 2 and not seen.hidden and all(p > 0.5 for p in seen.stones.values())

    def profile(self, data: Any) -> StonesProfile:
        return StonesProfile.from_json(data)

    def load_profile(self, path: Path | str, set_path: Path | str | None = None) -> StonesProfile:
        return StonesProfile.from_json(read_profile(path), str(path))

    def load_set(self, path: Path | str) -> Json | None:
        return None

    def eye(self, profile: Any, known: Mapping[str, Any] | None = None, measured: Measured = unheeded) -> Eye:
        return eye(profile, measured)

    def equipment(self, known: Mapping[str, Any] | None) -> Nothing:
        return Nothing()

    def known(self, equipment: Json) -> Json | None:
        return None

    def pointing(self, match: Match, event: Told | TurnEnded) -> Pointing:
        turn = match.turns[event.turn - 1]
        return Pointing(places_of(turn.before, turn.after))

    def eye_words(self, status: str, places: Sequence[str]) -> Words:
        return in_all(f"{status} {' '.join(places)}".strip())

    def drawn(self, bgr: Bgr, profile: Any, seen: Json) -> Bgr:
        return bgr

    def nearest(self, profile: Any) -> str:
        marks = profile.landmarks()
        return "S" if marks["SW"][1] > marks["NW"][1] else "N"

    def marks(self, profile: Any) -> Mapping[str, tuple[float, float]]:
        marks: Mapping[str, tuple[float, float]] = profile.landmarks()
        return marks

    def film(self, text: str = "demo", from_s: float = 0.0) -> DemoFilm:
        source = DrawnFilm(DEMO, from_s)
        start, profile = Heap(STONES, "r"), partial(find, scene(STONES))
        return DemoFilm(source, profile, "rb", Nothing().to_json(), start, Patience(rest_ends_s=1.4))


SIGHT: Final = StonesSight()
