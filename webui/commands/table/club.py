"""`icekeeper club`: opens the club's page on its record."""

from __future__ import annotations

import argparse
import secrets
import signal
import socket
import sys
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webui.club.address import Address

PORT = 8770


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--db", required=True, metavar="ADDRESS", help="the club's record, postgresql://…")
    parser.add_argument("--port", type=int, default=PORT, help=f"port of the page (default {PORT}; 0 = any free one)")
    parser.add_argument("--lan", action="store_true", help="let other machines of the network look at the page")
    parser.add_argument(
        "--make-screen-role", action="store_true", help="let a role that may only look read the record, and end"
    )
    parser.add_argument(
        "--send", action="store_true", help="send all matches this machine keeps, imported ones too, and end"
    )
    parser.add_argument("--store", metavar="FILE", help="with --send: the match record (default in your data folder)")
    parser.add_argument("--table-name", default="", metavar="NAME", help="with --send: what this table is called")
    parser.add_argument("--hand-over", metavar="MATCH", help="let another table go on with a match, and end")


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C or SIGTERM, or do the one thing asked for."""
    from webui.club.address import Address

    address = Address.parse(args.db)
    if args.make_screen_role:
        return _make_screen_role(address)
    if args.hand_over:
        return _hand_over(address, args.hand_over)
    if args.send:
        return _send(address, args)
    from webui.club.page.serving import ClubPage, build_club
    from webui.door.places import SHARED_CLUB
    from webui.nearby.neighbourhood import Neighbourhood
    from webui.nearby.told import CLUB, Told
    from webui.table.upkeep.memory import few_arenas

    few_arenas()
    page, nearby = ClubPage(build_club(address, args.lan), args.port), Neighbourhood()

    def interrupt(number: int, frame: FrameType | None) -> None:
        page.let_pages_go()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    print(f"the club's page is ready: {page.address}", flush=True)
    if args.lan:
        print(f"others in the network open {page.address_for_others}", flush=True)
        nearby.named = lambda name: print(f"found in the network as http://{name}:{page.port}", flush=True)
        nearby.start(Told(CLUB, SHARED_CLUB, socket.gethostname().split(".")[0], page.port, address.offered()))
    try:
        page.serve()
    except KeyboardInterrupt:
        pass
    finally:
        nearby.stop()
        page.stop()
    print("icekeeper: stopped", file=sys.stderr)
    return 0


def _make_screen_role(address: Address) -> int:
    """Make the role, and say its password once."""
    from webui.club.address import SCREEN_ROLE
    from webui.club.page.serving import ready
    from webui.club.schema import make_screen_role
    from webui.club.shown.record import Record

    record, password = Record(address), secrets.token_urlsafe(12)
    ready(record)
    with record.connected() as connection:
        given = make_screen_role(connection, password)
    record.close()
    known = f"its password, shown only now: {password}" if given else "its password is the one it was made with"
    print(f"role {SCREEN_ROLE} may look and change nothing; {known}")
    return 0


def _hand_over(address: Address, match_id: str) -> int:
    """Let the next table that has the match go on with it."""
    from webui.club.page.serving import ready
    from webui.club.shown.record import Record
    from webui.club.writing import hand_over

    record = Record(address)
    ready(record)
    with record.connected() as connection:
        hand_over(connection, match_id)
    record.close()
    print(f"match {match_id}: the next table that has it may go on with it")
    return 0


def _send(address: Address, args: argparse.Namespace) -> int:
    """Bring every match that people played here to the club; how it went, a line for each that is not there."""
    from webui.club.bringing import bring
    from webui.club.standing import WORDS
    from webui.commands.records.record import open_record
    from webui.wiring import table_name

    store = open_record(args, writing=True)
    try:
        found = bring(store, address, table_name(args.table_name))
    finally:
        store.close()
    for match_id, why in found.refused.items():
        print(f"match {match_id}: not taken, {WORDS[why]}", file=sys.stderr)
    for match_id, twin in found.known.items():
        print(f"match {match_id}: the club has it already, as {twin}", file=sys.stderr)
    for match_id in found.damaged:
        print(f"match {match_id}: damaged, not sent", file=sys.stderr)
    print(f"matches of this table on the club's record: {found.there}")
    return 1 if found.refused or found.damaged else 0
