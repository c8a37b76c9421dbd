"""The newest view of every tournament that somebody follows, for screens and phones."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from webui.club.address import ClubError
from webui.club.tournament.keeping import UnknownTournamentError
from webui.club.tournament.view import view_json

if TYPE_CHECKING:
    from webui.club.shown.directory import Directory
    from webui.club.shown.hub import Tiles
    from webui.club.tournament.keeping import Tournaments
    from webui.club.tournament.played import Watched

log = logging.getLogger(__name__)


class Evenings:
    """Works out how tournaments stand, and tells whoever follows them."""

    def __init__(self, tournaments: Tournaments, watched: Watched, directory: Directory, hub: Tiles) -> None:
        self._tournaments, self._watched, self._directory, self._hub = tournaments, watched, directory, hub
        self._lock = threading.Lock()
        self._followed = set[str]()

    def view(self, key: str) -> dict[str, Any]:
        """How one tournament stands now; from then on whoever follows it hears of it."""
        kept = self._tournaments.read(key)
        view = view_json(kept, self._watched.played(kept), self._directory)
        with self._lock:
            self._followed.add(key)
        self._hub.publish({key: view})
        return view

    def moved(self) -> None:
        """Something went on at the club: work out again what is followed. One that cannot be read troubles no other."""
        if not self._hub.following:
            return
        with self._lock:
            wanted = sorted(self._followed)
        for key in wanted:
            try:
                self.view(key)
            except UnknownTournamentError:
                with self._lock:
                    self._followed.discard(key)
            except ClubError:
                raise
            except Exception:
                log.exception("tournament %s cannot be shown", key)
