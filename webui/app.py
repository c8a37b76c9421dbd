"""The Flask app: a factory that receives its finished parts. Nothing starts here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule

from calibration.errors import CoveredError, NotFoundError, PoseError
from engine.core.errors import IcekeeperError, NotationError
from engine.core.log import LogError
from vision.sources.opening import SourceError
from vision.sources.phone import PictureError, WaitingError
from webui.club.address import AwayError, LookError
from webui.parts import Parts
from webui.play.learning import LearningError, UnwritableSetError
from webui.record.damage import DamagedError, NewerError
from webui.record.events import clean
from webui.record.opening import SameNameError
from webui.record.store import StoreError, UnknownMatchError
from webui.referee.referee import RefereeError
from webui.referee.session import FailedError, SessionError
from webui.routes import analysis, app_shell, help, joining, learning, matches, pages, setup, shared, table
from webui.routes.gate import guard
from webui.routes.gate.cookies import Cookies
from webui.settings import LANGUAGES
from webui.table.analyst import AnalystError
from webui.table.colours import TakenError
from webui.table.desk import DeskError
from webui.table.guests import HubFullError
from webui.table.setup import NoSourceError, SetupError
from webui.words import page_words

log = logging.getLogger(__name__)

KEYS: Final[Mapping[type, str]] = {
    SourceError: "camera",
    CoveredError: "covered",
    NotFoundError: "board",
    PoseError: "tips",
    SetupError: "setup",
    LearningError: "learn",
    PictureError: "picture",
    NewerError: "newer",
    DamagedError: "damaged",
    StoreError: "store",
    DeskError: "table",
    AwayError: "club",
    LookError: "look",
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


class LateRule(Rule):
    """A route that learns to build its address when it is first asked for it: few are, and the page starts sooner."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        made: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            if not made:
                made.append(Rule._compile_builder(self, append_unknown))
            return made[0](rule, **values)

        return build


def create_app(parts: Parts) -> Flask:
    """The page for these parts."""
    app = Flask("webui", root_path=str(files("webui")))
    app.url_rule_class = LateRule
    app.secret_key = parts.secret
    app.config.update(MAX_CONTENT_LENGTH=parts.settings.picture_bytes, SEND_FILE_MAX_AGE_DEFAULT=0)
    app.session_interface = Cookies()
    app.extensions["icekeeper"] = parts
    guard.install(app, parts)
    for module in (pages, help, table, matches, analysis, setup, learning, joining, shared, app_shell):
        app.register_blueprint(module.blueprint)
    tell_errors(app)
    app.context_processor(_words)
    return app


def tell_errors(app: Flask) -> None:
    """Say in one line whatever goes wrong."""
    app.register_error_handler(IcekeeperError, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)


def _refused(error: IcekeeperError) -> tuple[Response, int]:
    """A wish that cannot be granted, said in one line; the page says it in its own language by the key."""
    key = next((KEYS[kind] for kind in type(error).__mro__ if kind in KEYS), "other")
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


def language_of_request() -> str:
    """The language chosen on the page, else the browser's, else English."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


def _words() -> dict[str, Any]:
    """What every template needs."""
    language = language_of_request()
    words = page_words(language)
    return {"t": lambda key: words.get(key, key), "language": language, **guard.page_values()}
