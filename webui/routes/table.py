"""The match on the table: its live view, its camera picture, and everything people do there."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import NotFound

from engine.core.errors import IcekeeperError, NotationError
from vision.album import letters_of
from webui.play.shown import shown
from webui.play.sight import sight_of
from webui.present.picture import camera_jpeg, marked
from webui.record.events import Json
from webui.routes.gate import asked
from webui.routes.gate.guard import guest, parts, role, seat, token
from webui.routes.gate.live import streamed
from webui.table.hub import Follower
from webui.table.rematch import rematch
from webui.table.seats import Role

blueprint = Blueprint("table", __name__, url_prefix="/api")
WAIT_S = 8.0
PICTURE_S = 1.0


@blueprint.get("/token")
def new_token() -> Response:
    """A fresh token for a page that outlived a restart, and what its device may do now."""
    return jsonify(token=token(), role=role().value)


@blueprint.get("/table/view")
def view() -> Response:
    """The whole table once, as the asking device may see it."""
    return jsonify(_view())


def _view() -> Json:
    """The table as the asking device may see it."""
    seen: Json = parts().hub.seen_by(parts().desk.table().whole_view(), seat())
    return seen


@blueprint.get("/table/events")
def events() -> Response:
    """The table live: the whole view at once, then every change."""
    follower = parts().hub.follow(request.headers.get("Last-Event-ID"), guest())
    return streamed(_lines(follower), follower)


def _lines(follower: Follower) -> Iterator[str]:
    """Server-sent events; a comment as a sign of life, by which a vanished page is noticed."""
    yield "retry: 1000\n\n"
    for message in follower:
        yield ": here\n\n" if message.id is None else f"id: {message.id}\nevent: view\ndata: {message.data}\n\n"


@blueprint.get("/table/looks")
def looks() -> Response:
    """What each piece of the equipment can show, where the game has pieces that turn."""
    table = parts().desk.table()
    match = table.match
    found = shown(match.game).pieces(match, match.rules.read_state(table.view()["state"]))
    if found is None:
        raise NotFound
    return jsonify(looks=found)


@blueprint.get("/table/camera.jpg")
def camera() -> Response:
    """What the camera sees now, with what was read drawn over it; for the host as soon as there is a new picture."""
    desk, hosts = parts().desk, role() is Role.HOST
    view, tap = desk.table().view(), desk.tap
    frame = None if tap is None else tap.after(request.args.get("after", -1, int), PICTURE_S if hosts else 0.0)
    if frame is None:
        return Response(status=204)
    answer = Response(camera_jpeg(frame, desk.profile, view["seen"]), content_type="image/jpeg")
    if hosts:  # whoever is told the index asks for the next at once, and that takes a thread: others wait a little
        answer.headers["X-Index"] = str(frame.index)
    return answer


@blueprint.get("/table/places")
def places() -> Response:
    """Where the board's places lie in the camera's picture as it is sent."""
    return jsonify(places=marked(parts().desk.profile))


@blueprint.get("/table/side")
def side() -> Response:
    """The side of the table that is nearest in the camera's picture."""
    profile = parts().desk.profile
    return jsonify(side="S" if profile is None else sight_of(profile.game).nearest(profile))


