"""The replay of one match behind a link: what the host makes and revokes, and what whoever has the link may see."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, jsonify, render_template, request

from webui.door.places import lan_address
from webui.play.shown import shown
from webui.present import qr
from webui.present.replay import replay_json
from webui.record.damage import read
from webui.routes.gate.guard import parts
from webui.table.seats import Role

blueprint = Blueprint("shared", __name__)


def _address(word: str) -> str:
    """The address that others in the network open."""
    port = request.host.rsplit(":", 1)[-1] if ":" in request.host else "80"
    lan = parts().settings.lan
    return f"https://{lan_address()}:{port}/shared/{word}" if lan else f"{request.host_url}shared/{word}"


def _link_answer(word: str | None) -> Response:
    settings = parts().settings
    address = None if word is None else _address(word)
    return jsonify(link=address, lan=settings.lan, embed=bool(settings.embed))


def _only_the_host() -> None:
    if g.role is not Role.HOST:
        abort(403)


@blueprint.get("/api/matches/<match_id>/link")
def link(match_id: str) -> Response:
    """The match's link, where it has one."""
    _only_the_host()
    return _link_answer(parts().shares.word(match_id))


@blueprint.post("/api/matches/<match_id>/link")
def make(match_id: str) -> Response:
    """Make a link to the replay of this match."""
    read(parts().store, match_id)  # one that is not on record is unknown
    return _link_answer(parts().shares.make(match_id))


@blueprint.delete("/api/matches/<match_id>/link")
def revoke(match_id: str) -> Response:
    """The link leads nowhere any more."""
    parts().shares.revoke(match_id)
    return _link_answer(None)


@blueprint.get("/api/matches/<match_id>/link.svg")
def link_qr(match_id: str) -> Response:
    """The link as a QR code."""
    _only_the_host()
    word = parts().shares.word(match_id)
    if word is None:
        abort(404)
    return Response(qr.svg(_address(word)), content_type="image/svg+xml")


def _match_of(word: str) -> str:
    """The match behind a link; one that was revoked leads nowhere."""
    return parts().shares.match(word) or abort(404)


@blueprint.get("/shared/<word>")
def page(word: str) -> tuple[str, int]:
    """The replay as whoever has the link sees it, on whatever device: nothing can be changed there."""
    known = parts().shares.match(word) is not None
    return render_template("shared.html", word=word, known=known, role="stranger"), 200 if known else 404


@blueprint.get("/api/shared/<word>")
def replay(word: str) -> Response:
    """The match step by step, with its statistics."""
    match_id = _match_of(word)
    match, events = read(parts().store, match_id).savable()
    return jsonify(replay=replay_json(match_id, match, events), statistics=shown(match.game).statistics(match))


@blueprint.get("/api/shared/<word>/pictures/<picture_id>")
def picture(word: str, picture_id: str) -> Response:
    """A piece of evidence of this match, and of no other."""
    found = parts().store.picture(picture_id, _match_of(word))
    if found is None:
        abort(404)
    answer = Response(found.jpeg, content_type="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer
