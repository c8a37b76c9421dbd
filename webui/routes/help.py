"""Help: its page, and the rules of every game in the page's language. Open to all, nothing here is anybody's secret."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from webui.present.rulebook import introduction, paragraph, sections

blueprint = Blueprint("help", __name__)


@blueprint.get("/help")
def page() -> str:
    """The rules, where to put the camera, and what the page's signs mean."""
    return render_template("help.html")


@blueprint.get("/api/rules/<game>/<language>")
def rules(game: str, language: str) -> Response:
    """All rules of a game under their headings, and what stands before them."""
    return jsonify(introduction=introduction(game, language), sections=sections(game, language))


@blueprint.get("/api/rules/<game>/<language>/<number>")
def rule(game: str, language: str, number: str) -> Response:
    """One paragraph of a game's rules."""
    return jsonify(text=paragraph(game, number, language))
