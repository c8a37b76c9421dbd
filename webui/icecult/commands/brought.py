"""What ICE CULT brings to the commands for a camera; what pictures need is heavy, and loaded when it is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.colours import COLOURS
from webui.commands.camera.brought import Everything, Landmarks
from webui.icecult.commands import terminal_words
from webui.icecult.commands.helps import HELPS, NOT_FOUND
from webui.record.events import Json

if TYPE_CHECKING:
    from calibration.board import Array
    from calibration.icecult.equipment.kept import KeptSet
    from calibration.icecult.follow import StripSeeker
    from calibration.icecult.profile import TableProfile
    from calibration.lens import Lens
    from calibration.sheet import Sheet
    from engine.icecult.turn import TurnInProgress
    from vision.frame import Bgr
    from vision.icecult.eye import CultReader
    from vision.icecult.sim.play.acquaintance import AcquaintanceTable
    from webui.icecult.commands.meeting import SpokenMeeting
    from webui.icecult.commands.series import TiltSeries
    from webui.record.match import Match


class CultBrought:
    """See `webui.commands.camera.brought`."""

    helps: Mapping[str, str] = HELPS
    players = COLOURS
    landmarks = Landmarks(
        "tips",
        'pixel positions of the N E S W path tips: "x,y x,y x,y x,y"',
        'four tips like "640,80 1100,400 600,700 150,380" (N E S W)',
    )

    def not_found(self, language: str) -> str:
        """What to do where no board was found for certain."""
        return NOT_FOUND[language]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """What `calibrate` can be told of the set."""
        parser.add_argument("--geometry", help='JSON file of dimensions that differ, e.g. {"exit": "corners"}')
        parser.add_argument(
            "--sizes",
            action="store_true",
            help="measure the sizes even where --geometry gives them (others always are)",
        )
        parser.add_argument(
            "--set", dest="set_file", metavar="SET", help="file of the set: its prints, and its sizes if it has them"
        )
        parser.add_argument("--north", choices=["N", "E", "S", "W"], help="the found path that shall be called N")
        parser.add_argument(
            "--keep",
            metavar="OLD",
            help="earlier profile or file of this set: keeps its sizes, cubes and (profile) north",
        )

    def calibrated(self, bgr: Bgr, at: Array | None, lens: Lens | None, args: argparse.Namespace) -> TableProfile:
        """The profile of the board at these tips, or wherever it is."""
        from webui.icecult.commands.calibrating import calibrated

        return calibrated(bgr, at, lens, args)

    def keep_set(self, profile: Any, path: str) -> None:
        """Add what was measured of the set to its file."""
        from calibration.icecult.equipment.kept import KeptSet

        known = KeptSet.load(path) if Path(path).exists() else KeptSet.of(profile)
        known.met(profile).save(path)

    def board_drawn(self, bgr: Bgr, profile: Any) -> Bgr:
        """The picture with paths, spaces and cubes drawn on it."""
        from calibration.icecult.overlay import draw_profile

        return draw_profile(bgr, profile)

    def found(self, profile: Any) -> Json:
        """Tips, quality, layout and sizes."""
        data: Json = {
            "tips": {arm: [round(v, 2) for v in tip] for arm, tip in profile.tips_px.items()},
            "quality": dict(profile.quality),
            "exit": profile.geometry["exit"],
            "sizes": dict(profile.sizes),
            "north": profile.north,
        }
        if profile.north == "arbitrary":
            data["note"] = "which path is north is arbitrary; choose it with --north"
        return data

    def found_lines(self, found: Json, language: str) -> Iterator[str]:
        """Tips and layout in words."""
        from webui.icecult.commands.spoken import found_lines

        return found_lines(found, language)

    def load_profile(self, path: str, set_path: str | None) -> Any:
        """A profile from its file, with the sizes of pawns that the set's file knows better."""
        from calibration.icecult.equipment.kept import KeptSet
        from calibration.icecult.profile import TableProfile

        profile = TableProfile.load(path)
        return KeptSet.load(set_path).applied(profile) if set_path else profile

    def load_set(self, path: str) -> Mapping[str, Any] | None:
        """Which print is on which face of the cubes, from a file."""
        from calibration.icecult.defaults import load_set

        return load_set(path)

    def seeker(self) -> StripSeeker:
        """Looks for the strips."""
        from calibration.icecult.find import Finder
        from calibration.icecult.follow import StripSeeker

        return StripSeeker(Finder())

    def reader(self, profile: Any, known: Mapping[str, Any] | None) -> CultReader:
        """Reads cubes and pawns."""
        from vision.icecult.eye import CultReader
        from vision.icecult.read.observer import Observer

        return CultReader(Observer(profile, known))

    def seen_drawn(self, bgr: Bgr, profile: Any, seen: Any) -> Bgr:
        """The picture with what was read drawn on it."""
        from vision.icecult.read.overlay import draw_observation

        return draw_observation(bgr, profile, seen)

    def seen_lines(self, seen: Any, language: str) -> Iterator[str]:
        """Cubes, paths, start and home in words."""
        from webui.icecult.commands.spoken import observation_lines

        return observation_lines(seen, language)

    def player(self, colour: str, language: str) -> str:
        """What a player is called."""
        return terminal_words.colour_word(colour, language)

    def played(self, words: Sequence[str], language: str) -> str:
        """Actions as a sentence."""
        from coach.icecult.words import in_words

        return in_words(words, language)

    def owed(self, turn: TurnInProgress, language: str) -> list[str]:
        """The symbols that are still to be used, each on its cube."""
        return list(terminal_words.owed_words(turn, language))

    def place(self, name: str, language: str) -> str:
        """A cube, a space, the start or a goal."""
        return terminal_words.place(name, language)

    def board(self, match: Match, language: str) -> str:
        """Paths and cubes, the pawns at the start, and who is to move."""
        return terminal_words.board_text(match.state, match.equipment, language)

    def ended(self, winners: str, language: str) -> str:
        """How a match ended."""
        return terminal_words.end_words(winners, language)

    def cards(self) -> Sheet:
        """A card for each path."""
        from calibration.icecult.markers import marker_sheet

        return marker_sheet()

    def virtual_table(self) -> AcquaintanceTable:
        """A virtual table whose set can be met."""
        from vision.icecult.sim.play.acquaintance import AcquaintanceTable

        return AcquaintanceTable()

    def kept(self, path: Path | None) -> KeptSet:
        """What is known of the set."""
        from calibration.icecult.equipment.kept import KeptSet

        return KeptSet.load(path) if path else KeptSet()

    def found_board(self, bgr: Bgr, kept: KeptSet) -> TableProfile:
        """The table's profile; the path that leads up the picture is north."""
        from calibration.icecult.build import make_profile, named_as_seen
        from calibration.icecult.equipment.same_set import of_this_set
        from calibration.icecult.find import Finder

        finder = Finder()
        found = of_this_set(
            kept.board(), kept.known, lambda board, known: finder.automatically(bgr, board, known=known)
        )
        return named_as_seen(make_profile(bgr, found, "auto", {}, "chosen", kept.sizes))

    def meeting(self, profile: Any, kept: KeptSet, language: str) -> SpokenMeeting:
        """A tower of five, then twelve tilts."""
        from webui.icecult.commands.meeting import SpokenMeeting

        return SpokenMeeting(profile, kept, language)

    def script(self, profile: Any, language: str) -> Iterator[str]:
        """The set-up and the twelve tilts."""
        from webui.icecult.commands.spoken import script_lines

        return script_lines(profile is not None and profile.board.corners, language)

    def series(self, profile: Any, language: str, as_json: bool) -> TiltSeries:
        """The twelve tilts, looked at one by one."""
        from webui.icecult.commands.series import TiltSeries

        return TiltSeries(profile, language, as_json)


BROUGHT: Final[Everything] = CultBrought()
