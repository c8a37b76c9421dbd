"""The coach on the club's page: analyses beside the replay, as at the table."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from werkzeug.exceptions import NotFound

from webui.club.page.live import GONE_S
from webui.club.page.screens import parts
from webui.present.analysed import about, line_json, status_json
from webui.record.match import Match, as_far_as
from webui.record.training import agreed
from webui.table.analyst import AnalystError

blueprint = Blueprint("coaching", __name__, url_prefix="/api/matches/<match_id>/analysis")


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
    return as_far_as(parts().record.events(match_id))[0]


def _allowed(match_id: str, match: Match) -> bool:
    """Whether the coach may speak about a match: when no table is playing it, or all players train."""
    if match.over or agreed(match):
        return True
    return not any(seat.match_id == match_id and seat.silent_s < GONE_S for seat in parts().record.tables())
