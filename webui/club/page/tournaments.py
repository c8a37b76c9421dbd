"""Tournaments of the club: made and led on the club's machine, looked at by everybody."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, jsonify, request

from engine.core.errors import NotationError
from engine.tournament.values import Result, TournamentError
from webui.club.parts import parts, role
from webui.club.tournament.keeping import UnknownTournamentError
from webui.club.tournament.view import as_csv, line_json
from webui.routes.gate import asked
from webui.routes.gate.live import streamed
from webui.routes.matches import download, safe
from webui.table.guests import Guest
from webui.words import page_words

blueprint = Blueprint("tournaments", __name__, url_prefix="/api/club/tournaments")
MOST_PEOPLE = 200


@blueprint.get("")
def listed() -> Response:
    """All tournaments, newest first."""
    return jsonify(tournaments=[line_json(kept) for kept in parts().tournaments.all()])


@blueprint.post("")
def make() -> Response:
    """A new tournament; asked again with the same key, the one that was made then."""
    data = asked.body()
    sizes = asked.number(data, "least"), asked.number(data, "most")
    title, game, key = asked.text(data, "title", 60), asked.text(data, "game", 20), asked.text(data, "key", 32)
    return jsonify(id=parts().tournaments.make(title, game, *sizes, key))


@blueprint.get("/<key>")
def view(key: str) -> Response:
    """How one stands; `as` csv or json is a file to keep."""
    shown, kind = parts().evenings.view(key), request.args.get("as", "")
    name = f"icekeeper-{safe(shown['title'])}"
    if kind == "csv":
        text = as_csv(shown, page_words(asked.language()))
        return download(text.encode("utf-8-sig"), "text/csv; charset=utf-8", f"{name}.csv")
    if kind == "json":
        text = json.dumps(shown, indent=1, ensure_ascii=False)
        return download(text.encode(), "application/json", f"{name}.json")
    return jsonify(shown)


@blueprint.get("/<key>/live")
def live(key: str) -> Response:
    """One tournament as it stands, then whenever it went on."""
    parts().evenings.view(key)
    guest = Guest(request.remote_addr or "", role())
    screen = parts().cups.follow(request.headers.get("Last-Event-ID"), key, guest)
    return streamed(screen, screen)


@blueprint.post("/<key>/people")
def come(key: str) -> Response:
    """These people are there; whoever the club does not know by name is new."""
    names = asked.texts(asked.body(), "names", MOST_PEOPLE)
    parts().organising.come(key, [parts().directory.add(name) for name in names if name.strip()])
    return _now(key)


@blueprint.delete("/<key>/people/<int:person>")
def leave(key: str, person: int) -> Response:
    """Somebody has gone."""
    parts().organising.leave(key, person)
    return _now(key)


@blueprint.post("/<key>/rounds/<int:number>")
def draw(key: str, number: int) -> Response:
    """Draw the round of this number; the one that is drawn already stays."""
    parts().organising.draw(key, number)
    return _now(key)


@blueprint.post("/<key>/again")
def draw_again(key: str) -> Response:
    """Pair anew what has not begun of the last round."""
    parts().organising.draw_again(key, asked.number(asked.body(), "again"))
    return _now(key)


@blueprint.post("/<key>/rounds/<int:number>/<int:table>")
def rule(key: str, number: int, table: int) -> Response:
    """Say what came of a table; without winners it does not count."""
    parts().organising.rule(key, number, table, _result(asked.body()))
    return _now(key)


@blueprint.delete("/<key>/rounds/<int:number>/<int:table>")
def unrule(key: str, number: int, table: int) -> Response:
    """What was played there counts again."""
    parts().organising.unrule(key, number, table)
    return _now(key)


@blueprint.post("/<key>/over")
def close(key: str) -> Response:
    """The tournament is over, or goes on."""
    parts().organising.close(key, asked.switch(asked.body(), "over"))
    return _now(key)


def _now(key: str) -> Response:
    return jsonify(parts().evenings.view(key))


def _result(data: dict[str, Any]) -> Result | None:
    winners, points = data.get("winners"), data.get("points", {})
    good = isinstance(winners, list) and all(isinstance(one, int) for one in winners) and isinstance(points, dict)
    if not good or len(winners or ()) > 4 or len(points) > 4:
        raise NotationError("expected winners as a list of people, and points by person")
    try:
        numbers = {int(person): float(value) for person, value in points.items()}
    except (TypeError, ValueError):
        raise NotationError("expected points by person as numbers") from None
    if any(abs(value) > 1e6 for value in numbers.values()):
        raise NotationError("expected points by person as numbers")
    return Result(frozenset(winners or ()), numbers) if winners else None


@blueprint.errorhandler(TournamentError)
def refused(error: TournamentError) -> tuple[Response, int]:
    """Why it cannot be done, for a sentence in the page's language."""
    return jsonify(error=str(error), key=f"cup.{error.key}"), 400


@blueprint.errorhandler(UnknownTournamentError)
def unknown(error: UnknownTournamentError) -> tuple[Response, int]:
    """There is no such tournament."""
    return jsonify(error=str(error), key="cup.unknown"), 404
