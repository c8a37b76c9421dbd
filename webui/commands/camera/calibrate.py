"""`icekeeper calibrate`: from one photograph to the table's profile."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import IcekeeperError
from webui.icecult.commands.spoken import add_speech, profile_lines, wants_json

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calibration.icecult.equipment.kept import Kept
    from calibration.icecult.find import Found
    from calibration.icecult.geometry import Geometry
    from calibration.icecult.profile import TableProfile

DIFFERS = 0.01
_HELP = """
The board is found by itself (--auto), from its four tips in the order N E S W (--tips), or with the printed cards
(--markers): with fewer than four cards in view it is found by itself, and the cards say which path is north.

  icekeeper calibrate table.jpg --auto --out table.json --overlay proof.png
  icekeeper calibrate table.jpg --tips "833,141 1032,564 413,693 390,212" --out table.json
  icekeeper calibrate table.jpg --markers --out table.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("photo", help="a photograph of the table; any position, best the set-up")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--tips", help='pixel positions of the N E S W path tips: "x,y x,y x,y x,y"')
    way.add_argument("--auto", action="store_true", help="find the board; which path is N is then arbitrary")
    way.add_argument("--markers", action="store_true", help="use the printed marker cards (see `icekeeper markers`)")
    parser.add_argument("--out", required=True, help="where to write the profile, e.g. table.json")
    parser.add_argument("--geometry", help='JSON file of dimensions that differ, e.g. {"exit": "corners"}')
    parser.add_argument(
        "--sizes", action="store_true", help="measure the sizes even where --geometry gives them (others always are)"
    )
    parser.add_argument("--lens", help="lens file written by `icekeeper lens`")
    parser.add_argument(
        "--set", dest="set_file", metavar="SET", help="file of the set: its prints, and its sizes if it has them"
    )
    parser.add_argument("--north", choices=["N", "E", "S", "W"], help="the found path that shall be called N")
    parser.add_argument(
        "--keep", metavar="OLD", help="earlier profile or file of this set: keeps its sizes, cubes and (profile) north"
    )
    parser.add_argument("--to-set", metavar="SET", help="write what was measured to the file of this set")
    parser.add_argument("--overlay", help="write the photograph with the board drawn on it")
    add_speech(parser)


def run(args: argparse.Namespace) -> int:
    """Do it; the exit status."""
    from calibration.icecult.overlay import draw_profile
    from calibration.pictures import load_picture, save_picture
    from vision.icecult.read.sizes import with_pawns

    tips = None if args.tips is None else parse_tips(args.tips)
    bgr = load_picture(args.photo)
    profile = with_pawns(_finished(_profile(args, bgr, tips), args), bgr)
    profile.save(args.out)
    if args.to_set:
        _remember(profile, args.to_set)
    if args.overlay:
        save_picture(args.overlay, draw_profile(bgr, profile))
    found = answer(profile)
    for line in _as_json(found) if wants_json(args) else profile_lines(found, args.out, args.language):
        print(line)
    return 0


def _remember(profile: TableProfile, path: str) -> None:
    """Keep what was measured with the set."""
    from calibration.icecult.equipment.kept import Kept

    known = Kept.load(path) if Path(path).exists() else Kept.of(profile)
    known.met(profile).save(path)


def _as_json(found: dict[str, Any]) -> list[str]:
    """The advice in words, then everything as one JSON line."""
    return [*(f"advice: {line}" for line in found["quality"].get("advice", ())), json.dumps(found)]


def parse_tips(text: str) -> list[tuple[float, float]]:
    """Four pixel positions from "x,y x,y x,y x,y"."""
    words = text.replace(",", " , ").split()
    try:
        tips = [(float(x), float(y)) for x, y in zip(words[::3], words[2::3], strict=True)]
    except ValueError:
        tips = []
    if len(tips) != 4 or words[1::3] != [","] * 4 or not all(math.isfinite(v) for tip in tips for v in tip):
        raise IcekeeperError(f'expected four tips like "640,80 1100,400 600,700 150,380" (N E S W), got {text!r}')
    return tips


