"""The club's archive: search, replay, statistics, export, share, re-judge; as at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound

from engine.core.errors import NotationError
from webui.club.names import key_of
from webui.club.parts import parts
from webui.club.shown.index import Span
from webui.club.shown.record import Read
from webui.club.shown.summaries import Summary
from webui.play.shown import shown
from webui.present.replay import replay_json
from webui.present.rulebook import paragraph
from webui.present.share import shared_page
from webui.present.sheet import log_text, packed, score_sheet
from webui.record.events import Event
from webui.record.match import Match
from webui.routes.gate import asked
from webui.routes.matches import download, safe

blueprint = Blueprint("archive", __name__, url_prefix="/api")
SHOWN: Final = 200


def span() -> Span:
    """The span of days and the game that are asked for."""
    return Span(_day("from"), _day("to"), request.args.get("game", ""))


def _day(key: str) -> date | None:
    text = request.args.get(key, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise NotationError(f"expected a day like 2026-11-15, got {text!r}"[:80]) from None


@blueprint.get("/matches")
def found() -> Response:
    """Matches that fit what is asked for, newest first, and what can be asked for."""
    summaries, fault = parts().summaries, request.args.get("fault", "")
    who = key_of(request.args.get("player", ""))
    with summaries.known() as (index, _):
        rows = index.search(span(), _called(who) if who else None, fault)
        newest, faults = [index.ids[row] for row in rows[:SHOWN]], index.faults()
    lines = [_line(one) for one in summaries.some(newest).values()]
    known = [{"game": game, "rule": rule} for game, rule in faults]
    return jsonify(matches=lines, of=len(rows), faults=known, late=summaries.late)


def _called(who: str) -> Callable[[str], bool]:
    """Whether somebody's name, as tables write it or as the club does, holds this."""
    named = parts().directory.named
    return lambda key: bool(key) and (who in key or who in key_of(named(key)))


def _line(one: Summary) -> dict[str, Any]:
    named = parts().directory.named
    players = [{**p, "name": named(p["name"])} for p in one.body["players"]]
    return {**one.body, "players": players}


def _match(match_id: str) -> tuple[Match, tuple[Event, ...]]:
    """A match with the club's names as far as it can be read, and its events."""
    return _named(parts().record.read(match_id))


def _named(found: Read) -> tuple[Match, tuple[Event, ...]]:
    match, events = found.savable()
    named = parts().directory.named
    players = tuple({**p, "name": named(p["name"])} for p in match.created.players)
    return replace(match, created=replace(match.created, players=players)), events


@blueprint.get("/matches/<match_id>")
def replay(match_id: str) -> Response:
    """One match step by step, with its statistics."""
    found = parts().record.read(match_id)
    match, events = _named(found)
    told = replay_json(match_id, match, events)
    return jsonify(replay=told, statistics=shown(match.game).statistics(match), damaged=found.trouble or None)


@blueprint.get("/matches/<match_id>/log")
def log(match_id: str) -> Response:
    """The match log (docs/FORMATS.md), as JSON lines."""
    text = log_text(_match(match_id)[0])
    return download(text.encode(), "application/jsonl", f"icekeeper-{safe(match_id)}.jsonl")


@blueprint.get("/matches/<match_id>/sheet")
def sheet(match_id: str) -> Response:
    """The score sheet as text, in the language that `language` names."""
    text = score_sheet(*_match(match_id), asked.language())
    return download(text.encode(), "text/plain; charset=utf-8", f"icekeeper-{safe(match_id)}.txt")


@blueprint.get("/matches/<match_id>/archive")
def archived(match_id: str) -> Response:
    """Everything about the match in a zip, evidence included."""
    match, events = _match(match_id)
    record = parts().record
    data = packed(match, events, record.profile(match_id), record.pictures(match_id), asked.language())
    return download(data, "application/zip", f"icekeeper-{safe(match_id)}.zip")


@blueprint.get("/matches/<match_id>/share")
def share(match_id: str) -> Response:
    """The match as one self-contained page."""
    match, events = _match(match_id)
    told = replay_json(match_id, match, events)
    wanted = {p for turn in told["turns"] for p in turn["evidence"]}
    pictures = {p.id: p.jpeg for p in parts().record.pictures(match_id) if p.id in wanted}
    page = shared_page(told, shown(match.game).statistics(match), pictures, match.log())
    return download(page.encode(), "text/html; charset=utf-8", f"icekeeper-{safe(match_id)}.html")


@blueprint.post("/matches/<match_id>/rejudge")
def rejudge(match_id: str) -> Response:
    """The same actions under other house rules: what would change; nothing is written."""
    from webui.referee.rejudging import rejudged_json

    return jsonify(rejudged_json(_match(match_id)[0], asked.body().get("house", {})))


@blueprint.get("/pictures/<picture_id>")
def picture(picture_id: str) -> Response:
    """One piece of evidence."""
    jpeg = parts().record.picture(picture_id)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, content_type="image/jpeg")


@blueprint.get("/rules/<game>/<language>/<number>")
def rule(game: str, language: str, number: str) -> Response:
    """One paragraph of a game's rules."""
    return jsonify(text=paragraph(game, number, language))
