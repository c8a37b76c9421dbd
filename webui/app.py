"""The Flask app: a factory that receives its finished parts. Nothing starts here."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from webui.parts import Parts
from webui.routes import analysis, app_shell, club, help, joining, learning, matches, pages, setup, shared, table
from webui.routes.gate import guard
from webui.routes.gate.asked import language_of_request
from webui.routes.gate.cookies import Cookies
from webui.routes.gate.errors import tell_errors
from webui.words import page_words


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
    for module in (pages, help, table, matches, analysis, setup, learning, joining, club, shared, app_shell):
        app.register_blueprint(module.blueprint)
    tell_errors(app)
    app.context_processor(_words)
    return app


def _words() -> dict[str, Any]:
    """What every template needs."""
    language = language_of_request()
    words = page_words(language)
    return {"t": lambda key: words.get(key, key), "language": language, **guard.page_values()}
