"""The pages themselves."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from webui.routes.gate.guard import camera_wanted, parts

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def first() -> str | Response:
    """The table where a match is on it, else the home page, or the set-up of the film or camera that was given."""
    return redirect("/table") if parts().desk.session is not None else _begin()


def _begin() -> Response:
    """Where a match begins: in the set-up of what was given, else on the home page."""
    return redirect("/new" if parts().setup.given else "/home")


@blueprint.get("/home")
def home() -> str:
    """Where everything starts."""
    return render_template("home.html", running=parts().desk.session is not None, camera=camera_wanted())


@blueprint.get("/table")
def table() -> str | Response:
    """The match on the table."""
    return render_template("table.html") if parts().desk.session is not None else _begin()


@blueprint.get("/overlay")
def overlay() -> str:
    """The match for a stream or a projector: only what is asked for, on any ground or none, and no buttons."""
    return render_template("overlay.html")


@blueprint.get("/new")
def new() -> str:
    """A new match in three steps."""
    return render_template("new.html")


@blueprint.get("/learn")
def learn() -> str:
    """Learn what the equipment shows."""
    return render_template("learn.html")


@blueprint.get("/matches")
def matches() -> str:
    """All matches on record."""
    return render_template("matches.html")


@blueprint.get("/matches/<match_id>")
def match(match_id: str) -> str:
    """One match: replay and statistics."""
    return render_template("match.html", match_id=match_id)


@blueprint.get("/phone")
def phone() -> str:
    """A phone's page that sends its camera's pictures."""
    return render_template("phone.html")
