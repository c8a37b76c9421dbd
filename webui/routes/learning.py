"""Learn my cubes: the guided series, by camera or by hand."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, jsonify

from engine.icecult.board import SLOTS
from webui.routes import asked
from webui.routes.guard import parts
from webui.table.learning import LearningError, parse_top
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
    learning, live = parts().learning, parts().setup.acquaintance
    told = learning.state(live.problems)
    return jsonify(**told, saved=learning.saved, live=live.state, sizes=dict(learning.kept.sizes))


@blueprint.post("/watch")
def watch() -> Response:
    """Let the chosen camera look, step by step."""
    parts().setup.meet()
    return state()


@blueprint.post("/go-on")
def go_on() -> Response:
    """Leave the tower for the tilts."""
    parts().setup.acquaintance.go_on()
    return state()


@blueprint.post("/insist")
def insist() -> Response:
    """What was seen last is as it should be."""
    parts().setup.acquaintance.insist()
    return state()


@blueprint.post("/restart")
def restart() -> Response:
    """Begin again; a camera that looked goes on looking."""
    setup = parts().setup
    if setup.acquaintance.state is not None:
        setup.meet()
        return state()
    return jsonify(parts().learning.restart())


@blueprint.post("/look")
def look() -> Response:
    """Look through the camera at the next step."""
    return jsonify(parts().learning.look(parts().setup.tops()))


@blueprint.post("/enter")
def enter() -> Response:
    """A person says what is on top of the four cubes."""
    tops = asked.body().get("tops")
    if not isinstance(tops, dict) or set(tops) != set(SLOTS):
        raise LearningError("expected what is on top of NW, NE, SE and SW")
    return jsonify(parts().learning.look({slot: parse_top(tops[slot]) for slot in SLOTS}))


@blueprint.post("/forget")
def forget() -> Response:
    """Use the standard set again."""
    parts().learning.forget()
    return jsonify(ok=True)
