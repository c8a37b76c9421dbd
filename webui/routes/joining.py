"""Joining from other devices: the invitation with its QR codes, and the page where a code is typed."""

from __future__ import annotations

import socket

from flask import Blueprint, Response, abort, g, jsonify, render_template, request, session

from webui.present import qr
from webui.routes import asked
from webui.routes.guard import parts
from webui.table.seats import Role

blueprint = Blueprint("joining", __name__)


def lan_address() -> str:
    """This machine's address as others in the network reach it; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def join_link(code: str) -> str:
    """The address that joins with this code; the code stands behind # and so never reaches a log."""
    port = request.host.rsplit(":", 1)[-1] if ":" in request.host else "80"
    return f"http://{lan_address()}:{port}/join#{code}"


@blueprint.get("/invite")
def invite() -> str:
    """The codes on the host's screen."""
    if g.role is not Role.HOST or not parts().settings.lan:
        abort(404)
    return render_template("invite.html")


@blueprint.get("/api/invitation")
def invitation() -> Response:
    """The codes that work now, with their QR pictures."""
    if g.role is not Role.HOST or not parts().settings.lan:
        abort(403)
    codes = parts().seats.invitation()
    named = {"seat": codes.seat, "watch": codes.watch}
    return jsonify({name: {"code": code, "link": join_link(code)} for name, code in named.items()})


@blueprint.get("/api/invitation/<kind>.svg")
def invitation_qr(kind: str) -> Response:
    """One QR code as a picture."""
    if g.role is not Role.HOST or not parts().settings.lan or kind not in ("seat", "watch"):
        abort(403)
    codes = parts().seats.invitation()
    link = join_link(codes.seat if kind == "seat" else codes.watch)
    return Response(qr.svg(link), content_type="image/svg+xml")


@blueprint.get("/join")
def join_page() -> str:
    """Where a code is typed, or taken from the link."""
    return render_template("join.html")


@blueprint.post("/api/join")
def join() -> tuple[Response, int]:
    """Take a seat or a place among the spectators."""
    role = parts().seats.join(asked.text(asked.body(), "code", 20))
    if role is Role.STRANGER:
        return jsonify(error="this code does not work (any more)"), 403
    session["role"] = role.value
    session.permanent = True
    return jsonify(role=role.value), 200
