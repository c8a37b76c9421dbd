"""What is on the table when the page opens: a camera's match, the virtual table, or the match that was left there."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from engine.core.colours import COLOURS
from engine.core.errors import IcekeeperError
from vision.sources.opening import open_source
from webui.play.learning import Learning
from webui.play.sight import is_demo, laid_on_page, sight_of
from webui.record.opening import seats
from webui.table.desk import Desk
from webui.table.resuming import reopenable, resume
from webui.table.setup import GIVEN, Setup

log = logging.getLogger(__name__)


def open_table(desk: Desk, learning: Learning, args: argparse.Namespace, setup: Setup | None = None) -> None:
    """Put the match that the command line asks for on the table; what has no profile yet is set up on the page, but
    for a match that was left with this camera: it goes on."""
    if args.source is None:
        if args.players:
            raise IcekeeperError("--players says who plays at a camera: give a source, or choose players on the page")
        left = None if args.new else desk.unfinished()
        if left is not None:
            _go_on(desk, left)
    elif is_demo(args.source):
        desk.demonstrate(args.game, args.source)
    elif setup is not None and args.table is None and laid_on_page(args.game) and _there(args.source):
        left = None if args.new else desk.unfinished()
        if left is not None and desk.store.camera(left) == (reopenable(args.source) or ""):
            _go_on(desk, left)
        else:
            setup.given, setup.given_game = args.source, args.game
            setup.choose(GIVEN, game=args.game)  # one that cannot be read is said at once
    else:
        _watch(desk, learning, args)


def _there(source: str) -> bool:
    """Whether this names a film or folder that exists, or a camera."""
    return Path(source).exists() or reopenable(source) is not None


def _go_on(desk: Desk, match_id: str) -> None:
    """Put the match that was left back on the table; one that cannot be leaves it empty, and the page starts."""
    try:
        resume(desk, match_id)
    except Exception:
        log.exception("match %s could not be put back on the table", match_id)


def _watch(desk: Desk, learning: Learning, args: argparse.Namespace) -> None:
    """A camera, film or folder with a table profile; its equipment is what was told of, else learned on the page."""
    camera = reopenable(args.source)
    if not _there(args.source):
        raise IcekeeperError(
            f"{args.source}: no such file or folder; give a camera number, picamera:0, film, address or `demo`"
        )
    if args.table is None:
        raise IcekeeperError(
            "a camera needs the table's profile: give --table FILE (see `icekeeper calibrate`), or start"
            " `icekeeper play` without a source and set the table up on the page"
        )
    sight = sight_of(args.game)
    profile = sight.load_profile(args.table, args.set_file)
    given = sight.load_set(args.set_file) if args.set_file else None
    learned = learning.saved if profile.game == learning.game else None
    known = given or (dict(profile.set) if profile.set else learned)
    players = seats(args.players or COLOURS)
    desk.watch(open_source(args.source), profile, players, equipment=known, camera=camera)
