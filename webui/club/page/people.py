"""People, standings and series of the club."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from flask import Blueprint, Response, jsonify, request

from engine.core.errors import NotationError
from engine.games import GAMES
from webui.club.page.archive import span
from webui.club.parts import parts
from webui.club.shown.directory import PeopleError
from webui.club.shown.index import Span
from webui.club.shown.standings import as_csv, standings
from webui.routes.gate import asked
from webui.routes.matches import download

blueprint = Blueprint("people", __name__, url_prefix="/api/club")


@blueprint.get("/standings")
def table() -> Response:
    """Who won how often, within the days and the game asked for; `as` csv or json is a file to keep."""
    within = span()
    with parts().summaries.known() as found:
        rows = standings(found, parts().directory, within)
    kind = request.args.get("as", "")
    if kind == "csv":
        return download(as_csv(rows).encode("utf-8-sig"), "text/csv; charset=utf-8", "icekeeper-standings.csv")
    if kind == "json":
        text = json.dumps({"standings": rows, **_span_json(within)}, indent=1, ensure_ascii=False)
        return download(text.encode(), "application/json", "icekeeper-standings.json")
    return jsonify(standings=rows, late=parts().summaries.late, **_span_json(within))


def _span_json(within: Span) -> dict[str, Any]:
    days = {"from": within.first and within.first.isoformat(), "to": within.last and within.last.isoformat()}
    return {**days, "game": within.game}


@blueprint.get("/people")
def everybody() -> Response:
    """All people, all series, all evenings on which somebody played: no demos, and no colours without names."""
    with parts().summaries.known() as (index, _):
        days = [day.isoformat() for day in index.evenings()]
    return jsonify(people=parts().directory.people(), series=_series(), evenings=days)


def _series() -> list[dict[str, Any]]:
    with parts().record.connected() as connection:
        rows = connection.execute("SELECT id, name, first_day, last_day, game FROM series ORDER BY first_day DESC, id")
        return [
            {"id": one, "name": name, "from": first.isoformat(), "to": last.isoformat(), "game": game}
            for one, name, first, last, game in rows.fetchall()
        ]


@blueprint.post("/series")
def add_series() -> Response:
    """A series: a name for a span of days, of one game or of all."""
    data = asked.body()
    name, game = asked.text(data, "name", 60).strip(), asked.text(data, "game", 20)
    try:
        first, last = (date.fromisoformat(asked.text(data, key, 10)) for key in ("from", "to"))
    except ValueError:
        raise NotationError("expected days like 2026-11-15") from None
    if not name or last < first or game not in ("", *GAMES):
        raise NotationError("expected a name, a first day that is not after the last, and a known game or none")
    query = "INSERT INTO series (name, first_day, last_day, game) VALUES (%s, %s, %s, %s)"
    with parts().record.connected() as connection:
        connection.execute(query, (name, first, last, game))
    return jsonify(ok=True)


@blueprint.delete("/series/<int:series_id>")
def drop_series(series_id: int) -> Response:
    """Forget a series; its matches stay."""
    with parts().record.connected() as connection:
        connection.execute("DELETE FROM series WHERE id = %s", (series_id,))
    return jsonify(ok=True)


@blueprint.post("/people/<int:person>/rename")
def rename(person: int) -> Response:
    """Call somebody otherwise."""
    parts().directory.rename(person, asked.text(asked.body(), "name", 60))
    return jsonify(ok=True)


@blueprint.post("/people/<int:person>/merge")
def merge(person: int) -> Response:
    """Two names are one person."""
    parts().directory.merge(person, asked.number(asked.body(), "into"))
    return jsonify(ok=True)


@blueprint.post("/people/<int:person>/separate")
def separate(person: int) -> Response:
    """Two people after all."""
    parts().directory.separate(person)
    return jsonify(ok=True)


@blueprint.errorhandler(PeopleError)
def refused(error: PeopleError) -> tuple[Response, int]:
    """Who or which match is in the way, for a sentence in the page's language."""
    return jsonify(error=str(error), key=error.key, **error.said), 400


@blueprint.delete("/people/<int:person>")
def remove(person: int) -> Response:
    """Take a name off the record for good."""
    return jsonify(matches=parts().directory.remove(person))
