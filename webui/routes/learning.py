"""Learn my set: the guided series, by camera or by hand."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, jsonify

from webui.routes.gate import asked
from webui.routes.gate.guard import parts
from webui.table.seats import Role

blueprint = Blueprint("learning", __name__, url_prefix="/api/learn")


@blueprint.before_request
def only_the_host() -> None:
    """The set belongs to this machine."""
    if g.role is not Role.HOST:
        abort(403)


@blueprint.get("")
def state() -> Response:
    """Where the series stands, and the set that is in use."""
    learning = parts().learning
    return jsonify({**learning.state(), **parts().setup.laying.met(), "saved": learning.saved})


@blueprint.post("/watch")
def watch() -> Response:
    """Let the chosen camera look, step by step."""
    parts().setup.meet()
    return state()


@blueprint.post("/go-on")
def go_on() -> Response:
    """End this step of meeting the set; the next one begins."""
    parts().setup.laying.wish("go-on")
    return state()


@blueprint.post("/insist")
def insist() -> Response:
    """What was seen last is as it should be."""
    parts().setup.laying.wish("insist")
    return state()


@blueprint.post("/restart")
def restart() -> Response:
    """Begin again; a camera that looked goes on looking."""
    if parts().setup.laying.met()["live"] is not None:
        return watch()
    return jsonify(parts().learning.restart())


@blueprint.post("/look")
def look() -> Response:
    """Look through the camera at the next step."""
    return jsonify(parts().learning.look(parts().setup.showing()))


@blueprint.post("/enter")
def enter() -> Response:
    """A person says what is to be seen."""
    return jsonify(parts().learning.enter(asked.body().get("tops")))


@blueprint.post("/forget")
def forget() -> Response:
    """Use the standard set again."""
    parts().learning.forget()
    return jsonify(ok=True)
