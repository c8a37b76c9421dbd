"""`icekeeper calibrate` at a table of ICE CULT: from the picture to the profile that was asked for."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import Any, Final

import numpy as np

from calibration.board import Array
from calibration.files import read_json
from calibration.icecult.build import make_profile, named_like, renamed
from calibration.icecult.certainty import PAWN_KEYS
from calibration.icecult.defaults import load_set
from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.equipment.same_set import of_this_set
from calibration.icecult.find import Finder, Found
from calibration.icecult.geometry import ARMS, Geometry, load_geometry, make_geometry
from calibration.icecult.markers import named_by_cards, seen_tips
from calibration.icecult.profile import TableProfile
from calibration.icecult.sizes.sized import KEYS
from calibration.lens import Lens
from vision.frame import Bgr

DIFFERS: Final = 0.01


def calibrated(bgr: Bgr, tips: Array | None, lens: Lens | None, args: argparse.Namespace) -> TableProfile:
    """The profile as somebody asked for it, with its pawns measured."""
    return _finished(_profile(bgr, tips, lens, args), args)


def _profile(bgr: Bgr, tips: Array | None, lens: Lens | None, args: argparse.Namespace) -> TableProfile:
    cards = seen_tips(bgr) if args.markers else {}
    given = np.array([cards[arm] for arm in ARMS]) if len(cards) == len(ARMS) else tips
    found, evidence = _found(args, bgr, given, lens)
    way = "auto" if args.auto else "markers" if args.markers else "tips"
    arbitrary = args.auto and not args.north and _old_profile(args.keep) is None
    evidence = {"photo": args.photo, **evidence, **({"lens": args.lens} if args.lens else {})}
    kept = _kept(args)
    before = kept.sizes if kept else None
    profile = make_profile(bgr, found, way, evidence, "arbitrary" if arbitrary else "chosen", before)
    return named_by_cards(profile, cards) if cards else profile


def _found(args: argparse.Namespace, bgr: Bgr, tips: Array | None, lens: Lens | None) -> tuple[Found, dict[str, Any]]:
    """The board at these tips, or anywhere in the picture."""
    board, known = _known_sizes(args)
    finder = Finder()

    def look(board: Geometry | None, known: Collection[str]) -> Found:
        if tips is None:
            return finder.automatically(bgr, board, lens, known)
        return finder.from_tips(bgr, tips, board, lens, known)

    found = look(board, known) if args.geometry else of_this_set(board, known, look)
    evidence: dict[str, Any] = {}
    if tips is not None:
        evidence["given_px"] = [[round(float(v), 2) for v in tip] for tip in tips]
    if board is not None and (differ := _differing(found.board, board)):
        evidence["sizes_mm"] = differ
    return found, evidence


def _kept(args: argparse.Namespace) -> KeptSet | None:
    """What is known of the set from another evening."""
    return KeptSet.load(args.keep or args.set_file) if args.keep or args.set_file else None


def _known_sizes(args: argparse.Namespace) -> tuple[Geometry | None, frozenset[str]]:
    """The board as far as it is known, and which of its sizes are: those given, or those of another evening."""
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
    return {key: round(board[key], 2) for key in KEYS if abs(board[key] / other[key] - 1) > DIFFERS}


def _finished(profile: TableProfile, args: argparse.Namespace) -> TableProfile:
    """North and set as the user wants them."""
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
    if path is None or "camera" not in read_json(path):
        return None
    return TableProfile.load(path)
