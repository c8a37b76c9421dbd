"""The one place where the parts of the club's page meet, and their stop order."""

from __future__ import annotations

import secrets

from engine.games import GAMES
from webui.club.address import Address, AwayError, ClubError, library
from webui.club.page.app import JSON_BYTES, create_club_app
from webui.club.page.coaching import ClubAnalyses
from webui.club.parts import ClubParts
from webui.club.shown.directory import Directory
from webui.club.shown.hub import Tiles
from webui.club.shown.index import Span
from webui.club.shown.live import Live
from webui.club.shown.record import Record
from webui.club.shown.standings import standings
from webui.club.shown.summaries import Summaries
from webui.club.standing import WORDS, reason
from webui.club.tournament.deciding import Organising
from webui.club.tournament.keeping import Tournaments
from webui.club.tournament.played import Watched
from webui.club.tournament.shown import Evenings
from webui.door.places import network_name
from webui.door.server import Server
from webui.settings import Settings
from webui.table.analyst import Analyst

SCREENS = 120
WORKERS = 12


def build_club(address: Address, lan: bool = False) -> ClubParts:
    """All parts, connected, nothing running yet; the tables are made where they are missing and the role may."""
    record = Record(address)
    ready(record)
    tiles, watched, cups, directory = Tiles(SCREENS), Tiles(SCREENS), Tiles(SCREENS), Directory(record)
    directory.refresh()
    live = Live(record, (tiles, watched, cups), directory.named, directory.refresh)
    summaries, tournaments = Summaries(record, live), Tournaments(record)
    summaries.warm = lambda: _warm(summaries, directory)
    played = Watched(record, directory, summaries)
    evenings = Evenings(tournaments, played, directory, cups)
    live.moved = evenings.moved
    desk = (tournaments, Organising(tournaments, played), evenings, cups)
    made = (record, tiles, watched, live, directory, summaries, Analyst(ClubAnalyses(record)), *desk)
    return ClubParts(*made, secrets.token_bytes(32), lan)


def _warm(summaries: Summaries, directory: Directory) -> None:
    """Work out what takes longest of all that is asked of ten years: the standings of everything, and of each game."""
    for game in ("", *GAMES):
        with summaries.known() as found:
            standings(found, directory, Span(game=game))


def ready(record: Record) -> None:
    """Find the club's tables, or make them."""
    errors = library()
    try:
        record.prepare()
    except errors.errors.InsufficientPrivilege:
        with record.connected():  # a role that only reads: the tables have to be there
            return
    except errors.OperationalError as error:
        raise AwayError(f"the club's server ({record.address}): {WORDS[reason(error)]}") from None
    except errors.Error:
        raise ClubError(f"the club's server ({record.address}) does not let this role in") from None


class ClubPage:
    """The running page; stopping twice is harmless."""

    def __init__(self, parts: ClubParts, port: int) -> None:
        self.parts = parts
        settings = Settings(port=port, lan=parts.lan, spectators=2 * SCREENS, workers=WORKERS)
        self._server = Server(create_club_app(parts), settings, JSON_BYTES, parts.is_host)
        self._stopped = False

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._server.port

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://localhost:{self.port}"

    @property
    def address_for_others(self) -> str:
        """The address that other machines of the network open."""
        return f"http://{network_name()}:{self.port}"

    def serve(self) -> None:
        """Answer requests until stopped or interrupted."""
        self.parts.live.start()
        self.parts.summaries.start()
        try:
            self._server.run()
        finally:
            self.stop()

    def let_pages_go(self) -> None:
        """End every live connection, so that no thread is still sending when the server stops."""
        self.parts.tiles.close()
        self.parts.watched.close()
        self.parts.cups.close()

    def stop(self) -> None:
        """Stop in reverse order of start."""
        if self._stopped:
            return
        self._stopped = True
        self.let_pages_go()
        self._server.stop()
        self.parts.analyst.stop()
        self.parts.summaries.stop()
        self.parts.live.stop()
        self.parts.record.close()
