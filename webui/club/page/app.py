"""The club page's Flask app: a factory that receives its finished parts. Nothing starts here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from flask import Flask, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answer

from webui.club.address import AwayError, LookError
from webui.club.page import archive, coaching, people, screens, tournaments
from webui.club.parts import ClubParts, role
from webui.routes.gate import guard
from webui.routes.gate.asked import language_of_request
from webui.routes.gate.errors import tell_errors
from webui.table.upkeep.rate import RateLimit
from webui.words import page_words

JSON_BYTES = 16 * 1024
ERRORS: Final[Mapping[type, str]] = {AwayError: "club", LookError: "look"}
"""Error -> the last part of its key, of those that only the club's page knows."""


def create_club_app(parts: ClubParts) -> Flask:
    """The club's page for these parts."""
    app = Flask("webui", root_path=str(files("webui")))
    app.secret_key = parts.secret
    app.config.update(SESSION_COOKIE_SAMESITE="Strict", SESSION_COOKIE_HTTPONLY=True, SEND_FILE_MAX_AGE_DEFAULT=0)
    app.extensions["icekeeper"] = parts
    gets, posts = RateLimit(60, 240), RateLimit(10, 40)

    def check() -> Answer | None:
        if not guard.known_host(request.host):
            return guard.no(403, "this address is not the club's")
        writing = request.method not in ("GET", "HEAD", "OPTIONS")
        if not (posts if writing else gets).allows(request.remote_addr or ""):
            return guard.no(429, "too many requests; wait a moment")
        return _check_write(parts) if writing else None

    app.before_request(check)
    app.after_request(guard.harden)
    for module in (screens, archive, coaching, people, tournaments):
        app.register_blueprint(module.blueprint)
    tell_errors(app, ERRORS)
    app.context_processor(lambda: _words(parts))
    return app


def _check_write(parts: ClubParts) -> Answer | None:
    """Size, origin and token of an action; all but re-judging is for the page's own machine."""
    if (request.content_length or 0) > JSON_BYTES:
        raise RequestEntityTooLarge
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        return guard.no(403, "this came from another page")
    if not guard.same_token(request.headers.get("X-Token", "")):
        return guard.no(guard.STALE, "the page is older than the club; it will try again")
    if request.endpoint != "archive.rejudge" and not parts.is_host(request.remote_addr):
        return guard.no(403, "only the machine of the club's page may do this")
    return None


def _words(parts: ClubParts) -> dict[str, Any]:
    """What every template needs."""
    language = language_of_request()
    words = page_words(language)
    known = {"token": guard.token(), "role": role().value, "lan": parts.lan, "club": True}
    return {"t": lambda key: words.get(key, key), "language": language, **known}