@blueprint.get("/pictures/<picture_id>")
def picture(picture_id: str) -> Response:
    """One piece of evidence."""
    found = parts().store.picture(picture_id)
    if found is None:
        raise NotFound
    answer = Response(found.jpeg, content_type="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@blueprint.get("/pictures/<picture_id>/places")
def picture_places(picture_id: str) -> Response:
    """Where the board's landmarks lie in a piece of evidence."""
    found = parts().store.picture(picture_id)
    if found is None:
        raise NotFound
    return jsonify(places=letters_of(found.jpeg))


def _view_after(job: Future[Any]) -> Response:
    """Wait for the table's thread; the answer is the view after it."""
    try:
        job.result(WAIT_S)
    except TimeoutError:
        raise IcekeeperError("the referee is busy; the wish is kept and done as soon as possible") from None
    return jsonify(view=_view())


@blueprint.post("/table/act")
def act() -> Response:
    """Enter one action by hand."""
    table, word = parts().desk.table(), asked.text(asked.body(), "word")
    return _view_after(table.act(word, asked.about(), parts().colours.of(table.match_id, seat()), seat()))


@blueprint.post("/table/confide")
def confide() -> Response:
    """A seated device says later what its player kept to himself; nobody else hears of it."""
    table, word = parts().desk.table(), asked.text(asked.body(), "word", 40)
    return _view_after(table.confide(word, parts().colours.of(table.match_id, seat()), seat()))


@blueprint.post("/table/colour")
def colour() -> Response:
    """A seated device says whose it is; from then on it alone sees what only that player may. The host frees one."""
    table, wanted = parts().desk.table(), asked.text(asked.body(), "colour", 1)
    if wanted not in tuple(table.match.players):
        raise NotationError(f"expected one of the colours {', '.join(table.match.players)}")
    if seat():
        parts().colours.take(table.match_id, wanted, seat())
    else:
        parts().colours.free(table.match_id, wanted)
    parts().hub.refresh()
    return jsonify(view=_view())


@blueprint.post("/table/undo")
def undo() -> Response:
    """Take back the last action."""
    return _view_after(parts().desk.table().undo(asked.about()))


@blueprint.post("/table/redo")
def redo() -> Response:
    """Play again what was taken back last."""
    return _view_after(parts().desk.table().redo(asked.about()))


@blueprint.post("/table/reopen")
def reopen() -> Response:
    """Go on with the turn before."""
    return _view_after(parts().desk.table().reopen(asked.about()))


@blueprint.post("/table/done")
def done() -> Response:
    """The turn is over."""
    return _view_after(parts().desk.table().done(asked.about()))


@blueprint.post("/table/take-back")
def take_back() -> Response:
    """Take back this turn, or the last one."""
    return _view_after(parts().desk.table().take_back(asked.about()))


@blueprint.post("/table/pause")
def pause() -> Response:
    """Stop looking, or look again."""
    return _view_after(parts().desk.table().pause(asked.switch(asked.body(), "on"), asked.about()))


@blueprint.post("/table/clock")
def clock() -> Response:
    """The players agree on limits for their clocks: seconds a turn, seconds a match, and those that are free."""
    data = asked.body()
    turn_s, match_s, delay_s = (float(asked.number(data, key)) for key in ("turn_s", "match_s", "delay_s"))
    return _view_after(parts().desk.table().limit(turn_s, match_s, delay_s, asked.about()))


@blueprint.post("/table/answer")
def answer() -> Response:
    """Answer the open question."""
    data = asked.body()
    return _view_after(
        parts().desk.table().answer(asked.text(data, "question"), asked.number(data, "k"), asked.about())
    )


@blueprint.post("/table/offer")
def offer() -> Response:
    """Take one of a verdict's offers."""
    data = asked.body()
    return _view_after(
        parts().desk.table().offer(asked.text(data, "verdict"), asked.text(data, "offer", 20), asked.about())
    )


@blueprint.post("/table/correct-state")
def correct_state() -> Response:
    """A human says how the table stands."""
    state = asked.body().get("state")
    if not isinstance(state, dict):
        raise NotationError("expected 'state' as a JSON object")
    return _view_after(parts().desk.table().correct_state(state, asked.about()))


@blueprint.post("/table/correct-turn")
def correct_turn() -> Response:
    """A human says what a past turn was."""
    data = asked.body()
    number, words = asked.number(data, "turn"), asked.texts(data, "words")
    return _view_after(parts().desk.table().correct_turn(number, words, asked.about()))


@blueprint.post("/table/adopt")
def adopt() -> Response:
    """Take the table as the camera sees it, or before the first turn as set up although it is seen otherwise."""
    said = asked.body() if request.content_length else {}
    set_up = "set_up" in said and asked.switch(said, "set_up")
    return _view_after(parts().desk.table().adopt(asked.about(), set_up))


@blueprint.post("/table/rematch")
def play_again() -> Response:
    """The same people once more, after a match that is over; asked for twice, it begins once."""
    table = parts().desk.table()
    if not _another(table.match_id):
        rematch(parts().desk, table.match_id, asked.body().get("start"), parts().seats.go_along)
    return jsonify(ok=True)


@blueprint.post("/table/anew")
def anew() -> Response:
    """The table was set up anew: begin a new match of the same people, or say that none is meant."""
    table, yes = parts().desk.table(), asked.switch(asked.body(), "yes")
    if _another(table.match_id):
        return jsonify(ok=True)
    if not yes:
        return _view_after(table.not_anew(asked.about()))
    if not table.match.over:
        if role() is not Role.HOST:
            abort(403)
        _view_after(table.finish(asked.about()))
    rematch(parts().desk, table.match_id, None, parts().seats.go_along)
    return jsonify(ok=True)


@blueprint.post("/table/stop")
def stop() -> Response:
    """End the match and clear the table."""
    desk = parts().desk
    if not _another(desk.table().match_id):
        _view_after(desk.table().finish(asked.about()))
        desk.clear()
    return jsonify(ok=True)


@blueprint.post("/table/leave")
def leave() -> Response:
    """Clear the table; the match can be continued later."""
    session = parts().desk.session
    if session is not None and not _another(session.match_id):
        parts().desk.clear()
    return jsonify(ok=True)


def _another(match_id: str) -> bool:
    """Whether the page speaks of a match that is no longer on the table."""
    about = asked.about()
    return about is not None and about.match != match_id
