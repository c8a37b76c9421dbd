"""What IGLU IGLU brings to the commands for a camera; what pictures need is heavy, and loaded when it is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.core.wording import sign
from webui.commands.camera.brought import Landmarks
from webui.commands.camera.terminal_words import words
from webui.igluiglu.commands.spoken import Spoken
from webui.record.events import Json

if TYPE_CHECKING:
    from calibration.board import Array
    from calibration.igluiglu.follow import GridSeeker
    from calibration.igluiglu.profile import BoardProfile
    from calibration.lens import Lens
    from vision.frame import Bgr
    from vision.igluiglu.read.observer import Observer

HELPS: Final[Mapping[str, str]] = {
    "calibrate": """
The board is found by itself (--auto), or from the four outer corners of its 8x8 grid in the order a1 h1 h8 a8
(--corners). Found by itself, a1 is the corner nearest to the lower edge of the picture, or the one that --first names.

  icekeeper calibrate table.jpg --game iglu --auto --out table.json --overlay proof.png
  icekeeper calibrate table.jpg --game iglu --corners "355,575 905,586 812,214 402,209" --out table.json
""",
    "read": """
  icekeeper read photo.jpg --table table.json --overlay seen.png
""",
    "watch": """
  icekeeper watch demo --game iglu
  icekeeper watch 0 --game iglu --table table.json --players rb --rest-ends 6 --log match.jsonl
""",
}
"""Command -> examples."""
NOT_FOUND: Final[Mapping[str, str]] = {
    "de": "Kein Spielfeld sicher gefunden; zeig es ganz und bei gutem Licht, oder nenne seine Ecken mit --corners.",
    "fr": "Aucun plateau trouvé avec certitude ; montrez-le en entier et bien éclairé, ou indiquez ses coins avec "
    "--corners.",
    "it": "Nessun tabellone trovato con certezza; mostratelo per intero e ben illuminato, o indicate i suoi angoli con "
    "--corners.",
}
"""Said where no board was found for certain; the English error says more itself."""
UNSURE: Final = 0.9
WIDE: Final = 12


class IgluBrought(Spoken):
    """See `webui.commands.camera.brought`."""

    helps: Mapping[str, str] = HELPS
    landmarks = Landmarks(
        "corners",
        'pixel positions of the outer corners a1 h1 h8 a8 of the grid: "x,y x,y x,y x,y"',
        'four corners like "355,575 905,586 812,214 402,209" (a1 h1 h8 a8)',
    )

    def not_found(self, language: str) -> str:
        """What to do where no board was found for certain."""
        return NOT_FOUND[language]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Which corner is called a1."""
        sides = ("bottom", "right", "top", "left")
        parser.add_argument("--first", choices=sides, help="side of the picture to which a1 is nearest (with --auto)")

    def calibrated(self, bgr: Bgr, at: Array | None, lens: Lens | None, args: argparse.Namespace) -> BoardProfile:
        """The profile of the board at these corners, or wherever it is."""
        from calibration.igluiglu.build import found_at, make_profile, named_from_side
        from calibration.igluiglu.find import Finder

        found = found_at(Finder(), bgr, at, lens)
        evidence: Json = {"photo": args.photo, **({"lens": args.lens} if args.lens else {})}
        if at is not None:
            evidence["given_px"] = [[round(float(v), 2) for v in corner] for corner in at]
            return make_profile(bgr, found, "corners", evidence)
        profile = make_profile(bgr, found, "auto", evidence, "chosen" if args.first else "arbitrary")
        return named_from_side(profile, args.first or "bottom")

    def board_drawn(self, bgr: Bgr, profile: Any) -> Bgr:
        """The picture with the grid drawn on it."""
        from calibration.igluiglu.overlay import draw_profile

        return draw_profile(bgr, profile)

    def found(self, profile: Any) -> Json:
        """Corners and quality."""
        corners = {name: [round(v, 2) for v in at] for name, at in profile.landmarks().items()}
        data: Json = {"corners": corners, "quality": dict(profile.quality), "north": profile.north}
        if profile.north == "arbitrary":
            data["note"] = "which corner is a1 is arbitrary; choose it with --first"
        return data

    def found_lines(self, found: Json, language: str) -> Iterator[str]:
        """The corners."""
        yield "   ".join(f"{name} {x:.0f},{y:.0f}" for name, (x, y) in found["corners"].items())

    def load_profile(self, path: str, set_path: str | None) -> BoardProfile:
        """A profile from its file; no set of tiles says where a board lies."""
        from calibration.igluiglu.profile import BoardProfile

        return BoardProfile.load(path)

    def load_set(self, path: str) -> Mapping[str, Any] | None:
        """The tiles of one box, from a file."""
        from calibration.files import read_json
        from engine.igluiglu.equipment import TileSet

        return TileSet.from_json(read_json(path)).to_json()

    def seeker(self) -> GridSeeker:
        """Looks for the grid."""
        from calibration.igluiglu.find import Finder
        from calibration.igluiglu.follow import GridSeeker

        return GridSeeker(Finder())

    def reader(self, profile: Any, known: Mapping[str, Any] | None) -> Observer:
        """Reads the spaces."""
        from vision.igluiglu.read.observer import Observer

        return Observer(profile.grid)

    def seen_drawn(self, bgr: Bgr, profile: Any, seen: Any) -> Bgr:
        """The picture with what was read drawn on it."""
        from vision.igluiglu.shown import draw_seen

        return draw_seen(bgr, profile, seen.to_json())

    def seen_lines(self, seen: Any, language: str) -> Iterator[str]:
        """The board as the formats draw it, what is on its spaces, and what is not certain."""
        said = seen.to_json()
        for row, line in zip(range(8, 0, -1), said["board"], strict=True):
            yield f"{row} {' '.join(line)}"
        yield "  a b c d e f g h"
        comma = f"{sign(',', language)} "
        on = {cell: text for cell, text in said["on"].items() if text}
        yield from (f"{cell}  {text}" for cell, text in on.items())
        if said["hidden"]:
            yield f"{words('hidden', language):{WIDE}} {comma.join(said['hidden'])}"
        if unsure := [cell for cell, sure in said["confidences"].items() if sure < UNSURE]:
            yield f"{words('not-sure', language):{WIDE}} {comma.join(unsure)}"
        yield words("sure", language, percent=round(100 * said["confidence"]))


BROUGHT: Final = IgluBrought()
