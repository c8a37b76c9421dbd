"""`icekeeper play`: opens the page and referees a match at the table."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from webui.nearby.neighbourhood import Neighbourhood
    from webui.nearby.told import FoundClub
    from webui.parts import Parts
    from webui.settings import Settings
    from webui.table.upkeep.webhook import Webhook
    from webui.wiring import Club, Page

from engine.core.errors import IcekeeperError
from engine.games import DEFAULT_GAME, GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "source",
        nargs="?",
        help="camera number, `picamera:0` for a Raspberry Pi's own camera, stream address, film or folder to watch, "
        "or `demo` for the virtual table; the board of a camera or film without --table is found on the page; "
        "without it the page lets you choose, or referees by hand",
    )
    parser.add_argument("--game", choices=tuple(GAMES), default=DEFAULT_GAME, help="which game the demo plays")
    parser.add_argument("--table", metavar="FILE", help="the table's profile, written by `icekeeper calibrate`")
    parser.add_argument("--set", dest="set_file", metavar="FILE", help="set file written by `icekeeper learn-set`")
    parser.add_argument("--players", default="", metavar="COLOURS", help="colours in seating order, like ryg")
    parser.add_argument("--port", type=int, default=8765, help="port of the page (default 8765; 0 = any free one)")
    parser.add_argument("--lan", action="store_true", help="open the page to the local network, with codes to join")
    parser.add_argument(
        "--embed",
        default="",
        metavar="WHO",
        help="let other web pages show replays that you share by link: `anyone`, or an address like https://club.example",
    )
    parser.add_argument(
        "--store",
        metavar="FILE",
        help="file of the match record (default in your data folder; the last demos are kept beside it, apart)",
    )
    parser.add_argument(
        "--turn-pictures",
        type=int,
        default=200,
        metavar="N",
        help="keep a camera's picture of so many lawful turns of a match, about 60 KB each (default 200; 0 = of none)",
    )
    parser.add_argument(
        "--club",
        metavar="ADDRESS",
        help="send the matches to a club's record, postgresql://…; "
        "`nearby` takes the club of this network, `nearby:NAME` one of several",
    )
    parser.add_argument("--table-name", default="", metavar="NAME", help="what this table is called in the club")
    parser.add_argument(
        "--webhook",
        metavar="URL",
        help="post the table there when a turn is over, on a fault and at the end, signed with the word in "
        "ICEKEEPER_WEBHOOK_SECRET; only to addresses of the own network",
    )
    parser.add_argument("--webhook-anywhere", action="store_true", help="let the webhook be anywhere")
    parser.add_argument("--open", action="store_true", help="open the page in this machine's browser, where it has one")
    parser.add_argument("--new", action="store_true", help="do not continue the match that was left on the table")


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C or SIGTERM."""
    from webui.nearby.neighbourhood import Neighbourhood
    from webui.settings import Settings, default_demos, default_store
    from webui.table.first import open_table
    from webui.table.upkeep.memory import few_arenas
    from webui.table.upkeep.speed import run_networks_the_faster_way
    from webui.wiring import Club, Page, build

    demo = args.store is None and args.source is not None and args.source.split(":")[0] == "demo"
    path = Path(args.store) if args.store else default_demos() if demo else default_store()
    few_arenas()
    if args.source is not None:
        run_networks_the_faster_way(path.parent)
    club, nearby = Club(_club_address(args.club or ""), args.table_name), Neighbourhood()
    settings = Settings(port=args.port, lan=args.lan, embed=args.embed, turn_pictures=args.turn_pictures)
    hook = _webhook(args)
    page = Page(_demo_parts(settings, path, club, nearby) if demo else build(settings, path, None, club, nearby))
    if hook is not None:
        page.parts.desk.listeners.append(hook.hear)
        hook.start()

    def interrupt(number: int, frame: FrameType | None) -> None:
        page.let_pages_go()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    _say_what_is_nearby(page, nearby)
    try:
        open_table(page.parts.desk, page.parts.learning, args, page.parts.setup)
        way = "/new" if page.parts.setup.given else ""
        _announce(page, way)
        if args.open:
            _open(page.address + way)
        page.serve()
    except KeyboardInterrupt:
        pass
    finally:
        page.stop()
        if hook is not None:
            hook.stop()
    print("icekeeper: stopped", file=sys.stderr)
    return 0


def _demo_parts(settings: Settings, path: Path, club: Club, nearby: Neighbourhood) -> Parts:
    """The parts of a demo, which is kept with the last ones; one that cannot be, such as a second one, is played all
    the same."""
    from webui.record.store import StoreError
    from webui.table.upkeep.demos import drop_old
    from webui.wiring import build

    try:
        parts = build(settings, path, None, club, nearby)
        drop_old(parts.store)
        return parts
    except StoreError as error:
        print(f"icekeeper: {error} (this demo is played and not kept)", file=sys.stderr)
        return build(settings, None, path.parent, club, nearby)


def _webhook(args: argparse.Namespace) -> Webhook | None:
    """Who is told of the table, where somebody is."""
    from webui.table.upkeep.webhook import Webhook

    secret = os.environ.get("ICEKEEPER_WEBHOOK_SECRET", "")
    return Webhook(args.webhook, secret, args.webhook_anywhere) if args.webhook else None


def _open(address: str) -> None:
    """Show the page in a browser with a window; nothing where there is no screen."""
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


LOOK_S: Final = 4.0
"""So long is looked for the clubs of a network."""


def _club_address(said: str) -> str:
    """The club's record as it was said; `nearby` is looked for."""
    kind, _, wanted = said.partition(":")
    if kind != "nearby":
        return said
    from webui.nearby.neighbourhood import look, possible

    if not possible():
        raise IcekeeperError("clubs are found with one more part: pip install 'icekeeper[lan]'")
    clubs = look(LOOK_S)
    fitting = [club for club in clubs if wanted in ("", club.title)]
    if len(fitting) == 1:
        return fitting[0].address()
    names = ", ".join(sorted({club.title for club in clubs}))
    if not fitting:
        raise IcekeeperError(
            f"no such club tells of itself in this network (found: {names or 'none'}); "
            "its page has to be open to the network: `icekeeper club --lan`"
        )
    raise IcekeeperError(f"there are several clubs in this network: say --club nearby:NAME, one of {names}")


def _say_what_is_nearby(page: Page, nearby: Neighbourhood) -> None:
    """Say under which name the page is found, and which clubs there are, as soon as that is known."""

    def found(club: FoundClub) -> None:
        if not page.parts.club.stands[0]:
            print(f"there is a club in this network: {club.title} (its record: {club.shown})", flush=True)
            print(f"join it on {page.address}/club, or start with --club nearby", flush=True)

    nearby.named = lambda name: print(f"found in the network as https://{name}:{page.port}", flush=True)
    nearby.found = found


def _announce(page: Page, way: str = "") -> None:
    """Say where the page is, once it can be opened."""
    certificates = page.parts.certificates
    fingerprint = None if certificates is None else certificates.fingerprint()
    print(f"icekeeper is ready: {page.address}{way}", flush=True)
    if certificates is not None:
        print(f"others join with the codes on {page.address}/invite", flush=True)
        print(f"certificate's fingerprint (SHA-256): {fingerprint}", flush=True)
        if certificates.unkept is not None:
            print(f"the certificate is for this run alone: {certificates.unkept}", flush=True)
    print("stop with Ctrl-C", flush=True)
