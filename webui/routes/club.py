"""The club this table belongs to: those of the network, joining one, leaving it. For its own machine."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, g, jsonify, render_template

from engine.core.errors import NotationError
from webui.nearby.neighbourhood import possible
from webui.nearby.told import FoundClub
from webui.routes.gate import asked
from webui.routes.gate.guard import parts
from webui.table.seats import Role

blueprint = Blueprint("club", __name__)


@blueprint.before_request
def only_the_host() -> None:
    """Where a table's matches are sent is said at the table."""
    if g.role is not Role.HOST:
        abort(403)


@blueprint.get("/club")
def page() -> str:
    """The club of this table, and those of the network."""
    return render_template("belonging.html")


@blueprint.get("/api/club")
def stands() -> Response:
    """How this table stands with its club, and the clubs that tell of themselves."""
    return jsonify(_told())


@blueprint.post("/api/club/join")
def join() -> Response:
    """Join one of the clubs that were found; `why` it does not take this table, empty where it does."""
    data = asked.body()
    wanted = asked.text(data, "address", 400)
    club = next((one for one in _found() if one.address() == wanted), None)
    if club is None:
        raise NotationError("expected the address of a club that tells of itself in this network")
    why = parts().club.join(club.address(asked.text(data, "password") if "password" in data else ""), club.title)
    return jsonify(why=why, **_told())


@blueprint.post("/api/club/leave")
def leave() -> Response:
    """Belong to no club any more."""
    parts().club.leave()
    return jsonify(_told())


def _found() -> list[FoundClub]:
    nearby = parts().nearby
    return [] if nearby is None else nearby.clubs


def _told() -> dict[str, Any]:
    member = parts().club
    state, why, shown = member.stands
    now = {"title": member.title, "shown": shown, "state": state, "why": why} if state else None
    finds = parts().nearby is not None and possible()
    return {"club": now, "found": [club.to_json() for club in _found()], "finds": finds}
