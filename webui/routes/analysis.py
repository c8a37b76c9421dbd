"""The coach on the page: analyses of matches on record, and training at the table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify
from werkzeug.exceptions import NotFound

from engine.core.errors import IcekeeperError, NotationError
from webui.games import page_of
from webui.present.analysed import about, analysed_turn, line_json, status_json, steps_json, weighed_json
from webui.present.sheet import log_text
from webui.record.damage import read
from webui.record.folding.training import agreed
from webui.record.match import Match
from webui.routes.gate import asked
from webui.routes.gate.guard import parts, seat
from webui.table.analyst import AnalystError

blueprint = Blueprint("analysis", __name__, url_prefix="/api")
WAIT_S = 8.0


@blueprint.get("/matches/<match_id>/analysis")
def status(match_id: str) -> Response:
    """The analysis of a match, how far one has come, or that there is none."""
    match, subject, _ = _about(match_id)
    return jsonify(status_json(parts().analyst.status(match_id, subject), match, _allowed(match_id)))


@blueprint.post("/matches/<match_id>/analysis")
def start(match_id: str) -> Response:
    """Begin to analyse; never a match that is being played, unless all have switched training on."""
    match, subject, log = _about(match_id)
    if not _allowed(match_id):
        raise AnalystError("this match is being played; the coach speaks when it is over")
    if not match.turns:
        raise AnalystError("no turn has been played yet")
    parts().analyst.start(match_id, subject, log)
    return jsonify(ok=True)


@blueprint.delete("/matches/<match_id>/analysis")
def cancel(match_id: str) -> Response:
    """Stop an analysis that is under way."""
    parts().analyst.cancel(match_id)
    return jsonify(ok=True)


@blueprint.get("/matches/<match_id>/analysis/<int:turn>/<int:number>")
def line(match_id: str, turn: int, number: int) -> Response:
    """One of the best turns, step by step as the board draws it."""
    match, subject, _ = _about(match_id)
    steps = line_json(parts().analyst.status(match_id, subject), match, turn, number)
    if steps is None or not _allowed(match_id):
        raise NotFound
    return jsonify(steps=steps)


@blueprint.post("/matches/<match_id>/analysis/<int:turn>/weigh")
def weigh(match_id: str, turn: int) -> Response:
    """What a turn that somebody tries afterwards would have been worth, beside the one that was played."""
    match, subject, log = _about(match_id)
    analysed = analysed_turn(parts().analyst.status(match_id, subject), turn)
    if analysed is None or not analysed["best"] or not _allowed(match_id):
        raise NotFound
    words = asked.texts(asked.body(), "words")
    found = weighed_json(analysed, parts().analyst.weigh(log, turn, words))
    if found is None:
        raise NotFound
    return jsonify(found | {"steps": steps_json(match, match.turns[turn - 1].before, words)})


@blueprint.post("/table/training")
def training() -> Response:
    """A player switches training on or off: any on the table's screen, on another device that of whose it is."""
    data, table = asked.body(), parts().desk.table()
    player, on = asked.text(data, "player", 1), asked.switch(data, "on")
    if player not in tuple(table.match.players):
        raise NotationError(f"expected one of the colours {', '.join(table.match.players)}")
    if seat() and parts().colours.of(table.match_id, seat()) != player:
        raise AnalystError("every player switches training on for the own colour, or on the referee's screen")
    _wait(table.train(player, on, asked.about()))
    return jsonify(ok=True)


@blueprint.post("/table/advice")
def advice() -> Response:
    """The best turns for whoever is to move; that help was used is written down first."""
    table = parts().desk.table()
    _wait(table.helped(asked.about()))
    match = table.match
    found = parts().analyst.advise(log_text(match), match.before.to_json(), list(match.actions))
    for option in found["best"]:
        option["steps"] = steps_json(match, match.before, option["words"])
    return jsonify(found | {"turn": match.number, "page": page_of(match.created.game)})


def _about(match_id: str) -> tuple[Match, str, str]:
    """A match, what an analysis of it would be about, and its log."""
    match, _ = read(parts().store, match_id).savable()
    return match, *about(match)


def _allowed(match_id: str) -> bool:
    """Whether the coach may speak about a match: when it is not being played, or all players train."""
    session = parts().desk.session
    playing = session is not None and session.match_id == match_id and not session.match.over
    return not playing or (session is not None and agreed(session.match))


def _wait(job: Any) -> None:
    try:
        job.result(WAIT_S)
    except TimeoutError:
        raise IcekeeperError("the referee is busy; try again in a moment") from None
