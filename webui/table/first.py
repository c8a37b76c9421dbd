"""What is on the table when the page opens: a camera's match, the virtual table, or the match that was left there."""

from __future__ import annotations

import argparse
import logging
from typing import Any

from calibration.icecult.equipment.kept import Kept
from calibration.profile import TableProfile
from engine.core.errors import IcekeeperError
from engine.icecult.state import State
from vision.sources.opening import open_source
from vision.sources.paced import Paced
from webui.app import Parts
from webui.record.opening import seats
from webui.table.demo import DEMO_PATIENCE, demo_film, is_demo
from webui.table.desk import Desk
from webui.table.resuming import reopenable, resume

log = logging.getLogger(__name__)

NAMES = ("Ada", "Bela", "Chiara", "Dora")


def open_table(parts: Parts, args: argparse.Namespace) -> None:
    """Put the match that the command line asks for on the table."""
    if args.source is None:
        left = None if args.new else parts.desk.unfinished()
        if left is not None:
            _go_on(parts.desk, left)
    elif is_demo(args.source):
        open_iglu_demo(parts.desk, args.source) if args.game == "iglu" else open_demo(parts.desk, args.source)
    else:
        _watch(parts, args)


def _go_on(desk: Desk, match_id: str) -> None:
    """Put the match that was left back on the table; one that cannot be leaves it empty, and the page starts."""
    try:
        resume(desk, match_id)
    except Exception:
        log.exception("match %s could not be put back on the table", match_id)


def open_demo(desk: Desk, text: str = "demo") -> str:
    """The simulated match; its id."""
    source = demo_film(text)
    return desk.watch(
        Paced(source),
        source.profile(),
        seats(source.players, NAMES),
        name="Demo",
        cube_set=dict(source.cube_set),
        start=State.from_json(source.script.start),
        simulated=True,
        patience=DEMO_PATIENCE,
        camera=text,
    )


def open_iglu_demo(desk: Desk, text: str = "demo", pace_s: float | None = None) -> str:
    """A match of IGLU IGLU that plays itself; its id. `demo:7` is another shuffle."""
    from webui.igluiglu.demo import PACE_S, SEED, DemoGame

    seed = text.partition(":")[2]
    game = DemoGame(int(seed) if seed.isdecimal() else SEED)
    match_id = desk.open(
        seats(game.players, NAMES), name="Demo", game="iglu", start={"centre": list(game.centre)}, simulated=True
    )
    desk.accompany(game.at(desk.table(), PACE_S if pace_s is None else pace_s))
    return match_id


def _watch(parts: Parts, args: argparse.Namespace) -> None:
    """A camera, film or folder with a table profile; its cubes are those told of, else those learned on the page."""
    if args.table is None:
        raise IcekeeperError(
            "a camera needs the table's profile: give --table FILE (see `icekeeper calibrate`), or start"
            " `icekeeper play` without a source and set the table up on the page"
        )
    profile = TableProfile.load(args.table)
    if args.set_file:
        profile = Kept.load(args.set_file).applied(profile)
    known = _given_set(args) or (dict(profile.set) if profile.set else parts.learning.saved)
    players, camera = seats(args.players or "rygb"), reopenable(args.source)
    parts.desk.watch(open_source(args.source), profile, players, cube_set=known, camera=camera)


def _given_set(args: argparse.Namespace) -> dict[str, Any] | None:
    from calibration.icecult.defaults import load_set

    return load_set(args.set_file) if args.set_file else None
