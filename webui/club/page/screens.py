"""The club's pages, and all tables live."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from webui.club.parts import parts, role
from webui.routes.gate.guard import token
from webui.routes.gate.live import streamed
from webui.table.guests import Guest

blueprint = Blueprint("screens", __name__)


@blueprint.get("/")
def tables() -> str:
    """All tables live."""
    return render_template("club-tables.html")


@blueprint.get("/tables/<table_id>")
def watch(table_id: str) -> str:
    """One table live."""
    return render_template("club-watch.html", table_id=table_id)


@blueprint.get("/matches")
def archive() -> str:
    """All matches."""
    return render_template("club-archive.html")


@blueprint.get("/matches/<match_id>")
def match(match_id: str) -> str:
    """One match: replay and statistics, as at the table."""
    return render_template("match.html", match_id=match_id)


@blueprint.get("/people")
def people() -> str:
    """Standings, series, people."""
    return render_template("club-people.html")


@blueprint.get("/tournaments")
def tournaments() -> str:
    """All tournaments, and where one is made."""
    return render_template("club-tournaments.html")


@blueprint.get("/tournaments/<key>")
def tournament(key: str) -> str:
    """One tournament: its rounds, its standings, and the organisers' buttons."""
    return render_template("club-tournament.html", tournament=key)


@blueprint.get("/tournaments/<key>/me")
def mine(key: str) -> str:
    """For a player's phone: which table, which colour."""
    return render_template("club-mine.html", tournament=key)


@blueprint.get("/wall")
def wall() -> str:
    """The evening on one wall: what is paired, how everybody stands, what is played."""
    return render_template("club-wall.html")


@blueprint.get("/api/token")
def new_token() -> Response:
    """A fresh token for a page that outlived a restart, and what its device may do."""
    return jsonify(token=token(), role=role().value)


@blueprint.get("/api/club/live")
def live() -> Response:
    """Every table: the newest view at once, then every change. With `table`, that one alone and whole."""
    made_of, one = parts(), request.args.get("table")
    hub = made_of.tiles if one is None else made_of.watched
    screen = hub.follow(request.headers.get("Last-Event-ID"), one, Guest(request.remote_addr or "", role()))
    if one is not None:
        made_of.live.show_whole(one)
    return streamed(screen, screen)
