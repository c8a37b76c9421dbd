"""A new match in three steps, laying the board, and the phone's pictures."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, jsonify, request

from engine.core.errors import NotationError
from engine.games import DEFAULT_GAME, GAMES
from vision.sources.phone import Shot, Taken
from vision.sources.picamera import program
from vision.sources.tee import as_jpeg
from webui.play.at_table import at_table
from webui.play.sight import laid_on_page
from webui.present.picture import marked
from webui.record.damage import read
from webui.record.events import Json
from webui.record.opening import tell_apart
from webui.record.ready.history import History
from webui.record.recorded import recorded
from webui.record.values import once
from webui.routes.gate import asked
from webui.routes.gate.guard import device, on_table, parts
from webui.table.rematch import again
from webui.table.seats import Role
from webui.table.setup import camera_numbers

blueprint = Blueprint("setup", __name__, url_prefix="/api")
SHOWN_PX = 1280
NAMES = 300
PICTURE_S = 1.0
"""So long a page waits for the next picture before it asks again."""


@blueprint.before_request
def only_the_host() -> None:
    """Cameras and new matches belong to the machine the camera is plugged into; a seated phone may send pictures."""
    if g.role is not Role.HOST and request.endpoint != "setup.phone_picture":
        abort(403)


@blueprint.get("/setup/cameras")
def cameras() -> Response:
    """The cameras of this machine."""
    own = ["picamera:0"] if program() is not None else []  # a Raspberry Pi's, which has no number
    found = [*own, *map(str, camera_numbers())]
    return jsonify(
        cameras=[{"source": each, "number": each} for each in found], lan=parts().settings.lan, given=_given()
    )


def _given() -> Json | None:
    """The film or camera that the command gave, whose board is yet to be found, and the game; of an address no more
    than its machine."""
    setup = parts().setup
    name = urlsplit(setup.given).hostname or Path(setup.given).name
    return {"name": name, "game": setup.given_game} if setup.given else None


@blueprint.get("/setup/names")
def names() -> Response:
    """Names to offer: the club's people, and whoever played at this table before."""
    club, (local, _) = parts().club, parts().desk.keeper.people()
    known = [*club.names, *(one["name"] for one in json.loads(local))]
    return jsonify(names=once(known)[:NAMES])


@blueprint.get("/setup/pairings")
def pairings() -> Response:
    """What the club's tournament wants played at this table next."""
    return jsonify(pairings=parts().club.pairings)


@blueprint.post("/setup/camera")
def choose() -> Response:
    """Choose a camera and start to show its picture."""
    data = asked.body()
    game = data.get("game") or DEFAULT_GAME
    if not isinstance(game, str) or not laid_on_page(game):
        raise NotationError("expected a game that a camera can watch")
    parts().setup.choose(asked.text(data, "source", 320), data.get("purpose") == "meet", game)
    return jsonify(ok=True)


@blueprint.post("/setup/no-camera")
def no_camera() -> Response:
    """Let the camera go and play by hand."""
    parts().setup.close()
    return jsonify(ok=True)


@blueprint.get("/setup/picture.jpg")
def picture() -> Response:
    """What the chosen camera sees now, as soon as it is not the picture the page has."""
    setup = parts().setup
    frame = setup.after(request.args.get("after", -1, int), PICTURE_S)
    if frame is None:
        return Response(status=204)
    shot = None if setup.phone is None else setup.phone.shot(frame.index)
    sent_as_it_is = shot is not None and frame.resolution_wh[0] <= SHOWN_PX
    answer = Response(shot.jpeg if shot and sent_as_it_is else as_jpeg(frame.bgr, SHOWN_PX), content_type="image/jpeg")
    answer.headers["X-Index"] = str(frame.index)
    if shot is not None and shot.taken_ms is not None:
        answer.headers["X-Taken"] = str(shot.taken_ms)
    return answer


@blueprint.post("/setup/still")
def still() -> Response:
    """Look for the board in this picture in place of the camera's."""
    return jsonify(held=parts().setup.show(request.get_data()))


@blueprint.delete("/setup/still")
def no_still() -> Response:
    """Look at the camera's own pictures again."""
    parts().setup.show_live()
    return jsonify(ok=True)


@blueprint.get("/setup/places")
def places() -> Response:
    """Where the places of the board that was found lie in that picture."""
    return jsonify(places=marked(parts().setup.profile))


@blueprint.get("/setup/phone")
def phone_report() -> Response:
    """How the phone is doing that is the camera."""
    phone = parts().setup.phone
    return jsonify(phone=None if phone is None else asdict(phone.report))


@blueprint.get("/setup/thumbnail/<int:number>.jpg")
def thumbnail(number: int) -> Response:
    """One small picture of a camera."""
    data = parts().setup.thumbnail(number)
    return Response(status=204) if data is None else Response(data, content_type="image/jpeg")


@blueprint.post("/setup/find")
def find() -> Response:
    """Find the board, automatically or near four tips."""
    data = asked.body()
    tips = _tips(data.get("tips"))
    return jsonify(parts().setup.find(_real(tips, data), _layout(data)))


@blueprint.post("/setup/draw")
def draw() -> Response:
    """The drawn board after tips or one handle were put elsewhere."""
    data = asked.body()
    handle, path, at = data.get("handle"), data.get("path"), data.get("at")
    if handle is not None and (not isinstance(handle, str) or not _is_pixel(at)):
        raise NotationError("expected a handle and where it was put, [x, y] in pixels")
    if path not in (None, *"NESW"):
        raise NotationError("expected a path N, E, S or W")
    tips, spot = _real(_tips(data.get("tips")), data), _real([list(at)] if handle and at else None, data)
    pull = {"tips": tips, "handle": handle, "at": spot[0] if spot else (), "layout": _layout(data), "path": path}
    return jsonify(parts().setup.draw(pull))


