"""What is answered when something goes wrong: one line, a key for the page's own sentence, and a status."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from calibration.errors import CoveredError, NotFoundError, PoseError
from engine.core.errors import IcekeeperError, NotationError
from engine.core.log import LogError
from vision.sources.opening import SourceError
from vision.sources.phone import PictureError, WaitingError
from webui.play.learning import LearningError, UnwritableSetError
from webui.record.damage import DamagedError, NewerError
from webui.record.events import clean
from webui.record.opening import SameNameError
from webui.record.store import StoreError, UnknownMatchError
from webui.referee.referee import RefereeError
from webui.referee.session import FailedError, SessionError
from webui.table.analyst import AnalystError
from webui.table.colours import TakenError
from webui.table.desk import DeskError
from webui.table.guests import HubFullError
from webui.table.setup import NoSourceError, SetupError, ShapeError

log = logging.getLogger(__name__)

KEYS: Final[Mapping[type, str]] = {
    SourceError: "camera",
    CoveredError: "covered",
    NotFoundError: "board",
    PoseError: "tips",
    ShapeError: "shape",
    SetupError: "setup",
    LearningError: "learn",
    PictureError: "picture",
    NewerError: "newer",
    DamagedError: "damaged",
    StoreError: "store",
    DeskError: "table",
    FailedError: "failed",
    SessionError: "busy",
    HubFullError: "full",
    RefereeError: "not-now",
    TakenError: "not-now",
    LogError: "log",
    AnalystError: "coach",
    SameNameError: "same-name",
    NotationError: "input",
    IcekeeperError: "other",
}
"""Error -> the last part of the key under which the page has the sentence for it (static/lang/*.json)."""
STATUS: Final[Mapping[type, int]] = {
    HubFullError: 503,
    UnknownMatchError: 404,
    **dict.fromkeys((NotationError, LogError, PictureError, PoseError, NoSourceError, LearningError), 400),
    **dict.fromkeys((WaitingError, UnwritableSetError), 409),
}
"""Bad input is 400, what is not there 404; whatever else is refused might be possible at another time (409)."""


def tell_errors(app: Flask, more: Mapping[type, str] = {}) -> None:
    """Say in one line whatever goes wrong; `more` are keys of errors that only this app knows."""
    keys = {**KEYS, **more}
    app.register_error_handler(IcekeeperError, lambda error: _refused(error, keys))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)


def _refused(error: IcekeeperError, keys: Mapping[type, str]) -> tuple[Response, int]:
    """A wish that cannot be granted, said in one line; the page says it in its own language by the key."""
    key = next((keys[kind] for kind in type(error).__mro__ if kind in keys), "other")
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 409)
    return jsonify(error=clean(str(error)), key=key), status


def _http_error(error: HTTPException) -> tuple[Response, int]:
    """What HTTP itself refuses: as JSON for the page's own requests, as plain text for people."""
    status = error.code or 500
    if request.path.startswith("/api/"):
        return jsonify(error=error.name), status
    return Response(f"{error.name}\n", status, content_type="text/plain; charset=utf-8"), status


def _failed(error: Exception) -> tuple[Response, int]:
    """A fault of ours: logged whole, told in one line."""
    log.exception("%s %s failed", request.method, request.path, exc_info=error)
    return jsonify(error="the referee could not do this; the log says why"), 500
