"""The gate in front of every request: host, origin, token, role, size and rate; and the headers behind it."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
from typing import Any, Final

from flask import Flask, Response, current_app, g, jsonify, redirect, request, session
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answer

from webui.door.places import is_shared
from webui.parts import Parts
from webui.play.sight import laid_on_page
from webui.routes.gate import rights
from webui.routes.gate.squeeze import squeezed
from webui.table.guests import Guest
from webui.table.seats import Role
from webui.table.upkeep.rate import RateLimit
from webui.table.upkeep.turnstile import Turnstile

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
FILE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""For scripts, styles and words, which are no pages; a page asks for dozens, and what each carries adds up."""
OPEN: Final = (
    "/join", "/api/join", "/static/", "/api/token", "/authority.crt", "/help", "/api/rules/",
    "/shared/", "/api/shared/", "/service-worker.js", "/offline",
)  # fmt: skip
"""What a device may reach before it has joined; a shared match asks for the word of its link."""
STALE: Final = 419  # HTTP status by which a page learns that its token is old
BURST_S: Final = 4.0  # so many seconds' worth of requests may come at once
TURN_S: Final = 20.0
"""So long a request waits for its turn at the turnstile."""


def parts() -> Parts:
    """The parts this app was made of."""
    found: Parts = current_app.extensions["icekeeper"]
    return found


def role() -> Role:
    """What the asking device may do: this machine hosts, others have joined or not."""
    if parts().is_host(request.remote_addr):
        return Role.HOST
    return parts().seats.role_of(device(), on_table())


def device() -> str | None:
    """The place that the asking device was given when it joined."""
    found = session.get("seat")
    return found if isinstance(found, str) else None


def camera_wanted() -> bool:
    """Whether a phone may be the camera: not while a game is on the table that is not set up on the page."""
    session = parts().desk.session
    return parts().setup.choosing or session is None or laid_on_page(session.match.game)


def on_table() -> str | None:
    """The match on the table."""
    found = parts().desk.session
    return None if found is None else found.match_id


def guest() -> Guest:
    """Whose page wants to follow the table; asked again with every view, since places can be taken back."""
    made_of, place, asking = parts(), device(), role()

    def welcome() -> bool:
        found = made_of.desk.session
        return made_of.seats.role_of(place, None if found is None else found.match_id).sees

    address = request.remote_addr or ""
    return Guest(address, asking) if asking is Role.HOST else Guest(address, asking, place or "", welcome)


def known_host(host: str) -> bool:
    """Whether a Host header can be meant for us; any other name may be a rebinding trick."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
        return True
    except ValueError:
        own = socket.gethostname().lower()
        return name.lower() in ("localhost", own, f"{own}.local") or is_shared(name)


def token() -> str:
    """The token a page of this device must send with every action."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(18)
    key = parts().secret
    return hmac.new(key, str(session["device"]).encode(), hashlib.sha256).hexdigest()


def same_token(sent: str) -> bool:
    """Whether this is the token of the asking device."""
    return hmac.compare_digest(sent.encode("utf-8", "replace"), token().encode())


def seat() -> str:
    """The asking device where it may belong to one player alone; "" for the host's screen and for spectators."""
    return device() or "" if role() is Role.SEAT else ""


def page_values() -> dict[str, Any]:
    """What every page is told about the device that asks."""
    return {"token": token(), "role": role().value, "lan": parts().settings.lan}


def install(app: Flask, made_of: Parts) -> None:
    """Put the gate before every request of this app."""
    s = made_of.settings
    gets = RateLimit(s.gets_per_s, s.gets_per_s * BURST_S)
    posts = RateLimit(s.posts_per_s, s.posts_per_s * BURST_S)
    joins = RateLimit(s.joins_per_minute / 60, s.joins_per_minute)

    def check() -> Answer | None:
        if not known_host(request.host):
            return no(403, "this address is not the referee's")
        writing = request.method not in ("GET", "HEAD", "OPTIONS")
        address = request.remote_addr or ""
        if request.path == "/api/join" and not joins.allows(address):
            return no(429, "too many codes were tried; wait a minute")
        if not (posts if writing else gets).allows(address):
            return no(429, "too many requests; wait a moment")
        return (_check_write() if writing else None) or _check_role(writing)

    app.before_request(check)
    _install_turnstile(app)
    app.after_request(harden)
    app.after_request(squeezed)


def _install_turnstile(app: Flask) -> None:
    """Let what takes long be done by few at once, and the host never wait for others."""
    others, own = Turnstile(1, 12, 2, TURN_S), Turnstile(1, 12, 12, TURN_S)

    def enter() -> Answer | None:
        if not rights.takes_long(request.endpoint):
            return None
        turnstile, address = own if g.role is Role.HOST else others, request.remote_addr or ""
        if not turnstile.enter(address):
            return no(503, "many are asking for this now; try again in a moment")
        g.leave = lambda: turnstile.leave(address)
        return None

    def leave(error: BaseException | None) -> None:
        if "leave" in g:
            g.pop("leave")()

    app.before_request(enter)
    app.teardown_request(leave)


def _check_write() -> Answer | None:
    """Size, origin and token of an action."""
    settings = parts().settings
    most = {"image/jpeg": settings.picture_bytes, "application/jsonl": settings.log_bytes}
    if (request.content_length or 0) > most.get(request.mimetype, settings.json_bytes):
        raise RequestEntityTooLarge
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        return no(403, "this came from another page")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return no(403, "this came from another page")
    if not same_token(request.headers.get("X-Token", "")):
        return no(STALE, "the page is older than the referee; it will try again")
    return None


def _check_role(writing: bool) -> Answer | None:
    """Strangers may only join, spectators only see, seats only act in their match."""
    g.role = role()
    if request.path.startswith(OPEN) or rights.allowed(g.role, request.endpoint, writing):
        return None
    if request.path.startswith("/api/") or writing:
        return no(403, _WHO_MAY[g.role])
    return redirect("/join")


_WHO_MAY: Final = {
    Role.SEAT: "only the machine of the table may do this",
    Role.SPECTATOR: "only seated players can act",
    Role.STRANGER: "join first with the code on the screen",
}


def no(status: int, text: str) -> Answer:
    """A refusal in one sentence."""
    answer = jsonify(error=text)
    answer.status_code = status
    return answer


def harden(answer: Response) -> Response:
    """The headers behind every answer."""
    if request.endpoint == "shared.page" and parts().settings.embed:
        who = parts().settings.embed.replace("anyone", "*")
        answer.headers["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {who}")
    for name, value in (FILE_HEADERS if request.endpoint == "static" else HEADERS).items():
        answer.headers.setdefault(name, value)
    if "frame-ancestors 'none'" not in answer.headers["Content-Security-Policy"]:
        del answer.headers["X-Frame-Options"]  # the older header, which cannot name the pages that are allowed
    if not request.path.startswith("/static/"):
        answer.headers.setdefault("Cache-Control", "no-store")
    return answer