def _profile(
    args: argparse.Namespace, bgr: npt.NDArray[np.uint8], tips: list[tuple[float, float]] | None
) -> TableProfile:
    from calibration.icecult.build import make_profile
    from calibration.icecult.markers import named_by_cards, seen_tips

    cards = seen_tips(bgr) if args.markers else {}
    given = [tuple(cards[arm]) for arm in "NESW"] if len(cards) == 4 else tips
    found, evidence = _found(args, bgr, given)
    way = "auto" if args.auto else "markers" if args.markers else "tips"
    arbitrary = args.auto and not args.north and _old_profile(args.keep) is None
    evidence = {"photo": args.photo, **evidence, **({"lens": args.lens} if args.lens else {})}
    kept = _kept(args)
    before = kept.sizes if kept else None
    profile = make_profile(bgr, found, way, evidence, "arbitrary" if arbitrary else "chosen", before)
    return named_by_cards(profile, cards) if cards else profile


def _found(
    args: argparse.Namespace, bgr: npt.NDArray[np.uint8], tips: Sequence[Sequence[float]] | None
) -> tuple[Found, dict[str, Any]]:
    """The board at these tips, or anywhere in the picture."""
    import numpy as np

    from calibration.icecult.equipment.same_set import of_this_set
    from calibration.icecult.find import Finder
    from calibration.lens import load_lens

    lens = load_lens(args.lens, (bgr.shape[1], bgr.shape[0])) if args.lens else None
    board, known = _known_sizes(args)
    finder = Finder()

    def look(board: Geometry | None, known: Collection[str]) -> Found:
        if tips is None:
            return finder.automatically(bgr, board, lens, known)
        return finder.from_tips(bgr, np.array(tips), board, lens, known)

    found = look(board, known) if args.geometry else of_this_set(board, known, look)
    evidence: dict[str, Any] = {}
    if tips is not None:
        evidence["given_px"] = [[round(float(v), 2) for v in tip] for tip in tips]
    if board is not None and (differ := _differing(found.board, board)):
        evidence["sizes_mm"] = differ
    return found, evidence


def _kept(args: argparse.Namespace) -> Kept | None:
    """What is known of the set from another evening."""
    from calibration.icecult.equipment.kept import Kept

    return Kept.load(args.keep or args.set_file) if args.keep or args.set_file else None


def _known_sizes(args: argparse.Namespace) -> tuple[Geometry | None, frozenset[str]]:
    """The board as far as it is known, and which of its sizes are: those given, or those of another evening."""
    from calibration.files import read_json
    from calibration.icecult.certainty import PAWN_KEYS
    from calibration.icecult.geometry import load_geometry, make_geometry
    from calibration.icecult.sizes.sized import KEYS

    kept = _kept(args)
    board, known = (kept.board(), kept.known) if kept else (None, frozenset())
    if not args.geometry:
        return board, known
    given = load_geometry(args.geometry)
    named = set(read_json(args.geometry))
    if board is not None:
        return make_geometry({**board.values, **{key: given.values[key] for key in named}}), known
    return given, frozenset() if args.sizes else frozenset(named & {*KEYS, *PAWN_KEYS})


def _differing(board: Geometry, other: Geometry) -> dict[str, float]:
    """Sizes of one board that are not those of the other."""
    from calibration.icecult.sizes.sized import KEYS

    return {key: round(board[key], 2) for key in KEYS if abs(board[key] / other[key] - 1) > DIFFERS}


def _finished(profile: TableProfile, args: argparse.Namespace) -> TableProfile:
    """North and set as the user wants them."""
    from calibration.icecult.build import named_like, renamed
    from calibration.icecult.defaults import load_set

    kept, old = _kept(args), _old_profile(args.keep)
    if old is not None:
        profile = (named_like(profile, old) if args.auto else profile).changed(set=old.set)
    elif kept is not None and kept.equipment is not None:
        profile = profile.changed(set=kept.equipment)
    if args.north:
        profile = renamed(profile, args.north)
    if args.set_file:
        profile = profile.changed(set=load_set(args.set_file))
    return profile


def _old_profile(path: str | None) -> TableProfile | None:
    """The profile of an earlier evening, which knows where north was; a set file does not."""
    from calibration.files import read_json
    from calibration.icecult.profile import TableProfile

    if path is None or "camera" not in read_json(path):
        return None
    return TableProfile.load(path)


def answer(profile: TableProfile) -> dict[str, Any]:
    """What the command prints last."""
    data: dict[str, Any] = {
        "tips": {arm: [round(v, 2) for v in tip] for arm, tip in profile.tips_px.items()},
        "quality": dict(profile.quality),
        "exit": profile.geometry["exit"],
        "sizes": dict(profile.sizes),
        "north": profile.north,
    }
    if profile.north == "arbitrary":
        data["note"] = "which path is north is arbitrary; choose it with --north"
    return data