@blueprint.post("/setup/nod")
def nod() -> Response:
    """The drawn lines lie on the board."""
    return jsonify(parts().setup.nod())


def _layout(data: dict[str, Any]) -> str | None:
    layout = data.get("layout")
    if layout not in (None, "sides", "corners"):
        raise NotationError("expected the layout 'sides' or 'corners'")
    return layout


def _real(points: list[list[float]] | None, data: dict[str, Any]) -> list[list[float]] | None:
    """Pixels of the camera's picture; the page may show it smaller than it is."""
    width = data.get("width")
    if points is None or not isinstance(width, int) or width <= 0:
        return points
    zoom = parts().setup.frame().resolution_wh[0] / width
    return [[v * zoom for v in point] for point in points]


@blueprint.post("/setup/north")
def north() -> Response:
    """Call another path north, or another corner the first."""
    path = asked.text(asked.body(), "path", 2)
    if path not in (*"NESW", "a1", "h1", "h8", "a8"):
        raise NotationError("expected a path N, E, S or W, or a corner a1, h1, h8 or a8")
    return jsonify(parts().setup.turn_north(path))


def _tips(value: Any) -> list[list[float]] | None:
    """Four pixel positions, or None for automatic."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 4 or not all(_is_pixel(point) for point in value):
        raise NotationError("expected four tips N E S W as [x, y] in pixels")
    return [[float(v) for v in p] for p in value]


def _is_pixel(value: Any) -> bool:
    pair = isinstance(value, list) and len(value) == 2
    return pair and all(isinstance(v, int | float) and math.isfinite(v) and abs(v) < 1e5 for v in value)


@blueprint.post("/setup/start")
def start() -> Response:
    """Start the match."""
    data = asked.body()
    players = data.get("players")
    if not isinstance(players, list) or len(players) > 4 or not all(isinstance(p, dict) for p in players):
        raise NotationError("expected two to four players")
    seats = [{"name": asked.text(p, "name", 60), "colour": asked.text(p, "colour", 1)} for p in players]
    tell_apart(seats)
    name, game = asked.text(data, "name", 60), data.get("game") or DEFAULT_GAME
    by_hand = game != DEFAULT_GAME and not parts().setup.choosing
    if not isinstance(game, str) or by_hand or not laid_on_page(game):
        given = {"house": data.get("house", {}), "start": data.get("start")}
        return jsonify(id=parts().setup.start_by_hand(str(game), seats, name, **given))
    house = at_table(game).house(data.get("house", {}))
    layout = "corners" if data.get("layout") == "corners" else "sides"
    return jsonify(id=parts().setup.start(seats, name, house, layout, _chosen_set(data.get("set"), game)))


@blueprint.get("/setup/remembered")
def remembered() -> Response:
    """Who played here lately, at which tables, and with which sets."""
    lines = json.loads(parts().desk.keeper.listed()[0])
    known = parts().remembered
    return jsonify(players=known.players(lines), tables=known.tables(lines), sets=_sets(lines))


def _sets(lines: list[Json]) -> Json:
    """Whether a set was learned, and the last ones that were played with besides that and the standard one."""
    saved, game = parts().learning.saved, parts().learning.game
    watched = [line for line in lines if line.get("game") == game]
    found = parts().remembered.sets(watched, _equipment, (saved, _standard_set(game)))
    return {"saved": saved is not None, "matches": found}


def _equipment(match_id: str) -> Json:
    """The set that a match was played with, as far as it is known by now."""
    equipment: Json = History(parts().store, match_id).match().equipment.to_json()
    return equipment


def _standard_set(game: str) -> Json:
    """The set that is used where nobody says another."""
    return recorded(game).opening("ry", None, None, None)[1]


def _chosen_set(word: Any, game: str) -> Json | None:
    """Another set for a new match than the usual one: the standard one, or that of another match."""
    if word is None:
        return None
    if word == "standard":
        return _standard_set(game)
    match_id = asked.text({"set": word}, "set", 60)
    read(parts().store, match_id)
    return _equipment(match_id)


@blueprint.post("/setup/forget")
def forget() -> Response:
    """Offer a name no more."""
    parts().remembered.forget(asked.text(asked.body(), "name", 60))
    return remembered()


@blueprint.post("/setup/again")
def once_more() -> Response:
    """A new match that is set up as another one was: same game, people, rules, equipment and camera."""
    data = asked.body()
    match_id, start = asked.text(data, "match", 60), data.get("start")
    read(parts().store, match_id)  # one that is not on record leaves everything as it is
    parts().setup.close()  # a camera that was only being chosen may be the match's
    return jsonify(id=again(parts().desk, match_id, start))


@blueprint.get("/setup/games")
def games() -> Response:
    """The games on offer, and the folder of scripts that draws each."""
    return jsonify(games=[{"name": game.name, "title": game.title, "page": game.folder} for game in GAMES.values()])


@blueprint.post("/phone/picture")
def phone_picture() -> Response:
    """One picture from the phone."""
    phone = parts().setup.phone
    if phone is None:
        return jsonify(wanted=False)
    taken = phone.push(_shot())
    if taken is Taken.TAKEN and phone is parts().setup.chosen_phone:  # no other device stays by sending something
        parts().seats.stay(device(), on_table())
    return jsonify(wanted=True, count=phone.count, taken=taken.value)


def _shot() -> Shot:
    """The picture with what the phone says about it; what is no number is left out."""
    said = request.args
    battery = said.get("battery", None, int)
    return Shot(
        request.get_data(),
        said.get("still") == "1",
        device() or "",
        said.get("taken", None, int),
        said.get("delay", None, int),
        battery if battery is not None and 0 <= battery <= 100 else None,
    )
