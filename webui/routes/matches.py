"""Matches on record: list, replay, statistics, export, share, re-judge, continue, delete."""

from __future__ import annotations

import json
import time
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from engine.core.errors import NotationError
from engine.core.log import LogError, MatchLog
from engine.core.replay import replay as play_through
from engine.games import GAMES
from webui.play.shown import shown
from webui.present.plays import bgstats_json, csv_text
from webui.present.replay import replay_json
from webui.present.share import shared_page
from webui.present.sheet import archive, log_text, score_sheet
from webui.present.trying import tried
from webui.record.damage import playable, read
from webui.record.disk.names import name_line
from webui.record.events import Event, EventError
from webui.record.fold import apply
from webui.record.importing import import_log
from webui.record.match import Match
from webui.record.opening import renamed
from webui.routes.gate import asked
from webui.routes.gate.guard import parts
from webui.table.resuming import resume as resume_match

WAIT_S: Final = 10.0

blueprint = Blueprint("matches", __name__, url_prefix="/api/matches")


def _match(match_id: str) -> tuple[Match, tuple[Event, ...]]:
    """A match as far as it can be read, with the events that tell it."""
    return read(parts().store, match_id).savable()


@blueprint.get("")
def listed() -> Response:
    """All matches, newest first."""
    session = parts().desk.session
    on_table = None if session is None else session.match_id
    lines, summed_up = parts().desk.keeper.listed()
    return _ready("matches", lines, {"on_table": on_table, "summed_up": summed_up})


@blueprint.get("/people")
def all_people() -> Response:
    """Every player over all matches."""
    people, summed_up = parts().desk.keeper.people()
    return _ready("people", people, {"summed_up": summed_up})


@blueprint.post("/import")
def imported() -> Response:
    """Put a match log from elsewhere on record, all of it or nothing; the id of the match."""
    name = request.args.get("name", "")[:60]
    try:
        log = MatchLog.parse(request.get_data().decode())
        play_through(log, GAMES)
        return jsonify(id=import_log(parts().store, log, name))
    except UnicodeDecodeError:
        raise LogError(0, "expected a match log as UTF-8 text") from None
    except (NotationError, EventError, RecursionError) as error:
        raise LogError(0, str(error)) from None


@blueprint.get("/<match_id>")
def replay(match_id: str) -> Response:
    """One match step by step, with its statistics."""
    found = read(parts().store, match_id)
    match, events = found.savable()
    told = replay_json(match_id, match, events, lawful=True)
    return jsonify(replay=told, statistics=shown(match.game).statistics(match), damaged=found.problem or None)


@blueprint.get("/<match_id>/log")
def log(match_id: str) -> Response:
    """The match log (docs/FORMATS.md), as JSON lines."""
    match, _ = _match(match_id)
    return download(log_text(match).encode(), "application/jsonl", f"icekeeper-{safe(match_id)}.jsonl")


@blueprint.get("/plays.csv")
def plays() -> Response:
    """All matches of people as a table, one row for each player."""
    return download(csv_text(parts().desk.keeper.lines()).encode(), "text/csv; charset=utf-8", "icekeeper-plays.csv")


@blueprint.get("/<match_id>/bgstats")
def bgstats(match_id: str) -> Response:
    """One match as a file that the app BG Stats takes."""
    match, _ = _match(match_id)
    data = json.dumps(bgstats_json(match_id, match), ensure_ascii=False, indent=1).encode()
    return download(data, "application/json", f"icekeeper-{safe(match_id)}.bgsplay")


@blueprint.get("/<match_id>/sheet")
def sheet(match_id: str) -> Response:
    """The score sheet as text, in the language that `language` names."""
    match, events = _match(match_id)
    text = score_sheet(match, events, asked.language())
    return download(text.encode(), "text/plain; charset=utf-8", f"icekeeper-{safe(match_id)}.txt")


@blueprint.get("/<match_id>/archive")
def archived(match_id: str) -> Response:
    """Everything about the match in a zip, evidence included."""
    match, _ = _match(match_id)
    data = archive(parts().store, match_id, match, asked.language())
    return download(data, "application/zip", f"icekeeper-{safe(match_id)}.zip")


@blueprint.get("/<match_id>/share")
def share(match_id: str) -> Response:
    """The match as one self-contained page."""
    match, events = _match(match_id)
    replay = replay_json(match_id, match, events)
    wanted = {p for turn in replay["turns"] for p in turn["evidence"]}
    pictures = {p.id: p.jpeg for p in parts().store.pictures(match_id) if p.id in wanted}
    page = shared_page(replay, shown(match.game).statistics(match), pictures, match.log())
    return download(page.encode(), "text/html; charset=utf-8", f"icekeeper-{safe(match_id)}.html")


@blueprint.post("/<match_id>/rejudge")
def rejudge(match_id: str) -> Response:
    """The same actions under other house rules: what would change; nothing is written."""
    from webui.referee.rejudging import rejudged_json

    match, _ = _match(match_id)
    return jsonify(rejudged_json(match, asked.body().get("house", {})))


@blueprint.post("/<match_id>/try")
def try_turn(match_id: str) -> Response:
    """What a past turn would be with other actions; nothing is written."""
    data = asked.body()
    match, _ = _match(match_id)
    number = asked.number(data, "turn")
    if not 1 <= number <= len(match.turns):
        raise NotationError(f"expected a turn from 1 to {len(match.turns)}")
    return jsonify(tried(match, number, asked.texts(data, "words")))


@blueprint.post("/<match_id>/rename")
def rename(match_id: str) -> Response:
    """Call a match and its players otherwise."""
    data, store, session = asked.body(), parts().store, parts().desk.session
    name, names = asked.text(data, "name", 60), asked.texts(data, "names", 8)
    if session is not None and session.match_id == match_id:
        session.rename(name, names).result(WAIT_S)
        title = session.match.created.name
    else:
        match = playable(store, match_id)
        event = renamed(match, name, names, time.time())
        title = apply(match, event).created.name
        store.append(match_id, [event])
    with store.connection.writing():
        name_line(store.connection.db, match_id, title)
    return jsonify(ok=True)


@blueprint.post("/<match_id>/continue")
def resume(match_id: str) -> Response:
    """Put an unfinished match back on the table, with its camera where that can be opened."""
    playable(parts().store, match_id)  # a match that cannot be played on leaves everything as it is
    parts().setup.close()  # a camera that was only being chosen may be the match's
    resume_match(parts().desk, match_id)
    return jsonify(ok=True)


@blueprint.delete("/<match_id>")
def delete(match_id: str) -> Response:
    """Forget a match and its evidence."""
    read(parts().store, match_id)  # one that is not on record is unknown; a damaged one can be deleted
    session = parts().desk.session
    if session is not None and session.match_id == match_id:
        parts().desk.clear()
    parts().store.delete(match_id)
    parts().shares.revoke(match_id)
    return jsonify(ok=True)


def _ready(name: str, text: str, rest: dict[str, Any]) -> Response:
    """An answer of which the long part is JSON already."""
    return Response(f'{{"{name}":{text},{json.dumps(rest)[1:]}', content_type="application/json")


def safe(match_id: str) -> str:
    """The id as part of a file's name."""
    return "".join(c for c in match_id if c.isalnum() or c == "-")[:60]


def download(data: bytes, kind: str, name: str) -> Response:
    """Something to keep as a file; a browser runs nothing that is in there."""
    answer = Response(data, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Content-Security-Policy"] = "sandbox"
    return answer
