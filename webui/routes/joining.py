"""Joining from other devices: the invitation with its QR codes, and the page where a code is typed."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, g, jsonify, render_template, request, session

from webui.door.places import lan_address
from webui.present import qr
from webui.routes.gate import asked
from webui.routes.gate.guard import camera_wanted, on_table, parts
from webui.table.seats import Role

blueprint = Blueprint("joining", __name__)
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac", "Macintosh"),
    ("Linux", "Linux"),
)
BROWSERS: Final = (("Edge", "Edg/"), ("Firefox", "Firefox/"), ("Chrome", "Chrome/"), ("Safari", "Safari/"))
"""Names with the sign by which a browser tells them; the first that fits, since some claim to be others too."""


def join_link(code: str) -> str:
    """The address that joins with this code; the code stands behind # and so never reaches a log."""
    return f"https://{lan_address()}{_port()}/join#{code}"


def found_as() -> str:
    """The address by name, where the page is found so in the local network."""
    nearby = parts().nearby
    return f"https://{nearby.name}{_port()}" if nearby is not None and nearby.name else ""


def _port() -> str:
    """The port behind an https address; the usual one needs none."""
    usual = "443" if request.scheme == "https" else "80"
    port = request.host.rsplit(":", 1)[-1] if ":" in request.host else usual
    return "" if port == "443" else f":{port}"


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
    told = {name: {"code": code, "link": join_link(code)} for name, code in named.items()}
    certificates = parts().certificates
    return jsonify({**told, "fingerprint": certificates and certificates.fingerprint(), "name": found_as()})


@blueprint.get("/api/invitation/<kind>.svg")
def invitation_qr(kind: str) -> Response:
    """One QR code as a picture."""
    codes = parts().seats.invitation()
    ends = {"seat": codes.seat, "watch": codes.watch, "camera": f"{codes.seat}/phone"}
    if g.role is not Role.HOST or not parts().settings.lan or kind not in ends:
        abort(403)
    return Response(qr.svg(join_link(ends[kind])), content_type="image/svg+xml")


@blueprint.get("/authority.crt")
def authority() -> Response:
    """The authority that signs this machine's certificate, for those who want no warning."""
    certificates = parts().certificates
    if certificates is None:
        abort(404)
    answer = Response(certificates.authority, content_type="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = 'attachment; filename="icekeeper-authority.crt"'
    return answer


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
    table = parts().desk.session
    next_one = parts().setup.choosing or (table is not None and table.match.over)
    address = request.remote_addr or ""
    place = parts().seats.admit(role, about(request.user_agent.string), address, on_table(), next_one=next_one)
    session["seat"] = place.id
    session.permanent = True
    more = {"camera": camera_wanted()} if role is Role.SEAT else {}
    return jsonify(role=role.value, **more), 200


@blueprint.get("/api/devices")
def devices() -> Response:
    """The devices that have joined."""
    if g.role is not Role.HOST:
        abort(403)
    shown = ("id", "role", "about", "address", "joined_at", "seen_at")
    return jsonify(devices=[{key: getattr(one, key) for key in shown} for one in parts().seats.listed()])


@blueprint.delete("/api/devices/<place>")
def remove(place: str) -> Response:
    """Take a device's place; its live page ends at once, and the codes change."""
    if not parts().seats.remove(place):
        abort(404)
    parts().hub.dismiss(lambda guest: guest.device == place)
    return jsonify(ok=True)


def about(user_agent: str) -> str:
    """What kind of device this is, in names that need no translation."""
    kinds = [next((name for name, sign in known if sign in user_agent), "") for known in (SYSTEMS, BROWSERS)]
    return " · ".join(kind for kind in kinds if kind) or "?"
