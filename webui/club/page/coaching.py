"""The coach on the club's page: analyses beside the replay as at the table, kept on the club's record."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any, Final

from flask import Blueprint, Response, jsonify
from werkzeug.exceptions import NotFound

from webui.club.address import AwayError, ClubError
from webui.club.parts import parts
from webui.club.shown.live import GONE_S
from webui.club.shown.record import Record
from webui.present.analysed import about, line_json, status_json
from webui.record.folding.training import agreed
from webui.record.match import Match
from webui.table.analyst import AnalystError

blueprint = Blueprint("coaching", __name__, url_prefix="/api/matches/<match_id>/analysis")
Json = dict[str, Any]
HELD: Final = 20
KEEP: Final = """
    INSERT INTO analyses (match_id, about, body) SELECT id, %s, %s FROM matches WHERE id = %s
    ON CONFLICT (match_id) DO UPDATE SET about = EXCLUDED.about, body = EXCLUDED.body
"""


class ClubAnalyses:
    """The analyses on the club's record; a page that only looks holds its own while it runs."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._held: OrderedDict[str, Json] = OrderedDict()

    def kept(self, match_id: str, about: str) -> Json | None:
        """The analysis of a match; None where there is none, or it is about something else."""
        if (held := self._held.get(about)) is not None:
            return held
        query = "SELECT body FROM analyses WHERE match_id = %s AND about = %s"
        with self._record.connected() as connection:
            row = connection.execute(query, (match_id, about)).fetchone()
        found: Json | None = json.loads(row[0]) if row else None
        return found

    def keep(self, match_id: str, about: str, analysis: Json) -> None:
        """Keep an analysis in place of an older one; held here alone where this role may not write."""
        try:
            with self._record.connected() as connection:
                connection.execute(KEEP, (about, json.dumps(analysis, separators=(",", ":")), match_id))
        except AwayError:
            raise
        except ClubError:
            self._held[about] = analysis
            while len(self._held) > HELD:
                self._held.popitem(last=False)


@blueprint.get("")
def status(match_id: str) -> Response:
    """The analysis of a match, how far one has come, or that there is none."""
    match = _match(match_id)
    return jsonify(status_json(parts().analyst.status(match_id, about(match)[0]), match, _allowed(match_id, match)))


@blueprint.post("")
def start(match_id: str) -> Response:
    """Begin to analyse; never a match that is being played, unless all have switched training on."""
    match = _match(match_id)
    if not _allowed(match_id, match):
        raise AnalystError("this match is being played; the coach speaks when it is over")
    if not match.turns:
        raise AnalystError("no turn has been played yet")
    parts().analyst.start(match_id, *about(match))
    return jsonify(ok=True)


@blueprint.delete("")
def cancel(match_id: str) -> Response:
    """Stop an analysis that is under way."""
    parts().analyst.cancel(match_id)
    return jsonify(ok=True)


@blueprint.get("/<int:turn>/<int:number>")
def line(match_id: str, turn: int, number: int) -> Response:
    """One of the best turns, step by step as the board draws it."""
    match = _match(match_id)
    steps = line_json(parts().analyst.status(match_id, about(match)[0]), match, turn, number)
    if steps is None or not _allowed(match_id, match):
        raise NotFound
    return jsonify(steps=steps)


def _match(match_id: str) -> Match:
    """A match with the names its table wrote: an analysis is good whatever the club calls its people."""
    return parts().record.read(match_id).savable()[0]


def _allowed(match_id: str, match: Match) -> bool:
    """Whether the coach may speak about a match: when no table is playing it, or all players train."""
    if match.over or agreed(match):
        return True
    return not any(seat.match_id == match_id and seat.silent_s < GONE_S for seat in parts().record.tables())
