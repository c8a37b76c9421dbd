"""Help: its page, and the rules of every game in the page's language. Open to all, nothing here is anybody's secret."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from webui.present.rulebook import introduction, paragraph, sections
from webui.routes.gate.guard import parts

blueprint = Blueprint("help", __name__)


@blueprint.get("/help")
def page() -> str:
    """The rules, where to put the camera, and what the page's signs mean."""
    return render_template("help.html")


@blueprint.post("/api/doctor")
def doctor() -> Response:
    """Whether everything is ready, as `icekeeper doctor` says it; for the table's own machine."""
    from webui.doctor.asking import findings_of

    port = int(request.host.rpartition(":")[2]) if ":" in request.host else 80
    return jsonify(findings=[found.to_json() for found in findings_of(parts(), port)])


@blueprint.get("/api/rules/<game>/<language>")
def rules(game: str, language: str) -> Response:
    """All rules of a game under their headings, and what stands before them."""
    return jsonify(introduction=introduction(game, language), sections=sections(game, language))


@blueprint.get("/api/rules/<game>/<language>/<number>")
def rule(game: str, language: str, number: str) -> Response:
    """One paragraph of a game's rules."""
    return jsonify(text=paragraph(game, number, language))
